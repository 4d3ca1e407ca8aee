// Layer by layer: the steps, a slider through all of them, and the dependencies before each.

import { html, useEffect, useState } from "./vendor/preact.js";
import { request, sentence } from "./engine.js";

/** @param {any} props */
export function Layers({ board, result, step, setStep, select }) {
  const [drawn, setDrawn] = useState({ key: "", svg: "", problem: "" });
  useEffect(() => setDrawn({ key: "", svg: "", problem: "" }), [board]);
  if (!result) return null;
  const layers = result.layers.filter((layer) => layer.steps.length);
  const steps = layers.flatMap((layer) => layer.steps.map((each) => ({ ...each, layer })));
  const draw = async (layer, number) => {
    const key = `${layer}.${number}`;
    if (drawn.key === key) return setDrawn({ key: "", svg: "", problem: "" });
    try {
      const found = await request("draw", { board, layer, step: number });
      return setDrawn({ key, svg: found.svg, problem: "" });
    } catch (error) {
      return setDrawn({ key, svg: "", problem: error.message });
    }
  };
  return html`
    <section class="layers" aria-label="Layer by layer">
      <h2>Layer by layer</h2>
      ${steps.length === 0 ? html`<p>No effect applies in any layer.</p>` : html`
        <label class="slider">After step <output>${step || steps.length}</output> of ${steps.length}
          <input type="range" min="1" max=${steps.length} value=${step || steps.length}
            onInput=${(event) => setStep(Number(event.target.value) === steps.length ? 0 : Number(event.target.value))} /></label>
        <ol>${layers.map((layer) => html`
          <li key=${layer.name}><h3>Layer ${layer.name} <small>${layer.title}, ${layer.rule}</small></h3>
            <ol class="steps">${layer.steps.map((each) => {
              const number = steps.findIndex((one) => one.layer === layer && one.step === each.step) + 1;
              const key = `${layer.name}.${each.step}`;
              return html`
                <li class=${number === (step || steps.length) ? "now" : ""}>
                  <button type="button" class="link" onClick=${() => setStep(number === steps.length ? 0 : number)}>${each.called}</button>
                  ${" "}${each.operations.map((one) => one.words).join("; ")}${each.scope.length ? html` — ${each.scope.map((id, place) => html`${place ? ", " : ""}<button type="button" class="link" onClick=${() => select(id)}>${id}</button>`)}` : " — nothing"}.${" "}
                  <span class="why">${sentence(each.because)}</span>${" "}
                  ${(each.edges.length > 0 || each.loop.length > 0) && html`
                    <button type="button" class="small" aria-expanded=${drawn.key === key} onClick=${() => draw(layer.name, each.step)}>Dependencies</button>`}
                  ${drawn.key === key && (drawn.problem ? html`<p class="problem">${drawn.problem}</p>`
                    : html`<img class="graph" alt=${`What depends on what before step ${each.step} of layer ${layer.name}: ${each.edges.map((edge) => `${edge.effect} on ${edge.on}`).join(", ")}`}
                        src=${`data:image/svg+xml,${encodeURIComponent(drawn.svg)}`} />`)}
                </li>`;
            })}</ol></li>`)}</ol>`}
    </section>`;
}
