// Sharing and exporting the board.

import { html, useEffect, useState } from "./vendor/preact.js";
import { data, packed, ruled, title } from "./board.js";
import { request } from "./engine.js";
import { FileButton } from "./files.js";

const LONGEST = 2000; // characters of an address that a phone's camera can still read as a QR code

/** @param {any} props */
export function Share({ board, object, open, setProblem }) {
  const [said, setSaid] = useState("");
  const [address, setAddress] = useState("");
  const [code, setCode] = useState("");
  useEffect(() => {
    setSaid("");
    setCode("");
    packed(board).then((fragment) => setAddress(`${location.origin}${location.pathname}#b=${fragment}`));
  }, [board]);
  const copy = async (text, what) => {
    try {
      await navigator.clipboard.writeText(text);
      setSaid(`${what} copied.`);
    } catch {
      setSaid("The browser does not allow copying; select the address below.");
    }
  };
  const tried = (work) => async () => {
    try {
      await work();
    } catch (error) {
      setProblem(error.message);
    }
  };
  const named = () => ({ board: data(board), ...(board.readings.length ? { readings: board.readings } : {}), title: title(board) || "A board" });
  const drawn = async () => (await request("draw", { ...ruled(board), theme: "light", ...(object ? { object: object.id } : {}) })).svg;
  const lines = tried(async () => copy((await request("notation.write", { board: data(board) })).lines.join("\n"), "Lines"));
  const toml = tried(async () => save("board.toml", "application/toml", (await request("puzzle.write", named())).toml));
  const json = tried(async () => save("board.json", "application/json", JSON.stringify((await request("puzzle.write", named())).puzzle, null, 2)));
  const forge = tried(async () => save("board.pzl", "text/plain", (await request("forge.write", { board: data(board), title: title(board) })).text));
  const report = tried(async () => save("report.html", "text/html", (await request("report", named())).html));
  const svg = tried(async () => save("board.svg", "image/svg+xml", await drawn()));
  const png = tried(async () => save("board.png", "image/png", await picture(await drawn())));
  const qr = tried(async () => {
    if (code) { setCode(""); return; }
    if (address.length > LONGEST) { setSaid("The address of this board is too long for a QR code; copy the link."); return; }
    const { renderSVG } = await import("./vendor/uqr.js");
    setCode(`data:image/svg+xml,${encodeURIComponent(renderSVG(address, { ecc: "L", border: 4 }))}`);
  });
  return html`
    <section class="share" aria-label="Share">
      <h2>Share</h2>
      <p class="row">
        <button type="button" onClick=${() => copy(address, "Link")}>Copy link</button>
        <button type="button" onClick=${lines}>Copy lines</button>
        <button type="button" aria-expanded=${code !== ""} onClick=${qr}>QR code</button>
        <button type="button" onClick=${() => print()}>Print</button>
      </p>
      <p role="status">${said}</p>
      ${code && html`<img class="qr" src=${code} alt="QR code of this board's address" />`}
      <input readonly value=${address} aria-label="Address of this board" onFocus=${(event) => event.target.select()} />
      <h3>Save as</h3>
      <p class="row">
        <button type="button" onClick=${report}>Report</button>
        <button type="button" onClick=${toml}>Puzzle (TOML)</button>
        <button type="button" onClick=${json}>Puzzle (JSON)</button>
        <button type="button" onClick=${forge}>Forge</button>
        <button type="button" onClick=${svg}>Picture (SVG)</button>
        <button type="button" onClick=${png}>Picture (PNG)</button>
      </p>
      <p class="row"><${FileButton} open=${open} /></p>
    </section>`;
}

/** @param {string} name @param {string} type @param {string | Blob} content */
function save(name, type, content) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([content], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

/** @param {string} svg @returns {Promise<Blob>} the drawing as PNG, at twice its size */
async function picture(svg) {
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = image.width * 2;
  canvas.height = image.height * 2;
  const paper = canvas.getContext("2d");
  paper.fillStyle = "#fff";
  paper.fillRect(0, 0, canvas.width, canvas.height);
  paper.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => { canvas.toBlob(resolve, "image/png"); });
}
