// Parts of the panel of a review that nothing changes once they are there.

import { el, make } from "./elements.js";

// How the chance to survive went down: all of it, and the part that mistakes took. `shares` has both
// before each opening and at the end. Returns its `figure`, and `point`, which marks an opening; a
// click calls go(at).
export function chanceGraph(shares, go) {
  const last = Math.max(shares.length - 1, 1);
  const graph = make("svg", {
    class: "review-graph", viewBox: `0 0 ${last} 100`, preserveAspectRatio: "none",
    role: "img", "aria-label": "The chance to survive so far, and the share of it that was kept",
  });
  const path = (which) => shares.map((share, index) => {
    const y = 100 - 100 * share[which];
    return index ? `H${index}V${y}` : `M0 ${y}`;
  }).join("");
  const line = (attributes) =>
    make("path", { ...attributes, "vector-effect": "non-scaling-stroke" }, graph);
  line({ d: path(1), class: "luck" });
  line({ d: path(0), class: "kept" });
  const cursor = line({ class: "cursor" });
  graph.addEventListener("click", (event) => {
    const box = graph.getBoundingClientRect();
    go(Math.floor(((event.clientX - box.left) / box.width) * last));
  });
  const figure = el("figure", {}, graph, el("figcaption", {},
    el("span", { class: "kept" }, "chance kept"), " ",
    el("span", { class: "luck" }, "chance to come so far")));
  return { figure, point: (at) => cursor.setAttribute("d", `M${Math.min(at + 0.5, last)} 0V100`) };
}

const METRICS = {
  "3bv": "3BV", "3bv_solved": "3BV opened", "3bv_per_second": "3BV/s", openings: "Ops",
  clicks: "clicks", left: "left", right: "right", chords: "chords", efficiency: "efficiency",
};

// The luck that a game took, its hardest proof, and its metrics, to be opened.
export function measures({ luck, review }) {
  const { metrics, level } = review;
  const known = Object.entries(METRICS).filter(([key]) => metrics[key] !== null);
  const number = (metric) => (Number.isInteger(metric) ? String(metric) : metric.toFixed(3));
  return el("details", {}, el("summary", {}, "Luck and metrics"),
    el("p", {}, `${luck}${level ? ` Hardest proof: level ${level}.` : ""}`),
    el("dl", {}, ...known.map(([key, name]) =>
      el("div", {}, el("dt", {}, name), el("dd", {}, number(metrics[key]))))));
}
