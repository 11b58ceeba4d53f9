// Asking why a selected span is not the answer.

/** Offer the question beside the selection. */
export function wireSelection() {
  const offer = document.createElement("button");
  offer.type = "button";
  offer.id = "offer";
  offer.hidden = true;
  document.body.append(offer);
  let span = "";

  const selected = () => {
    const chosen = getSelection(), field = document.getElementById("why");
    const story = document.getElementById("story");
    const words = document.getElementById("fix-words"), sentence = story && chosen.anchorNode?.parentElement?.closest("#story .sentence");
    if (words && sentence && !chosen.isCollapsed) {
      const copy = chosen.getRangeAt(0).cloneContents();
      for (const label of copy.querySelectorAll("sub")) label.remove();
      words.value = copy.textContent.replace(/\s+/g, " ").trim();
      document.getElementById("fix-sentence").value = sentence.id.slice(1);
    }
    if (!field || !story || !chosen.rangeCount || chosen.isCollapsed || !story.contains(chosen.anchorNode) || !story.contains(chosen.focusNode)) {
      offer.hidden = true;
      return;
    }
    const range = chosen.getRangeAt(0), part = range.cloneContents();
    for (const label of part.querySelectorAll("sub")) label.remove();
    span = part.textContent.replace(/\s+/g, " ").trim();
    if (!span) return;
    const box = range.getBoundingClientRect();
    offer.textContent = `Why not “${span.length > 40 ? `${span.slice(0, 39)}…` : span}”?`;
    offer.style.left = `${Math.max(8, Math.min(innerWidth - 260, box.left)) + scrollX}px`;
    offer.style.top = `${box.bottom + scrollY + 6}px`;
    offer.hidden = false;
  };
  document.addEventListener("selectionchange", selected);
  offer.addEventListener("pointerdown", (event) => event.preventDefault()); // keeps the selection
  offer.addEventListener("click", () => {
    const field = document.getElementById("why");
    offer.hidden = true;
    if (!field) return;
    field.value = span;
    getSelection().removeAllRanges();
    field.form.requestSubmit();
  });
}
