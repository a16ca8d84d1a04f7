// What is asked about the elements that were found; `request.want` names one of these.
const described = (element) =>
  `<${element.localName}${element.id ? ` id="${element.id}"` : ""}${element.className && element.className.trim
    ? ` class="${element.className.trim().slice(0, 60)}"` : ""}>`;

const controlOf = (element, kind) => {
  if (element.matches(kind)) return element;
  if (element.matches("label") && element.control?.matches(kind)) return element.control;
  const inner = [...element.querySelectorAll(kind)];
  return inner.length === 1 ? inner[0] : null;
};

const DATES = ["date", "time", "datetime-local", "month", "week"];
const TYPED = ["text", "search", "email", "url", "tel", "password", "number"];

function facts(element) {
  const box = element.matches("input, textarea, select, button, option");
  return {
    tag: element.localName,
    type: element.type || "",
    text: textOf(element),
    value: box ? element.value : element.isContentEditable ? element.innerText : element.getAttribute("value"),
    checked: element.checked ?? (element.getAttribute("aria-checked") === "true"),
    disabled: element.matches(":disabled") || element.getAttribute("aria-disabled") === "true",
    described: described(element),
  };
}

const GEOMETRY = /transform|translate|scale|rotate|left|right|top|bottom|margin|padding|width|height|inset/i;
function moving(element) {
  return document.getAnimations().some((animation) => {
    const effect = animation.effect;
    if (animation.playState !== "running" || !effect?.target?.contains(element)) return false;
    if (!Number.isFinite(effect.getComputedTiming().endTime)) return false;
    return effect.getKeyframes().some((frame) => Object.keys(frame).some((name) => GEOMETRY.test(name)));
  });
}

function hit(x, y) {
  let element = document.elementFromPoint(x, y);
  while (element?.shadowRoot?.elementFromPoint(x, y)) {
    const inner = element.shadowRoot.elementFromPoint(x, y);
    if (inner === element) break;
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
  if (top.closest("label")?.control === element) return true;
  return top.contains(element) && getComputedStyle(element).pointerEvents === "none";
}

// Where a mouse would click the element: the middle of a part of it that nothing covers.
function point(element) {
  element.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
  const middles = () => [...element.getClientRects()].map((area) => {
    const [left, right] = [Math.max(area.left, 0), Math.min(area.right, innerWidth)];
    const [top, bottom] = [Math.max(area.top, 0), Math.min(area.bottom, innerHeight)];
    return right > left && bottom > top ? { x: (left + right) / 2, y: (top + bottom) / 2 } : null;
  }).filter(Boolean);
  const free = () => middles().find(({ x, y }) => reaches(element, hit(x, y)));
  let found = free();
  if (!found) {  // perhaps under a fixed header or footer
    element.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
    found = free();
  }
  if (found) return { point: found };
  const first = middles()[0];
  const above = first && hit(first.x, first.y);
  return { covered: above ? described(above) : "nothing that can be clicked: it has no area on the page" };
}

function usable(element) {
  const known = facts(element);
  if (known.disabled) return { facts: known, problem: "it is disabled" };
  if (moving(element)) return { facts: known, problem: "it is moving" };
  return { facts: known };
}

function setValue(box, value) {
  const prototype = Object.getPrototypeOf(box);
  const setter = Object.getOwnPropertyDescriptor(prototype, "value")?.set;
  box.focus();
  setter ? setter.call(box, value) : (box.value = value);  // past what a framework put over the property
  box.dispatchEvent(new Event("input", { bubbles: true, composed: true }));
  box.dispatchEvent(new Event("change", { bubbles: true }));
}

const one = {
  facts: (element) => ({ facts: facts(element) }),
  attribute: (element, request) => ({ value: element.getAttribute(request.name) }),
  usable,
  point: (element) => {
    const answer = usable(element);
    return answer.problem ? answer : { ...answer, ...point(element) };
  },
  // Gives a text box the focus, its whole content selected or the cursor at its end.
  focus: (element, request) => {
    const answer = usable(element);
    if (answer.problem) return answer;
    const typed = element.matches("textarea") || (element.matches("input") && TYPED.includes(element.type));
    if (element.matches("input") && !typed) return { ...answer, other: element.type };
    if (!typed && !element.isContentEditable) return { ...answer, problem: "nothing can be typed into it" };
    if (element.readOnly) return { ...answer, problem: "it is read-only" };
    element.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
    element.focus();
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
    element.focus();
    return { facts: facts(element) };
  },
  set: (element, request) => {
    const answer = usable(element);
    if (!answer.problem && element.readOnly) return { ...answer, problem: "it is read-only" };
    if (answer.problem) return answer;
    setValue(element, request.value);
    return { facts: facts(element) };
  },
  choose: (element, request) => {
    const box = controlOf(element, "select");
    if (!box) return { facts: facts(element), problem: `${described(element)} is not a select box` };
    const answer = usable(box);
    if (answer.problem) return answer;
    const options = [...box.options];
    const wanted = folded(request.option);
    const fitting = options.find((option) => folded(option.label) === wanted || folded(option.text) === wanted)
      || options.find((option) => option.value === request.option);
    if (!fitting) return { ...answer, problem: `it offers only ${options.map((option) => `"${folded(option.label)}"`).slice(0, 30).join(", ")}` };
    if (fitting.matches(":disabled")) return { ...answer, problem: `its option "${wanted}" is disabled` };
    box.focus();
    if (!fitting.selected || box.multiple) {
      fitting.selected = true;
      box.dispatchEvent(new Event("input", { bubbles: true, composed: true }));
      box.dispatchEvent(new Event("change", { bubbles: true }));
    }
    return answer;
  },
  pick: (element) => one.choose(element.closest("select"), { option: element.label }),
  // A tick box, and where to click for it: itself, or the label that is shown in its stead.
  tick: (element, request) => {
    const role = "[role=checkbox], [role=switch], [role=radio]";
    const box = controlOf(element, "input[type=checkbox], input[type=radio]") || controlOf(element, role);
    if (!box) return { facts: facts(element), problem: `${described(element)} cannot be ticked` };
    const answer = usable(box);
    if (answer.problem || request.readOnly || answer.facts.checked === request.ticked) return answer;
    const places = [box, ...(box.labels || []), element].filter(visible);
    for (const place of places) {
      const found = point(place);
      if (found.point) return { ...answer, ...found };
    }
    return { ...answer, ...(places.length ? point(places[0]) : { problem: "neither it nor its label is visible" }) };
  },
  fileBox: (element) => {
    const box = controlOf(element, "input[type=file]");
    return box ? usable(box) : { facts: facts(element), problem: `${described(element)} is not a file box` };
  },
  table: (element) => ({ facts: facts(element), rows: rowsOf(element) }),
  picture: (element) => {
    const inner = element.matches("img, canvas, svg, video") ? [element] : [...element.querySelectorAll("img, canvas, svg")].filter(visible);
    if (inner.length > 1) return { facts: facts(element), problem: `it contains ${inner.length} pictures` };
    return { facts: facts(element), ...drawn(inner[0] || element) };
  },
};

const cellText = (cell) =>
  textOf(cell) || [...cell.querySelectorAll("input, textarea, select")].filter(visible).map(textOf).join(" ");

function rowsOf(element) {
  const table = element.matches("table, tbody, thead, tfoot") ? element : element.querySelector("table");
  const rows = table ? [...table.rows] : [...element.querySelectorAll("[role=row]")];
  const cells = (row) => (row.cells ? [...row.cells] : [...row.querySelectorAll("[role=cell], [role=gridcell], [role=columnheader], [role=rowheader]")]);
  if (!rows.length && !table) return element.matches("tr") ? [[...element.cells].map(cellText)] : null;
  return rows.filter(visible).map((row) => cells(row).filter(visible).map(cellText));
}

function drawn(picture) {
  if (picture.matches("img")) {
    if (!picture.complete) return { problem: "the image is still loading" };
    return picture.naturalWidth ? { drawn: true } : { problem: `the image ${picture.currentSrc.slice(0, 200)} did not load` };
  }
  if (!picture.matches("canvas") || !picture.width || !picture.height) return { drawn: null };
  try {
    const copy = document.createElement("canvas");
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
  texts: (elements) => ({ texts: elements.map(textOf) }),
  count: (elements) => ({ count: elements.length }),
};

function operate(request) {
  const seen = look(request);
  if (seen.invalid !== undefined) return seen;
  const count = seen.shown.length;
  const answer = { whole: seen.whole, matched: seen.matched, visible: seen.visible ?? count, count, anchors: seen.anchors };
  if (request.want in several) return seen.whole ? answer : { ...answer, ...several[request.want](seen.shown) };
  if (count !== 1 || seen.whole) return { ...answer, examples: seen.shown.slice(0, 4).map(described) };
  return { ...answer, ...one[request.want](seen.shown[0], request) };
}

// The element itself, for an engine; null when it is no longer the only one.
function element(request) {
  const seen = look(request);
  if (seen.invalid !== undefined || seen.shown.length !== 1) return null;
  return request.kind ? controlOf(seen.shown[0], request.kind) : seen.shown[0];
}
