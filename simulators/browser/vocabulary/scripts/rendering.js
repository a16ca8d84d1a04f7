// Decides which text is rendered so that it could be read: opaque, large enough, in reach of scrolling, not covered.
const FAINTEST = 0.1, SMALLEST = 4, SAME_COLOUR = 8, MOST_COVERS = 5000;
const REPLACED = "img, video, canvas, iframe, embed, object";

// Caches of one look at the page; nothing changes while a script runs.
class Rendering {
  #styles = new Map();
  #opacities = new Map();
  #covers = null;

  style(element) {
    if (!this.#styles.has(element)) this.#styles.set(element, getComputedStyle(element));
    return this.#styles.get(element);
  }

  // Product of the opacities of an element and all around it, filters included.
  opacity(element) {
    if (!element) return 1;
    if (!this.#opacities.has(element)) {
      const { opacity, filter } = this.style(element);
      const filtered = [...filter.matchAll(/opacity\(([\d.]+)\)/g)].reduce((all, [, part]) => all * Number(part), 1);
      this.#opacities.set(element, Number(opacity) * filtered * this.opacity(parentOf(element)));
    }
    return this.#opacities.get(element);
  }

  // True when text of this element is painted visibly, wherever it lies.
  isPainted(element) {
    const style = this.style(element);
    if (style.visibility !== "visible" || this.opacity(element) < FAINTEST) return false;
    if (!native.isShown(element)) return style.display === "contents" && this.isPainted(parentOf(element));
    if (style.textShadow !== "none" || style.backgroundClip.includes("text")) return true;
    return colour(style.webkitTextFillColor)[3] >= FAINTEST || parseFloat(style.webkitTextStrokeWidth) > 0;
  }

  // True when one of the rectangles of a text of `element` can be seen, perhaps after scrolling.
  isSeen(element, rectangles) {
    return [...rectangles].slice(0, 50).some((area) => {
      if (area.height < SMALLEST || area.width < 1) return false;
      const part = this.reachable(element, area);
      return part !== null && (part.scrolled || this.isUncovered(element, part));
    });
  }

  // The part of an area that no box around `element` cuts off; null when there is none.
  reachable(element, area) {
    let part = { left: area.left, right: area.right, top: area.top, bottom: area.bottom, scrolled: false };
    let position = this.style(element).position;
    for (let box = parentOf(element); box && box !== page.root(document); box = parentOf(box)) {
      if (box === page.body(document) && position !== "fixed") break;
      const style = this.style(box);
      const holds = style.position !== "static" || style.transform !== "none" || style.filter !== "none";
      const moved = style.transform !== "none" || style.filter !== "none";
      if (position === "fixed" ? !moved : position === "absolute" && !holds) continue;
      position = style.position;
      if (style.display === "inline" || style.display === "contents") continue;
      const [sideways, down] = [style.overflowX, style.overflowY];
      if (sideways === "visible" && down === "visible") continue;
      part = cutOff(part, box, sideways, down);
      if (part.right - part.left < 1 || part.bottom - part.top < SMALLEST / 2) return null;
    }
    return this.#onPage(part, position === "fixed");
  }

  #onPage(part, fixed) {
    const overflow = [page.root(document), page.body(document)].filter(Boolean).map((box) => this.style(box));
    const stuck = (axis) => fixed || overflow.some((style) => ["hidden", "clip"].includes(style[axis]));
    const [sideways, down] = [stuck("overflowX"), stuck("overflowY")];
    const left = Math.max(part.left, sideways ? 0 : -scrollX), top = Math.max(part.top, down ? 0 : -scrollY);
    const right = sideways ? Math.min(part.right, innerWidth) : part.right;
    const bottom = down ? Math.min(part.bottom, innerHeight) : part.bottom;
    return right - left >= 1 && bottom - top >= 1 ? { left, right, top, bottom, scrolled: part.scrolled } : null;
  }

  isUncovered(element, part) {
    const y = (part.top + part.bottom) / 2;
    return [0.5, 0.2, 0.8].some((place) => this.#isUncoveredAt(element, part.left + (part.right - part.left) * place, y));
  }

  #isUncoveredAt(element, x, y) {
    if (this.covers().some((cover) => liesOver(cover, element, x, y, this))) return false;
    if (x < 0 || y < 0 || x >= innerWidth || y >= innerHeight) return true;
    let box = element;
    while (this.style(box).display === "contents" && parentOf(box)) box = parentOf(box);
    const stack = elementsAt(native.rootNode(box), x, y);
    const place = stack.indexOf(box);
    if (place < 0) return this.isUntouchable(box);
    if (stack.slice(0, place).some((above) => this.isOpaque(above) || this.hasOpaquePart(above))) return false;
    return !this.hasOpaquePart(box) && !this.isHiddenByColour(element, stack.slice(place));
  }

  // True for what hit tests ignore.
  isUntouchable(element) {
    if (this.style(element).pointerEvents === "none" || native.closest(element, "[inert]")) return true;
    const modal = page.all(document, "dialog:modal")[0];
    return Boolean(modal) && !native.contains(modal, element);
  }

  isOpaque(element) {
    const style = this.style(element);
    if (pseudo(element, style).length && !native.matches(element, REPLACED)) return false;
    return style.visibility === "visible" && this.opacity(element) > 0.9 && (native.matches(element, REPLACED) || paints(style));
  }

  // True when a ::before or ::after of the element, laid over all of it, hides its text.
  hasOpaquePart(element) {
    const box = native.box(element);
    return pseudo(element, this.style(element)).some((style) =>
      style.position !== "static" && Number(style.zIndex) !== -1 && paints(style) && Number(style.opacity) > 0.9
      && parseFloat(style.width) >= box.width * 0.9 && parseFloat(style.height) >= box.height * 0.9);
  }

  isHiddenByColour(element, stack) {
    const style = this.style(element);
    if (style.textShadow !== "none" || style.backgroundClip.includes("text") || parseFloat(style.webkitTextStrokeWidth)) return false;
    const ink = colour(style.webkitTextFillColor);
    for (const box of stack) {
      const behind = this.style(box);
      if (native.matches(box, REPLACED) || behind.backgroundImage !== "none") return false;
      const painted = colour(behind.backgroundColor);
      if (painted[3] > 0.9) return ink.slice(0, 3).every((part, index) => Math.abs(part - painted[index]) <= SAME_COLOUR);
      if (painted[3] > FAINTEST) return false;
    }
    return ink.slice(0, 3).every((part) => part >= 255 - SAME_COLOUR) && !this.covers().length;
  }

  // Opaque elements that hit tests ignore.
  covers() {
    if (this.#covers === null) {
      const candidates = roots().flatMap((root) => allBelow(root, "*")).slice(0, MOST_COVERS);
      this.#covers = candidates.filter((one) =>
        this.style(one).pointerEvents === "none" && this.style(one).position !== "static" && this.isOpaque(one));
    }
    return this.#covers;
  }
}

// An area inside a box that clips it. What must be scrolled to first is moved to the beginning of the box.
function cutOff(part, box, sideways, down) {
  const area = native.box(box);
  let scrolled = part.scrolled;
  const cutAxis = (low, high, overflow, offset) => {
    const [from, to, edge, end] = [part[low], part[high], area[low], area[high]];
    if (overflow === "visible" || (from >= edge && to <= end)) return [from, to];
    if ((overflow !== "auto" && overflow !== "scroll") || to <= edge - offset) return [Math.max(from, edge), Math.min(to, end)];
    scrolled = true;
    return [edge, Math.min(end, edge + to - from)];
  };
  const [left, right] = cutAxis("left", "right", sideways, box.scrollLeft);
  const [top, bottom] = cutAxis("top", "bottom", down, box.scrollTop);
  return { left, right, top, bottom, scrolled };
}

function liesOver(cover, element, x, y, rendering) {
  if (native.contains(cover, element) || native.contains(element, cover)) return false;
  const area = native.box(cover);
  if (x < area.left || x > area.right || y < area.top || y > area.bottom) return false;
  const [above, below] = [layer(cover, element, rendering), layer(element, cover, rendering)];
  if (above.index !== below.index) return above.index > below.index;
  if (above.positioned !== below.positioned) return above.positioned;
  return Boolean(native.follows(element, cover) & Node.DOCUMENT_POSITION_FOLLOWING);
}

// The outermost positioned box around `one` that does not contain `other` decides what is painted later.
function layer(one, other, rendering) {
  const found = { index: 0, positioned: false };
  for (let box = one; box && !native.contains(box, other); box = parentOf(box)) {
    const style = rendering.style(box);
    if (style.position !== "static") Object.assign(found, { index: Number(style.zIndex) || 0, positioned: true });
  }
  return found;
}

const pseudo = (element, style) =>
  ["::before", "::after"].map((name) => getComputedStyle(element, name)).filter((part) => part.content !== "none" && part.content !== "normal");
const paints = ({ backgroundColor, backgroundImage }) =>
  colour(backgroundColor)[3] > 0.9 || (backgroundImage !== "none" && !/transparent|rgba|\/ 0/.test(backgroundImage));
const colour = (text) => {
  const parts = (text.match(/[\d.]+%?/g) || []).map((part) => (part.endsWith("%") ? parseFloat(part) / 100 : Number(part)));
  if (text.startsWith("rgb")) return [parts[0], parts[1], parts[2], parts[3] ?? 1];
  return [NaN, NaN, NaN, parts[3] ?? 1];  // another colour space: only its transparency is known
};

const NO_TEXT = "script, style, head, template, noscript";
const textNodes = (element) => {
  const walker = page.walker(document, element, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT, (node) => {
    if (node.nodeType === Node.TEXT_NODE) return node.data.trim() ? NodeFilter.FILTER_ACCEPT : NodeFilter.FILTER_SKIP;
    return native.matches(node, NO_TEXT) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_SKIP;
  });
  const found = [];
  for (let size = 0; size <= LONGEST_TEXT && walker.nextNode(); found.push(walker.currentNode)) size += walker.currentNode.length;
  return found;
};

function rectanglesOf(node) {
  const range = page.range(document);
  range.selectNodeContents(node);
  return range.getClientRects();
}

// The text of an element as it is rendered, and whether text was left out that has a place but cannot be read.
function renderedText(element, rendering = new Rendering()) {
  const nodes = textNodes(element);
  const size = nodes.reduce((all, node) => all + node.length, 0);
  const unseen = new Set(nodes.filter((node) => {
    const holder = native.parent(node) || element;
    if (native.matches(holder, "option, optgroup, textarea")) return false;
    const rectangles = rectanglesOf(node);
    return rectangles.length > 0 && !(rendering.isPainted(holder) && rendering.isSeen(holder, rectangles));
  }));
  if (!unseen.size && size <= LONGEST_TEXT) return cut(plainText(element));
  return cut(formatted(element, new Set(nodes.filter((node) => !unseen.has(node))), rendering));
}

const hidesText = (element, rendering) => folded(plainText(element)) !== "" && folded(renderedText(element, rendering)) === "";
const plainText = (element) => (element instanceof HTMLElement ? native.innerText(element) : native.textContent(element)) ?? "";

// Text nodes in the order and lines of `innerText`.
function formatted(element, shown, rendering) {
  let text = "";
  const add = (node) => {
    if (text.length > LONGEST_TEXT) return;
    if (node.nodeType === Node.TEXT_NODE) {
      if (shown.has(node) && rectanglesOf(node).length) text += transformed(node, rendering);
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

function transformed(node, rendering) {
  const { textTransform } = rendering.style(native.parent(node));
  if (textTransform === "uppercase") return node.data.toUpperCase();
  if (textTransform === "lowercase") return node.data.toLowerCase();
  return textTransform === "capitalize" ? node.data.replace(/(^|\s)\S/g, (first) => first.toUpperCase()) : node.data;
}
