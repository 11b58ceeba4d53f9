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

  // Which columns are shown: a box for each, made when it is first opened.
  const choosers = (root) => {
    for (const head of root.querySelectorAll("table.sortable thead tr, .table .head")) {
      const table = head.closest("table, .table"), cells = [...head.children];
      if (cells.length < 4 || table.previousElementSibling?.matches(".choose")) continue;
      const details = document.createElement("details"), summary = document.createElement("summary");
      details.className = "choose"; summary.textContent = "Columns"; details.append(summary);
      for (const [at, cell] of cells.entries()) {
        const label = document.createElement("label"), box = document.createElement("input");
        box.type = "checkbox"; box.checked = true;
        box.addEventListener("change", () => table.classList.toggle(`hide-${at + 1}`, !box.checked));
        label.append(box, ` ${cell.textContent.trim()}`); details.append(label);
      }
      table.before(details);
    }
  };
  choosers(document);
  new MutationObserver((changes) => { for (const one of changes) for (const node of one.addedNodes) if (node.parentElement) choosers(node.parentElement); })
    .observe(document.body, { childList: true, subtree: true });

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
