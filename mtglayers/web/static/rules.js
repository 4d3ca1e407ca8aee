// The rules under which the board is solved: an edition, and answers to what the rules leave open.

import { html, useEffect, useRef } from "./vendor/preact.js";

/** @param {any} props */
export function Rules({ board, about, play }) {
  const { editions, readings } = about;
  const place = useRef(null);
  useEffect(() => {
    const close = (event) => {
      if (event.key === "Escape" || (event.type === "pointerdown" && !place.current.contains(event.target))) place.current.open = false;
    };
    addEventListener("pointerdown", close);
    addEventListener("keydown", close);
    return () => { removeEventListener("pointerdown", close); removeEventListener("keydown", close); };
  }, []);
  const newest = editions.length ? editions[editions.length - 1].since : "";
  const chosen = board.readings || [];
  const questions = [...new Set(readings.map((each) => each.question))]
    .map((question) => [question, readings.filter((each) => each.question === question)]);
  const choose = (same, name) => play((now) => {
    const others = (now.readings || []).filter((each) => !same.some((one) => one.name === each));
    return { ...now, readings: name ? [...others, name] : others };
  });
  const past = board.edition && board.edition !== newest;
  return html`
    <details class=${past ? "rules past" : "rules"} ref=${place}>
      <summary>${past ? html`<span>Rules: </span>${newest && board.edition}` : "Rules: today"}${chosen.length ? ` (${chosen.join(", ")})` : ""}</summary>
      <div class="sheet">
        <label>Rules of
          <select value=${past ? board.edition : ""}
              onChange=${(event) => { place.current.open = false; play((now) => ({ ...now, edition: event.target.value || null })); }}>
            <option value="">today</option>
            ${editions.slice(0, -1).reverse().map((each) => html`<option value=${each.since}>${each.since} (${each.key})</option>`)}
          </select></label>
        <details class="readings"><summary>For judges: what the rules leave open</summary>
        <p>Where the rules leave a question open, this page uses one reading. Others can be chosen here.</p>
        ${questions.map(([question, all]) => {
          const same = all.filter((each) => each.name !== "default");
          const usual = all.find((each) => each.name === "default");
          if (!usual && same.length === 1) {
            const [{ name, says }] = same;
            return html`
              <label class="check"><input type="checkbox" checked=${chosen.includes(name)} onChange=${(event) => choose(same, event.target.checked && name)} />
                <span>${says} <small>${question}</small></span></label>`;
          }
          return html`
            <label>Question ${question}
              <select value=${same.map((each) => each.name).find((name) => chosen.includes(name)) || ""} onChange=${(event) => choose(same, event.target.value)}>
                <option value="">${usual ? usual.says : "the usual reading"}</option>
                ${same.map((each) => html`<option value=${each.name}>${each.says}</option>`)}
              </select></label>`;
        })}</details>
      </div>
    </details>`;
}
