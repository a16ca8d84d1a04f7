// True when a user sees anything of an element, or would if it were less transparent.
(element) => {
  if (!element.checkVisibility({ visibilityProperty: true })) return false;
  const hasSize = (one) => [...one.getClientRects()].some((box) => box.width > 0 && box.height > 0);
  return hasSize(element) || [...element.querySelectorAll("*")].some(hasSize);
}
