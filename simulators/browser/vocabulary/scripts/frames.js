// What a box paints outside of its content: outline, shadows, border, and the ::before or ::after of it.
const BOX_SHADOW = new RegExp(`${LAID} (-?[\\d.]+)px( inset)?`, "g");
const SIDES = ["Top", "Right", "Bottom", "Left"];
const isOpaqueColour = (text) => colour(text)[3] > 0.9;

// Frames of a box: how far they reach out of it, and where they are opaque.
function framesOf(style) {
  const outline = style.outlineStyle !== "none" && isOpaqueColour(style.outlineColor) ? parseFloat(style.outlineWidth) + parseFloat(style.outlineOffset) : 0;
  const shadows = [...style.boxShadow.matchAll(BOX_SHADOW)].filter(([, ink]) => isOpaqueColour(ink)).map(([, , right, down, blur, spread, inset]) => (
    { right: Number(right), down: Number(down), spread: Number(spread) - Number(blur) / 2, inset: Boolean(inset) }));
  const border = SIDES.map((side) => (style[`border${side}Style`] !== "none" && isOpaqueColour(style[`border${side}Color`]) ? parseFloat(style[`border${side}Width`]) : 0));
  const outer = shadows.filter((shadow) => !shadow.inset).map(({ right, down, spread }) => spread + Math.max(Math.abs(right), Math.abs(down)));
  const isPicture = isSet(style.borderImageSource) && (imageColours(style.borderImageSource)?.every((part) => part[3] > 0.9) ?? true);
  return { outline, shadows, border, isPicture: isPicture && style.borderImageSlice.includes("fill"), reach: Math.max(0, outline, ...outer) };
}

const grown = ({ left, right, top, bottom }, by, x = 0, y = 0) => ({ left: left - by + x, right: right + by + x, top: top - by + y, bottom: bottom + by + y });

// True when a frame of a box with this area is opaque at a point.
function isFramed(area, { outline, shadows, border, isPicture }, x, y) {
  const inside = isWithin(area, x, y);
  if (!inside) return isWithin(grown(area, outline), x, y) || shadows.some((one) => !one.inset && isWithin(grown(area, one.spread, one.right, one.down), x, y));
  const [top, right, bottom, left] = border;
  const content = { left: area.left + left, right: area.right - right, top: area.top + top, bottom: area.bottom - bottom };
  if (isPicture || !isWithin(content, x, y)) return true;
  return shadows.some((one) => one.inset && !isWithin(grown(content, -one.spread, one.right, one.down), x, y));
}

// The ::before and ::after of an element that are laid over all of it and hide what is below.
const coversOf = (element, style) => {
  const box = native.box(element);
  return pseudo(element, style).filter((part) => part.position !== "static" && Number(part.zIndex) !== -1 && paints(part) && Number(part.opacity) > 0.9
    && parseFloat(part.width) >= box.width * 0.9 && parseFloat(part.height) >= box.height * 0.9);
};

// What an element paints farther from its box, or larger, than the rules of rendering follow.
const FAR = 40, THICK = 8, LARGE = 60;
const isFar = (lengths) => [...lengths.matchAll(/(-?[\d.]+)px/g)].some(([, length]) => Math.abs(length) > FAR);

function paintsFar(element, style) {
  if (isFar(style.textShadow) || (style.filter.includes("drop-shadow") && isFar(style.filter)) || isSet(style.webkitBoxReflect)) return true;
  if (parseFloat(style.textDecorationThickness) > THICK || isSet(style.textEmphasisStyle)) return true;
  if (style.columnRuleStyle !== "none" && parseFloat(style.columnRuleWidth) > FAR) return true;
  if (style.display.includes("list-item") && parseFloat(getComputedStyle(element, "::marker").fontSize) > LARGE) return true;
  return pseudo(element, style).some(isLarge);
}

// True for a ::before or ::after whose letters or picture may lie over other texts.
function isLarge({ content, fontSize, position, width, height }) {
  if (content === '""') return false;
  return parseFloat(fontSize) > LARGE || (["absolute", "fixed"].includes(position) && Math.min(parseFloat(width), parseFloat(height)) > FAR);
}
