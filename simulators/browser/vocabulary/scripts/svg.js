// Text and shapes of SVG, which have colours of their own.
const MIN_ADVANCE = 0.15;

// The ways in which text of SVG is painted; see `inksOf`.
const inksOfSvg = (style) => {
  const strokes = style.stroke !== "none" && parseFloat(style.strokeWidth) > 0 ? paintColours(style.stroke, style.strokeOpacity) : [];
  return [[...paintColours(style.fill, style.fillOpacity), ...strokes].filter((ink) => ink === null || ink[3] >= FAINTEST)];
};

// Colours of a fill or stroke: those of a gradient's stops, null for a pattern, none for "none".
function paintColours(paint, opacity) {
  if (paint === "none") return [];
  const reference = /^url\("?#([^")]+)"?\)/.exec(paint);
  const source = reference ? page.all(document, `[id="${CSS.escape(reference[1])}"]`)[0] : null;
  if (reference && !(source instanceof SVGGradientElement)) return [null];
  const faded = ([red, green, blue, alpha]) => [red, green, blue, alpha * Number(opacity)];
  if (!source) return [faded(colour(paint))];
  return allBelow(source, "stop").map((stop) => getComputedStyle(stop)).map(({ stopColor, stopOpacity }) => {
    const [red, green, blue, alpha] = colour(stopColor);
    return faded([red, green, blue, alpha * Number(stopOpacity)]);
  });
}

// The colours of a shape's area; see `backgroundColours`.
function shapeColours(style) {
  const colours = paintColours(style.fill, style.fillOpacity);
  return colours.includes(null) ? null : colours.filter(([, , , opacity]) => opacity > FAINTEST);
}

const isShape = (element) => element instanceof SVGGeometryElement;
function isOpaqueShape(style) {
  const colours = paintColours(style.fill, style.fillOpacity);
  return colours.length > 0 && colours.every((ink) => ink !== null && ink[3] > 0.9);
}

// True for letters of SVG that a text length lays on one another.
function isPressed(element) {
  if (!(element instanceof SVGTextContentElement)) return false;
  const last = element.getNumberOfChars() - 1;
  if (last < 1) return false;
  const [start, end] = [element.getStartPositionOfChar(0), element.getEndPositionOfChar(last)];
  return Math.hypot(end.x - start.x, end.y - start.y) < MIN_ADVANCE * (last + 1) * element.getExtentOfChar(0).height;
}
