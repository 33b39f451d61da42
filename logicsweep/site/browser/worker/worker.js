// The worker of a page, or of a program in Node.js: it loads the kernel, and answers
// one question after the other.

import { KERNEL } from "../kernel-file.js";
import { messages } from "./answering.js";
import { Kernel } from "./kernel.js";

const builtin = globalThis.process?.getBuiltinModule;
const port = builtin?.("node:worker_threads").parentPort ?? globalThis;

async function loaded() {
  if (typeof WebAssembly !== "object") {
    throw new Error("this browser has no WebAssembly, in which the page counts");
  }
  const file = new URL("../kernel.wasm", import.meta.url);
  if (file.protocol === "file:") return Kernel.of(builtin("node:fs").readFileSync(file));
  let response;
  try {
    response = await fetch(file, { integrity: KERNEL.integrity });
  } catch {
    throw new Error("the kernel of this page did not come, or is not the one that belongs to it; load " +
      "the page again");
  }
  if (!response.ok) throw new Error("the kernel of this page is missing; load the page again");
  return Kernel.of(await response.arrayBuffer());
}

const kernel = loaded().catch((problem) => problem);

port.addEventListener("message", async ({ data: question }) => {
  for await (const message of messages(question, await kernel)) port.postMessage({ message });
  port.postMessage({});
});
