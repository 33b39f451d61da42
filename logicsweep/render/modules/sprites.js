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
    this.#outline(context, index, look.inset, look.tile, `var(--${look.fill})`);
    const [x, y] = shapes.corner(index);
    for (const sign of look.signs) {
      if (sign === "frame") this.#outline(context, index, 1, look.frame, "none");
      else this.#sign(context, sign, x + shapes.aside(index, sign), y);
    }
    if (look.text) this.#text(context, look, x + CELL / 2, y + CELL / 2 + look.down);
    if (!look.isDim) return context.canvas.transferToImageBitmap();
    // Faint as a whole: parts that overlap would show through each other.
    const faint = this.#blank(width, height);
    faint.globalAlpha = Number(this.#style("text", { class: "chance" }, "dim").opacity);
    faint.drawImage(context.canvas, 0, 0);
    return faint.canvas.transferToImageBitmap();
  }

  #blank(width, height) {
    const canvas = new OffscreenCanvas(width + 2 * this.margin, height + 2 * this.margin);
    return canvas.getContext("2d");
  }

  #outline(context, index, inset, kind, fill) {
    const path = pathOf(this.shapes.outline(index, inset, 4 * inset));
    const attributes = { class: kind, fill, "stroke-linejoin": "round" };
    paint(context, path, this.#style(this.shapes.tag, attributes));
  }

  #sign(context, name, x, y) {
    for (const { path, matrix, style } of this.#kept(name, () => partsOf(name))) {
      context.save();
      context.translate(x, y);
      context.transform(matrix.a, matrix.b, matrix.c, matrix.d, matrix.e, matrix.f);
      paint(context, path, style);
      context.restore();
    }
  }

  #text(context, { text, style, size }, x, y) {
    const { fill, fontFamily, fontSize, fontWeight } = this.#style("text", { class: style });
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

  // What the style sheets say of an element with these attributes, in a group with that class.
  #style(tag, attributes, group = "") {
    return this.#kept(`${tag}|${Object.values(attributes)}|${group}`, () => {
      const place = make("g", { class: group }, this.probe);
      const style = styleOf(make(tag, attributes, place));
      place.remove();
      return style;
    });
  }

  #kept(key, made) {
    if (!this.styles.has(key)) this.styles.set(key, made());
    return this.styles.get(key);
  }
}

// What the style sheets say of an element, which stays when it is gone.
function styleOf(element) {
  const style = getComputedStyle(element);
  return Object.fromEntries(STYLES.map((name) => [name, style[name]]));
}

// The parts of a sign, which are paths: where they are, and how they are painted.
function partsOf(name) {
  const group = document.getElementById(`sign-${name}`);
  return [...group.querySelectorAll("path")].map((part) => {
    let matrix = new DOMMatrix();
    for (let element = part; element !== group.parentElement; element = element.parentElement) {
      const moved = element.transform.baseVal.consolidate();
      if (moved) matrix = DOMMatrix.fromMatrix(moved.matrix).multiply(matrix);
    }
    return { path: pathOf({ d: part.getAttribute("d") }), matrix, style: styleOf(part) };
  });
}

// The path of the outline of a cell: a path, or a rectangle with round corners.
function pathOf({ d, x, y, width, height, rx }) {
  const path = new Path2D(d);
  if (d === undefined) path.roundRect(x, y, width, height, rx);
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
