// The usual case: opaque letters on a plain ground of another colour, with nothing else painted in their place, on a page
// without means that paint elsewhere than in their boxes. Everything that is not known to be usual is left to the experiment.
const MAX_ELEMENTS = 20_000, MAX_STYLE_CHARS = 500_000, STRIP_PX = 100, MAX_STRIPS = 20, MIN_CONTRAST = 40, MIN_LINE_HEIGHT = 0.7, MAX_PADDING_PX = 60;
const REPLACED = new Set(["img", "video", "canvas", "iframe", "frame", "embed", "object", "audio", "svg"]);
const CONTROLS = new Set(["input", "select", "textarea", "button", "meter", "progress"]);
const OVERFLOWING = new Set(["img", "video", "canvas", "svg"]);
const IN_LAYERS = ":popover-open, :modal, :fullscreen, :active-view-transition";
const USUAL_PARTS = /^::(before|after|placeholder|selection|backdrop|-webkit-scrollbar.*|-moz-.*|-ms-.*)$/;
const USUAL_MARKERS = ["none", "disc", "circle", "square", "decimal"];

// How boxes may be painted otherwise than they are: part of the name of a property, which the page's styles must mention,
// and what to ask of an element's style.
const CHANGED_PAINT = [
  ["opacity", (style) => Number(style.opacity) !== 1],
  ["blend", (style) => style.mixBlendMode !== "normal"],
  ["z-index", (style) => Number(style.zIndex) < 0],
  ["filter", (style) => isSet(style.filter)],
  ["clip", (style) => isSet(style.clip) || isSet(style.clipPath) || style.backgroundClip.includes("text")],
  ["mask", (style) => isSet(style.maskImage) || isSet(style.webkitMaskBoxImageSource)],
  ["reflect", (style) => isSet(style.webkitBoxReflect)],
  ["rotate", (style) => isSet(style.rotate)],
  ["scale", (style) => isSet(style.scale)],
  ["offset", (style) => isSet(style.offsetPath)],
  ["perspective", (style) => isSet(style.perspective)],
  ["clamp", (style) => isSet(style.webkitLineClamp)],
  ["content", (style) => isSet(style.content)],
  ["text-overflow", (style, element) => style.textOverflow !== "clip" && native.scrollWidth(element) > native.clientWidth(element)],
  ["transform", (style) => !/^(none|matrix\(1, 0, 0, 1, [^)]*\))$/.test(style.transform)],
];

// How far boxes and texts paint out of themselves, in the same way.
const REACHES = [
  ["shadow", (style) => pixelsIn(`${style.boxShadow} ${style.textShadow}`)],
  ["filter", (style) => (style.filter.includes("url(") ? Infinity : pixelsIn(style.filter))],
  ["reflect", (style) => (isSet(style.webkitBoxReflect) ? Infinity : 0)],
  ["emphasis", (style) => (isSet(style.textEmphasisStyle) ? Infinity : 0)],
  ["border-image", (style) => (isSet(style.borderImageSource) && style.borderImageOutset !== "0" ? Infinity : 0)],
  ["outline", ({ outlineStyle, outlineOffset, outlineWidth }) =>
    (outlineStyle === "none" ? 0 : parseFloat(outlineOffset) < 0 ? Infinity : pixelsIn(`${outlineWidth} ${outlineOffset}`))],
  ["underline", (style) => pixelsIn(style.textUnderlineOffset)],
  ["decoration", (style) => pixelsIn(style.textDecorationThickness)],
  ["column-rule", (style) => (style.columnRuleStyle === "none" ? 0 : pixelsIn(style.columnRuleWidth))],
  ["line-height", ({ lineHeight, fontSize }) => (parseFloat(lineHeight) < MIN_LINE_HEIGHT * parseFloat(fontSize) ? parseFloat(fontSize) : 0)],
  ["stroke", (style) => parseFloat(style.webkitTextStrokeWidth) || 0],
  ["list-style", (style) => (style.display.includes("list-item") && (!USUAL_MARKERS.includes(style.listStyleType) || isSet(style.listStyleImage)) ? Infinity : 0)],
  ["overflow", (style, element) => (OVERFLOWING.has(native.name(element)) && style.overflow === "visible" ? Infinity : 0)],
];

const pixelsIn = (lengths) => [...lengths.matchAll(/(-?[\d.]+)px/g)].reduce((all, [, length]) => all + Math.abs(length), 0);

// Red, green, blue and opacity of a colour in the notation of computed styles; null for another colour space.
function colour(text) {
  if (!/^rgba?\([\d., ]+\)$/.test(text)) return null;
  const [red, green, blue, opacity = 1] = text.match(/[\d.]+/g).map(Number);
  return [red, green, blue, opacity];
}

class UsualCase {
  #rendering;
  #isUsualPage = null;
  #styles = "";
  #isAnimated = false;
  #changes = [];
  #reaches = [];
  #drawn = new Set();
  #strips = new Map([["tall", []]]);
  #plain = new Map();
  #grounds = new Map();
  #letters = new Map();
  #frames = new Map();
  wasAsked = false;

  constructor(rendering) {
    this.#rendering = rendering;
  }

  // True when a text or box of `holder` can certainly be read in all of these places.
  isClear(holder, places) {
    this.wasAsked = true;
    this.#isUsualPage ??= this.#looksUsual() && this.#collectsPaint();
    if (!this.#isUsualPage || !this.#hasUsualLetters(holder)) return false;
    return places.every((place) => this.#isFree(holder, place) && this.#isInside(holder, place));
  }

  #looksUsual() {
    if (hasHiddenTrees || window !== window.parent || CSS.highlights.size || !getSelection().isCollapsed) return false;
    if ([...page.fonts(document)].some((font) => font.status === "loaded")) return false;
    const styles = stylesOfPage();
    if (styles === null || roots().some((root) => allBelow(root, IN_LAYERS).length)) return false;
    [this.#styles, this.#isAnimated] = [styles, page.animations(document).length > 0];
    [this.#changes, this.#reaches] = [CHANGED_PAINT, REACHES].map((ways) => ways.filter(([name]) => this.#mentions(name)).map(([, ask]) => ask));
    return [...styles.matchAll(/::[\w-]+/g)].every(([part]) => USUAL_PARTS.test(part));
  }

  #mentions(name) {
    return this.#isAnimated || this.#styles.includes(name);
  }

  // Note where all elements paint; returns false when one may paint elsewhere than at its box.
  #collectsPaint() {
    const elements = everyElement();
    this.#drawn = new Set(roots().flatMap((root) => allBelow(root, "svg *")));
    return elements.length <= MAX_ELEMENTS && elements.every((element) => {
      const style = this.#rendering.style(element);
      if (style.display === "none" || this.#drawn.has(element)) return true;
      const reach = this.#reaches.reduce((all, ask) => all + ask(style, element), this.#reachOfParts(element));
      if (reach === Infinity) return false;
      if (style.visibility === "visible" && this.#rendering.opacity(element) > 0) this.#noteAll(element, style, reach);
      return true;
    });
  }

  #reachOfParts(element) {
    const names = ["::before", "::after"].filter((name) => this.#styles.includes(name));
    const parts = names.map((name) => getComputedStyle(element, name)).filter(({ content }) => isSet(content));
    return parts.reduce((all, part) => Math.max(all, reachOfPart(part)), 0);
  }

  #noteAll(element, style, reach) {
    if (reach || this.#paints(element, style)) this.#note(element, native.rectangles(element), reach, false);
    if (style.display.includes("list-item") && style.listStyleType !== "none") this.#note(element, [markerOf(element, style)], 0, true);
    for (const node of native.children(element))
      if (node.nodeType === Node.TEXT_NODE && node.data.trim()) this.#note(element, this.#rendering.rectangles(node), reach, true);
  }

  #note(element, rectangles, reach, isText) {
    for (const { left, right, top, bottom, width } of rectangles) {
      if (!width && !reach) continue;
      const paint = { element, isText, left: left - reach, right: right + reach, top: top - reach, bottom: bottom + reach };
      const first = Math.floor(paint.top / STRIP_PX), last = Math.floor(paint.bottom / STRIP_PX);
      if (last - first > MAX_STRIPS) this.#strips.get("tall").push(paint);
      else for (let strip = first; strip <= last; strip += 1) remembered(this.#strips, strip, () => []).push(paint);
    }
  }

  #paints(element, style) {
    if (style.borderWidth !== "0px" || style.backgroundImage !== "none" || colour(style.backgroundColor)?.[3] !== 0) return true;
    const name = native.name(element);
    if (REPLACED.has(name) || CONTROLS.has(name)) return true;
    return (this.#mentions("backdrop") && isSet(style.backdropFilter)) || (this.#mentions("border-image") && isSet(style.borderImageSource));
  }

  // True for letters of one opaque colour that are painted as they are, and stand out from their ground.
  #hasUsualLetters(holder) {
    return remembered(this.#letters, holder, () => {
      const style = this.#rendering.style(holder), ink = colour(style.color);
      if (this.#drawn.has(holder) || ink?.[3] !== 1 || style.webkitTextFillColor !== style.color || parseFloat(style.webkitTextStrokeWidth) > 0) return false;
      if (isSet(style.textShadow) || parseFloat(style.lineHeight) < MIN_LINE_HEIGHT * parseFloat(style.fontSize)) return false;
      if (native.matches(holder, "input, textarea, select") && !isUsualBox(style)) return false;
      const ground = this.#isPlain(holder) ? this.#ground(holder) : null;
      return ground !== null && [0, 1, 2].some((part) => ground.colours.every((one) => one[part] - ink[part] >= MIN_CONTRAST)
        || ground.colours.every((one) => ink[part] - one[part] >= MIN_CONTRAST));
    });
  }

  // True for an element that is painted as it is, in all boxes around it, without lines that may hide its text.
  #isPlain(element) {
    if (!element) return true;
    return remembered(this.#plain, element, () => {
      const style = this.#rendering.style(element), lines = style.textDecorationLine;
      if (lines !== "none" && (lines !== "underline" || isSet(style.textDecorationThickness))) return false;
      return !this.#changes.some((ask) => ask(style, element)) && this.#isPlain(parentOf(element));
    });
  }

  // The colours of what is painted behind an element, and the box where it is; null when it is not plain.
  #ground(element) {
    return remembered(this.#grounds, element, () => {
      const outer = parentOf(element), style = this.#rendering.style(element), own = groundOf(style);
      if (own === null || style.boxShadow.includes("inset") || style.columnRuleStyle !== "none") return null;
      if (isSet(style.backdropFilter) || isSet(style.borderImageSource)) return null;
      if (own.length) return { colours: own, box: this.#fillsPage(element) ? null : element };
      if (outer) return this.#ground(outer);
      const isLight = /^(normal|light)$/.test(style.colorScheme) && !page.all(document, "meta[name=color-scheme i]").length;
      return isLight ? { colours: [[255, 255, 255]], box: null } : null;
    });
  }

  // True for the element whose background is the page's.
  #fillsPage(element) {
    const root = page.root(document);
    return element === root || (element === page.body(document) && groundOf(this.#rendering.style(root))?.length === 0);
  }

  // True when nothing but `holder` and what is around it paints in the middle of a place.
  #isFree(holder, place) {
    const quarter = place.height / 4, top = place.top + quarter, bottom = place.bottom - quarter;
    const meets = (paint) => paint.left < place.right - 1 && paint.right > place.left + 1 && paint.top < bottom && paint.bottom > top;
    const isBehind = ({ element, isText }) => element === holder || (!isText && within(element, holder));
    for (const strip of ["tall", ...stripsOf(top, bottom)])
      if ((this.#strips.get(strip) ?? []).some((paint) => meets(paint) && !isBehind(paint))) return false;
    return true;
  }

  // True when a place lies in its ground, in all boxes that cut it off, and on the page.
  #isInside(holder, place) {
    const ground = this.#ground(holder).box;
    if (ground && ![...native.rectangles(ground)].some((box) => encloses(box, place))) return false;
    return this.#framesAround(holder).every((boxes) => boxes.some((box) => encloses(box, place)));
  }

  // What an element's text must lie in: for each box around it that cuts it off or has a frame, the parts of that box, and
  // what can be scrolled to.
  #framesAround(element) {
    return remembered(this.#frames, element, () => {
      const outer = parentOf(element);
      if (!outer) return [[this.#page(false)]];
      const style = this.#rendering.style(element), frames = this.#framesAround(outer), own = [];
      if (style.position === "fixed" || style.position === "sticky") own.push([this.#page(true)]);
      if (style.overflow !== "visible" && !this.#scrollsPage(element)) own.push([native.box(element)]);
      if (hasFrame(style)) own.push([...native.rectangles(element)].map((box) => withoutBorder(box, style)));
      return own.length ? [...own, ...frames] : frames;
    });
  }

  // The part of the page that can be seen, perhaps after scrolling.
  #page(isFixed) {
    const root = page.root(document), hides = (box) => box && /hidden|clip/.test(this.#rendering.style(box).overflow);
    if (isFixed || hides(root) || hides(page.body(document))) return { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
    return { left: -scrollX, top: -scrollY, right: native.scrollWidth(root) - scrollX, bottom: native.scrollHeight(root) - scrollY };
  }

  #scrollsPage(box) {
    return box === page.body(document) && this.#rendering.style(page.root(document)).overflow === "visible";
  }
}

const BORDERS = ["borderTopWidth", "borderRightWidth", "borderBottomWidth", "borderLeftWidth"];

const hasFrame = (style) => style.borderWidth !== "0px" || style.boxShadow !== "none" || style.outlineStyle !== "none";

function withoutBorder({ left, right, top, bottom }, style) {
  const [above, beside, below, before] = BORDERS.map((side) => parseFloat(style[side]));
  return { left: left + before, right: right - beside, top: top + above, bottom: bottom - below };
}

// Where the marker of a list item may be.
function markerOf(element, { fontSize, direction, paddingLeft, paddingRight, listStylePosition }) {
  const size = 2 * parseFloat(fontSize), { left, right, top } = native.box(element);
  const edge = direction === "rtl" ? right - parseFloat(paddingRight) : left + parseFloat(paddingLeft);
  const isAfter = (direction === "rtl") !== (listStylePosition === "inside");
  return { left: isAfter ? edge : edge - size, right: isAfter ? edge + size : edge, top: top - size / 2, bottom: top + size, width: size };
}

const stripsOf = (top, bottom) => {
  const first = Math.floor(top / STRIP_PX);
  return Array.from({ length: Math.floor(bottom / STRIP_PX) - first + 1 }, (_, at) => first + at);
};

const encloses = (box, place) =>
  place.left >= box.left - 1 && place.right <= box.right + 1 && place.top + place.height / 4 >= box.top && place.bottom - place.height / 4 <= box.bottom;

// True for a box whose text begins at its edge.
const isUsualBox = ({ textIndent, paddingLeft, paddingRight }) => textIndent === "0px" && parseFloat(paddingLeft) <= MAX_PADDING_PX && parseFloat(paddingRight) <= MAX_PADDING_PX;

// The colours of a background, none where it is transparent; null when it is not plain.
function groundOf({ backgroundColor, backgroundImage, backgroundSize, backgroundPosition, backgroundRepeat, display, visibility }) {
  const base = colour(backgroundColor);
  if (display === "contents" || visibility !== "visible") return [];
  if (backgroundImage === "none") return base === null || (base[3] > 0 && base[3] < 1) ? null : base[3] ? [base] : [];
  const isAll = backgroundSize === "auto" && backgroundPosition === "0% 0%" && backgroundRepeat === "repeat";
  if (!isAll || !/^(repeating-)?(linear|radial|conic)-gradient\(/.test(backgroundImage) || /url\(| in /.test(backgroundImage)) return null;
  const stops = (backgroundImage.match(/[a-z-]+\([^()]*\)/g) ?? []).map(colour);
  return stops.length && stops.every((stop) => stop?.[3] === 1) ? stops : null;
}

// How far a ::before or ::after paints: only small ones in the line are known.
function reachOfPart({ content, position, transform, float, margin, backgroundImage, backgroundColor, boxShadow, textShadow, filter, outlineStyle, borderWidth, fontSize }) {
  if (!["static", "relative"].includes(position) || float !== "none" || margin.includes("-") || /[1-9]/.test(borderWidth)) return Infinity;
  if ([transform, backgroundImage, boxShadow, textShadow, filter, outlineStyle].some(isSet) || colour(backgroundColor)?.[3] !== 0) return Infinity;
  const letters = /^"(.{0,3})"$/u.exec(content);
  return letters && position === "static" ? letters[1].length * parseFloat(fontSize) : Infinity;
}

// All rules of the page's styles, and what is set at elements; null when some cannot be read, or they are very long.
function stylesOfPage() {
  const found = [];
  let size = 0;
  const add = (text) => {
    size += text.length;
    if (size > MAX_STYLE_CHARS) throw new RangeError("too long");
    found.push(text);
  };
  const addAll = (sheet) => {
    for (const rule of sheet.cssRules) {
      if (rule instanceof CSSImportRule && rule.styleSheet) addAll(rule.styleSheet);
      add(rule.cssText);
    }
  };
  try {
    for (const root of roots()) {
      for (const sheet of root === document ? page.styleSheets(root) : shadowSheets.own(root)) addAll(sheet);
      for (const sheet of sheetsOf(root)) addAll(sheet);
      for (const element of allBelow(root, "[style]")) add(native.attribute(element, "style"));
    }
  } catch {
    return null;
  }
  return found.join("\n");
}
