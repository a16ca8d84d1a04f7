// Finding elements by selector or text, and whether they are visible.
const UNREADABLE = ["checkbox", "radio", "file", "password", "hidden", "image", "color", "range"];
const INTERACTIVE =
  "a, button, input, label, summary, option, [role=button], [role=link], [role=tab], [role=menuitem], [onclick]";

function roots(root = document) {
  const inner = allBelow(root, "*").map((element) => native.shadow(element)).filter(Boolean);
  return [root, ...inner.flatMap(roots)];
}

const everyElement = () => roots().flatMap((root) => allBelow(root, "*"));

function everyMatch(selector) {
  if (selector.xpath) {
    const kind = XPathResult.ORDERED_NODE_SNAPSHOT_TYPE;
    const result = page.evaluate(document, selector.expression, document, null, kind, null);
    const nodes = Array.from({ length: result.snapshotLength }, (_, index) => result.snapshotItem(index));
    return nodes.filter((node) => node instanceof Element);
  }
  const found = [...page.all(document, selector.expression)];
  return found.length ? found : roots().flatMap((root) => allBelow(root, selector.expression));
}

function visible(element, rendering) {
  if (native.matches(element, "option, optgroup")) {
    const box = native.closest(element, "select");
    return Boolean(box) && !element.hidden && visible(box, rendering);
  }
  const style = rendering.style(element);
  if (style.display === "contents") return hasVisiblePart(element, rendering);
  const shown = { opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: false };
  if (!native.isShown(element, shown) || rendering.opacity(element) < FAINTEST || swallowed(element)) return false;
  return hasArea([...native.rectangles(element)]) || (style.overflow === "visible" && hasVisiblePart(element, rendering));
}

// An area counts where it can be scrolled to, not left of or above the page.
function hasArea(rectangles) {
  const reachable = (area) => area.right + scrollX > 0 && area.bottom + scrollY > 0;
  return rectangles.some((area) => area.width > 0 && area.height > 0 && reachable(area));
}

function hasVisiblePart(element, rendering) {
  return [...native.children(element)].some((node) => {
    if (node.nodeType === Node.ELEMENT_NODE) return visible(node, rendering);
    return node.nodeType === Node.TEXT_NODE && node.data.trim() !== "" && hasArea([...rectanglesOf(node)]);
  });
}

// Inside a box that was folded to nothing, like a closed accordion.
function swallowed(element) {
  for (let box = parentOf(element); box && box !== page.body(document); box = parentOf(box)) {
    const style = getComputedStyle(box);
    if (style.position === "fixed") return false;
    if (style.overflow === "visible" || style.display === "contents" || style.display === "inline") continue;
    if (!(box instanceof HTMLElement && native.offsetParent(box)) && !native.rectangles(box).length) continue;
    if (native.clientWidth(box) === 0 || native.clientHeight(box) === 0) return true;
  }
  return false;
}

// What an element shows: text that is rendered, or the content of a box.
function textOf(element, rendering) {
  if (native.matches(element, "option")) return cut(element.label);
  if (!native.matches(element, "input, textarea, select")) return renderedText(element, rendering);
  const content = contentOf(element);
  return content && rendering.isReadableBox(element) ? cut(content) : "";
}

function contentOf(box) {
  if (native.matches(box, "input")) return UNREADABLE.includes(box.type) ? "" : box.value;
  return native.matches(box, "select") ? [...box.selectedOptions].map((option) => option.label).join(", ") : box.value;
}

// Those of `elements` that contain no other of them.
const innermost = (elements) =>
  elements.filter((one) => !elements.some((other) => other !== one && native.contains(one, other)));

function saying(wanted, exactly, rendering) {
  const says = (text) => (exactly ? folded(text) === wanted : folded(text).includes(wanted));
  const everything = everyElement();
  const candidates = everything.filter((element) =>
    !native.matches(element, "script, style, head, head *, html, body, template, option")
    && (says(native.matches(element, "input, textarea, select") ? contentOf(element) : native.textContent(element))
      || (!native.elementCount(element) && says(plainText(element)))));
  return innermost(candidates.filter((element) => visible(element, rendering) && rendering.isPainted(element)));
}

const ROW = "tr, li, [role=row], [role=listitem]";
function separateRows(one, other) {
  const [mine, theirs] = [native.closest(one, ROW), native.closest(other, ROW)];
  return Boolean(mine && theirs && mine !== theirs && !native.contains(mine, theirs) && !native.contains(theirs, mine));
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
function nearest(candidates, beside, rendering) {
  const wanted = folded(beside);
  const exact = saying(wanted, true, rendering);
  const anchors = exact.length ? exact : saying(wanted, false, rendering);
  const ranked = candidates.map((element) => {
    const fitting = anchors.filter((anchor) => !separateRows(element, anchor));
    return { element, depth: Math.max(0, ...fitting.map((anchor) => depthOfCommon(element, anchor))) };
  });
  const best = Math.max(0, ...ranked.map((entry) => entry.depth));
  const chosen = ranked.filter((entry) => entry.depth && entry.depth === best).map((entry) => entry.element);
  return { anchors: anchors.length, chosen };
}

function look(request, rendering) {
  let matches;
  try {
    matches = request.text === undefined ? everyMatch(request.selector) : clickable(request.text, rendering);
  } catch (error) {
    return { invalid: String(error.message || error) };
  }
  const whole = matches.some((element) => element === page.root(document) || element === page.body(document));
  let shown = matches.filter((element) => visible(element, rendering));
  if (request.hiddenToo && !shown.length) shown = matches;
  if (whole || request.beside === undefined) return { whole, matched: matches.length, shown };
  const { anchors, chosen } = nearest(shown, request.beside, rendering);
  return { whole, matched: matches.length, visible: shown.length, anchors, shown: chosen };
}

function clickable(text, rendering) {
  const wanted = folded(text);
  const exact = saying(wanted, true, rendering);
  const interactive = [...new Set(exact.map((element) => native.closest(element, INTERACTIVE)).filter(Boolean))];
  // The content of a text box is no name to click it by; the value of a button is.
  const named = interactive.filter((one) => !native.matches(one, "input:not([type=submit], [type=button], [type=reset]), textarea"));
  return named.length ? innermost(named.filter((one) => folded(textOf(one, rendering)) === wanted)) : exact;
}
