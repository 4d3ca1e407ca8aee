// Against a real server: MTGLAYERS is the command that starts mtglayers (by default `mtglayers`).

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { Layers, LayersError } from "../index.js";

const command = (process.env.MTGLAYERS ?? "mtglayers").split(/\s+/);
let layers;

before(() => {
  layers = new Layers(command);
});

after(() => layers.close());

const state = {
  players: ["Ana", "Ben"],
  objects: [
    { id: "moon", card: "Blood Moon", controller: "Ana", timestamp: 1 },
    { id: "limb", card: "Life and Limb", controller: "Ana", timestamp: 2 },
    { id: "token", card: "Saproling", controller: "Ben", timestamp: 3, facts: ["token"] },
  ],
};

test("a state is solved, changed and explained", async () => {
  const { board } = await layers.call("board.new", { state });
  const before = await layers.call("solve", { board, include: ["objects"], objects: ["token"] });
  assert.deepEqual(before.objects[0].subtypes, ["Saproling", "Mountain"]);
  await layers.call("board.push", { board, event: { leaves: "moon" } });
  const [token] = (await layers.call("solve", { board, include: ["objects"], objects: ["token"] })).objects;
  assert.deepEqual([token.subtypes, token.power, token.controller], [["Saproling", "Forest"], 1, "Ben"]);
  const { text } = await layers.call("explain", { board, object: "token" });
  assert.match(text, /^The Saproling is a 1\/1 green Saproling Forest land creature/);
});

test("an error has its class and its attributes", async () => {
  const wrong = layers.call("solve", { board: { timeline: [{ enters: "Blod Moon" }] } });
  await assert.rejects(wrong, (error) => {
    assert.ok(error instanceof LayersError);
    assert.deepEqual([error.type, error.code, error.data.nearest[0]], ["UnknownCardError", -32001, "Blood Moon"]);
    return true;
  });
});

test("requests are answered in their order without waiting", async () => {
  const names = ["Forest", "Bayou", "Grizzly Bears"];
  const found = await Promise.all(names.map((text) => layers.call("cards.search", { text, limit: 1 })));
  assert.deepEqual(found.map(({ cards }) => cards[0].name), names);
});

test("a signal cancels a request", async () => {
  const cancel = new AbortController();
  const names = ["Blood Moon", "Life and Limb", "Conversion", "Opalescence", "Humility", "Enchanted Evening"];
  const more = ["Dryad Arbor", "Magus of the Moon", "March of the Machines", "Mycosynth Lattice"];
  const timeline = [...names, ...more].map((name) => ({ enters: name }));
  const orders = layers.call("orders", { board: { timeline } }, { signal: cancel.signal });
  cancel.abort(new Error("not needed any more"));
  await assert.rejects(orders, /not needed any more/);
  assert.equal((await layers.call("initialize")).name, "mtglayers");
});

test("a program that is not there rejects every request", async () => {
  const none = new Layers(["mtglayers-that-is-not-installed"]);
  await assert.rejects(none.call("initialize"), /ENOENT/);
  await none.close();
});
