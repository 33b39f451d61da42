// Boards on other pages, opened in place by a click: by this copy of the page, in a frame.
//
//     <pre class="logicsweep">mines: 2 ... the text of a board, in native text or emoji</pre>
//     <a class="logicsweep" href="https://HOST/#s=...">Try it</a>
//     <script src="https://HOST/embed.js" defer></script>
//
// Behind a text comes a link of the second kind. Without scripts a link leads to the page.

{
  const HOME = new URL("./", document.currentScript.src).href;

  const linkTo = (text) => Object.assign(document.createElement("a"), {
    className: "logicsweep", href: `${HOME}#text=${encodeURIComponent(text)}`, textContent: "Try it",
  });

  const frameOf = (address) => {
    const frame = Object.assign(document.createElement("iframe"), {
      src: address, title: "The board, to try", allow: "clipboard-write",
    });
    // Its size never depends on what it shows, so that nothing below it moves later.
    frame.style.cssText = "display: block; box-sizing: border-box; width: 100%; " +
      "height: min(34rem, 85vh); margin: .5rem 0; border: 1px solid #8888; border-radius: 6px";
    return frame;
  };

  for (const board of document.querySelectorAll("pre.logicsweep:not([data-offered])")) {
    board.dataset.offered = "";
    const place = document.createElement("p");
    place.append(linkTo(board.textContent));
    board.after(place);
  }
  for (const link of document.querySelectorAll("a.logicsweep:not([role])")) {
    if (!link.href.startsWith(HOME)) continue;
    const [words, frame] = [link.textContent, frameOf(link.href)];
    const press = (event) => {
      event.preventDefault();
      const isOpen = frame.isConnected;
      link.textContent = isOpen ? words : "Close";
      if (isOpen) return frame.remove();
      link.after(frame);
      return frame.scrollIntoView({ block: "nearest" });
    };
    link.setAttribute("role", "button");
    link.addEventListener("click", (event) => {
      const isElsewhere = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey; // another tab
      if (!isElsewhere) press(event);
    });
    link.addEventListener("keydown", (event) => event.key === " " && press(event));
  }
}
