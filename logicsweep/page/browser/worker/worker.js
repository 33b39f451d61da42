// The worker of a page without a server: it loads the kernel, and answers one question after the
// other.

import { KERNEL } from "../kernel-file.js";
import { messages } from "./answering.js";
import { Kernel } from "./kernel.js";

// What is the same for every board was written when the site was made.
const STORED = { greet: "greeting.json", catalogue: "catalogue.json" };

async function loaded() {
  if (typeof WebAssembly !== "object") throw new Error("this browser has no WebAssembly, in which the page counts");
  let response;
  try {
    response = await fetch(new URL(KERNEL.file, import.meta.url), { integrity: KERNEL.integrity });
  } catch {
    throw new Error("the kernel of this page did not come, or is not the one that belongs to it; load the page again");
  }
  if (!response.ok) throw new Error("the kernel of this page is missing; load the page again");
  return Kernel.of(await response.arrayBuffer());
}

const kernel = loaded().catch((problem) => problem);

async function* answers(question) {
  if (question.ask in STORED) {
    yield (await fetch(new URL(`../${STORED[question.ask]}`, import.meta.url))).json();
    return;
  }
  const ready = await kernel;
  if (ready instanceof Error) {
    yield { format: "logicsweep-serve/1", error: ready.message, kind: "internal", place: null };
  } else {
    yield* messages(question, ready);
  }
}

addEventListener("message", async ({ data: question }) => {
  for await (const message of answers(question)) postMessage({ message });
  postMessage({});
});
