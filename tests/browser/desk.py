"""A view of the workbench, and what a user does there."""

import time


class Desk:
    """A view of the workbench in a browser."""

    def __init__(self, browser, base):
        self.browser, self.base = browser, base

    def open(self, view, width=1200, height=900):
        self.browser.set_window_size(width, height)
        self.browser.get(self.base + view)
        return self

    def run(self, code, *given):
        return self.browser.execute_script(code, *given)

    def text(self, selector="#main"):
        return self.run("return document.querySelector(arguments[0])?.textContent ?? ''", selector)

    def until(self, code, seconds=30):
        """Wait until some code says so."""
        end = time.monotonic() + seconds
        while not (found := self.run(f"return {code}")):
            assert time.monotonic() < end, code
            time.sleep(0.02)
        return found

    def until_text(self, selector, words, seconds=30):
        return self.until(f"document.querySelector({selector!r})?.textContent.includes({words!r})", seconds)

    def type(self, selector, words, event="input"):
        self.run(
            "const one = document.querySelector(arguments[0]); one.focus(); one.value = arguments[1];"
            "one.dispatchEvent(new Event(arguments[2], {bubbles: true}))", selector, words, event,
        )  # fmt: skip

    def choose(self, selector, value):
        self.type(selector, value, "change")

    def click(self, selector):
        self.run("document.querySelector(arguments[0]).click()", selector)

    def select(self, selector, words):
        """Select words within an element, as a mouse does."""
        self.run(
            """
            const [within, words] = arguments;
            const walker = document.createTreeWalker(document.querySelector(within), NodeFilter.SHOW_TEXT);
            while (walker.nextNode()) {
              const at = walker.currentNode.data.indexOf(words);
              if (at < 0) continue;
              const node = walker.currentNode;
              getSelection().setBaseAndExtent(node, at, node, at + words.length);
              break;
            }""", selector, words,
        )  # fmt: skip

    def fits(self):
        """Whether nothing is wider than the window."""
        return self.run("return document.documentElement.scrollWidth <= innerWidth + 1")

    @property
    def address(self):
        return self.browser.current_url
