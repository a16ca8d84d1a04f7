// Where a user's mouse presses an element: the middle of what is seen of its first box, as [x, y] in the window;
// null when there is nothing left to press (an option was chosen).
(element) => {
  const choose = (option) => {
    const list = option.closest("select");
    list.focus();
    if (option.matches(":disabled") || list.matches(":disabled")) return;
    const before = option.selected, pressed = list.multiple ? option : list;
    option.selected = list.multiple ? !before : true;
    if (option.selected !== before) list.dispatchEvent(new Event("change", { bubbles: true }));
    for (const name of ["mouseup", "click"]) {
      pressed.dispatchEvent(new MouseEvent(name, { bubbles: true, cancelable: true }));
    }
  };
  const firstBox = (one) => [...one.getClientRects()].find((box) => box.width && box.height);
  const isInside = (box) => box.top >= 0 && box.left >= 0 && box.bottom <= innerHeight && box.right <= innerWidth;
  const scrollTo = (one) => {
    const box = firstBox(one);  // whatever the page's style says of scrolling, it is done when this returns
    if (box && !isInside(box)) one.scrollIntoView({ block: "center", inline: "nearest", behavior: "instant" });
  };
  const cannot = () => new Error("element not interactable: element has no size, is not shown, or is outside of all that can be scrolled to");

  if (element.tagName === "OPTION") {
    const list = element.closest("select") || element;
    if (!list.checkVisibility({ visibilityProperty: true })) throw cannot();
    scrollTo(list);
    return void choose(element);
  }
  if (element.matches("input[type=file]")) throw new Error("invalid argument: a file is chosen by its name");
  scrollTo(element);
  const box = firstBox(element);
  if (!box || !element.checkVisibility({ visibilityProperty: true })) throw cannot();
  const middle = (start, end, size) => Math.floor((Math.max(0, start) + Math.min(size, end)) / 2);
  let x = middle(box.left, box.right, innerWidth), y = middle(box.top, box.bottom, innerHeight);
  let there = document.elementFromPoint(x, y);
  while (there && there.shadowRoot && there !== element) {
    const inner = there.shadowRoot.elementFromPoint(x, y);
    if (!inner || inner === there) break;
    there = inner;
  }
  const holds = (one, other) => {
    for (; other; other = other.parentNode || other.host) if (other === one) return true;
    return false;
  };
  const tag = (one) => one.outerHTML.slice(0, one.outerHTML.indexOf(">") + 1);
  if (!there) throw cannot();
  if (!holds(element, there)) {
    throw new Error(`element click intercepted: Element ${tag(element)} is not clickable at point (${x}, ${y}). ` +
      `Other element would receive the click: ${tag(there)}`);
  }
  for (let frame = window; frame !== frame.top; frame = frame.parent) {
    const edge = frame.frameElement;
    if (!edge) break;
    const corner = edge.getBoundingClientRect();
    x += corner.left + edge.clientLeft;
    y += corner.top + edge.clientTop;
  }
  return [x, y];
}
