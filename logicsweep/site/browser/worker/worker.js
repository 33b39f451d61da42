// The worker of a page without a server: it loads the kernel, and answers one question after the
// other.

import { KERNEL } from "../kernel-file.js";
import { messages } from "./answering.js";
import { Kernel } from "./kernel.js";

async function loaded() {
  if (typeof WebAssembly !== "object") {
    throw new Error("this browser has no WebAssembly, in which the page counts");
  }
  let response;
  try {
    response = await fetch(new URL(KERNEL.file, import.meta.url), { integrity: KERNEL.integrity });
  } catch {
    throw new Error("the kernel of this page did not come, or is not the one that belongs to it; load " +
      "the page again");
  }
  if (!response.ok) throw new Error("the kernel of this page is missing; load the page again");
  return Kernel.of(await response.arrayBuffer());
}

const kernel = loaded().catch((problem) => problem);

addEventListener("message", async ({ data: question }) => {
  const ready = await kernel;
  if (ready instanceof Error) {
    const error = { format: "logicsweep-serve/1", error: ready.message, kind: "internal", place: null };
    postMessage({ message: error });
  } else {
    for (const message of messages(question, ready)) postMessage({ message });
  }
  postMessage({});
});
