// The kernel in WebAssembly on boards that come as lines of JSON: for each goes out a line with the
// status, the chances as the bytes of doubles in base64, what they depend on, and the layouts. The
// arguments are the folder of the worker's modules and the kernel.

import { readFile } from "node:fs/promises";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const folder = pathToFileURL(`${process.argv[2]}/`);
const { Kernel } = await import(new URL("worker/kernel.js", folder));
const { boardOf } = await import(new URL("worker/given.js", folder));
const kernel = await Kernel.of(await readFile(new URL("kernel.wasm", folder)));
for await (const line of createInterface({ input: process.stdin })) {
  const { states, ...asked } = JSON.parse(line);
  const board = boardOf({ ...asked, states: Int8Array.from(states) });
  const { status, chances, needsPrior, needsTotal } = kernel.load(board);
  const layouts = status === 0 ? kernel.layouts() : null;
  const bytes = Buffer.from(chances.buffer).toString("base64");
  kernel.rest();
  console.log(JSON.stringify({ status, bytes, needsPrior, needsTotal, layouts: layouts && String(layouts.count) }));
}
