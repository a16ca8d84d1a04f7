// Which text is rendered with letters that can be told apart, whatever it is painted with and whatever lies over it.
const FAINTEST = 0.1, MIN_TEXT_PX = 4, MAX_BLUR_EM = 0.3, MIN_UPRIGHT = 0.15, MIN_SPACING_EM = -0.35, MIN_ADVANCE = 0.15;
const SAME_PLACE = new DOMMatrix();
const behindEyes = (distance) => new DOMMatrix([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, -1 / distance, 0, 0, 0, 1]);

// Caches of one look at the page; nothing changes while a script runs.
class Rendering {
  #styles = new Map();
  #opacities = new Map();
  #matrices = new Map();
  #painted = new Map();
  #readable = new Map();
  #rectangles = new Map();
  usual = new UsualCase(this);
  doubts = new Doubts(this);

  style(element) {
    return remembered(this.#styles, element, () => getComputedStyle(element));
  }

  rectangles(node) {
    return remembered(this.#rectangles, node, () => [...rectanglesOf(node)]);
  }

  // Product of the opacities of an element and all around it.
  opacity(element) {
    if (!element) return 1;
    return remembered(this.#opacities, element, () => Number(this.style(element).opacity) * this.opacity(parentOf(element)));
  }

  // True when text of this element is rendered, wherever it lies and whatever its colours.
  isPainted(element) {
    return remembered(this.#painted, element, () => {
      const style = this.style(element);
      if (style.visibility !== "visible" || this.opacity(element) < FAINTEST) return false;
      if (!native.isShown(element)) return style.display === "contents" && this.isPainted(parentOf(element));
      return this.isLegible(element);
    });
  }

  // False for letters that are replaced by discs, blurred, squeezed, slanted or laid on one another.
  isLegible(element) {
    const { fontSize, letterSpacing, webkitTextSecurity } = this.style(element), size = parseFloat(fontSize);
    if (parseFloat(letterSpacing) < MIN_SPACING_EM * size || isSet(webkitTextSecurity) || isPressed(element)) return false;
    const { a, b, c, d, m44 } = this.matrix(element);
    const upright = Math.abs(a * d - b * c) / Math.max(a * a + b * b, c * c + d * d);
    if (!(upright >= MIN_UPRIGHT) || m44 <= 0) return false;
    return [...around(element)].every((box) => blurOf(this.style(box).filter) <= MAX_BLUR_EM * size);
  }

  // Product of the transforms of an element and all around it.
  matrix(element) {
    if (!element) return SAME_PLACE;
    return remembered(this.#matrices, element, () => {
      const { transform, scale, rotate } = this.style(element), outer = parentOf(element);
      let found = this.matrix(outer);
      const perspective = outer ? parseFloat(this.style(outer).perspective) : NaN;
      if (perspective > 0) found = found.multiply(behindEyes(perspective));
      if (rotate !== "none" && /^[-\d.]+deg$/.test(rotate)) found = found.rotate(parseFloat(rotate));
      if (scale !== "none") found = found.scale(...scale.split(" ").slice(0, 2).map(Number));
      return transform === "none" ? found : found.multiply(new DOMMatrix(transform));
    });
  }

  // What can be read of a text node: all, some of its words, or nothing.
  readablePart(node, holder) {
    return remembered(this.#readable, node, () => seenPartOf(node, holder, this));
  }

  // True when what a text box or select box holds can be read.
  isReadableBox(box) {
    if (!this.isPainted(box)) return false;
    const places = placesOf(native.rectangles(box));
    return places.length > 0 && (this.usual.isClear(box, places) || this.doubts.accept({ node: box, index: 0, word: contentOf(box).slice(0, 200), holder: box }));
  }
}

const blurOf = (filter) => [...filter.matchAll(/blur\(([\d.]+)px\)/g)].reduce((all, [, size]) => all + Number(size), 0);

// Turns the direction of the letters in a text.
const TURNING = /[\u202d\u202e]/, LATIN = /\p{Script=Latin}/u;

// True when the letters of a text stand in another order than they are written.
const isTurned = (text, style) =>
  TURNING.test(text) || (style.direction === "rtl" && style.unicodeBidi.includes("override") && LATIN.test(text));

// True for letters of SVG that a text length lays on one another.
function isPressed(element) {
  if (!(element instanceof SVGTextContentElement)) return false;
  const last = element.getNumberOfChars() - 1;
  if (last < 1) return false;
  const [start, end] = [element.getStartPositionOfChar(0), element.getEndPositionOfChar(last)];
  return Math.hypot(end.x - start.x, end.y - start.y) < MIN_ADVANCE * (last + 1) * element.getExtentOfChar(0).height;
}
