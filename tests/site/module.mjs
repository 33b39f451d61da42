// Ask the engine without the page, in node: positions come as lines of JSON, each with a cell, and for each
// goes out a line with what the board says, or what is thrown. The argument is the module.

import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const { open } = await import(pathToFileURL(process.argv[2]));
const thrown = ({ kind, clues, usesTotal }) => ({ kind, clues, usesTotal });
for await (const line of createInterface({ input: process.stdin })) {
  const { cell, ...position } = JSON.parse(line);
  const said = await open(position).then(async (board) => {
    const { verdicts, chances, layouts, best, reason } = board;
    const told = {
      names: Object.keys(board), verdicts: await verdicts(), chances: await chances().catch(thrown),
      layouts: String(await layouts()), best: await best().catch(thrown), reason: await reason(cell),
      refused: await reason([cell[0]]).catch(thrown),
    };
    const left = reason(cell).catch(thrown);
    board.close();
    return { ...told, left: await left };
  }, thrown);
  console.log(JSON.stringify(said));
}
