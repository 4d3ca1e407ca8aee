// Questions about the whole board, answered on request.

import { html, useEffect, useRef, useState } from "./vendor/preact.js";
import { data, moved, ruled } from "./board.js";
import { request } from "./engine.js";
import { called } from "./names.js";
import { symbols } from "./symbols.js";

const KINDS = [
  { name: "orders", label: "Does the order matter?" },
  { name: "editions", label: "Under which rules?" },
  { name: "verdict", label: "Do the rules settle it?" },
  { name: "without", label: "What if $ were not there?", needs: true },
  { name: "leaves", label: "What if $ left now?", needs: true },
  { name: "first", label: "What if $ had come first?", needs: true },
];
const NOTHING = { name: "", lines: [], open: null };

/** @param {any} props */
export function Questions({ board, object, names, place, setProblem, play }) {
  const [asked, setAsked] = useState(NOTHING);
  const said = useRef(null);
  const latest = useRef({});
  useEffect(() => { latest.current = {}; setAsked(NOTHING); }, [board, object && object.id]);
  useEffect(() => { if (said.current) said.current.scrollIntoView({ block: "nearest" }); }, [asked]);
  const show = (next) => { play(() => next); scrollTo(0, 0); };
  const ask = async (name) => {
    const mine = latest.current = {}; // an answer that comes after another question or change is not shown
    if (asked.name === name) return setAsked(NOTHING);
    setAsked({ name, lines: ["…"], open: null });
    try {
      const found = await answer(name, { board, object, names, place });
      return latest.current === mine && setAsked({ name, open: null, ...found });
    } catch (error) {
      if (latest.current !== mine) return undefined;
      setProblem(error.message);
      return setAsked(NOTHING);
    }
  };
  const { open } = asked;
  return html`
    <section class="questions" aria-label="Questions">
      <h2>Questions${object ? html` <small>about ${names[object.id]}</small>` : ""}</h2>
      <div class="row">${KINDS.filter((each) => each.name === "first" ? place > 0 : object || !each.needs).map((each) => html`
        <button type="button" aria-expanded=${asked.name === each.name} onClick=${() => ask(each.name)}>${object ? each.label.replace("$", () => names[object.id]) : each.label}</button>
        ${asked.name === each.name && html`
          <div class="said" aria-live="polite" ref=${said}><ul>${asked.lines.map((line) => html`<li>${symbols(line.text || line)}
            ${line.open && html` <button type="button" class="small" onClick=${() => show(line.open)}>${line.label}</button>`}</li>`)}</ul>
            ${open && html`<button type="button" onClick=${() => show(open)}>Show that board</button>`}</div>`}`)}</div>
    </section>`;
}

/** @param {string} name @param {any} about @returns {Promise<{lines: any[], open?: any}>} */
async function answer(name, { board, object, names, place }) {
  if (name === "orders") {
    const found = await request("orders", { ...ruled(board), ...(object ? { objects: [object.id] } : {}) });
    const all = [...Object.values(found.objects), ...Object.values(found.players)];
    const open = all.filter((each) => each.length > 1).flat();
    if (open.length > 0) return { lines: open.map((each) => each.sentence) };
    return { lines: object ? all.flat().map((each) => each.sentence) : ["The order does not matter."] };
  }
  if (name === "editions") {
    const { eras } = await request("editions", { board: data(board) });
    if (eras.length === 1) return { lines: [`The same under the rules of every date since ${eras[0].first.since}.`] };
    const differs = object && eras.some((era) => era.objects[object.id]);
    const same = object && !differs ? [`${names[object.id]} is the same under all of them, but not everything is:`] : [];
    return { lines: [...same, ...eras.map((era, place) => {
      const next = eras[place + 1];
      const all = [...Object.values(era.objects), ...ofPlayers(era.players)];
      const said = era.refused || (differs ? era.objects[object.id] : all.join(" "));
      const span = next ? `From ${era.first.since} until ${next.first.since}` : `From ${era.first.since} until today`;
      const text = `${span}: ${said} ${place ? era.note : ""}`;
      return { text, label: `Use the rules of ${era.first.since}`, open: { ...board, edition: era.first.since } };
    })] };
  }
  if (name === "verdict") {
    const found = await request("verdict", { board: data(board) });
    if (found.settled) return { lines: ["The rules settle it: every reading leads to the same result."] };
    const readings = found.turns_on.map((each) => ({
      text: each, label: "Read the rules this way", open: { ...board, readings: [...board.readings, each] },
    }));
    return { lines: [`The rules leave it open${readings.length ? "; these readings lead to other results:" : ": effects have the same timestamp."}`, ...readings] };
  }
  if (name === "first") {
    const other = moved(board, place, 0);
    return { lines: await differences(board, other, names), open: other };
  }
  const found = await request("whatif", { ...ruled(board), [name]: [object.id] });
  const lines = changes(found, names, object.id);
  return { lines: [...(lines.length ? lines : ["Nothing else would change."]), ...found.notes] };
}

/**
 * Say what is different on another board.
 * @param {any} one @param {any} other @param {Record<string, string>} names
 * @returns {Promise<string[]>}
 */
export async function differences(one, other, names) {
  const found = await request("compare", { one: ruled(one), other: ruled(other) });
  const { objects } = await request("solve", { ...ruled(other), include: ["objects"] });
  const lines = changes(found, { ...called(objects), ...names }, "");
  return lines.length ? lines : ["Nothing would change."];
}

/** @param {any} found a difference @param {Record<string, string>} names @param {string} left @returns {string[]} */
function changes(found, names, left) {
  const there = found.objects.only_other.map((id) => whereabouts(id, names));
  const gone = found.objects.only_one.filter((id) => id !== left).map((id) => `${names[id] || id} would not be there.`);
  return [...found.objects.differ.map(wouldBe), ...ofPlayers(found.players), ...there, ...gone];
}

/** @param {any} difference of an object @returns {string} what it would be, and whose if that differs */
function wouldBe({ other: sentence, changes: all }) {
  const whose = all.find((each) => each.what === "controller");
  return whose && whose.other && !sentence.includes(` under ${whose.other}’`) ? `Under ${whose.other}’s control, ${sentence}` : sentence;
}

/** @param {string} id @param {Record<string, string>} names @returns {string} where an object would be, which is elsewhere now */
function whereabouts(id, names) {
  const [before, zone] = id.split("@");
  return zone ? `${names[id] || names[before] || before} would be in the ${zone}.` : `${names[id] || id} would be there.`;
}

/** @param {any[]} players players that differ @returns {string[]} a sentence for each difference */
function ofPlayers(players) {
  return players.flatMap((each) => each.changes.map(
    (change) => `${each.name}: ${change.what.replaceAll("_", " ")} ${shown(change.other)} instead of ${shown(change.one)}.`));
}

/** @param {any} value @returns {string} */
function shown(value) {
  return value === null || value === undefined ? "none" : String(value);
}
