// Requests about the elements that were found; `request.want` names one of these.
const described = (element) =>
  `<${native.name(element)}${native.id(element) ? ` id="${native.id(element).slice(0, 60)}"` : ""}${classOf(element)}>`;
const classOf = (element) => {
  const classes = (native.attribute(element, "class") || "").trim();
  return classes ? ` class="${classes.slice(0, 60)}"` : "";
};

const controlOf = (element, kind) => {
  if (native.matches(element, kind)) return element;
  if (native.matches(element, "label") && element.control && native.matches(element.control, kind)) return element.control;
  const inner = allBelow(element, kind);
  return inner.length === 1 ? inner[0] : null;
};

const DATES = ["date", "time", "datetime-local", "month", "week"];
const TYPED = ["text", "search", "email", "url", "tel", "password", "number"];

function facts(element, rendering = new Rendering()) {
  const box = native.matches(element, "input, textarea, select, button, option"), text = textOf(element, rendering);
  const value = box ? element.value : element.isContentEditable ? plainText(element) : native.attribute(element, "value");
  return {
    tag: native.name(element),
    type: typeof element.type === "string" ? element.type : "",
    text,
    hidesText: !box && folded(text) === "" && folded(plainText(element)) !== "",
    value: value === null ? null : cut(String(value)),
    checked: typeof element.checked === "boolean" ? element.checked : (native.attribute(element, "aria-checked") === "true"),
    disabled: native.matches(element, ":disabled") || native.attribute(element, "aria-disabled") === "true",
    described: described(element),
  };
}

const GEOMETRY = /transform|translate|scale|rotate|left|right|top|bottom|margin|padding|width|height|inset/i;
function moving(element) {
  return page.animations(document).some((animation) => {
    const effect = animation.effect;
    if (animation.playState !== "running" || !effect?.target || !native.contains(effect.target, element)) return false;
    if (!Number.isFinite(effect.getComputedTiming().endTime)) return false;
    return effect.getKeyframes().some((frame) => Object.keys(frame).some((name) => GEOMETRY.test(name)));
  });
}

function hit(x, y) {
  let [element] = page.at(document, x, y);
  while (element && native.shadow(element)) {
    const [inner] = elementsAt(native.shadow(element), x, y);
    if (!inner || inner === element) break;
    element = inner;
  }
  return element;
}

function within(outer, element) {
  for (let one = element; one; one = parentOf(one)) if (one === outer) return true;
  return false;
}

function reaches(element, top) {
  if (!top) return false;
  if (within(element, top)) return true;
  if (native.closest(top, "label")?.control === element) return true;
  return native.contains(top, element) && getComputedStyle(element).pointerEvents === "none";
}

// Where a mouse would click the element: the middle of a part of it that nothing covers.
function point(element) {
  native.scroll(element, { block: "nearest", inline: "nearest", behavior: "instant" });
  const middles = () => [...native.rectangles(element)].map((area) => {
    const [left, right] = [Math.max(area.left, 0), Math.min(area.right, innerWidth)];
    const [top, bottom] = [Math.max(area.top, 0), Math.min(area.bottom, innerHeight)];
    return right > left && bottom > top ? { x: (left + right) / 2, y: (top + bottom) / 2 } : null;
  }).filter(Boolean);
  const free = () => middles().find(({ x, y }) => reaches(element, hit(x, y)));
  let found = free();
  if (!found) {  // perhaps under a fixed header or footer
    native.scroll(element, { block: "center", inline: "center", behavior: "instant" });
    found = free();
  }
  if (found) return { point: found };
  const first = middles()[0];
  const above = first && hit(first.x, first.y);
  return { covered: above ? described(above) : "nothing that can be clicked: it has no area on the page" };
}

function usable(element, rendering) {
  const known = facts(element, rendering);
  if (known.disabled) return { facts: known, problem: "it is disabled" };
  if (moving(element)) return { facts: known, problem: "it is moving" };
  return { facts: known };
}

const focusOn = (element) => (element instanceof HTMLElement ? native.focus(element) : SVGElement.prototype.focus.call(element));

function setValue(box, value) {
  focusOn(box);
  box.value = value;  // past what a framework put over the property: that is in the page's own world
  box.dispatchEvent(new Event("input", { bubbles: true, composed: true }));
  box.dispatchEvent(new Event("change", { bubbles: true }));
}

// The rectangle of the element in the viewport of its frame; `request.reveal` scrolls it into view, as an action does.
function area(element, request) {
  if (request.reveal) native.scroll(element, { block: "nearest", inline: "nearest", behavior: "instant" });
  const { left, top, width, height } = native.box(element);
  return { area: { left, top, width, height } };
}

// A function that changes the page describes the element before, by the `rendering` of the look, or after, by a new one.
const one = {
  area,
  facts: (element, request, rendering) => ({ facts: facts(element, rendering) }),
  attribute: (element, request) => {
    const value = native.attribute(element, request.name);
    return { value: value === null ? null : cut(value) };
  },
  usable: (element, request, rendering) => usable(element, rendering),
  point: (element, request, rendering) => {
    const answer = usable(element, rendering);
    return answer.problem ? answer : { ...answer, ...point(element) };
  },
  // Gives a text box the focus, its whole content selected or the cursor at its end.
  focus: (element, request, rendering) => {
    const answer = usable(element, rendering);
    if (answer.problem) return answer;
    const typed = native.matches(element, "textarea") || (native.matches(element, "input") && TYPED.includes(element.type));
    if (native.matches(element, "input") && !typed) return { ...answer, other: element.type };
    if (!typed && !element.isContentEditable) return { ...answer, problem: "nothing can be typed into it" };
    if (element.readOnly) return { ...answer, problem: "it is read-only" };
    native.scroll(element, { block: "nearest", inline: "nearest", behavior: "instant" });
    focusOn(element);
    if (typed && request.all) element.select();
    else if (typed) {
      if (element.type === "number" || element.type === "email") return { ...answer, pressEnd: true };
      element.setSelectionRange(element.value.length, element.value.length);
    } else {
      getSelection().selectAllChildren(element);
      if (!request.all) getSelection().collapseToEnd();
    }
    return answer;
  },
  focusOnly: (element) => {
    focusOn(element);
    return { facts: facts(element) };
  },
  set: (element, request, rendering) => {
    const answer = usable(element, rendering);
    if (!answer.problem && element.readOnly) return { ...answer, problem: "it is read-only" };
    if (answer.problem) return answer;
    setValue(element, request.value);
    return { facts: facts(element) };
  },
  choose: (element, request, rendering) => {
    const box = controlOf(element, "select");
    if (!box) return { facts: facts(element, rendering), problem: `${described(element)} is not a select box` };
    const answer = usable(box, rendering);
    if (answer.problem) return answer;
    const options = [...box.options];
    const wanted = folded(request.option);
    const fitting = options.find((option) => folded(option.label) === wanted || folded(option.text) === wanted)
      || options.find((option) => option.value === request.option);
    if (!fitting) return { ...answer, problem: `it offers only ${options.map((option) => `"${folded(option.label)}"`).slice(0, 30).join(", ")}` };
    if (native.matches(fitting, ":disabled")) return { ...answer, problem: `its option "${wanted}" is disabled` };
    focusOn(box);
    if (!fitting.selected || box.multiple) {
      fitting.selected = true;
      box.dispatchEvent(new Event("input", { bubbles: true, composed: true }));
      box.dispatchEvent(new Event("change", { bubbles: true }));
    }
    return answer;
  },
  pick: (element, request, rendering) => one.choose(native.closest(element, "select"), { option: element.label }, rendering),
  // A tick box, and where to click for it: itself, or the label that is shown in its stead.
  tick: (element, request, rendering) => {
    const role = "[role=checkbox], [role=switch], [role=radio]";
    const box = controlOf(element, "input[type=checkbox], input[type=radio]") || controlOf(element, role);
    if (!box) return { facts: facts(element, rendering), problem: `${described(element)} cannot be ticked` };
    const answer = usable(box, rendering);
    if (answer.problem || request.readOnly || answer.facts.checked === request.ticked) return answer;
    const places = [box, ...(box.labels || []), element].filter((one) => visible(one, rendering));
    for (const place of places) {
      const found = point(place);
      if (found.point) return { ...answer, ...found };
    }
    return { ...answer, ...(places.length ? point(places[0]) : { problem: "neither it nor its label is visible" }) };
  },
  fileBox: (element, request, rendering) => {
    const box = controlOf(element, "input[type=file]");
    if (!box) return { facts: facts(element, rendering), problem: `${described(element)} is not a file box` };
    return usable(box, rendering);
  },
  table: (element, request, rendering) => ({ facts: facts(element, rendering), rows: rowsOf(element, rendering) }),
  picture: (element, request, rendering) => {
    const isPicture = native.matches(element, "img, canvas, svg, video");
    const inner = isPicture ? [element] : allBelow(element, "img, canvas, svg").filter((one) => visible(one, rendering));
    const known = facts(element, rendering);
    return inner.length > 1 ? { facts: known, problem: `it contains ${inner.length} pictures` } : { facts: known, ...drawn(inner[0] || element) };
  },
};

function cellText(cell, rendering) {
  const boxes = () => allBelow(cell, "input, textarea, select").filter((box) => visible(box, rendering));
  return textOf(cell, rendering) || boxes().map((box) => textOf(box, rendering)).join(" ");
}

function rowsOf(element, rendering) {
  const table = native.matches(element, "table, tbody, thead, tfoot") ? element : allBelow(element, "table")[0];
  const rows = table ? [...table.rows] : allBelow(element, "[role=row]");
  const cells = (row) => (row.cells ? [...row.cells] : allBelow(row, "[role=cell], [role=gridcell], [role=columnheader], [role=rowheader]"));
  const shown = (one) => visible(one, rendering), text = (cell) => cellText(cell, rendering);
  if (!rows.length && !table) return native.matches(element, "tr") ? [[...element.cells].map(text)] : null;
  return rows.filter(shown).map((row) => cells(row).filter(shown).map(text));
}

function drawn(picture) {
  if (native.matches(picture, "img")) {
    if (!picture.complete) return { problem: "the image is still loading" };
    return picture.naturalWidth ? { drawn: true } : { problem: `the image ${picture.currentSrc.slice(0, 200)} did not load` };
  }
  if (!native.matches(picture, "canvas") || !picture.width || !picture.height) return { drawn: null };
  try {
    const copy = page.create(document, "canvas");
    copy.width = Math.min(picture.width, 1024);
    copy.height = Math.min(picture.height, 1024);
    const context = copy.getContext("2d", { willReadFrequently: true });
    context.drawImage(picture, 0, 0, copy.width, copy.height);
    const pixels = new Uint32Array(context.getImageData(0, 0, copy.width, copy.height).data.buffer);
    return pixels.some((pixel) => pixel !== pixels[0]) ? { drawn: true } : { drawn: null };
  } catch (error) {
    return { drawn: null };  // another site's pixels: only a screenshot can tell
  }
}

const several = {
  texts: (elements, rendering) => ({ texts: bounded(elements.map((element) => textOf(element, rendering))) }),
  count: (elements) => ({ count: elements.length }),
};

// Texts up to the length that all together may have.
function bounded(texts) {
  let left = MAX_TEXT_CHARS;
  return texts.map((text) => {
    const part = cut(text, Math.max(left, 0));
    left -= text.length;
    return part;
  });
}

function operate(request) {
  const rendering = new Rendering(), seen = look(request, rendering);
  if (seen.invalid !== undefined) return seen;
  const shown = request.observe && request.want in several ? seen.shown.filter((one) => isReadable(one, rendering)) : seen.shown;
  const count = shown.length;
  const answer = { whole: seen.whole, matched: seen.matched, visible: seen.visible ?? count, count, anchors: seen.anchors, ...stillness() };
  if (seen.whole && request.want in several) return answer;
  if (request.want in several) return { ...answer, ...several[request.want](shown, rendering), ...rendering.doubts.answer() };
  if (count !== 1 || seen.whole) return { ...answer, examples: shown.slice(0, 4).map(described) };
  return { ...answer, ...one[request.want](shown[0], request, rendering), ...rendering.doubts.answer() };
}

// False for an element with text of which nothing can be read.
const isReadable = (element, rendering) => native.matches(element, "input, textarea, select, option") || !hidesText(element, rendering);

// The element itself, for an engine; null when it is no longer the only one.
function element(request) {
  const seen = look(request, new Rendering());
  if (seen.invalid !== undefined || seen.shown.length !== 1) return null;
  return request.kind ? controlOf(seen.shown[0], request.kind) : seen.shown[0];
}
