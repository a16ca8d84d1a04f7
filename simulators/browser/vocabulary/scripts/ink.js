// What text is painted with, and what the style of a box does to the text in it.
const FAINTEST = 0.1, MAX_RANGES = 1000;
const TOP_LAYER = ":is(:popover-open, :modal, :fullscreen)";

// The value for `key`, made once.
function remembered(values, key, make) {
  if (!values.has(key)) values.set(key, make());
  return values.get(key);
}

// An element and all around it.
function* around(element) {
  for (let box = element; box; box = parentOf(box)) yield box;
}

const isWithin = (area, x, y) => x >= area.left && x <= area.right && y >= area.top && y <= area.bottom;
const isSliver = (part, area) =>
  part.right - part.left < Math.min(area.width, 12) || part.bottom - part.top < 0.5 * area.height;

// True when so much of a line is cut off that a word may be missing.
const isCutShort = (part, area) => part.right - part.left < area.width - MIN_SIZE || part.bottom - part.top < 0.5 * area.height;

const blurOf = (filter) => [...(filter || "").matchAll(/blur\(([\d.]+)px\)/g)].reduce((all, [, size]) => all + Number(size), 0);
const isSet = (value) => Boolean(value) && value !== "none" && value !== "normal" && value !== "auto";

// Turns the direction of the letters in a text.
const TURNING = /[\u202d\u202e]/, LATIN = /\p{Script=Latin}/u;

// True when the letters of a text stand in another order than they are written.
const isTurned = (text, style) =>
  TURNING.test(text) || (style.direction === "rtl" && style.unicodeBidi.includes("override") && LATIN.test(text));

// True for a box that clips to a shape, of which nothing more is known.
const isClipped = ({ clipPath, clip, position }) =>
  (isSet(clipPath) && !/^inset\(0(px|%)?( round .*)?\)$/.test(clipPath)) || (clip !== "auto" && ["absolute", "fixed"].includes(position));

// True for a mask that is a picture, or transparent everywhere.
function isMasked({ maskImage, webkitMaskImage, webkitMaskBoxImageSource }) {
  const image = maskImage || webkitMaskImage || "none";
  if (isSet(webkitMaskBoxImageSource)) return true;
  if (!isSet(image)) return false;
  const colours = imageColours(image);
  return colours === null || colours.every(([, , , opacity]) => opacity < FAINTEST);
}

// A picture in the place of the content, or a filter of which nothing is known.
const isExchanged = ({ content, filter }) => content.startsWith("url(") || content.includes("gradient(") || filter.includes("url(");

// True for a box to which positions of elements inside, fixed ones too, refer.
const containsFixed = (style) =>
  [style.transform, style.translate, style.rotate, style.scale, style.perspective, style.filter, style.backdropFilter].some(isSet)
  || /transform|perspective|filter/.test(style.willChange) || /paint|layout|strict|content/.test(style.contain) || isSet(style.containerType);

// True for a box whose content is painted together and then laid on the page.
const isBlended = (style) =>
  Number(style.opacity) < 1 || style.mixBlendMode !== "normal" || style.isolation === "isolate" || isSet(style.clipPath)
  || isSet(style.maskImage || style.webkitMaskImage);

// The ways in which text of an element is painted, each a list of colours; null is a colour that is not known.
function inksOf(element, rendering) {
  const style = rendering.style(element), usual = [];
  if (element instanceof SVGTextContentElement) return inksOfSvg(style);
  if (style.backgroundClip.includes("text")) usual.push(...(backgroundColours(style) ?? [null]));
  if (parseFloat(style.webkitTextStrokeWidth) > 0) usual.push(colour(style.webkitTextStrokeColor));
  usual.push(...shadowColours(style.textShadow, parseFloat(style.fontSize)));
  const fills = [style.webkitTextFillColor, ...otherFills(element, style, rendering)];
  return fills.map((fill) => [...usual, colour(fill)].filter((ink) => ink === null || ink[3] >= FAINTEST));
}

// Colours of text in first lines, highlights and the selection, where they differ from the element's own.
function otherFills(element, style, rendering) {
  let block = element;
  while (/^(inline|contents)$/.test(rendering.style(block).display) && parentOf(block)) block = parentOf(block);
  const parts = rendering.style(block).webkitTextFillColor === style.webkitTextFillColor ? [[block, "::first-line"]] : [];
  rendering.otherRanges ??= markedRanges();
  for (const [range, part] of rendering.otherRanges) if (range.intersectsNode(element)) parts.push([element, part]);
  const found = parts.map(([box, part]) => getComputedStyle(box, part).webkitTextFillColor);
  return found.filter((fill) => fill && fill !== style.webkitTextFillColor);
}

// Ranges of the page's texts that have a style of their own, with the names of those styles.
function markedRanges() {
  const found = [], selection = getSelection();
  for (const [name, ranges] of CSS.highlights ?? []) for (const range of ranges) {
    if (found.length >= MAX_RANGES) break;
    found.push([live(range), `::highlight(${name})`]);
  }
  if (selection && !selection.isCollapsed) found.push([selection.getRangeAt(0), "::selection"]);
  return found.filter(([range]) => range !== null);
}

// A range that can be compared; null for one that is in no document.
function live(range) {
  if (range instanceof Range) return range;
  const found = page.range(document);
  try {
    found.setStart(range.startContainer, range.startOffset);
    found.setEnd(range.endContainer, range.endOffset);
  } catch { return null; }
  return found;
}
