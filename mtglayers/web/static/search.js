// The box in which cards are added: names, tokens, and lines of notation.

import { html, useLayoutEffect, useRef, useState } from "./vendor/preact.js";
import { request } from "./engine.js";
import { isFile } from "./files.js";

const NONE = { text: "", cards: [] };

/** @param {any} props */
export function AddCard({ players, player, setPlayer, add, open, own, addPlayer, problem, objects, names, children }) {
  const [text, setText] = useState("");
  const [found, setFound] = useState(NONE);
  const [place, setPlace] = useState(0);
  const [refused, setRefused] = useState("");
  const box = useRef(null);
  const file = useRef(null);
  const name = text.trim();
  const searched = name.length > 1 && name !== refused && !isLine(name);
  const aimless = problem && name !== "" && name === refused && /\btarget/.test(problem) && !isLine(name);
  const listed = searched && found.text ? found.cards : [];
  const unknown = searched && found.text === name && found.cards.length === 0;

  useLayoutEffect(() => {
    if (!searched) { setFound(NONE); return undefined; }
    const cancel = new AbortController();
    request("cards.search", { text: name, limit: 8 }, cancel.signal)
      .then((answer) => { setFound({ text: name, cards: answer.cards }); setPlace(0); })
      .catch(() => {});
    return () => cancel.abort();
  }, [name, searched]);

  /** Add a line, or the best match for what was typed; what is refused comes back into the box. */
  const enter = async (line, typed = line) => {
    setText("");
    setFound(NONE);
    box.current.focus();
    const done = typeof line === "string" && isFile(line) ? await open(line) : await add(line, players[player]);
    if (done) return;
    setRefused(typed.trim());
    setText((now) => now || typed);
  };
  const enterTyped = () => {
    if (!name) return;
    if (!searched) enter(name);
    else if (found.text === name) enter(found.cards.length ? found.cards[place].name : name);
    else enter(request("cards.search", { text: name, limit: 1 }).then(({ cards }) => (cards.length ? cards[0].name : name)), name);
  };
  const key = (event) => {
    const step = { ArrowDown: 1, ArrowUp: listed.length - 1 }[event.key];
    if (step && listed.length) { event.preventDefault(); setPlace((place + step) % listed.length); }
    if (event.key === "Escape") setFound(NONE);
    if (event.key === "Enter" && !event.shiftKey) { event.preventDefault(); enterTyped(); }
  };
  const paste = (event) => {
    const pasted = event.clipboardData.getData("text");
    if (text || !isFile(pasted)) return;
    event.preventDefault();
    open(pasted);
  };
  const choose = async (event) => {
    const [chosen] = event.target.files;
    if (chosen) open(await chosen.text(), chosen.name);
    event.target.value = "";
  };
  return html`
    <section class="add" aria-label="Add cards">
      <div class="players">
        <span role="group" aria-label="For which player">
          ${players.map((each, number) => html`
            <button type="button" aria-pressed=${number === player} onClick=${() => setPlayer(number)}>${each}</button>`)}
          <button type="button" onClick=${addPlayer} aria-label="Add a player">+</button></span>
        <span class="ways">
          <button type="button" onClick=${() => own("")}>Own card</button>
          <button type="button" onClick=${() => file.current.click()}>File</button>
          <input ref=${file} type="file" hidden onChange=${choose} aria-label="Open a file" /></span>
      </div>
      <div class="box">
        <textarea ref=${box} rows=${Math.min(6, text.split("\n").length)} value=${text} onKeyDown=${key} onPaste=${paste}
          onInput=${(event) => { setText(event.target.value); setRefused(""); }} placeholder="Card, token or line" enterkeyhint="done"
          aria-label="Card, token or line" role="combobox" aria-expanded=${listed.length > 0} aria-controls="found"
          aria-activedescendant=${listed.length ? `found-${place}` : undefined} autocomplete="off" autocapitalize="off" spellcheck="false"></textarea>
        <button type="button" class="main" onClick=${enterTyped}>Add</button>
        ${listed.length > 0 && html`
          <ul id="found" role="listbox" aria-label="Cards and tokens" aria-busy=${found.text !== name}>
            ${listed.map((each, number) => html`
              <li id=${`found-${number}`} role="option" aria-selected=${number === place}
                  onMouseDown=${(event) => event.preventDefault()} onClick=${() => enter(each.name)}>
                <span>${each.name}</span><small>${each.type_line}</small>
              </li>`)}
          </ul>`}
      </div>
      ${children}
      ${aimless && html`<p class="row" role="group" aria-label="Targets">${objects.map((each) => html`
        <button type="button" onClick=${() => enter(`${name} -> ${each.id}`)}>→ ${names[each.id]}</button>`)}</p>`}
      ${unknown && html`<p class="unknown">No card has this name.
        <button type="button" onClick=${() => { setText(""); own(name); }}>Write it as an own card</button></p>`}
    </section>`;
}

/** @param {string} text @returns {boolean} whether a text is more than a part of a name */
function isLine(text) {
  return /\n|->|→|;|: |^"|^“|^\d+\s*[x×]\s/.test(text);
}
