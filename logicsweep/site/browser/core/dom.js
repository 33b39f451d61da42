// Elements of the page.

import { el } from "../elements.js";

export { el, separated } from "../elements.js";

// Whether this is a frame of another page (`worker/begin.js` notices it before anything is drawn). There it
// stays out of the way: it leaves the history of the browser and the positions that are kept alone.
export const IS_EMBEDDED = document.documentElement.classList.contains("embedded");

export function byId(id) {
  return document.getElementById(id);
}

// Fill an element anew. Where something in it had the keyboard, what has the same words then has it,
// or else what is around; a mouse needs none of that.
export function refill(box, ...children) {
  const before = document.activeElement;
  const isLeft = box.contains(before) && before.matches(":focus-visible");
  const words = isLeft && wordsOf(before);
  box.replaceChildren(...children);
  if (!isLeft) return;
  const again = [...box.querySelectorAll("button:enabled, [tabindex]")]
    .find((part) => wordsOf(part) === words);
  (again ?? box.closest("[tabindex]"))?.focus({ preventScroll: true });
}

function wordsOf(element) {
  return element.getAttribute("aria-label") ?? element.textContent;
}

export function download(name, media, base64) {
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  const url = URL.createObjectURL(new Blob([bytes], { type: media }));
  const link = el("a", { href: url, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
