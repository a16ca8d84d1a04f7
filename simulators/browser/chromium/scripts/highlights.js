// Shows the page only the custom highlights that it has registered itself, not those by which words are switched off.
(() => {
  const registry = CSS.highlights;
  if (!(registry instanceof HighlightRegistry)) return;
  class OwnHighlights extends Map {
    set(name, highlight) {
      registry.set(name, highlight);
      return super.set(name, highlight);
    }
    delete(name) {
      if (super.has(name)) registry.delete(name);
      return super.delete(name);
    }
    clear() {
      for (const name of [...super.keys()]) this.delete(name);
    }
  }
  const own = new OwnHighlights(registry);
  Object.defineProperty(own, Symbol.toStringTag, { value: "HighlightRegistry" });
  Object.defineProperty(CSS, "highlights", { get: () => own, configurable: true, enumerable: true });
})();
