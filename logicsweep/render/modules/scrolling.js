// Where the board is scrolled, and how far.

const SCROLLS = /auto|scroll/;

// The nearest element from `place` outwards that can be scrolled; that of the page if there is none.
export function scrollerOf(place) {
  for (let element = place; element; element = element.parentElement) {
    const { overflowX, overflowY } = getComputedStyle(element);
    const isRoom = element.scrollWidth > element.clientWidth ||
      element.scrollHeight > element.clientHeight;
    if (isRoom && (SCROLLS.test(overflowX) || SCROLLS.test(overflowY))) return element;
  }
  return document.scrollingElement;
}

// The part of the screen in which an element that scrolls, or the page, shows its content.
export function roomOf(scroller) {
  const { clientWidth, clientHeight, clientLeft, clientTop } = scroller;
  if (scroller === document.scrollingElement) return new DOMRect(0, 0, clientWidth, clientHeight);
  const { left, top } = scroller.getBoundingClientRect();
  return new DOMRect(left + clientLeft, top + clientTop, clientWidth, clientHeight);
}

// Scroll an element just so far that a box of the screen is seen in it, with a margin in pixels.
export function seen(scroller, box, margin) {
  const room = roomOf(scroller);
  scroller.scrollBy({
    left: missing(box.left - margin - room.left, box.right + margin - room.right),
    top: missing(box.top - margin - room.top, box.bottom + margin - room.bottom),
    behavior: "instant",
  });
}

// How far to scroll if so much is left of the room (below 0), or right of it (above 0).
function missing(before, behind) {
  return before < 0 ? before : Math.max(0, Math.min(behind, before));
}
