// One message at a time, which lies over the end of the panel and moves nothing.

import { byId, el } from "./dom.js";

export class Toast {
  // `names` writes the names of cells.
  constructor(names) {
    this.names = names;
    this.box = byId("toast");
    this.text = el("span");
    this.more = el("span", { class: "buttons" });
    this.box.append(this.text, this.more, el("button", {
      type: "button", class: "close", "aria-label": "Close the message", onclick: () => this.say(""),
    }, "×"));
    // Whoever presses something else has read it; if that goes wrong, too, another one comes.
    addEventListener("click", ({ target }) => {
      if (target.closest?.("button, select, input, #grid") && !this.box.contains(target)) this.say("");
    }, true);
  }

  // Say something, or nothing; `buttons` are pairs of a label and what it does.
  say(sentence, buttons = []) {
    this.#show(sentence, buttons, false);
  }

  // Say what went wrong.
  complain(sentence, buttons = []) {
    this.#show(ended(sentence), buttons, true);
  }

  #show(sentence, buttons, isWrong) {
    this.text.replaceChildren(...this.names.nodes(sentence));
    this.more.replaceChildren(...buttons.map(([label, act]) => el("button", {
      type: "button",
      onclick: () => {
        this.say("");
        act();
      },
    }, label)));
    this.box.classList.toggle("wrong", isWrong);
    this.box.hidden = sentence === "";
  }
}

function ended(text) {
  const sentence = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?…]$/.test(sentence) || sentence === "" ? sentence : `${sentence}.`;
}
