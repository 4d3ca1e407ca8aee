// The objects of each player, as plain tiles.

import { html, useEffect, useState } from "./vendor/preact.js";
import { ruled } from "./board.js";
import { request } from "./engine.js";
import { Dropped, Menu } from "./menu.js";
import { phasedOut, size, typeLine } from "./names.js";
import { changedIds, sizesBefore, stateAt } from "./states.js";

const ZONES = ["stack", "hand", "graveyard", "exile", "library", "command"];
const UNKNOWN = { result: null, objects: [] };

/** @param {any} props */
export function Battlefield({ board, result, step, lit, names, selected, ...actions }) {
  const [start, setStart] = useState(UNKNOWN);
  const [open, setOpen] = useState("");
  const [dragged, setDragged] = useState("");
  const [dropped, setDropped] = useState(null);
  useEffect(() => {
    const tile = lit.length > 0 && document.querySelector(".tile.lit");
    if (tile) tile.scrollIntoView({ block: "nearest" });
  }, [lit]);
  const between = step !== 0; // a state before the last step is shown, so the objects before all effects are needed
  useEffect(() => {
    if (!between || !result) return undefined;
    const cancel = new AbortController();
    request("solve", { ...ruled(board), until: result.layers[0].name, include: ["objects"] }, cancel.signal)
      .then(({ objects }) => setStart({ result, objects }))
      .catch((error) => cancel.signal.aborted || actions.setProblem(error.message));
    return () => cancel.abort();
  }, [result, between]);
  if (!result || board.timeline.length === 0) return null;
  if (step < 0 && start.result !== result) return null; // the answer is hidden
  const values = between && start.result === result ? stateAt(start.objects, result, Math.max(step, 0)) : {};
  const changed = step < 0 ? new Set() : changedIds(result);
  const before = sizesBefore(result);
  const of = (name, zone) => result.objects.filter(
    (each) => each.zone === zone && (each.controller || each.owner) === name);
  const drag = (id) => ({
    draggable: true,
    onDragStart: (event) => { event.dataTransfer.setData("text/plain", names[id]); setDragged(id); },
    onDragOver: (event) => dragged && dragged !== id && event.preventDefault(),
    onDrop: (event) => {
      if (!dragged) return;
      event.preventDefault();
      if (dragged !== id) setDropped({ id: dragged, on: id });
      setDragged("");
    },
    onDragEnd: () => setDragged(""),
  });
  const tile = (each) => html`<${Tile} key=${each.id} object=${{ ...each, ...values[each.id] }} before=${before[each.id]} names=${names}
    changed=${changed.has(each.id)} lit=${lit.includes(each.id)} selected=${each.id === selected} select=${actions.select}
    open=${() => { setOpen(each.id); actions.select(each.id); }} drag=${drag(each.id)} />`;
  const chosen = result.objects.find((each) => each.id === open);
  return html`
    <section class="battlefield" aria-label="Battlefield">
      ${board.players.map((name) => html`
        <div class="side" key=${name}>
          <h2>${name}</h2>
          <div class="tiles">${of(name, "battlefield").map(tile)}</div>
          ${ZONES.filter((zone) => of(name, zone).length).map((zone) => html`
            <details class="zone"><summary>${zone.charAt(0).toUpperCase() + zone.slice(1)} (${of(name, zone).length})</summary>
              <div class="tiles">${of(name, zone).map(tile)}</div></details>`)}
        </div>`)}
      ${phasedOut(board.timeline, result.objects).map((id) => html`
        <p class="row">${names[id]} is phased out. <button type="button" onClick=${() => actions.add(`${id} phases in`)}>${names[id]} phases in</button></p>`)}
      ${chosen && html`<${Menu} object=${chosen} objects=${result.objects} board=${board} names=${names} close=${() => setOpen("")} ...${actions} />`}
      ${dropped && html`<${Dropped} ...${dropped} names=${names} close=${() => setDropped(null)} ...${actions} />`}
    </section>`;
}

/** @param {any} props */
function Tile({ object, before, names, changed, lit, selected, select, open, drag }) {
  const now = size(object);
  const was = size({ ...object, ...before });
  const marks = [changed && "changed", object.tapped && "tapped", selected && "selected", lit && "lit"].filter(Boolean).join(" ");
  return html`
    <article class=${`tile ${marks}`} ...${drag}>
      <button type="button" class="face" aria-pressed=${selected} onClick=${() => select(selected ? "" : object.id)}>
        <span class="title">${object.name || "(no name)"}</span>
        <span class="colors" role="img" aria-label=${object.colors.length ? `colors ${object.colors.join(" ")}` : "colorless"}>
          ${object.colors.map((color) => html`<i class=${`color ${color}`} aria-hidden="true">${color}</i>`)}</span>
        <span class="type">${typeLine(object)}</span>
        ${object.tapped && html`<span class="on">tapped</span>`}
        ${object.attached_to && html`<span class="on">→ ${names[object.attached_to] || object.attached_to}</span>`}
        ${now && html`<span class="size">${now}${was !== now && html` <small>${was ? `printed ${was}` : "none printed"}</small>`}</span>`}
      </button>
      <button type="button" class="more" aria-haspopup="dialog" aria-label=${`Change ${names[object.id]}`} onClick=${open}>⋯</button>
    </article>`;
}
