// The form of what the board says beside its cells: the mine count, and among the details the others.

import { byId, el } from "../core/dom.js";
import { totalOf, totalText } from "../core/position.js";

export class Facts {
  // `desk` has `set(values, name)`, `resize(height, width)` and the page.
  constructor(desk) {
    this.desk = desk;
    this.fields = Object.fromEntries([...document.querySelectorAll("[data-fact]")]
      .map((field) => [field.dataset.fact, field]));
    for (const field of Object.values(this.fields)) {
      field.addEventListener("change", () => this.#changed(field));
    }
    byId("facts").addEventListener("submit", (event) => event.preventDefault());
  }

  offer(greeting) {
    byId("clue-models").replaceChildren(...greeting.clue_models.filter((name) => name !== "exact")
      .map((name) => el("option", { value: name.replace("(P)", "(1/10)") })));
    byId("programs").hidden = !greeting.allows_programs;
  }

  show(position) {
    const { mines, rows, columns, program } = this.fields;
    mines.value = totalText(position.total);
    rows.value = position.height;
    columns.value = position.width;
    program.value = position.program ?? "";
  }

  #changed(field) {
    const { desk } = this;
    const text = field.value.trim();
    try {
      switch (field.dataset.fact) {
        case "mines": return desk.set({ total: totalOf(text) }, text ? `${text} mines` : "unknown mine count");
        case "program": return desk.set({ program: text ? field.value : null }, "program");
        default: return desk.resize(Number(this.fields.rows.value), Number(this.fields.columns.value));
      }
    } catch (problem) {
      return desk.page.complain(problem.message);
    }
  }
}
