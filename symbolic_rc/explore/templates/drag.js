// Dragging rules by their number, with a mouse, a pen or a finger.

/** Move rules by dragging; sent to the server like an arrow. */
export function wireDragging(swap) {
  let dragged = null, over = null, below = false;

  const mark = (item, after) => {
    over?.classList.remove("drop-before", "drop-after");
    over = item;
    below = after;
    over?.classList.add(after ? "drop-after" : "drop-before");
  };

  document.addEventListener("pointerdown", (event) => {
    const handle = event.target.closest("#book[data-drag] .handle");
    if (!handle || event.button) return;
    event.preventDefault();
    handle.setPointerCapture(event.pointerId);
    dragged = handle.closest("li");
    dragged.classList.add("dragged");
  });

  document.addEventListener("pointermove", (event) => {
    if (!dragged) return;
    const item = document.elementFromPoint(event.clientX, event.clientY)?.closest("#book > li");
    if (!item || item === dragged) return mark(null, false);
    const box = item.getBoundingClientRect();
    mark(item, event.clientY > box.top + Math.min(box.height / 2, 22)); // also of one that is open
    if (event.clientY < 60) scrollBy(0, -20);
    if (event.clientY > innerHeight - 60) scrollBy(0, 20);
  });

  const end = (drop) => {
    if (!dragged) return;
    const moved = dragged, target = over, after = below;
    moved.classList.remove("dragged");
    mark(null, false);
    dragged = null;
    if (!drop || !target) return;
    const next = after ? target.nextElementSibling : target;
    if (next === moved) return;
    const said = new URLSearchParams(new FormData(document.getElementById("run")));
    said.set("do", `before ${moved.dataset.name}`);
    if (next) said.set("other", next.dataset.name);
    swap(document.getElementById("book").dataset.drag, { options: { method: "POST", body: said } });
  };
  document.addEventListener("pointerup", () => end(true));
  document.addEventListener("pointercancel", () => end(false));
}
