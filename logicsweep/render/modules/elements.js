// Elements of a page, and of the drawings in it; text is only ever set as text.

const SVG = "http://www.w3.org/2000/svg";

// An element with attributes and children; attributes such as `onclick` are listeners.
export function el(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (value === true) made.setAttribute(key, "");
    else if (value !== false && value !== null && value !== undefined) made.setAttribute(key, value);
  }
  made.append(...children.filter((child) => child !== null && child !== undefined && child !== false));
  return made;
}

// An element of a drawing.
export function make(name, attributes = {}, parent = null) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  parent?.append(made);
  return made;
}

// Nodes with commas between them; with a word before the last one, if there is any.
export function separated(nodes, last = null) {
  return nodes.flatMap((node, number) =>
    number === 0 ? [node] : [last && number === nodes.length - 1 ? ` ${last} ` : ", ", node]);
}
