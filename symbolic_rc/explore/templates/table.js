// A table of any length, of which only the rows near the visible part exist.
import { fetched } from "./workbench.js";

const rowHeight = (table) => parseFloat(getComputedStyle(table).getPropertyValue("--row"));

/** Give a table the height of all its rows, and load those that become visible. */
export function fillTable(table) {
  const rows = table.querySelector(".rows");
  const count = Number(table.dataset.count), size = Number(table.dataset.atOnce);
  const chunks = new Map(), height = rowHeight(table);
  rows.style.height = `${count * height}px`;
  const first = document.createElement("div");
  first.append(...rows.childNodes);
  rows.append(place(first, 0));
  chunks.set(0, first);

  function place(chunk, number) {
    chunk.className = "chunk";
    chunk.style.top = `${number * size * height}px`;
    return chunk;
  }

  async function need(number) {
    if (number < 0 || number * size >= count || chunks.has(number)) return;
    const chunk = place(document.createElement("div"), number);
    chunks.set(number, chunk);
    const url = table.dataset.rows + (table.dataset.rows.includes("?") ? "&" : "?") + `from=${number * size}`;
    chunk.innerHTML = (await fetched(url)).text;
    if (chunks.get(number) === chunk) rows.append(chunk);
  }

  function scrolled() {
    const seen = Math.floor(table.scrollTop / (height * size));
    const last = Math.floor((table.scrollTop + table.clientHeight) / (height * size));
    for (let number = seen; number <= last; number++) need(number);
    need(last + 1);
    for (const [number, chunk] of chunks)
      if (number < seen - 3 || number > last + 3) { chunk.remove(); chunks.delete(number); }
  }
  table.addEventListener("scroll", scrolled, { passive: true });
  scrolled();
}

/** Arrow keys move from row to row. */
export function moveInTable(event) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const table = event.target.closest?.("#table");
  if (!step || !table) return;
  const at = Number(event.target.dataset.at ?? -1) + step;
  const row = table.querySelector(`[data-at="${at}"]`);
  if (!row) return;
  event.preventDefault();
  row.focus();
}
