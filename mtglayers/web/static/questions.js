// Questions about the whole board, answered on request.

import { html, useEffect, useState } from "./vendor/preact.js";
import { request } from "./engine.js";

const KINDS = [
  { name: "orders", label: "Does the order matter?" },
  { name: "editions", label: "Under which rules?" },
  { name: "verdict", label: "Do the rules settle it?" },
  { name: "without", label: "What if it were not there?", needs: true },
  { name: "leaves", label: "What if it left now?", needs: true },
];

/** @param {any} props */
export function Questions({ board, object, setProblem }) {
  const [asked, setAsked] = useState({ name: "", lines: [] });
  useEffect(() => setAsked({ name: "", lines: [] }), [board, object && object.id]);
  const ask = async (name) => {
    if (asked.name === name) return setAsked({ name: "", lines: [] });
    setAsked({ name, lines: ["…"] });
    try {
      return setAsked({ name, lines: await answers(name, board, object) });
    } catch (error) {
      setProblem(error.message);
      return setAsked({ name: "", lines: [] });
    }
  };
  return html`
    <section class="questions" aria-label="Questions">
      <h2>Questions</h2>
      <p class="row">${KINDS.filter((each) => object || !each.needs).map((each) => html`
        <button type="button" aria-expanded=${asked.name === each.name} onClick=${() => ask(each.name)}>${each.label}</button>`)}</p>
      <div aria-live="polite">${asked.lines.length > 0 && html`<ul>${asked.lines.map((line) => html`<li>${line}</li>`)}</ul>`}</div>
    </section>`;
}

/** @param {string} name @param {any} board @param {any} object @returns {Promise<string[]>} */
async function answers(name, board, object) {
  if (name === "orders") {
    const found = await request("orders", { board, ...(object ? { objects: [object.id] } : {}) });
    const all = [...Object.values(found.objects), ...Object.values(found.players)];
    const open = all.filter((each) => each.length > 1).flat();
    if (open.length > 0) return open.map((each) => each.sentence);
    return object ? all.flat().map((each) => each.sentence) : ["The order does not matter."];
  }
  if (name === "editions") {
    const found = await request("editions", { board });
    return found.eras.map((era) => {
      const span = era.first.name === era.last.name ? era.first.name : `${era.first.name} to ${era.last.name}`;
      const said = era.refused || (object && era.objects[object.id]) || Object.values(era.objects).join(" ");
      return `${span}: ${said || "the same for every object."} ${era.note || ""}`;
    });
  }
  if (name === "verdict") {
    const found = await request("verdict", { board });
    if (found.settled) return ["The rules settle it: every reading leads to the same result."];
    return [`The rules leave it open: it turns on ${found.turns_on.join(", ") || "effects with the same timestamp"}.`];
  }
  const found = await request("whatif", { board, [name]: [object.id] });
  const there = found.objects.only_other.map((id) => `${id} would be there.`);
  const gone = found.objects.only_one.filter((id) => id !== object.id).map((id) => `${id} would not be there.`);
  const players = found.players.flatMap((each) => each.changes.map(
    (change) => `${each.name}: ${change.what.replaceAll("_", " ")} ${shown(change.other)} instead of ${shown(change.one)}.`));
  const lines = [...found.objects.differ.map((each) => each.other), ...players, ...there, ...gone];
  return [...(lines.length ? lines : ["Nothing else would change."]), ...found.notes];
}

/** @param {any} value @returns {string} */
function shown(value) {
  return value === null || value === undefined ? "none" : String(value);
}
