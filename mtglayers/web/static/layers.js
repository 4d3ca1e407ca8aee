// Layer by layer: the steps, a slider through all of them, and the dependencies before each.

import { html, useEffect, useState } from "./vendor/preact.js";
import { ruled } from "./board.js";
import { request, sentence } from "./engine.js";
import { grouped } from "./names.js";
import { stepsOf } from "./states.js";

const NOTHING = { key: "", svg: "", problem: "" };

/** Say that a drawing continues if it is wider than its place. @param {any} event */
function marked(event) {
  const place = event.target.parentElement;
  place.classList.toggle("broad", place.scrollWidth > place.clientWidth);
}

/** @param {any} props */
export function Layers({ board, result, step, show, light, lit, select }) {
  const [drawn, setDrawn] = useState(NOTHING);
  useEffect(() => setDrawn(NOTHING), [board]);
  if (!result) return null;
  const layers = result.layers.filter((layer) => layer.steps.length);
  const steps = stepsOf(result);
  const last = steps.length;
  const go = (number) => show(number === last ? 0 : number);
  const draw = async (layer, number) => {
    const key = `${layer}.${number}`;
    if (drawn.key === key) return setDrawn(NOTHING);
    try {
      const found = await request("draw", { ...ruled(board), layer, step: number });
      return setDrawn({ key, svg: found.svg, problem: "" });
    } catch (error) {
      return setDrawn({ key, svg: "", problem: error.message });
    }
  };
  const one = (layer, each) => {
    const number = steps.findIndex((found) => found.layer === layer && found.step === each.step) + 1;
    const key = `${layer.name}.${each.step}`;
    const graph = `What depends on what before step ${each.step} of layer ${layer.name}: ${each.deciding.map((one) => one.words).join(" ")}`;
    return html`
      <li class=${number === (step || last) ? "now" : ""}>
        <button type="button" class="link" onClick=${() => go(number)}>${each.called}</button>
        ${" "}${each.operations.map((one) => one.words).join("; ")}: ${each.scope.length ? grouped(each.scope, result.objects).map((group, place) => html`
          ${place ? ", " : ""}<button type="button" class="link" onClick=${() => group.ids.length === 1 ? select(group.ids[0]) : light(group.ids)}>${group.name}</button>`) : "nothing"}.${" "}
        <span class="why">${sentence(each.because)}</span>
        ${each.deciding.map((one) => html`<button type="button" class="link because" aria-pressed=${one.witness.length > 0 && one.witness.every((id) => lit.includes(id))}
          onClick=${() => light(one.witness)}>${one.words}</button>`)}
        ${(each.edges.length > 0 || each.loop.length > 0) && html`
          <button type="button" class="small" aria-expanded=${drawn.key === key} onClick=${() => draw(layer.name, each.step)}>Dependencies</button>`}
        ${drawn.key === key && (drawn.problem ? html`<p class="problem">${drawn.problem}</p>`
          : html`<div class="wide" tabindex="0" role="group" aria-label="Dependencies"><img class="graph" alt=${graph} onLoad=${marked}
            src=${`data:image/svg+xml,${encodeURIComponent(drawn.svg)}`} /></div>`)}
      </li>`;
  };
  return html`
    <section class="layers" aria-label="Layer by layer">
      <h2>Layer by layer</h2>
      ${last === 0 ? html`<p>No effect applies in any layer.</p>` : html`
        ${last > 1 && html`<label class="slider">${step ? html`The board after step <output>${step}</output> of ${last}` : html`The board after all ${last} steps`}
          <input type="range" min="1" max=${last} value=${step || last} onInput=${(event) => go(Number(event.target.value))} /></label>`}
        <ol>${layers.map((layer) => html`
          <li key=${layer.name}><h3>Layer ${layer.name} <small>${layer.title}, ${layer.rule}</small></h3>
            <ol class="steps">${layer.steps.map((each) => one(layer, each))}</ol></li>`)}</ol>`}
    </section>`;
}
