// The box in which cards are added: names, tokens, and lines of notation.

import { html, useEffect, useRef, useState } from "./vendor/preact.js";
import { request } from "./engine.js";

const PAUSE = 60; // milliseconds after the last key

/** @param {any} props */
export function AddCard({ players, player, setPlayer, add, addPlayer }) {
  const [text, setText] = useState("");
  const [found, setFound] = useState([]);
  const [place, setPlace] = useState(0);
  const [sent, setSent] = useState("");
  const box = useRef(null);

  useEffect(() => {
    const name = text.trim();
    if (name.length < 2 || isLine(name) || name === sent) {
      setFound([]);
      return undefined;
    }
    const cancel = new AbortController();
    const timer = setTimeout(() => {
      request("cards.search", { text: name, limit: 8 }, cancel.signal)
        .then((answer) => { setFound(answer.cards); setPlace(0); })
        .catch(() => {});
    }, PAUSE);
    return () => { clearTimeout(timer); cancel.abort(); };
  }, [text, sent]);

  const enter = async (line) => {
    const whose = /^[^:"]{1,40}:\s/.test(line) ? "" : `${players[player]}: `;
    const lines = line.split("\n").filter((each) => each.trim());
    const said = lines.length > 1 ? lines.join("\n") : `${whose}${line}`;
    setSent(line);
    if (await add(said)) setText("");
    setFound([]);
    box.current.focus();
  };
  const key = (event) => {
    if (event.key === "ArrowDown" && found.length) { event.preventDefault(); setPlace((place + 1) % found.length); }
    if (event.key === "ArrowUp" && found.length) { event.preventDefault(); setPlace((place + found.length - 1) % found.length); }
    if (event.key === "Escape") setFound([]);
    if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      if (found.length) enter(found[place].name);
      else if (text.trim()) enter(text.trim());
    }
  };
  return html`
    <section class="add" aria-label="Add cards">
      <div class="players" role="group" aria-label="For which player">
        ${players.map((name, number) => html`
          <button type="button" aria-pressed=${number === player} onClick=${() => setPlayer(number)}>${name}</button>`)}
        <button type="button" onClick=${addPlayer} aria-label="Add a player">+</button>
      </div>
      <div class="box">
        <textarea ref=${box} rows=${Math.min(6, text.split("\n").length)} value=${text} onKeyDown=${key}
          onInput=${(event) => setText(event.target.value)} placeholder="Card, token or line"
          aria-label="Card, token or line" role="combobox" aria-expanded=${found.length > 0} aria-controls="found"
          aria-activedescendant=${found.length ? `found-${place}` : undefined} autocomplete="off" spellcheck="false"></textarea>
        <button type="button" class="main" onClick=${() => text.trim() && enter(found.length ? found[place].name : text.trim())}>Add</button>
        ${found.length > 0 && html`
          <ul id="found" role="listbox" aria-label="Cards and tokens">
            ${found.map((each, number) => html`
              <li id=${`found-${number}`} role="option" aria-selected=${number === place}
                  onMouseDown=${(event) => event.preventDefault()} onClick=${() => enter(each.name)}>
                <span>${each.name}</span><small>${each.type_line}</small>
              </li>`)}
          </ul>`}
      </div>
    </section>`;
}

/** @param {string} text @returns {boolean} whether a text is more than a part of a name */
function isLine(text) {
  return /\n|->|→|;|: |^"|^“|^\d+\s*[x×]\s/.test(text);
}
