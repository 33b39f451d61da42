// Ask the worker of a site in node: questions come as lines of JSON, and for each goes out a line with
// the list of its messages. The argument is the folder of the site's files.

import { readFile } from "node:fs/promises";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const folder = pathToFileURL(`${process.argv[2]}/`);
const { messages } = await import(new URL("worker/answering.js", folder));
const { Kernel } = await import(new URL("worker/kernel.js", folder));
const kernel = await Kernel.of(await readFile(new URL("kernel.wasm", folder)));
for await (const line of createInterface({ input: process.stdin })) {
  const said = [];
  for await (const message of messages(JSON.parse(line), kernel)) said.push(message);
  console.log(JSON.stringify(said));
}
