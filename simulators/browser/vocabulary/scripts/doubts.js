// Words about which rules cannot decide: on pictures, in fonts of the page, within shapes. Their pixels are looked at.
const MOST_DOUBTS = 500, IN_OWN_COLOURS = /^\P{Letter}*\p{Extended_Pictographic}\P{Letter}*$/u;
let doubted = [], blank = new WeakMap();

class Doubts {
  #found = [];
  #fonts = null;

  // True when rules cannot decide about the texts of `element` that were just looked at.
  areThere(element, rendering) {
    return rendering.isUndecided || rendering.surroundings(element).isShaped || this.#isInOwnFont(rendering.style(element));
  }

  // Note a word that rules have just counted as seen; returns false when its pixels were found to show nothing.
  accept(node, { 0: word, index }, element, rendering) {
    const { scroller, left, top, right, bottom } = rendering.seenPart;
    if (scroller || !this.areThere(element, rendering)) return true;
    const isBlank = Boolean(blank.get(node)?.has(index)), area = { left, top, width: right - left, height: bottom - top };
    const inks = IN_OWN_COLOURS.test(word) ? [] : rendering.shownInks(element);
    if (this.#found.length < MOST_DOUBTS) this.#found.push({ node, index, area, isBlank, inks });
    return !isBlank;
  }

  // The areas of these words in the window, their colours where these are known, and which are known to show nothing.
  answer() {
    doubted = this.#found;
    return doubted.length ? { doubts: doubted.map(({ area, isBlank, inks }) => ({ area, isBlank, inks })) } : {};
  }

  // True for text in a font that the page brings along: its letters may be empty, or others.
  #isInOwnFont({ fontFamily }) {
    this.#fonts ??= [...page.fonts(document)].filter((font) => font.status === "loaded").map((font) => unquoted(font.family));
    return this.#fonts.length > 0 && fontFamily.split(",").some((name) => this.#fonts.includes(unquoted(name)));
  }
}

const unquoted = (name) => name.trim().replace(/^["']|["']$/g, "").toLowerCase();

// Of the words of the last look with doubts, those with these numbers show nothing, until the next such call.
function setBlank(numbers) {
  blank = new WeakMap();
  for (const { node, index } of numbers.map((number) => doubted[number]).filter(Boolean)) {
    if (!blank.has(node)) blank.set(node, new Set());
    blank.get(node).add(index);
  }
  return null;
}
