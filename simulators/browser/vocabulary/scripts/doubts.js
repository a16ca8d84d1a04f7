// The experiment: words that may not be readable are switched off and on again, to see whether the picture of their place
// changes. The page's document is not changed: words are painted by a custom highlight; where that has no effect (SVG,
// letters cut out of a background, boxes), their element by an animation that stands still.
const MAX_DOUBTS = 2000, TOP_PRIORITY = 2147483647, OWN_SCROLL_MS = 100;
const SWITCH = `w${Math.random().toString(36).slice(2)}`;
let asked = [], verdicts = new WeakMap(), hasHiddenTrees = false, presumed = true, lastScroll = -Infinity;
const running = { animations: [], roots: new Map(), scrolled: new Map() };

// The words of one look at the page about which the experiment decides.
class Doubts {
  #rendering;
  #found = [];

  constructor(rendering) {
    this.#rendering = rendering;
  }

  // True for a word that was found to be readable; what is not known is noted, and taken for `presumed`.
  accept({ node, index, word, holder }) {
    if (this.#found.length >= MAX_DOUBTS) return false;
    const known = verdicts.get(node)?.get(index);
    const verdict = known && known.word === word ? known.isThere : null;
    this.#found.push({ node, index, word, holder, verdict });
    return verdict ?? presumed;
  }

  // The number of words in doubt, and of those that are not decided. When texts were looked at: the number of nodes in which a
  // script finds a tag, until hidden trees are known.
  answer() {
    if (this.#found.length) asked = this.#found;
    const tags = hasHiddenTrees || !this.#rendering.usual.wasAsked ? {} : { tags: tagsOf(outermost().document) };
    const open = this.#found.filter(({ verdict }) => verdict === null).length;
    return { ...tags, doubts: this.#found.length, open };
  }
}

// The outermost window of the same site around this one.
function outermost(view = window) {
  try {
    return view.parent === view || !view.parent.document ? view : outermost(view.parent);
  } catch {
    return view;
  }
}

// The number of elements, and of texts and comments with the beginning of a tag, in a document, its open shadow roots and its
// frames of the same site: what the browser's own search for "<" finds there.
function tagsOf(document) {
  const trees = roots(document), found = trees.flatMap((root) => allBelow(root, "*"));
  const inside = found.filter((one) => native.matches(one, "iframe, frame, object")).map((frame) => frame.contentDocument).filter(Boolean);
  return [...trees.map(textsWithTags), ...inside.map(tagsOf)].reduce((all, each) => all + each, found.length);
}

function textsWithTags(root) {
  const walker = page.walker(document, root, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_COMMENT | NodeFilter.SHOW_CDATA_SECTION);
  let found = 0;
  while (walker.nextNode()) if (walker.currentNode.data.includes("<")) found += 1;
  return found;
}

// From now on doubt all words: the page has elements that no script finds, as in closed shadow roots.
function doubtAll() {
  hasHiddenTrees = true;
  return null;
}

const forgetVerdicts = () => {
  verdicts = new WeakMap();
  return null;
};

// Of the words that were open, those with these numbers are readable.
function setVerdicts(readable) {
  const numbers = new Set(readable);
  for (const [number, { node, index, word, verdict }] of asked.entries())
    if (verdict === null) remembered(verdicts, node, () => new Map()).set(index, { word, isThere: numbers.has(number) });
  return null;
}

function rangeOf({ node, index, word }) {
  const range = page.range(document);
  if (node.nodeType !== Node.TEXT_NODE) range.selectNode(node);
  else {
    range.setStart(node, Math.min(index, node.length));
    range.setEnd(node, Math.min(index + word.length, node.length));
  }
  return range;
}

const isBox = ({ node }) => node.nodeType !== Node.TEXT_NODE;
const placeOf = (doubt) => placesOf(isBox(doubt) ? native.rectangles(doubt.node) : rangeOf(doubt).getClientRects());

const viewport = () => [innerWidth, innerHeight];

// Where the open words are, and other words that may be printed over them; whether parts of the page may move by themselves.
function places() {
  if (!asked.some(({ isOther }) => isOther)) asked.push(...othersOver(asked.filter(({ verdict }) => verdict === null)));
  return { words: asked.flatMap(placeIn), mayMove: everyElement().some(mayMove) };
}

// The words of other texts that lie over words in doubt.
function othersOver(doubts) {
  const strips = new Map(), nodes = new Set(asked.map(({ node }) => node));
  for (const { left, right, top, bottom } of doubts.flatMap(placeOf))
    for (const strip of stripsOf(top, bottom)) remembered(strips, strip, () => []).push({ left, right, top, bottom });
  const meets = (area) => stripsOf(area.top, area.bottom).some((strip) => strips.get(strip)?.some((one) =>
    area.left < one.right && area.right > one.left && area.top < one.bottom && area.bottom > one.top));
  const others = roots().flatMap((root) => allBelow(root, "*")).flatMap((holder) => [...native.children(holder)].map((node) => ({ node, holder })))
    .filter(({ node, holder }) => node.nodeType === Node.TEXT_NODE && node.data.trim() && !nodes.has(node) && !native.matches(holder, NO_TEXT));
  return others.filter(({ node }) => [...rectanglesOf(node)].some(meets)).slice(0, MAX_DOUBTS).flatMap(({ node, holder }) =>
    [...node.data.matchAll(/\S+/g)].slice(0, MAX_WORDS).map(({ 0: word, index }) => ({ node, index, word, holder, verdict: null, isOther: true }))
      .filter((other) => placeOf(other).some(meets)));
}

// The rectangle of the first line of a word, and what is known of it.
function placeIn(doubt, number) {
  const [place] = doubt.verdict === null ? placeOf(doubt) : [];
  if (!place) return [];
  const { left, top, width, height } = place, known = { isBox: isBox(doubt), isSelected: isSelected(doubt) };
  return [{ number, word: doubt.word, ...known, isScrolledAway: isScrolledAway(doubt, place), area: { left, top, width, height } }];
}

const mayMove = (element) => native.matches(element, "img, video, canvas, iframe, object, embed, image") || getComputedStyle(element).backgroundImage.includes("url(");

const isSelected = (doubt) => !getSelection().isCollapsed && getSelection().containsNode(doubt.node, true);

// True for a word that is not wholly in sight, and would be more so if a box around it or the page was scrolled.
function isScrolledAway({ holder }, place) {
  return [...around(holder)].filter(isScrollable).some((box) => {
    const { left, right, top, bottom } = edgesOf(box), [width, height] = [native.clientWidth(box), native.clientHeight(box)];
    if ((place.top < top - 1 && native.scrollTop(box) > 0) || (place.left < left - 1 && native.scrollLeft(box) !== 0)) return true;
    if (place.bottom > bottom + 1 && Math.ceil(native.scrollTop(box)) + height < native.scrollHeight(box)) return true;
    return place.right > right + 1 && Math.ceil(native.scrollLeft(box)) + width < native.scrollWidth(box);
  });
}

// True while a scroll event is the experiment's own.
const isOwnScroll = () => performance.now() - lastScroll < OWN_SCROLL_MS;

// Scroll a word to the middle of all boxes that a person can scroll, the innermost first; `restore` scrolls back.
function reveal(number) {
  const doubt = asked[number];
  lastScroll = performance.now();
  for (const box of [...around(doubt.holder)].filter(isScrollable)) {
    const [place] = placeOf(doubt);
    if (!place) return null;
    if (!running.scrolled.has(box)) running.scrolled.set(box, [native.scrollLeft(box), native.scrollTop(box)]);
    const { left, right, top, bottom } = edgesOf(box);
    const across = place.left < left || place.right > right ? (place.left + place.right - left - right) / 2 : 0;
    const down = place.top < top || place.bottom > bottom ? (place.top + place.bottom - top - bottom) / 2 : 0;
    native.scrollBy(box, { left: across, top: down, behavior: "instant" });
  }
  for (let view = window; view !== outermost(view); view = view.parent) native.scroll(view.frameElement, { block: "nearest", behavior: "instant" });
  return null;
}

const edgesOf = (box) => (isPage(box) ? { left: 0, right: innerWidth, top: 0, bottom: innerHeight } : native.box(box));

const isPage = (box) => box === page.scroller(document);

// True for a box that shows scroll bars, and for the page unless it hides what does not fit.
function isScrollable(box) {
  const { overflowX, overflowY } = getComputedStyle(box);
  if (isPage(box)) return ![box, page.body(document)].some((one) => one && /hidden|clip/.test(getComputedStyle(one).overflow));
  return /auto|scroll/.test(overflowX + overflowY);
}

function restore() {
  if (running.scrolled.size) lastScroll = performance.now();
  for (const [box, [left, top]] of running.scrolled) native.scrollTo(box, { left, top, behavior: "instant" });
  running.scrolled.clear();
  return null;
}

const isCutOut = (style) => style.backgroundClip.includes("text");

// Paint these words with nothing (`colour`: transparent), or with one colour to see where their letters would be.
function switchOff({ numbers, colour, selection }) {
  const highlights = new Map(), elements = new Map();
  for (const doubt of numbers.map((number) => asked[number])) {
    for (const [element, frame] of framesOf(doubt, colour)) elements.set(element, frame);
    if (!isBox(doubt)) remembered(highlights, linesOf(doubt.holder), () => new Highlight()).add(rangeOf(doubt));
  }
  running.animations = [...elements].map(([element, frame]) => held(element, frame));
  const rules = [...highlights.keys()].map((lines, at) => `::highlight(${SWITCH}${at}) { ${paintOf(colour, lines)} }`);
  if (selection) rules.push(`:root ::selection { ${paintOf(colour, "none")} }`);
  adopt(rules.join("\n"), new Set(numbers.map((number) => native.rootNode(asked[number].holder))));
  [...highlights.values()].forEach((highlight, at) => {
    highlight.priority = TOP_PRIORITY;
    CSS.highlights.set(`${SWITCH}${at}`, highlight);
  });
  return null;
}

function switchOn() {
  for (const name of [...CSS.highlights.keys()].filter((one) => one.startsWith(SWITCH))) CSS.highlights.delete(name);
  for (const [root, sheet] of running.roots) setSheets(root, sheetsOf(root).filter((one) => one !== sheet));
  for (const animation of running.animations) animation.cancel();
  running.roots.clear();
  running.animations = [];
  return null;
}

const paintOf = (colour, lines) =>
  `color: ${colour} !important; -webkit-text-fill-color: ${colour} !important; -webkit-text-stroke-color: ${colour} !important; text-shadow: none !important; text-decoration: ${lines} !important`;

// The lines over and under a text, which a highlight would take away with its letters.
function linesOf(holder) {
  const style = [...around(holder)].map((box) => getComputedStyle(box)).find(({ textDecorationLine }) => textDecorationLine !== "none");
  if (!style) return "none";
  return `${style.textDecorationLine} ${style.textDecorationStyle} ${style.textDecorationColor} ${style.textDecorationThickness}`;
}

// The elements that must be painted otherwise for a word, and how.
function framesOf(doubt, colour) {
  const { holder } = doubt;
  if (isBox(doubt)) return [[holder, { color: colour, webkitTextFillColor: colour, webkitTextStrokeColor: colour, textShadow: "none" }]];
  if (holder instanceof SVGElement) return [[holder, { fill: colour, stroke: colour }]];
  const cutOut = [...around(holder)].find((box) => isCutOut(getComputedStyle(box)));
  return cutOut ? [[cutOut, { backgroundImage: "none", backgroundColor: colour }]] : [];
}

function held(element, frame) {
  const animation = native.animate(element, [frame, frame], { duration: 1, fill: "both" });
  animation.pause();
  return animation;
}

const sheetsOf = (root) => [...(root === document ? page.adoptedStyleSheets(root) : shadowSheets.adopted(root))];
const setSheets = (root, sheets) => (root === document ? page.setAdoptedStyleSheets(root, sheets) : shadowSheets.adopt(root, sheets));

// Add rules to the page and to the open shadow roots among `found`.
function adopt(rules, found) {
  for (const root of [document, ...[...found].filter((one) => one instanceof ShadowRoot)]) {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(rules);
    setSheets(root, [...sheetsOf(root), sheet]);
    running.roots.set(root, sheet);
  }
}
