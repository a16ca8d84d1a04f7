// Where a user's mouse would press an element (arguments[0]): the middle of what is seen of its first box, [x, y] in the
// window; null where it takes more to know: a frame, an option, a file box, nothing to see, something in front of it.
const element = arguments[0];
if (window !== window.top || element.tagName === "OPTION" || element.matches("input[type=file]")) return null;
const firstBox = () => element.getClientRects()[0];
const isInside = (box) => box.top >= 0 && box.left >= 0 && box.bottom <= innerHeight && box.right <= innerWidth;
if (firstBox() && !isInside(firstBox())) {
  element.scrollIntoView({ block: "center", inline: "nearest", behavior: "instant" });  // whatever the page's style says
}
const box = firstBox();
if (!box || !box.width || !box.height) return null;
const middle = (start, end, size) => Math.floor((Math.max(0, start) + Math.min(size, end)) / 2);
const x = middle(box.left, box.right, innerWidth), y = middle(box.top, box.bottom, innerHeight);
const there = document.elementFromPoint(x, y);
return there && element.contains(there) && getComputedStyle(element).visibility === "visible" ? [x, y] : null;
