// The board and its past. Every change is an entry in the browser's history, so that Back undoes it.

import { EMPTY, keep, packed, title, unpacked } from "./board.js";
import { Refusal } from "./engine.js";

/** @typedef {import("./board.js").Board} Board */

const SESSION = `${Date.now()}.${Math.random()}`;

/** The boards of this visit; `board` is the one that the page shows. */
class Store {
  constructor() {
    /** @type {Board[]} */
    this.entries = [EMPTY];
    this.place = 0;
    this.kept = { board: EMPTY, fragment: "" };
    /** @type {(() => void)[]} */
    this.listeners = [];
    /** @type {Promise<any>} */
    this.last = Promise.resolve();
    /** @type {(() => void) | null} */
    this.arrived = null;
  }

  /** @returns {Board} */
  get board() {
    return this.entries[this.place];
  }

  /** @returns {boolean} */
  get canUndo() {
    return this.place > 0;
  }

  /** @returns {boolean} */
  get canRedo() {
    return this.place + 1 < this.entries.length;
  }

  /**
   * Change the board after all earlier changes are done, so that none of them is lost.
   * @param {(board: Board) => Board | Promise<Board>} change returns the new board
   * @returns {Promise<void>}
   * @throws {Error} what `change` threw; the board stays as it is
   */
  edit(change) {
    return this.queued(async () => {
      const next = await change(this.board);
      if (next === this.board) return;
      const fragment = await packed(next);
      this.entries = [...this.entries.slice(0, this.place + 1), next];
      this.place += 1;
      this.write("pushState", fragment);
    });
  }

  /** @param {number} steps -1 undoes the last change, 1 repeats it @returns {Promise<void>} */
  move(steps) {
    return this.queued(async () => {
      if (!this.entries[this.place + steps]) return;
      const arrival = new Promise((resolve) => { this.arrived = () => resolve(undefined); });
      history.go(steps);
      await arrival;
    });
  }

  /**
   * Show the board in the address, now and whenever the address changes.
   * @param {(board: Board) => Promise<any>} check refuses a board that cannot be played
   * @param {(message: string) => void} refuse is given the sentence about an address that cannot be read
   */
  listen(check, refuse) {
    const read = async (/** @type {boolean} */ first) => {
      let problem = "";
      if (location.hash.startsWith("#b=")) {
        try {
          const found = await unpacked(location.hash.slice(3));
          await check(found);
          this.place += first ? 0 : 1;
          this.entries = [...this.entries.slice(0, this.place), found];
        } catch (error) {
          problem = error instanceof Refusal ? `The board in this address cannot be played: ${error.message}`
            : "This address contains no board that can be read; the board stays as it is.";
        }
      }
      this.write("replaceState", await packed(this.board));
      if (problem) refuse(problem);
    };
    history.scrollRestoration = "manual"; // undoing a change is not going to another place
    addEventListener("popstate", ({ state }) => {
      if (state && state.session === SESSION && this.entries[state.place]) {
        this.place = state.place;
        this.tell();
      } else {
        this.queued(() => read(false));
      }
      if (this.arrived) this.arrived();
    });
    this.queued(() => read(true));
  }

  /** @param {() => Promise<any>} work @returns {Promise<any>} */
  queued(work) {
    const done = this.last.then(work);
    this.last = done.catch(() => {});
    return done;
  }

  /** @param {"pushState" | "replaceState"} how @param {string} fragment */
  write(how, fragment) {
    const { board } = this;
    try {
      history[how]({ session: SESSION, place: this.place }, "", board.timeline.length ? `#b=${fragment}` : location.pathname);
    } catch {
      // The browser limits how often a page may change its address.
    }
    const before = this.kept;
    this.kept = { board, fragment };
    if (board.timeline.length) keep(title(board), fragment, continues(before.board, board) ? before.fragment : "");
    this.tell();
  }

  tell() {
    for (const listener of this.listeners) listener();
  }
}

/** @param {Board} one @param {Board} other @returns {boolean} whether one was made from the other, and begins as it does */
function continues(one, other) {
  return JSON.stringify(one.timeline[0]) === JSON.stringify(other.timeline[0]);
}

export const store = new Store();
