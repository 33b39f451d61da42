// JSMinesweeper as a player behind a pipe (docs/reference/agents.md): a position on each line of
// standard input, its move on each line of standard output.
//
//     logicsweep compare strategist "| node benchmarks/jsminesweeper.js DIR" --metric moves
//
// DIR is a checkout of JSMinesweeper. With --seconds after it, answers also have the CPU time of its
// solver. Its clock is stopped: it compares guesses less closely where it took long so far, and would
// not play the same game on every machine.
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
  Date.now = () => 0;
  performance.now = () => 0;
  solver(); // as the page, once

  globalThis.ask = async function ({ rows, width, height, mines: mines }, firstClick) {
    const start = process.cpuUsage();
    board = new Board(0, width, height, mines, "", "safe");
    board.setStarted();
    const shown = rows.join("");
    if (!/[0-8]/.test(shown)) { // its own first cells
      return { open: firstClick === "opening" ? [3, 3] : [0, 0] };
    }
    [...shown].forEach((sign, index) => { if (sign !== "?") board.getTile(index).setValue(+sign); });
    const { actions } = await solver(board, options);
    const { user, system } = process.cpuUsage(start);
    const opened = actions.filter((action) => action.action === ACTION_CLEAR);
    const safe = opened.filter((action) => action.prob === 1).map(({ x, y }) => [y, x]);
    const seconds = (user + system) / 1e6;
    if (safe.length > 0) return { safe, seconds };
    return { open: [opened[0].y, opened[0].x], seconds };
  };
`;

async function main(checkout, isTimed) {
  const folder = path.join(checkout, "Minesweeper");
  const sources = SCRIPTS.map((name) => fs.readFileSync(path.join(folder, `${name}.js`), "utf8"));
  console.log = console.warn = () => {};
  vm.runInThisContext([...sources, REST].join("\n")); // in another context it would be slower
  for await (const line of readline.createInterface({ input: process.stdin })) {
    const { board, first_click: firstClick } = JSON.parse(line);
    if (!board) continue; // a game begins
    const { seconds, ...answer } = await ask(board, firstClick);
    process.stdout.write(`${JSON.stringify(isTimed ? { ...answer, seconds } : answer)}\n`);
  }
}

main(process.argv[2], process.argv[3] === "--seconds");
