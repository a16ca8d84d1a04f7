// Colours as the browser paints them: in any colour space, with filters, blending and transparency.
const SAME_COLOUR = 12, MAX_COLOURS = 2000;
const COLOUR = "(?:rgba?|color|color-mix|hsla?|hwb|lab|lch|oklab|oklch)\\([^()]*\\)", COLOURS = new RegExp(COLOUR, "g");
const LAID = `(${COLOUR}) (-?[\\d.]+)px (-?[\\d.]+)px ([\\d.]+)px`, TEXT_SHADOW = new RegExp(LAID, "g");
const COLOUR_FILTERS = /(?:brightness|contrast|grayscale|hue-rotate|invert|saturate|sepia)\([^)]*\)/g;
const paper = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
const knownColours = new Map();

// Red, green and blue (0 to 255) and opacity (0 to 1) of a CSS colour.
function colour(text) {
  if (!knownColours.has(text)) {
    if (knownColours.size >= MAX_COLOURS) knownColours.clear();
    knownColours.set(text, text.startsWith("rgb") ? readColour(text) : paintedColour(text));
  }
  return knownColours.get(text);
}

function readColour(text) {
  const [red, green, blue, opacity = 1] = (text.match(/[\d.]+/g) || []).map(Number);
  return [red, green, blue, opacity];
}

function paintedColour(text) {
  paint("transparent", "copy");
  paint(text, "copy");
  return pixel();
}

function paint(text, operation, filter = "none", opacity = 1) {
  Object.assign(paper, { globalCompositeOperation: operation, filter, globalAlpha: opacity, fillStyle: text });
  paper.fillRect(0, 0, 1, 1);
}

function pixel() {
  const [red, green, blue, opacity] = paper.getImageData(0, 0, 1, 1).data;
  return [red, green, blue, opacity / 255];
}

const inCss = ([red, green, blue, opacity]) => `rgb(${red} ${green} ${blue} / ${opacity})`;
const colourFilters = (filter) => (filter === "none" ? "" : (filter.match(COLOUR_FILTERS) || []).join(" "));

// True when `ink` on `background` can hardly be told from it. `effects`: opacity, filter and blending of the ink, and
// the filter around both.
function isIndistinct(ink, background, { opacity, filter, blend, around }) {
  let [one, other] = [ink, background];
  let strength = ink[3] * opacity;
  if (filter || blend !== "normal" || around) {
    paint(inCss(background), "copy");
    paint(inCss(ink), blend === "normal" ? "source-over" : blend, filter || "none", opacity);
    [one, other, strength] = [through(pixel(), around), through(background, around), 1];
  }
  return [0, 1, 2].every((part) => Math.abs(one[part] - other[part]) * strength <= SAME_COLOUR);
}

function through(shown, filter) {
  if (!filter) return shown;
  paint(inCss(shown), "copy", filter);
  return pixel();
}

// The colours of an image made of gradients: none for no image, null for one that must be looked at.
function imageColours(image) {
  if (image === "none") return [];
  if (/url\(|image-set|cross-fade|paint\(|element\(/.test(image)) return null;
  return (image.match(COLOURS) || []).map(colour);
}

// The colours of a background: none where it is transparent, null where it is not known.
function backgroundColours(style) {
  const base = colour(style.backgroundColor), image = isLaidOut(style) ? imageColours(style.backgroundImage) : [];
  if (image === null || image.some((part) => part[3] > FAINTEST && part[3] <= 0.9)) return null;
  const opaque = image.filter((part) => part[3] > 0.9);
  if (opaque.length && opaque.length < image.length) return null;
  return opaque.length ? opaque : base[3] > 0 ? [base] : [];
}

// False for an image that is shown once, in a size or at a place that may be anywhere.
function isLaidOut({ backgroundRepeat, backgroundSize, backgroundPosition }) {
  if (!backgroundRepeat.includes("no-repeat")) return true;
  return !/[1-9]\d*px/.test(`${backgroundSize} ${backgroundPosition}`);
}

// The colours of the shadows of a text that lie where it is.
function shadowColours(textShadow, size) {
  if (textShadow === "none") return [];
  const found = textShadow.matchAll(TEXT_SHADOW);
  return [...found].filter(([, , right, down, blur]) => Math.hypot(right, down) <= 4 * size && blur <= size).map(([, text]) => colour(text));
}
