// The page that reviews games: a file in, its review out.

import { ask } from "./ask.js";
import { base64Of, byId } from "./dom.js";
import { ReviewView } from "./review.js";

// A request may have 256 kB, of which base64 takes a third.
const MOST_BYTES = 180_000;
let asked = null;
let shown = null;
let current = null;

function say(text, state) {
  byId("state").textContent = text;
  document.body.dataset.state = state;
}

async function review(file) {
  if (!file) return;
  current = file;
  asked?.abort();
  const own = new AbortController();
  asked = own;
  if (file.size > MOST_BYTES) {
    say(`${file.name} has ${file.size.toLocaleString("en")} bytes; the page reads at most ` +
      `${MOST_BYTES.toLocaleString("en")}. The command logicsweep review has no such limit.`, "failed");
    return;
  }
  say(`Judging ${file.name} …`, "working");
  const data = base64Of(new Uint8Array(await file.arrayBuffer()));
  let shapes = null;
  try {
    await ask({ ask: "review", data, name: file.name, search: byId("search").checked }, (message) => {
      if (message.error) throw new Error(message.error);
      if (message.format === "logicsweep-shapes/1") shapes = message;
      else if (message.format === "logicsweep-progress/1" && message.all) {
        say(`Judging ${file.name}: ${message.done} of ${message.all} openings …`, "working");
      } else if (message.format === "logicsweep-review/1") show(message, shapes, file.name);
    }, own.signal);
  } catch (problem) {
    if (asked === own) say(`${file.name}: ${problem.message}`, "failed");
  }
}

function show(answer, shapes, name) {
  const place = byId("review").cloneNode(false); // which forgets what was shown before
  byId("review").replaceWith(place);
  shown?.close();
  shown = new ReviewView(place, answer, shapes);
  shown.listen();
  say(name, "ready");
}

byId("file").addEventListener("change", (event) => review(event.target.files[0]));
byId("search").addEventListener("change", () => review(current));
addEventListener("dragover", (event) => event.preventDefault());
addEventListener("drop", (event) => {
  event.preventDefault();
  review(event.dataTransfer.files[0]);
});
review(byId("file").files[0]); // chosen before this script was loaded, or kept by a reload
