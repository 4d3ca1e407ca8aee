// Compiled, not run: results and parameters have types.

import { Layers, LayersError, type Event } from "../index.js";

const layers = new Layers();
const event: Event = { enters: "Blood Moon", controller: "Ana" };
const { board } = await layers.call("board.new", { players: ["Ana", "Ben"], timeline: [event] });
const result = await layers.call("solve", { board, include: ["objects"] });
export const power: (number | null)[] = (result.objects ?? []).map((object) => object.power);
// @ts-expect-error: no method has this name
layers.call("sovle", {});
// @ts-expect-error: an event has one of the known verbs
export const wrong: Event = { entres: "Blood Moon" };
export const named = (error: unknown): string => (error instanceof LayersError ? error.type : "");
