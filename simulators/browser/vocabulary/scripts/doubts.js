// Words about which rules cannot decide: on pictures, in fonts of the page, within shapes, and all words of a page that
// paints in ways that rules do not follow. Their pixels are looked at.
const MAX_DOUBTS = 2000, IN_OWN_COLOURS = /^\P{Letter}*\p{Extended_Pictographic}\P{Letter}*$/u;
const FRAMES = "iframe, frame, object";
let doubted = [], blank = new WeakMap(), hasHiddenTrees = false;

class Doubts {
  #found = [];
  #fonts = null;
  #wereAsked = false;

  // True when rules cannot decide about the texts of `element` that were just looked at.
  areThere(element, rendering) {
    this.#wereAsked = true;
    if (hasHiddenTrees || rendering.isUndecided || rendering.paintsFar) return true;
    return rendering.surroundings(element).isShaped || this.#isInOwnFont(rendering.style(element));
  }

  // Note a word that rules have just counted as seen; returns false when its pixels were found to show nothing.
  accept(node, { 0: word, index }, element, rendering) {
    const { scroller, left, top, right, bottom } = rendering.seenPart;
    if (scroller || !this.areThere(element, rendering)) return true;
    const isBlank = Boolean(blank.get(node)?.has(index)), area = { left, top, width: right - left, height: bottom - top };
    const inks = IN_OWN_COLOURS.test(word) ? [] : rendering.shownInks(element);
    if (this.#found.length < MAX_DOUBTS) this.#found.push({ node, index, area, isBlank, inks });
    return !isBlank;
  }

  // The areas of these words in the window, their colours where these are known, and which are known to show nothing. When
  // texts were seen: the number of elements that scripts can find, until hidden trees are known.
  answer() {
    doubted = this.#found;
    const elements = this.#wereAsked && !hasHiddenTrees ? { elements: elementsOf(outermost().document) } : {};
    return { ...elements, ...this.#described() };
  }

  #described() {
    return doubted.length ? { doubts: doubted.map(({ area, isBlank, inks }) => ({ area, isBlank, inks })) } : {};
  }

  // True for text in a font that the page brings along: its letters may be empty, or others.
  #isInOwnFont({ fontFamily }) {
    this.#fonts ??= [...page.fonts(document)].filter((font) => font.status === "loaded").map((font) => unquoted(font.family));
    return this.#fonts.length > 0 && fontFamily.split(",").some((name) => this.#fonts.includes(unquoted(name)));
  }
}

const unquoted = (name) => name.trim().replace(/^["']|["']$/g, "").toLowerCase();

// The outermost window of the same site around this one.
function outermost(view = window) {
  try {
    return view.parent === view || !view.parent.document ? view : outermost(view.parent);
  } catch {
    return view;
  }
}

// The number of elements in a document, its open shadow roots and its frames of the same site.
function elementsOf(document) {
  const found = everyElement(document);
  const inside = found.filter((one) => native.matches(one, FRAMES)).map((frame) => frame.contentDocument).filter(Boolean);
  return inside.reduce((all, each) => all + elementsOf(each), found.length);
}

// From now on look at the pixels of all words: the page has elements that no script finds, as in closed shadow roots.
function doubtAll() {
  hasHiddenTrees = true;
  return null;
}

// Of the words of the last look with doubts, those with these numbers show nothing, until the next such call.
function setBlank(numbers) {
  blank = new WeakMap();
  for (const { node, index } of numbers.map((number) => doubted[number]).filter(Boolean)) {
    if (!blank.has(node)) blank.set(node, new Set());
    blank.get(node).add(index);
  }
  return null;
}
