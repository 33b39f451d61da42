// What a lesson shows below the board's opening: the tries, why the chosen one is what it is, and
// what can be done next.

import { el } from "./elements.js";

export class LessonBox {
  // `names` write cells. `heard` has choose(try), tell(), another() and leave().
  constructor(names, heard) {
    this.names = names;
    this.heard = heard;
    this.lesson = null;
    const button = (text, act) => el("button", { type: "button", onclick: act }, text);
    this.tries = el("ol", {
      class: "review-tries", "aria-label": "Your tries", "aria-live": "polite",
    });
    this.why = el("p", { class: "review-why" });
    this.tell = button("See the answer", () => heard.tell());
    this.another = button("Another mistake", () => heard.another());
    this.leave = button("End the lesson", () => heard.leave());
    this.actions = el("div", { class: "review-actions" }, this.tell, this.another, this.leave);
    this.nodes = [this.tries, this.why, this.actions];
  }

  // Show a lesson, or none, with the try that is chosen; `hasMore` mistakes whose answer is unknown.
  draw(lesson, chosen, hasMore) {
    const tries = lesson?.tries ?? [];
    if (this.lesson !== lesson) this.tries.replaceChildren();
    this.lesson = lesson;
    // Only what is new or other is written, so that a screen reader reads only that.
    tries.forEach((attempt, number) => {
      const text = this.names.text(lesson.words(attempt));
      const item = this.tries.children[number] ?? this.tries.appendChild(el("li", {},
        el("button", { type: "button", onclick: () => this.heard.choose(attempt) })));
      const [button] = item.children;
      if (button.textContent !== text) button.textContent = text;
      button.setAttribute("aria-pressed", String(attempt === chosen));
      item.dataset.kind = attempt.move?.kind ?? "asked";
    });
    const why = chosen ? lesson.why(chosen) : "";
    this.why.replaceChildren(...this.names.nodes(why.replaceAll(" %", "\u00a0%")));
    for (const part of this.nodes) part.hidden = lesson === null;
    this.tries.hidden ||= !tries.length;
    this.why.hidden ||= !why;
    this.tell.hidden = lesson === null || lesson.isOver;
    this.another.hidden = !hasMore;
  }
}
