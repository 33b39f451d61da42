// Small pictures of cells for a canvas: one for each look, drawn once.
//
// Signs, colours and fonts are those of the document: its `sign-...` groups and its style sheets.

import { make } from "./elements.js";
import { CELL } from "./shapes.js";

// So many bytes of pictures are kept.
const MOST_BYTES = 3e7;
// No cell is so wide or high.
const MOST_PIXELS = 4096;
// What pictures take from the style sheets.
const STYLES = ["fill", "stroke", "strokeWidth", "strokeLinecap", "strokeLinejoin", "fontFamily", "fontSize",
  "fontWeight", "opacity"];
const LINE = 1.1; // the height of a line, in sizes of its font

export class Sprites {
  // `root` is an element with the class of a board, in which styles are looked up.
  constructor(root) {
    this.probe = make("svg", { class: "probe", "aria-hidden": "true", width: 0, height: 0 });
    root.append(this.probe);
    this.forget();
  }

  // Look up all colours and signs anew.
  forget() {
    this.styles = new Map();
    this.signs = new Map();
    this.pictures = new Map();
  }

  // Draw cells of these shapes, in so many pixels for each of theirs.
  begin(shapes, scale) {
    if (shapes === this.shapes && scale === this.scale) return;
    Object.assign(this, { shapes, scale });
    this.pictures.clear();
    // Squares are next to each other; outlines of others are drawn on both sides of their edges.
    this.margin = shapes.tag === "rect" ? 0 : Math.ceil(scale);
  }

  // The picture of a look of a cell of so many pixels, with `margin` pixels around it.
  of(index, look, width, height) {
    let pictures = this.pictures.get(look);
    if (!pictures) this.pictures.set(look, (pictures = new Map()));
    const variant = (this.shapes.kindOf(index) * MOST_PIXELS + width) * MOST_PIXELS + height;
    let picture = pictures.get(variant);
    if (!picture) {
      picture = this.#drawn(index, look, width, height);
      pictures.set(variant, picture);
      if (this.pictures.size > MOST_BYTES / (4 * width * height)) this.pictures.clear();
    }
    return picture;
  }

  #drawn(index, look, width, height) {
    const { shapes, scale, margin } = this;
    const [left, top] = shapes.box(index);
    const context = this.#blank(width, height);
    context.translate(margin, margin);
    // Squares fill whole pixels, so that there is no gap between them.
    if (margin) context.scale(scale, scale);
    else context.scale(width / CELL, height / CELL);
    context.translate(-left, -top);
    this.#tile(context, index, look);
    const [x, y] = shapes.corner(index);
    for (const sign of look.signs) {
      if (sign === "frame") this.#frame(context, index, look);
      else this.#sign(context, sign, x + shapes.aside(index, sign), y);
    }
    if (look.text) this.#text(context, look, x + CELL / 2, y + CELL / 2 + look.down);
    const picture = context.canvas.transferToImageBitmap();
    return look.isDim ? this.#dimmed(picture) : picture;
  }

  #blank(width, height) {
    const canvas = new OffscreenCanvas(width + 2 * this.margin, height + 2 * this.margin);
    return canvas.getContext("2d");
  }

  // The same, drawn faint as a whole: parts that overlap would show through each other.
  #dimmed(picture) {
    const context = this.#blank(picture.width - 2 * this.margin, picture.height - 2 * this.margin);
    context.globalAlpha = Number(this.#style("text", "chance", "dim").opacity);
    context.drawImage(picture, 0, 0);
    return context.canvas.transferToImageBitmap();
  }

  #tile(context, index, { isCovered, fill }) {
    const inset = isCovered ? 1 : 0;
    const path = pathOf(this.shapes.outline(index, inset, 4 * inset));
    const style = this.#style(this.shapes.tag, isCovered ? "tile" : "tile open");
    paint(context, path, { ...style, fill: this.#colour(fill), strokeLinejoin: "round" });
  }

  #frame(context, index, { signs }) {
    const kind = signs.includes("star") ? "best" : "best thin";
    const style = this.#style(this.shapes.tag, kind);
    paint(context, pathOf(this.shapes.outline(index, 1, 4)), { ...style, fill: "none", strokeLinejoin: "round" });
  }

  #sign(context, name, x, y) {
    if (!this.signs.has(name)) this.signs.set(name, partsOf(document.getElementById(`sign-${name}`)));
    for (const { path, matrix, style } of this.signs.get(name)) {
      context.save();
      context.translate(x, y);
      context.transform(matrix.a, matrix.b, matrix.c, matrix.d, matrix.e, matrix.f);
      paint(context, path, style);
      context.restore();
    }
  }

  #text(context, { text, style, size }, x, y) {
    const { fill, fontFamily, fontSize, fontWeight } = this.#style("text", style);
    const pixels = size ?? parseFloat(fontSize);
    context.font = `${fontWeight} ${pixels}px ${fontFamily}`;
    context.fillStyle = fill;
    context.textAlign = "center";
    // As `dominant-baseline: central` has it.
    const { fontBoundingBoxAscent: above, fontBoundingBoxDescent: below } = context.measureText("0");
    const lines = text.split("\n");
    const first = y + (above - below) / 2 - (LINE / 2) * pixels * (lines.length - 1);
    lines.forEach((line, at) => context.fillText(line, x, first + at * LINE * pixels));
  }

  #colour(name) {
    const key = `--${name}`;
    if (!this.styles.has(key)) {
      this.styles.set(key, getComputedStyle(this.probe).getPropertyValue(key).trim());
    }
    return this.styles.get(key);
  }

  // What the style sheets say of an element with these classes, in a group with that class.
  #style(tag, kind, group = "") {
    const key = `${tag}|${kind}|${group}`;
    if (!this.styles.has(key)) {
      const place = make("g", { class: group }, this.probe);
      this.styles.set(key, styleOf(make(tag, { class: kind }, place)));
      place.remove();
    }
    return this.styles.get(key);
  }
}

// What the style sheets say of an element, which stays when it is gone.
function styleOf(element) {
  const style = getComputedStyle(element);
  return Object.fromEntries(STYLES.map((name) => [name, style[name]]));
}

// The parts of a sign: their paths, where they are, and how they are painted.
function partsOf(group) {
  return [...group.querySelectorAll("path, rect, circle, line")].map((part) => {
    let matrix = new DOMMatrix();
    for (let element = part; element !== group.parentElement; element = element.parentElement) {
      const moved = element.transform.baseVal.consolidate();
      if (moved) matrix = DOMMatrix.fromMatrix(moved.matrix).multiply(matrix);
    }
    const given = Object.fromEntries([...part.attributes].map(({ name, value }) => [name, value]));
    return { path: pathOf(given), matrix, style: styleOf(part) };
  });
}

// The path of an element of SVG with these attributes: a path, rectangle, circle or line.
function pathOf({ d, x, y, width, height, rx, cx, cy, r, x1, y1, x2, y2 }) {
  if (d !== undefined) return new Path2D(d);
  const path = new Path2D();
  if (width !== undefined) path.roundRect(...[x, y, width, height, rx ?? 0].map(Number));
  else if (r !== undefined) path.arc(Number(cx), Number(cy), Number(r), 0, 2 * Math.PI);
  else {
    path.moveTo(Number(x1), Number(y1));
    path.lineTo(Number(x2), Number(y2));
  }
  return path;
}

function paint(context, path, { fill, stroke, strokeWidth, strokeLinecap, strokeLinejoin }) {
  if (fill !== "none") {
    context.fillStyle = fill;
    context.fill(path);
  }
  if (stroke === "none" || parseFloat(strokeWidth) === 0) return;
  context.strokeStyle = stroke;
  context.lineWidth = parseFloat(strokeWidth);
  context.lineCap = strokeLinecap;
  context.lineJoin = strokeLinejoin;
  context.stroke(path);
}
