// Decides which text is rendered so that it could be read: opaque, large enough, in reach of scrolling, not covered.
const MIN_SIZE = 4, WORD = 60, MAX_LINES = 50, MAX_WORDS = 2000, MAX_COVERS = 5000, STRIP = 100, MAX_BLUR = 0.3, MAX_DISTORTION = 0.15, MIN_SPACING = -0.35;
const SAME_PLACE = new DOMMatrix();
const behindEyes = (distance) => new DOMMatrix([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, -1 / distance, 0, 0, 0, 1]);
const REPLACED = "img, video, canvas, iframe, embed, object";

// Caches of one look at the page; nothing changes while a script runs.
class Rendering {
  #styles = new Map();
  #opacities = new Map();
  #matrices = new Map();
  #painted = new Map();
  #inks = new Map();
  #backgrounds = new Map();
  #surroundings = new Map();
  #clippings = new Map();
  #moved = new Map();
  #covers = new Map();
  #frames = new Map();
  #readable = new Map();
  #layers = null;
  #paintsFar = null;
  #elements = null;
  otherRanges = null;
  doubts = new Doubts();
  isUndecided = false;
  seenPart = null;

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
    return remembered(this.#painted, element, () => {
      const style = this.style(element);
      if (style.visibility !== "visible" || this.opacity(element) < FAINTEST) return false;
      if (!native.isShown(element)) return style.display === "contents" && this.isPainted(parentOf(element));
      return this.isLegible(element) && this.inks(element).every((inks) => inks.length > 0);
    });
  }

  inks(element) {
    return remembered(this.#inks, element, () => inksOf(element, this));
  }

  // What the letters of an element are painted with, by the ways they are painted in, as the window shows it: red, green,
  // blue and opacity. None where it cannot be known.
  shownInks(element) {
    const { opacity, filter, blend } = this.effects(element, null), ways = this.inks(element);
    if (blend !== "normal" || ways.flat().includes(null)) return [];
    return ways.map((inks) => inks.map(([red, green, blue, own]) => [...through([red, green, blue, 1], filter).slice(0, 3), own * opacity]));
  }

  // What the boxes around an element, and its own, do to all that is in them.
  surroundings(element) {
    if (!element) return { blur: 0, isMasked: false, isClipped: false, isShaped: false, isPlain: true };
    return remembered(this.#surroundings, element, () => {
      const style = this.style(element), outer = this.surroundings(parentOf(element));
      return {
        blur: Math.max(outer.blur, blurOf(style.filter)),
        isMasked: outer.isMasked || isMasked(style) || isExchanged(style),
        isClipped: outer.isClipped || isClipped(style),
        isShaped: outer.isShaped || isClipped(style) || isSet(style.maskImage),
        isPlain: outer.isPlain && style.filter === "none" && style.mixBlendMode === "normal",
      };
    });
  }

  // True unless letters are blurred, masked, squeezed, slanted or laid on one another.
  isLegible(element) {
    const { fontSize, letterSpacing } = this.style(element), size = parseFloat(fontSize);
    if (parseFloat(letterSpacing) < MIN_SPACING * size) return false;
    const { a, b, c, d, m44 } = this.matrix(element);
    const distortion = Math.abs(a * d - b * c) / Math.max(a * a + b * b, c * c + d * d);
    if (!(distortion >= MAX_DISTORTION) || m44 <= 0 || isPressed(element)) return false;
    const { blur, isMasked } = this.surroundings(element);
    return blur <= MAX_BLUR * size && !isMasked;
  }

  // Product of the transforms of an element and all around it.
  matrix(element) {
    if (!element) return SAME_PLACE;
    return remembered(this.#matrices, element, () => {
      const { transform, scale, rotate } = this.style(element), outer = parentOf(element);
      let found = this.matrix(outer);
      const perspective = outer ? parseFloat(this.style(outer).perspective) : NaN;
      if (perspective > 0) found = found.multiply(behindEyes(perspective));
      if (rotate !== "none" && /^[-\d.]+deg$/.test(rotate)) found = found.rotate(parseFloat(rotate));
      if (scale !== "none") found = found.scale(...scale.split(" ").slice(0, 2).map(Number));
      return transform === "none" ? found : found.multiply(new DOMMatrix(transform));
    });
  }

  // True when one of the rectangles of a text of `element` can be seen, perhaps after scrolling.
  isSeen(element, rectangles, isText = false) {
    this.isUndecided = false;
    return [...rectangles].slice(0, 50).some((area) => {
      if (area.height < MIN_SIZE || area.width < 1) return false;
      const part = this.reachable(element, area, isText);
      if (part === null || isSliver(part, area)) return false;
      this.seenPart = part;
      return part.scroller ? this.isFreeInside(part.scroller, element, area) : this.isUncovered(element, part);
    });
  }

  // The elements of the page, as many as are looked at for what they paint over others.
  get elements() {
    this.#elements ??= everyElement().slice(0, MAX_COVERS);
    return this.#elements;
  }

  // True when an element of the page may paint over places where no box or letter of it is.
  get paintsFar() {
    this.#paintsFar ??= this.elements.some((one) => paintsFar(one, this.style(one)));
    return this.#paintsFar;
  }

  // What can be read of a text node: all, some of its words, or nothing.
  readablePart(node, holder) {
    return remembered(this.#readable, node, () => seenPartOf(node, holder, this));
  }

  // True when every line of a text can be seen everywhere, tried at places that are less than a word apart.
  isWhollySeen(element, rectangles) {
    this.isUndecided = false;
    const lines = [...rectangles].filter((area) => area.width >= 1);
    if (!lines.length || lines.length > MAX_LINES) return false;
    return lines.every((area) => {
      const part = this.reachable(element, area, true);
      if (part === null || area.height < MIN_SIZE || (part.scroller ? isSliver : isCutShort)(part, area)) return false;
      const { left, right, top, bottom } = part.scroller ? area : part, y = (top + bottom) / 2;
      const isFree = (x) => (part.scroller ? this.#isFreeAt(element, x, y, part.scroller) : this.#isUncoveredAt(element, x, y));
      const count = Math.ceil((right - left) / WORD);
      return Array.from({ length: count }, (_, place) => left + ((right - left) * (place + 0.5)) / count).every(isFree);
    });
  }

  // The part of an area that no box around `element` cuts off (nor itself, for its own text); null when there is none.
  reachable(element, area, isText) {
    let part = { left: area.left, right: area.right, top: area.top, bottom: area.bottom, scroller: null };
    let position = isText ? "static" : this.style(element).position;
    for (let box = isText ? element : parentOf(element); box && box !== page.root(document); box = parentOf(box)) {
      if (box === page.body(document) && position !== "fixed") break;
      if (position === "fixed" && !this.isMoved(box)) continue;
      const { place, cuts, sideways, down } = this.clipping(box);
      if (position === "absolute" && place === "static" && !this.isMoved(box)) continue;
      position = place;
      if (!cuts) continue;
      part = cutOff(part, box, sideways, down);
      if (part.right - part.left < 1 || part.bottom - part.top < MIN_SIZE / 2) return null;
    }
    return this.#onPage(part, position === "fixed");
  }

  // How a box is placed, and what it cuts off of what is in it.
  clipping(box) {
    return remembered(this.#clippings, box, () => {
      const { position: place, display, overflowX: sideways, overflowY: down } = this.style(box);
      const isBox = display !== "inline" && display !== "contents";
      return { place, cuts: isBox && (sideways !== "visible" || down !== "visible"), sideways, down };
    });
  }

  // True for a box to which fixed elements inside refer.
  isMoved(box) {
    return remembered(this.#moved, box, () => containsFixed(this.style(box)));
  }

  // True for a box that is painted as one, over texts before it.
  isStacked(box) {
    return this.isMoved(box) || isBlended(this.style(box));
  }

  isLayer(element) {
    const { position, display } = this.style(element);
    return position !== "static" || display.startsWith("inline-") || this.isStacked(element);
  }

  #onPage(part, fixed) {
    const overflow = [page.root(document), page.body(document)].filter(Boolean).map((box) => this.style(box));
    const stuck = (axis) => fixed || overflow.some((style) => ["hidden", "clip"].includes(style[axis]));
    const [sideways, down] = [stuck("overflowX"), stuck("overflowY")];
    const left = Math.max(part.left, sideways ? 0 : -scrollX), top = Math.max(part.top, down ? 0 : -scrollY);
    const right = sideways ? Math.min(part.right, innerWidth) : part.right;
    const bottom = down ? Math.min(part.bottom, innerHeight) : part.bottom;
    return right - left >= 1 && bottom - top >= 1 ? { left, right, top, bottom, scroller: part.scroller } : null;
  }

  isUncovered(element, part) {
    const y = (part.top + part.bottom) / 2;
    return [0.5, 0.2, 0.8].some((place) => this.#isUncoveredAt(element, part.left + (part.right - part.left) * place, y));
  }

  #isUncoveredAt(element, x, y) {
    const box = this.#boxOf(element), outside = x < 0 || y < 0 || x >= innerWidth || y >= innerHeight;
    const stack = outside ? [] : elementsAt(native.rootNode(box), x, y);
    const place = stack.indexOf(box);
    if (place < 0) return (outside || this.isUntouchable(box)) && this.#isFreeAt(element, x, y);
    if (this.unhitLayersAt(x, y).some((layer) => this.#hides(layer, element, x, y))) return false;
    if (stack.slice(0, place).some((above) => this.isOpaque(above, x, y) || this.covers(above).length > 0 || this.hasTextAt(above, element, x, y))) return false;
    return !this.isUnderPart(element) && !this.isHiddenByColour(element, stack.slice(place), x, y);
  }

  #boxOf(element) {
    let box = element;
    while (this.style(box).display === "contents" && parentOf(box)) box = parentOf(box);
    return box;
  }

  // True when text that must be scrolled to is not covered by what scrolls with it.
  isFreeInside(scroller, element, area) {
    const y = (area.top + area.bottom) / 2;
    return [0.5, 0.2, 0.8].some((place) => this.#isFreeAt(element, area.left + (area.right - area.left) * place, y, scroller));
  }

  // The same without a hit test: by the boxes of layers (in `scroller` if there is one), and by the backgrounds around.
  #isFreeAt(element, x, y, scroller = null) {
    const box = this.#boxOf(element), boxes = [...around(box)];
    if (this.surroundings(box).isClipped) return false;
    const layers = this.layersAt(x, y).filter((layer) => !scroller || native.contains(scroller, layer.element));
    if (layers.some((layer) => this.#hides(layer, element, x, y)) || this.isUnderPart(element)) return false;
    this.isUndecided ||= layers.some((layer) => this.background(layer.element) === null);
    return !this.isHiddenByColour(element, boxes, x, y);
  }

  #hides(layer, element, x, y) {
    if (!liesOver(layer.element, element, this)) return false;
    return this.isOpaque(layer.element, x, y) || this.hasTextAt(layer.element, element, x, y);
  }

  // True when `other` has text of its own at a point.
  hasTextAt(other, element, x, y) {
    if (native.contains(other, element) || native.contains(element, other) || !this.isPainted(other)) return false;
    const texts = [...native.children(other)].filter((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());
    return texts.slice(0, 20).some((node) => [...rectanglesOf(node)].some((area) => isWithin(area, x, y)));
  }

  // True for what hit tests ignore.
  isUntouchable(element) {
    if (this.style(element).pointerEvents === "none" || native.closest(element, "[inert]")) return true;
    const modal = page.all(document, "dialog:modal")[0];
    return Boolean(modal) && !native.contains(modal, element);
  }

  // True when an element hides what is under it at a point; there may be a ::before or ::after of it instead.
  isOpaque(element, x, y) {
    const style = this.style(element), replaced = native.matches(element, REPLACED);
    if (style.visibility !== "visible" || this.opacity(element) <= 0.9) return false;
    if (isShape(element)) return isOpaqueShape(style);
    const box = native.box(element);
    if (isFramed(box, this.frames(element), x, y)) return true;
    if (!replaced && !isWithin(box, x, y)) return false;
    return replaced || paints(style) || blurOf(style.backdropFilter) > 4;
  }

  // What is laid over all of an element by its ::before and ::after.
  covers(element) {
    return remembered(this.#covers, element, () => coversOf(element, this.style(element)));
  }

  frames(element) {
    return remembered(this.#frames, element, () => framesOf(this.style(element)));
  }

  // True when a ::before or ::after of the element, or of a box around it, hides its text.
  isUnderPart(element) {
    return [...around(element)].some((box) => this.covers(box).some((part) => {
      const own = layer(element, box, this), index = Number(part.zIndex) || 0;
      return own.positioned ? index > own.index : true;
    }));
  }

  isHiddenByColour(element, boxes, x, y) {
    const background = this.backgroundOf(boxes, x, y);
    if (background === null) {
      this.isUndecided = true;
      return false;
    }
    const effects = this.effects(element, background.box);
    const isLostOn = (ink) => (behind) => ink !== null && isIndistinct(ink, behind, effects);
    const isLost = (ink) => background.colours.every(isLostOn(ink));
    this.isUndecided ||= background.colours.length > 1 && this.inks(element).flat().some((ink) => background.colours.some(isLostOn(ink)));
    return this.inks(element).some((inks) => inks.every(isLost));
  }

  // The first of `boxes`, and of the untouchable layers in them, that has a background; null when it is not known.
  backgroundOf(boxes, x, y) {
    let layers = this.untouchableLayersAt(x, y).map(({ element }) => element).filter((one) => !boxes.includes(one));
    for (const box of boxes) {
      const inside = layers.filter((layer) => native.contains(box, layer));
      layers = layers.filter((layer) => !inside.includes(layer));
      for (const each of [...inside.reverse(), box]) {
        const colours = this.background(each);
        if (colours === null || colours.some(([, , , opacity]) => opacity > FAINTEST && opacity <= 0.9)) return null;
        if (colours.some(([, , , opacity]) => opacity > 0.9)) return { box: each, colours };
      }
    }
    const scheme = this.style(page.root(document)).colorScheme;
    return { box: null, colours: [scheme === "dark" ? [18, 18, 18, 1] : [255, 255, 255, 1]] };
  }

  background(box) {
    return remembered(this.#backgrounds, box, () => {
      if (native.matches(box, REPLACED)) return null;
      const style = this.style(box);
      if (isShape(box)) return shapeColours(style);
      return style.backgroundClip.includes("text") ? [] : backgroundColours(style);
    });
  }

  // Opacity, filters and blending between a text and the box of its background, and the filters around both.
  effects(element, box) {
    const found = { opacity: this.opacity(element) / (box ? this.opacity(box) : 1), filter: "", blend: "normal", around: "" };
    if (this.surroundings(element).isPlain) return found;
    let inside = true;
    for (const each of around(element)) {
      inside &&= each !== box && !(box && native.contains(each, box));
      const { filter, mixBlendMode } = this.style(each);
      found[inside ? "filter" : "around"] += ` ${colourFilters(filter)}`;
      if (inside && found.blend === "normal") found.blend = mixBlendMode === "plus-lighter" ? "lighter" : mixBlendMode;
    }
    return { ...found, filter: found.filter.trim(), around: found.around.trim() };
  }

  // Elements painted in a layer of their own at a point, which may hide text there.
  layersAt(x, y) {
    this.#layers ??= this.#allLayers();
    const strip = [...(this.#layers.get(Math.floor(y / STRIP)) ?? []), ...this.#layers.get("tall")];
    return strip.filter(({ area }) => isWithin(area, x, y));
  }

  // Layers that hit tests do not find at a point: untouchable ones, and what a layer paints outside of itself.
  unhitLayersAt(x, y) {
    const isOutside = (layer) => this.frames(layer.element).reach > 0 && !isWithin(native.box(layer.element), x, y);
    return this.layersAt(x, y).filter((layer) => this.style(layer.element).pointerEvents === "none" || isOutside(layer));
  }

  untouchableLayersAt(x, y) {
    return this.layersAt(x, y).filter(({ element }) => this.style(element).pointerEvents === "none");
  }

  // All layers by the strips of the page in which they are.
  #allLayers() {
    const strips = new Map([["tall", []]]);
    for (const element of this.elements.filter((one) => this.isLayer(one) || native.matches(one, REPLACED) || isShape(one))) {
      const area = grown(native.box(element), this.frames(element).reach), { top, bottom } = area, layer = { element, area };
      const first = Math.floor(top / STRIP), last = Math.floor(bottom / STRIP);
      if (last - first > 20) strips.get("tall").push(layer);
      else for (let strip = first; strip <= last; strip += 1) remembered(strips, strip, () => []).push(layer);
    }
    return strips;
  }
}

// An area inside a box that clips it. What must be scrolled to first is moved to the beginning of the box.
function cutOff(part, box, sideways, down) {
  const area = native.box(box);
  let scroller = part.scroller;
  const cutAxis = (low, high, overflow, offset) => {
    const [from, to, edge, end] = [part[low], part[high], area[low], area[high]];
    if (overflow === "visible" || (from >= edge && to <= end)) return [from, to];
    if ((overflow !== "auto" && overflow !== "scroll") || to <= edge - offset) return [Math.max(from, edge), Math.min(to, end)];
    scroller = box;
    return [edge, Math.min(end, edge + to - from)];
  };
  const [left, right] = cutAxis("left", "right", sideways, box.scrollLeft);
  const [top, bottom] = cutAxis("top", "bottom", down, box.scrollTop);
  return { left, right, top, bottom, scroller };
}

function liesOver(cover, element, rendering) {
  if (native.contains(cover, element) || native.contains(element, cover)) return false;
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
    if (native.matches(box, TOP_LAYER)) return { index: Infinity, positioned: true };
    if (style.position !== "static" || rendering.isStacked(box)) Object.assign(found, { index: Number(style.zIndex) || 0, positioned: true });
  }
  return found;
}

const pseudo = (element, style) =>
  ["::before", "::after"].map((name) => getComputedStyle(element, name)).filter((part) => part.content !== "none" && part.content !== "normal");
const paints = ({ backgroundColor, backgroundImage }) =>
  colour(backgroundColor)[3] > 0.9 || (backgroundImage !== "none" && (imageColours(backgroundImage)?.every((part) => part[3] > 0.9) ?? true));
const NO_TEXT = "script, style, head, template, noscript";
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

// The text of an element as it is rendered, and whether text was left out that has a place but cannot be read.
function renderedText(element, rendering) {
  const nodes = textNodes(element);
  const size = nodes.reduce((all, node) => all + node.length, 0);
  const shown = new Map(nodes.map((node) => [node, rendering.readablePart(node, native.parent(node) || element)]));
  if (size <= MAX_TEXT_CHARS && nodes.every((node) => shown.get(node) === node.data)) return cut(plainText(element));
  return cut(formatted(element, shown, rendering));
}

function seenPartOf(node, holder, rendering) {
  if (native.matches(holder, "option, optgroup")) return isInHiddenBox(holder, rendering) ? "" : node.data;
  if (native.matches(holder, "textarea")) return node.data;
  const rectangles = rectanglesOf(node);
  if (!rectangles.length) return node.data;
  if (isTurned(node.data, rendering.style(holder)) || !rendering.isPainted(holder)) return "";
  const isWhole = rendering.isWhollySeen(holder, rectangles);
  return isWhole && !rendering.doubts.areThere(holder, rendering) ? node.data : seenWords(node, holder, rendering);
}

// The text of a node without the words that cannot be seen.
function seenWords(node, holder, rendering) {
  const range = page.range(document), words = [...node.data.matchAll(/\S+/g)].slice(0, MAX_WORDS);
  const isSeen = (word) => {
    range.setStart(node, word.index);
    range.setEnd(node, word.index + word[0].length);
    return rendering.isSeen(holder, range.getClientRects(), true) && rendering.doubts.accept(node, word, holder, rendering);
  };
  let text = "", end = 0;
  for (const word of words) {
    text += node.data.slice(end, word.index) + (isSeen(word) ? word[0] : "");
    end = word.index + word[0].length;
  }
  return words.length < MAX_WORDS ? text + node.data.slice(end) : text;
}

// True for an option of a select box that cannot be seen.
function isInHiddenBox(option, rendering) {
  const box = native.closest(option, "select");
  return Boolean(box) && !(rendering.isPainted(box) && rendering.isSeen(box, native.rectangles(box)));
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
