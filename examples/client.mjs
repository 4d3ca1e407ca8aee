// Ask mtglayers what a board looks like, from JavaScript, with the client of `bindings/javascript`.
//
// Run: node client.mjs [COMMAND...]. COMMAND starts mtglayers: by default the value of MTGLAYERS, or `mtglayers`.

import { Layers } from "../bindings/javascript/index.js";

/** Print the Saproling, and the order of the effects in layer 4. */
async function show(layers, board) {
  const result = await layers.call("solve", { board, objects: ["saproling"], include: ["objects", "layers", "steps"] });
  const [token] = result.objects;
  const types = [...token.types, "-", ...token.subtypes].join(" ");
  console.log(`${token.name} (${token.controller}): ${token.power}/${token.toughness} ${types}`);
  const layer = result.layers.find(({ name }) => name === "4");
  for (const { step, called, because, edges } of layer.steps) {
    console.log(`  ${step}. ${called}: ${because}`);
    for (const { effect, on, reasons } of edges) {
      console.log(`     ${effect} depends on ${on}: ${reasons.join(", ")}`);
    }
  }
}

/** Play an event; replace a misspelled card name by the nearest known name. */
async function push(layers, board, event) {
  try {
    await layers.call("board.push", { board, event });
  } catch (error) {
    if (error.data?.type !== "UnknownCardError" || !error.data.nearest.length) throw error;
    console.log(error.message);
    await layers.call("board.push", { board, event: { ...event, enters: error.data.nearest[0] } });
  }
}

/** Play the story of Blood Moon, Life and Limb and a Saproling. */
async function main(command) {
  const layers = new Layers(command);
  try {
    const server = await layers.call("initialize", { client: "client.mjs" });
    console.log(`${server.name}, protocol ${server.protocol}`);

    const { board } = await layers.call("board.new", { players: ["Ana", "Zoë"], edition: "2026-09-25" });
    await push(layers, board, { enters: "Blod Moon", controller: "Ana" });
    await push(layers, board, { enters: "Life and Limb", controller: "Ana" });
    await push(layers, board, { enters: "Saproling", controller: "Zoë" });
    await show(layers, board);

    console.log("\nAn Overgrown Tomb enters.");
    await push(layers, board, { enters: "Overgrown Tomb", controller: "Zoë" });
    await show(layers, board);
    console.log();
    console.log((await layers.call("explain", { board, object: "saproling" })).text);

    console.log("\nIt never did.");
    await layers.call("board.pop", { board });
    await show(layers, board);
  } finally {
    await layers.close();
  }
}

const given = process.argv.slice(2);
await main(given.length ? given : (process.env.MTGLAYERS ?? "mtglayers").split(/\s+/));
