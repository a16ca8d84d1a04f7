// The text of an element as the browser renders it, without the words that cannot be read.
const NO_TEXT = "script, style, head, template, noscript", MAX_WORDS = 2000;

const textNodes = (element) => {
  const walker = page.walker(document, element, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT, (node) => {
    if (node.nodeType === Node.TEXT_NODE) return node.data.trim() ? NodeFilter.FILTER_ACCEPT : NodeFilter.FILTER_SKIP;
    return native.matches(node, NO_TEXT) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_SKIP;
  });
  const found = [];
  for (let size = 0; size <= MAX_TEXT_CHARS && walker.nextNode(); found.push(walker.currentNode)) size += walker.currentNode.length;
  return found;
};

function rectanglesOf(node) {
  const range = page.range(document);
  range.selectNodeContents(node);
  return range.getClientRects();
}

// Those of `rectangles` that are large enough for letters.
const placesOf = (rectangles) => [...rectangles].filter(({ width, height }) => width >= 1 && height >= MIN_TEXT_PX);

// The text of an element as it is rendered, without the words that cannot be read.
function renderedText(element, rendering) {
  const nodes = textNodes(element);
  const size = nodes.reduce((all, node) => all + node.length, 0);
  const shown = new Map(nodes.map((node) => [node, rendering.readablePart(node, native.parent(node) || element)]));
  if (size <= MAX_TEXT_CHARS && nodes.every((node) => shown.get(node) === node.data)) return cut(plainText(element));
  return cut(formatted(element, shown, rendering));
}

function seenPartOf(node, holder, rendering) {
  if (native.matches(holder, "option, optgroup")) return isInUnreadableBox(holder, rendering) ? "" : node.data;
  if (native.matches(holder, "textarea")) return node.data;
  const rectangles = rendering.rectangles(node);
  if (!rectangles.length) return node.data;
  if (isTurned(node.data, rendering.style(holder)) || !rendering.isPainted(holder)) return "";
  const places = placesOf(rectangles), isWhole = places.length === rectangles.filter(({ width }) => width >= 1).length;
  return isWhole && places.length && rendering.usual.isClear(holder, places) ? node.data : seenWords(node, holder, places, rendering);
}

// True for a place in the middle of which there is more than one of the lines of a text.
const isOnOtherLine = ({ left, right, top, bottom }, lines) => lines.filter((line) =>
  line.left < (left + right) / 2 && line.right > (left + right) / 2 && line.top < (top + bottom) / 2 && line.bottom > (top + bottom) / 2).length > 1;

// The text of a node, whose lines are in these places, without the words that cannot be read.
function seenWords(node, holder, lines, rendering) {
  const isCut = rendering.style(holder).textOverflow !== "clip";  // a line that is cut has two rectangles
  const range = page.range(document), words = [...node.data.matchAll(/\S+/g)].slice(0, MAX_WORDS);
  let text = "", end = 0;
  for (const { 0: word, index } of words) {
    range.setStart(node, index);
    range.setEnd(node, index + word.length);
    const places = placesOf(range.getClientRects());
    const isSeen = places.length && (isCut || !isOnOtherLine(places[0], lines)) && (rendering.usual.isClear(holder, places) || rendering.doubts.accept({ node, index, word, holder }));
    text += node.data.slice(end, index) + (isSeen ? word : "");
    end = index + word.length;
  }
  return text + node.data.slice(end).match(/^\s*/)[0];
}

// True for an option of a select box that cannot be read.
function isInUnreadableBox(option, rendering) {
  const box = native.closest(option, "select");
  return Boolean(box) && !rendering.isReadableBox(box);
}

const hidesText = (element, rendering) => folded(plainText(element)) !== "" && folded(renderedText(element, rendering)) === "";
const plainText = (element) => (element instanceof HTMLElement ? native.innerText(element) : native.textContent(element)) ?? "";

// Text nodes in the order and lines of `innerText`.
function formatted(element, shown, rendering) {
  let text = "";
  const add = (node) => {
    if (text.length > MAX_TEXT_CHARS) return;
    if (node.nodeType === Node.TEXT_NODE) {
      if (shown.get(node) && rectanglesOf(node).length) text += transformed(node, shown.get(node), rendering);
      else if (!node.data.trim()) text += " ";
      return;
    }
    if (node.nodeType !== Node.ELEMENT_NODE || native.matches(node, NO_TEXT)) return;
    if (native.matches(node, "br")) { text += "\n"; return; }
    const { display } = rendering.style(node);
    if (display === "none") return;
    const around = display === "table-cell" ? "\t" : display.startsWith("inline") || display === "contents" ? "" : "\n";
    text += around;
    for (const child of native.children(node)) add(child);
    text += around;
  };
  add(element);
  return text;
}

function transformed(node, text, rendering) {
  const { textTransform } = rendering.style(native.parent(node));
  if (textTransform === "uppercase") return text.toUpperCase();
  if (textTransform === "lowercase") return text.toLowerCase();
  return textTransform === "capitalize" ? text.replace(/(^|\s)\S/g, (first) => first.toUpperCase()) : text;
}
