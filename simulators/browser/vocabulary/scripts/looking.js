// What a person sees of a page: finding elements, whether they are visible, and their text.
const folded = (text) => (text || "").replace(/\s+/g, " ").trim();
const parentOf = (element) => element.parentElement || element.getRootNode().host || null;
const BUTTONS = ["submit", "button", "reset"];
const UNREADABLE = ["checkbox", "radio", "file", "password", "hidden", "image", "color", "range"];
const INTERACTIVE =
  "a, button, input, label, summary, option, [role=button], [role=link], [role=tab], [role=menuitem], [onclick]";

function roots(root = document) {
  const inner = [...root.querySelectorAll("*")].filter((element) => element.shadowRoot);
  return [root, ...inner.flatMap((element) => roots(element.shadowRoot))];
}

function everyMatch(selector) {
  if (selector.xpath) {
    const kind = XPathResult.ORDERED_NODE_SNAPSHOT_TYPE;
    const result = document.evaluate(selector.expression, document, null, kind, null);
    const nodes = Array.from({ length: result.snapshotLength }, (_, index) => result.snapshotItem(index));
    return nodes.filter((node) => node instanceof Element);
  }
  const found = [...document.querySelectorAll(selector.expression)];
  return found.length ? found : roots().flatMap((root) => [...root.querySelectorAll(selector.expression)]);
}

function visible(element) {
  if (element.matches("option, optgroup")) {
    const box = element.closest("select");
    return Boolean(box) && !element.hidden && visible(box);
  }
  const style = getComputedStyle(element);
  if (style.display === "contents") return hasVisiblePart(element);
  const shown = { opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: false };
  if (!element.checkVisibility(shown) || swallowed(element)) return false;
  return hasArea([...element.getClientRects()]) || (style.overflow === "visible" && hasVisiblePart(element));
}

// An area counts where it can be scrolled to: nobody reaches what lies left of or above the page.
function hasArea(rectangles) {
  const reachable = (area) => area.right + scrollX > 0 && area.bottom + scrollY > 0;
  return rectangles.some((area) => area.width > 0 && area.height > 0 && reachable(area));
}

function hasVisiblePart(element) {
  return [...element.childNodes].some((node) => {
    if (node instanceof Element) return visible(node);
    if (node.nodeType !== Node.TEXT_NODE || !node.data.trim()) return false;
    const range = document.createRange();
    range.selectNodeContents(node);
    return hasArea([...range.getClientRects()]);
  });
}

// Inside a box that was folded to nothing, like a closed accordion.
function swallowed(element) {
  for (let box = parentOf(element); box && box !== document.body; box = parentOf(box)) {
    const style = getComputedStyle(box);
    if (style.position === "fixed") return false;
    if (style.overflow === "visible" || style.display === "contents" || style.display === "inline") continue;
    if (!box.offsetParent && !box.getClientRects().length) continue;
    if (box.clientWidth === 0 || box.clientHeight === 0) return true;
  }
  return false;
}

function textOf(element) {
  if (element.matches("input")) return UNREADABLE.includes(element.type) ? "" : element.value;
  if (element.matches("textarea")) return element.value;
  if (element.matches("select")) return [...element.selectedOptions].map((option) => option.label).join(", ");
  if (element.matches("option")) return element.label;
  return element.innerText ?? element.textContent ?? "";
}

// Those of `elements` that contain no other of them.
const innermost = (elements) => elements.filter((one) => !elements.some((other) => other !== one && one.contains(other)));

function saying(wanted, exactly) {
  const says = (text) => (exactly ? folded(text) === wanted : folded(text).includes(wanted));
  const everything = roots().flatMap((root) => [...root.querySelectorAll("*")]);
  const candidates = everything.filter((element) =>
    !element.matches("script, style, head, head *, html, body, template, option")
    && (says(element.matches("input, textarea, select") ? textOf(element) : element.textContent)
      || (!element.childElementCount && says(element.innerText))));
  return innermost(candidates.filter(visible));
}

const ROW = "tr, li, [role=row], [role=listitem]";
function separateRows(one, other) {
  const [mine, theirs] = [one.closest(ROW), other.closest(ROW)];
  return Boolean(mine && theirs && mine !== theirs && !mine.contains(theirs) && !theirs.contains(mine));
}

function depthOfCommon(one, other) {
  const above = new Set();
  for (let element = other; element; element = parentOf(element)) above.add(element);
  let element = one;
  while (element && !above.has(element)) element = parentOf(element);
  let depth = 0;
  for (; element; element = parentOf(element)) depth += 1;
  return depth;
}

// Of `candidates`, those with the smallest common ancestor with the visible text `beside`.
function nearest(candidates, beside) {
  const wanted = folded(beside);
  const exact = saying(wanted, true);
  const anchors = exact.length ? exact : saying(wanted, false);
  const ranked = candidates.map((element) => {
    const fitting = anchors.filter((anchor) => !separateRows(element, anchor));
    return { element, depth: Math.max(0, ...fitting.map((anchor) => depthOfCommon(element, anchor))) };
  });
  const best = Math.max(0, ...ranked.map((entry) => entry.depth));
  const chosen = ranked.filter((entry) => entry.depth && entry.depth === best).map((entry) => entry.element);
  return { anchors: anchors.length, chosen };
}

function look(request) {
  let matches;
  try {
    matches = request.text === undefined ? everyMatch(request.selector) : clickable(request.text);
  } catch (error) {
    return { invalid: String(error.message || error) };
  }
  const whole = matches.some((element) => element === document.documentElement || element === document.body);
  let shown = matches.filter((element) => visible(element));
  if (request.hiddenToo && !shown.length) shown = matches;
  if (whole || request.beside === undefined) return { whole, matched: matches.length, shown };
  const { anchors, chosen } = nearest(shown, request.beside);
  return { whole, matched: matches.length, visible: shown.length, anchors, shown: chosen };
}

function clickable(text) {
  const wanted = folded(text);
  const exact = saying(wanted, true);
  const interactive = [...new Set(exact.map((element) => element.closest(INTERACTIVE)).filter(Boolean))];
  // What somebody typed into a box is no name to click it by; a button's value is.
  const named = interactive.filter((one) => !one.matches("input:not([type=submit], [type=button], [type=reset]), textarea"));
  return named.length ? innermost(named.filter((one) => folded(textOf(one)) === wanted)) : exact;
}
