// The objects of each player, as plain tiles.

import { html, useEffect, useState } from "./vendor/preact.js";
import { Dropped, Menu } from "./menu.js";
import { size, typeLine } from "./names.js";
import { changedIds, stateAt } from "./states.js";

const ZONES = ["stack", "hand", "graveyard", "exile", "library", "command"];

/** @param {any} props */
export function Battlefield({ board, result, before, step, lit, names, selected, ...actions }) {
  const [open, setOpen] = useState("");
  const [dragged, setDragged] = useState("");
  const [dropped, setDropped] = useState(null);
  useEffect(() => {
    const tile = lit.length > 0 && document.querySelector(".tile.lit");
    if (tile) tile.scrollIntoView({ block: "nearest" });
  }, [lit]);
  if (!result || result.objects.length === 0) return null;
  const values = step ? stateAt(before, result, Math.max(step, 0)) : {};
  const changed = step < 0 ? new Set() : changedIds(result);
  const first = Object.fromEntries(before.map((each) => [each.id, each]));
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
  const tile = (each) => html`<${Tile} key=${each.id} object=${{ ...each, ...values[each.id] }} first=${first[each.id]} names=${names}
    changed=${changed.has(each.id)} lit=${lit.includes(each.id)} selected=${each.id === selected} select=${actions.select}
    open=${() => setOpen(each.id)} drag=${drag(each.id)} />`;
  const chosen = result.objects.find((each) => each.id === open);
  return html`
    <section class="battlefield" aria-label="Battlefield">
      ${board.players.map((name) => html`
        <div class="side" key=${name}>
          <h2>${name}</h2>
          <div class="tiles">${of(name, "battlefield").map(tile)}</div>
          ${ZONES.filter((zone) => of(name, zone).length).map((zone) => html`
            <details class="zone"><summary>${zone} (${of(name, zone).length})</summary>
              <div class="tiles">${of(name, zone).map(tile)}</div></details>`)}
        </div>`)}
      ${chosen && html`<${Menu} object=${chosen} objects=${result.objects} names=${names} close=${() => setOpen("")} ...${actions} />`}
      ${dropped && html`<${Dropped} ...${dropped} names=${names} close=${() => setDropped(null)} ...${actions} />`}
    </section>`;
}

/** @param {any} props */
function Tile({ object, first, names, changed, lit, selected, select, open, drag }) {
  const now = size(object);
  const was = first ? size(first) : now;
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
        ${now && html`<span class="size">${now}${was !== now && html` <small>${was ? `was ${was}` : "had none"}</small>`}</span>`}
      </button>
      <button type="button" class="more" aria-haspopup="dialog" aria-label=${`Change ${names[object.id]}`} onClick=${open}>⋯</button>
    </article>`;
}
