// Texts about which rules cannot decide: on pictures, in fonts of the page, within clipped shapes. Their pixels are looked at.
const MOST_DOUBTS = 500;
let doubted = [], blank = new WeakSet();

class Doubts {
  #found = [];
  #fonts = null;

  // Note a text that rules have just counted as seen; returns false when its pixels were found to show nothing.
  accepts(node, element, rendering) {
    const { scroller, left, top, right, bottom } = rendering.seenPart;
    if (scroller || !this.#isDoubtful(element, rendering)) return true;
    if (this.#found.length < MOST_DOUBTS) this.#found.push({ node, area: { left, top, width: right - left, height: bottom - top } });
    return !blank.has(node);
  }

  // The areas of these texts in the window, and which of them are known to show nothing.
  answer() {
    doubted = this.#found.map(({ node }) => node);
    return doubted.length ? { doubts: this.#found.map(({ node, area }) => ({ area, isBlank: blank.has(node) })) } : {};
  }

  #isDoubtful(element, rendering) {
    return rendering.isUndecided || rendering.surroundings(element).isShaped || this.#isInOwnFont(rendering.style(element));
  }

  // True for text in a font that the page brings along: its letters may be empty, or others.
  #isInOwnFont({ fontFamily }) {
    this.#fonts ??= [...page.fonts(document)].filter((font) => font.status === "loaded").map((font) => unquoted(font.family));
    return this.#fonts.length > 0 && fontFamily.split(",").some((name) => this.#fonts.includes(unquoted(name)));
  }
}

const unquoted = (name) => name.trim().replace(/^["']|["']$/g, "").toLowerCase();

// Of the texts of the last look with doubts, those with these numbers show nothing, until the next such call.
function setBlank(numbers) {
  blank = new WeakSet(numbers.map((number) => doubted[number]).filter(Boolean));
  return null;
}
