// Answers with the best move of JSMinesweeper: a position on each line of standard input, as
// {"width", "height", "mines", "grid"} with -1 for covered cells; on each line of standard output
// {"seconds", "cells"}: the CPU time of its solver, and the cells that it would open.
//
//     node benchmarks/jsminesweeper.js DIR        DIR is a checkout of JSMinesweeper
"use strict";

const fs = require("node:fs");
const path = require("node:path");
const readline = require("node:readline");
const vm = require("node:vm");

// The scripts of its page that the solver needs, in the page's order.
const SCRIPTS = [
  ...["Utility/Compression", "Utility/PrimeSieve", "Utility/Binomial", "client/Board"],
  ...["client/Tile", "client/solver_main", "client/solver_probability_engine"],
  ...["client/Brute_force", "client/BruteForceAnalysis", "client/MinesweeperGame"],
  ...["client/SolutionCounter", "client/EfficiencyHelper", "client/FiftyFiftyHelper"],
  "client/LongTermRiskHelper",
];

// What the page's own script defines for them, among it the board at hand, and a function of ours.
const REST = `
  let board;
  let binomialCache = new BinomialCache(5000, 500, new Binomial(65000, 500));
  const BOMB = 9;
  const analysisMode = false;
  function showMessage() {}
  async function sleep() {}
  const options = { verbose: false, advancedGuessing: true, fullProbability: true, hardcore: false };
  options.playStyle = PLAY_STYLE_NOFLAGS;
  solver(); // as the page, once

  globalThis.ask = async function ({ width, height, mines, grid }) {
    const start = process.cpuUsage();
    board = new Board(0, width, height, mines, "", "safe");
    board.setStarted();
    grid.forEach((value, index) => { if (value >= 0) board.getTile(index).setValue(value); });
    const { actions } = await solver(board, options);
    const { user, system } = process.cpuUsage(start);
    const opened = actions.filter((action) => action.action === ACTION_CLEAR);
    const cells = opened.map((action) => action.y * width + action.x);
    return { seconds: (user + system) / 1e6, cells };
  };
`;

async function main(checkout) {
  const folder = path.join(checkout, "Minesweeper");
  const sources = SCRIPTS.map((name) => fs.readFileSync(path.join(folder, `${name}.js`), "utf8"));
  console.log = console.warn = () => {};
  vm.runInThisContext([...sources, REST].join("\n")); // in another context it would be slower
  for await (const line of readline.createInterface({ input: process.stdin })) {
    process.stdout.write(`${JSON.stringify(await ask(JSON.parse(line)))}\n`);
  }
}

main(process.argv[2]);
