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

// Scroll an element just so far that a box of the screen is seen in it, with a margin in pixels.
export function seen(scroller, box, margin) {
  const isPage = scroller === document.scrollingElement;
  const room = isPage ? { left: 0, top: 0 } : scroller.getBoundingClientRect();
  const left = room.left + (isPage ? 0 : scroller.clientLeft);
  const top = room.top + (isPage ? 0 : scroller.clientTop);
  scroller.scrollBy({
    left: missing(box.left - margin - left, box.right + margin - left - scroller.clientWidth),
    top: missing(box.top - margin - top, box.bottom + margin - top - scroller.clientHeight),
    behavior: "instant",
  });
}

// How far to scroll if so much is left of the room (below 0), or right of it (above 0).
function missing(before, behind) {
  return before < 0 ? before : Math.max(0, Math.min(behind, before));
}
