"use strict";
(() => {
  const root = document.documentElement;
  const store = { get() { try { return localStorage.getItem("theme"); } catch { return null; } },
                  set(value) { try { localStorage.setItem("theme", value); } catch { /* a file page may not store */ } } };
  const setTheme = (theme) => {
    root.dataset.theme = theme;
    for (const button of document.querySelectorAll("[data-toggle-theme]")) button.textContent = theme === "dark" ? "Light mode" : "Dark mode";
  };
  setTheme(store.get() || (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light"));
  for (const button of document.querySelectorAll("[data-toggle-theme]"))
    button.addEventListener("click", () => {
      const theme = root.dataset.theme === "dark" ? "light" : "dark";
      store.set(theme); setTheme(theme);
    });

  const value = (row, column) => {
    const cell = row.cells[column];
    const key = cell.dataset.value ?? cell.textContent.trim();
    const number = Number(key);
    return key !== "" && !Number.isNaN(number) ? number : key.toLowerCase();
  };
  const compare = (a, b) => typeof a === typeof b ? (a < b ? -1 : a > b ? 1 : 0) : typeof a === "number" ? -1 : 1;
  document.addEventListener("click", (event) => { // also in tables that are put in place later
    const head = event.target.closest("table.sortable thead button")?.closest("th");
    if (!head) return;
    const table = head.closest("table"), column = head.cellIndex;
    const down = head.getAttribute("aria-sort") === "ascending";
    for (const other of head.parentElement.cells) other.removeAttribute("aria-sort");
    head.setAttribute("aria-sort", down ? "descending" : "ascending");
    const rows = [...table.tBodies[0].rows];
    rows.sort((a, b) => (down ? -1 : 1) * compare(value(a, column), value(b, column)));
    table.tBodies[0].append(...rows);
  });

  document.addEventListener("input", (event) => {
    const input = event.target.closest("[data-filter]");
    if (!input) return;
    const text = input.value.trim().toLowerCase();
    let shown = 0;
    for (const item of document.querySelectorAll(input.dataset.filter)) {
      item.hidden = text !== "" && !item.textContent.toLowerCase().includes(text);
      shown += item.hidden ? 0 : 1;
    }
    const count = document.getElementById(input.dataset.count || "");
    if (count) count.textContent = `${shown} shown`;
  });
})();
