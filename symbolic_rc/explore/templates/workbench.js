// The server sends whole pages; this script replaces the parts that changed and updates the address.
import { fillTable, moveInTable } from "./table.js";
import { wireDragging } from "./drag.js";
import { wireSelection } from "./select.js";

const status = document.getElementById("busy");
const latest = new Map();

export async function fetched(url, options) {
  const late = setTimeout(() => { status.textContent = "Working …"; }, 300);
  try {
    const answer = await fetch(url, { credentials: "same-origin", ...options });
    return { text: await answer.text(), url: answer.url, to: answer.redirected || !options?.method };
  } catch {
    return { text: '<p class="error" role="alert">The workbench does not respond. Was it stopped?</p>', url, to: false };
  } finally {
    clearTimeout(late);
    if (status.textContent === "Working …") status.textContent = "";
  }
}

const parsed = (text) => new DOMParser().parseFromString(text, "text/html");

/** Replace a part of this page by the same part of another address. */
export async function swap(url, { options, into = "#main", push = true, keep = document } = {}) {
  const turn = (latest.get(into) ?? 0) + 1;
  latest.set(into, turn);
  const answer = await fetched(url, options);
  if (latest.get(into) !== turn) return;
  const page = parsed(answer.text);
  const part = into.startsWith("#");
  let target = part ? document.querySelector(into) : keep;
  let found = part ? page.querySelector(into) : page.body;
  if (part && !found) { // a whole page, such as that of an error
    target = document.getElementById("main");
    found = page.querySelector("#main") ?? page.body;
  }
  const focus = focused(target);
  target.replaceChildren(...found.childNodes);
  if (target.id === "main") {
    document.title = page.title || document.title;
    const places = page.getElementById("places");
    if (places) document.getElementById("places").replaceWith(places);
  }
  if (push && part && answer.to && answer.url !== location.href) history.pushState({}, "", answer.url);
  wire(target);
  focus();
}

/** Return a function that restores the focus after its form was replaced. */
function focused(target) {
  const field = document.activeElement;
  if (!target.contains(field) || field === target) return () => {};
  const { id, value } = field, name = field.getAttribute("name"), form = field.form?.id;
  const alike = (one) => (one.form?.id ?? "") === (form ?? "") && (one.type !== "submit" || one.value === value);
  const [start, end] = [field.selectionStart, field.selectionEnd];
  return () => {
    const same = id ? document.getElementById(id)
      : name && [...target.querySelectorAll(`[name="${CSS.escape(name)}"]`)].find(alike);
    if (!same) return;
    same.focus({ preventScroll: same.type !== "submit" });
    if (start != null && same.setSelectionRange && same.type !== "number") same.setSelectionRange(start, end);
  };
}

function submitted(form, submitter) {
  const data = new FormData(form, submitter);
  const said = new URLSearchParams([...data].filter(([, value]) => typeof value === "string"));
  for (const [key, value] of [...said]) if (value === "") said.delete(key);
  const into = form.dataset.swap || "#main";
  const keep = into.startsWith("#") ? document : form.closest(into);
  if (form.method === "post")
    return swap(form.action, { options: { method: "POST", body: said }, into, keep });
  if (!into.startsWith("#")) say({ words: "", kind: "", pattern: "", ...Object.fromEntries(said) }, ["story", "part"]);
  const query = said.toString();
  const to = form.action + (query ? `?${query}` : "");
  return swap(into.startsWith("#") ? kept(to) : to, { into, keep });
}

/** Return an address with the parts that are open now. */
function kept(url) {
  const to = new URL(url, location.href), opened = new URL(location.href).searchParams.get("open");
  if (to.pathname === location.pathname && opened && !to.searchParams.has("open")) to.searchParams.set("open", opened);
  return to.href;
}

/** Change the address without leaving the view. */
export function say(values, not = []) {
  const here = new URL(location.href);
  for (const [key, value] of Object.entries(values))
    if (!not.includes(key)) { if (value) here.searchParams.set(key, value); else here.searchParams.delete(key); }
  history.replaceState({}, "", here);
}

async function open(details) {
  const body = details.querySelector(".part-body");
  if (details.dataset.loaded || !body) return;
  details.dataset.loaded = "yes";
  body.textContent = "…";
  body.innerHTML = (await fetched(details.dataset.load)).text;
  wire(body);
}

function poll(element) {
  const section = element.parentElement;
  setTimeout(async () => {
    if (!element.isConnected) return;
    const answer = await fetched(element.dataset.poll);
    if (!element.isConnected) return;
    section.innerHTML = answer.text;
    wire(section);
  }, 400);
}

/** Activate a part of the page. */
export function wire(root) {
  for (const one of root.querySelectorAll("details[data-load][open]")) open(one);
  for (const one of root.querySelectorAll("[data-poll]")) poll(one);
  for (const one of root.querySelectorAll("[data-reload]"))
    setTimeout(() => { if (one.isConnected) swap(one.dataset.reload, { push: false }); }, 700);
  const news = root.querySelector("[data-say]"); // announced by screen readers
  if (news) document.getElementById("told").textContent = news.textContent.replace(/\s+/g, " ").trim();
  const table = root.querySelector("#table");
  if (table) fillTable(table);
  const asked = root.querySelector("[data-load-if]");
  if (asked?.dataset.loadIf) show(asked.dataset.loadIf, false);
  if (new URL(location.href).searchParams.has("rule")) root.querySelector("#book details[open]")?.scrollIntoView({ block: "nearest" });
  const answer = root.querySelector(".story mark.answer, .story mark.gold");
  const story = answer?.closest(".story"); // scrolled in itself: the page stays where it is
  if (root.id === "main" && story) story.scrollTop += answer.getBoundingClientRect().top - story.getBoundingClientRect().top - story.clientHeight / 2;
}

/** Show one question below the table. */
async function show(url, move = true) {
  const section = document.getElementById("question");
  section.innerHTML = (await fetched(url)).text;
  wire(section);
  if (move) { section.scrollIntoView({ block: "start" }); section.querySelector("h2")?.focus({ preventScroll: true }); }
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("a");
  if (!link || event.metaKey || event.ctrlKey || event.shiftKey || event.button) return;
  if (link.dataset.question) {
    event.preventDefault();
    say({ id: link.dataset.question });
    show(`compare/question?${new URLSearchParams({ id: link.dataset.question })}`);
  } else if (link.dataset.swap !== undefined) {
    event.preventDefault();
    swap(kept(link.href), { into: link.dataset.swap || "#main" });
  }
});

document.addEventListener("click", (event) => {
  const from = event.target.dataset?.insert;
  if (!from) return;
  const field = document.querySelector(event.target.dataset.to);
  field.value = `${document.querySelector(from).textContent}\n${field.value}`;
  field.focus();
  field.setSelectionRange(0, 0);
  field.scrollTop = 0;
});

document.addEventListener("submit", (event) => {
  const form = event.target.closest("form[data-swap]");
  if (!form) return;
  event.preventDefault();
  clearTimeout(form.waiting);
  submitted(form, event.submitter);
});

const lazy = (field) => field.dataset.lazy !== undefined || field.type === "number";
for (const kind of ["input", "change"])
  document.addEventListener(kind, (event) => {
    const form = event.target.form;
    if (form?.dataset.live === undefined || !event.target.name || lazy(event.target) !== (kind === "change" && lazy(event.target))) return;
    if (kind === "change" && event.target.type === "search" && !lazy(event.target)) return;
    clearTimeout(form.waiting);
    form.waiting = setTimeout(() => { if (form.isConnected) form.requestSubmit(); }, kind === "input" ? 90 : 0);
  });

document.addEventListener("change", async (event) => {
  const file = event.target.files?.[0];
  if (file && event.target.dataset.into) document.querySelector(event.target.dataset.into).value = await textOf(file);
});

// Decode a text file: by its byte order mark, else as UTF-8, else as Windows-1252.
async function textOf(file) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const mark = `${bytes[0]} ${bytes[1]}`;
  if (mark === "255 254" || mark === "254 255") return new TextDecoder(mark === "255 254" ? "utf-16le" : "utf-16be").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

document.addEventListener("toggle", (event) => {
  const details = event.target;
  if (!details.dataset?.load) return;
  if (details.open) open(details);
  const opened = [...document.querySelectorAll("details[data-part][open]")].map((one) => one.dataset.part);
  say({ open: opened.join(",") });
}, true);

document.addEventListener("keydown", moveInTable);
addEventListener("popstate", () => swap(location.href, { push: false }));

document.querySelector("[data-copy-view]")?.addEventListener("click", async () => {
  const view = location.pathname.split("/").slice(2).join("/") + location.search;
  try { await navigator.clipboard.writeText(view); status.textContent = `Copied: symbolic-rc explore … --view '${view.slice(0, 60)}${view.length > 60 ? "…" : ""}'`; }
  catch { status.textContent = view; }
});

wireDragging(swap);
wireSelection();
wire(document.getElementById("main"));
