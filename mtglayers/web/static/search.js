// The box in which cards are added: names, tokens, and lines of notation.

import { html, useLayoutEffect, useRef, useState } from "./vendor/preact.js";
import { request } from "./engine.js";
import { isFile } from "./files.js";

const NONE = { text: "", cards: [] };
const LONGEST = 200; // characters of a name
const LISTED = 8; // names
const ZONES = ["battlefield", "graveyard", "hand", "exile", "library", "stack", "command"];

/** @param {any} props */
export function AddCard({ players, player, setPlayer, add, reads, open, own, addPlayer, problem, objects, names, children }) {
  const [text, setText] = useState("");
  const [found, setFound] = useState(NONE);
  const [place, setPlace] = useState(0);
  const [refused, setRefused] = useState("");
  const [zone, setZone] = useState(ZONES[0]);
  const box = useRef(null);
  const name = text.trim();
  const searched = name.length > 1 && name !== refused && !isLine(name) && !isFile(name);
  const wanted = problem && name !== "" && name === refused && problem.match(/ needs (?:another|an?) (target|object|player) after “->”/);
  const listed = searched && found.text ? found.cards : [];
  const unknown = searched && found.text === name && found.cards.length === 0;

  useLayoutEffect(() => {
    if (!searched) { setFound(NONE); return undefined; }
    const cancel = new AbortController();
    request("cards.search", { text: name, limit: LISTED }, cancel.signal)
      .then(({ cards: all }) => { const cards = fitting(all, name, zone); setFound({ text: name, cards }); setPlace(cards.length && isPart(name, cards[0].name) ? 0 : -1); })
      .catch(() => {});
    return () => cancel.abort();
  }, [name, searched, zone]);

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
  const there = zone === ZONES[0] ? "" : ` in ${zone}`;
  const write = () => { setText(""); own(name); };
  /** Take what is typed as a part of a name, or else as a line, or else as a name with a mistake. */
  const meant = async () => {
    const { cards } = found.text === name ? found : await request("cards.search", { text: name, limit: 1 });
    const [best] = cards;
    return best && (isPart(name, best.name) || !await reads(name)) ? best.name + there : name;
  };
  const enterTyped = () => {
    if (!name) return;
    if (!searched) enter(/^\d+\s*[x×]\s[^:;>\n]+$/.test(name) ? name + there : name);
    else if (listed.length && found.text === name && place === listed.length) write();
    else if (listed.length && found.text === name && place >= 0) enter(listed[place].name + there);
    else enter(meant(), name);
  };
  const key = (event) => {
    const last = listed.length;
    const next = { ArrowDown: place < last ? place + 1 : 0, ArrowUp: place > 0 ? place - 1 : last }[event.key];
    if (next !== undefined && listed.length) { event.preventDefault(); setPlace(next); }
    if (event.key === "Escape") setFound(NONE);
    if (event.key === "Enter" && !event.shiftKey) { event.preventDefault(); enterTyped(); }
  };
  const targets = (kind) => [
    ...(kind === "player" ? [] : objects.map((each) => [each.id, names[each.id]])),
    ...(kind === "object" ? [] : players.map((each) => [each, each])),
  ];
  const paste = (event) => {
    const pasted = event.clipboardData.getData("text");
    if (text || !isFile(pasted)) return;
    event.preventDefault();
    open(pasted);
  };
  return html`
    <section class="add" aria-label="Add cards">
      <div class="players">
        <span role="group" aria-label="For which player">
          ${players.map((each, number) => html`
            <button type="button" aria-pressed=${number === player} onClick=${() => { setPlayer(number); box.current.focus(); }}>${each}</button>`)}
          <button type="button" onClick=${addPlayer} aria-label="Add a player">+</button></span>
        <select value=${zone} onChange=${(event) => setZone(event.target.value)} aria-label="Into which zone">
          ${ZONES.map((each) => html`<option value=${each}>${each}</option>`)}</select>
      </div>
      <div class="box">
        <textarea ref=${box} rows=${Math.min(6, text.split("\n").length)} value=${text} onKeyDown=${key} onPaste=${paste}
          onInput=${(event) => { setText(event.target.value); setRefused(""); }} placeholder=${zone === ZONES[0] ? `Card or token for ${players[player]}` : `Card in ${players[player]}’s ${zone}`} enterkeyhint="done"
          aria-label="Card, token or line" role="combobox" aria-expanded=${listed.length > 0} aria-controls="found"
          aria-activedescendant=${listed.length && place >= 0 ? `found-${place}` : undefined} autocomplete="off" autocapitalize="off" spellcheck=${false}></textarea>
        <button type="button" class="main" onClick=${enterTyped}>Add</button>
        ${listed.length > 0 && html`
          <ul id="found" role="listbox" aria-label="Cards and tokens" aria-busy=${found.text !== name}>
            ${listed.map((each, number) => html`
              <li id=${`found-${number}`} role="option" aria-selected=${number === place}
                  onMouseDown=${(event) => event.preventDefault()} onClick=${() => enter(each.name + there)}>
                <span>${each.name}</span><small>${each.type_line}</small>
              </li>`)}
            <li id=${`found-${listed.length}`} role="option" aria-selected=${place === listed.length} class="own-name"
              onMouseDown=${(event) => event.preventDefault()} onClick=${write}>Own card “${name}”${listed.length === LISTED && html`<small>more names can match; keep typing</small>`}</li>
          </ul>`}
      </div>
      ${!wanted && children}
      ${wanted && html`<p class="row" role="group" aria-label="Targets"><span role="alert">${name}: which ${wanted[1]}?</span>${targets(wanted[1]).map(([id, said]) => html`
        <button type="button" onClick=${() => enter(`${name}${name.includes("->") ? "," : " ->"} ${id}`)}>→ ${said}</button>`)}</p>`}
      ${unknown && html`<p class="unknown">No card has this name.
        <button type="button" onClick=${write}>Write it as a card of your own</button></p>`}
    </section>`;
}

/**
 * Return cards in the order of the search, but for the battlefield with instants and sorceries last, unless one has exactly this name.
 * @param {any[]} cards @param {string} name @param {string} zone
 * @returns {any[]}
 */
function fitting(cards, name, zone) {
  const late = (each) => plain(each.name) !== plain(name) && zone === ZONES[0] && /^(Instant|Sorcery)\b/.test(each.type_line);
  return [...cards.filter((each) => !late(each)), ...cards.filter(late)];
}

/** @param {string} text @returns {boolean} whether a text is more than a part of a name */
function isLine(text) {
  return text.length > LONGEST || /\n|->|→|;|: |^"|^“|^\d+\s*[x×]\s/.test(text);
}

/** @param {string} text @param {string} name @returns {boolean} whether each word of a text begins a word of a name */
function isPart(text, name) {
  const words = ` ${plain(name)}`;
  return plain(text).split(" ").every((each) => words.includes(` ${each}`));
}

/** @param {string} text @returns {string} the text as a search compares it */
function plain(text) {
  return text.normalize("NFD").replace(/[\u0300-\u036f'’]/g, "").replace(/[^\p{L}\p{N}]+/gu, " ").trim().toLowerCase();
}
