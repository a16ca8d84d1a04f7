// Sets the page's clock OFFSET milliseconds ahead; it runs on from there. A Proxy keeps Date what it is for
// every page: instanceof, subclasses, toString. In a page that has such a clock already, the clock is moved.
(() => {
  const key = Symbol.for("projecteval.clock");
  if (globalThis[key]) {
    globalThis[key](OFFSET, VERSION);
    return;
  }
  let offset = OFFSET;
  let latest = VERSION;
  const move = (to, version) => {
    if (version > latest) [offset, latest] = [to, version];
  };
  Object.defineProperty(globalThis, key, { value: move });
  const Real = Date;
  const now = () => Real.now() + offset;
  const Moved = new Proxy(Real, {
    apply: () => new Real(now()).toString(),
    construct: (target, given, newTarget) => Reflect.construct(target, given.length ? given : [now()], newTarget),
    get: (target, key, receiver) => (key === "now" ? now : Reflect.get(target, key, receiver)),
  });
  Object.defineProperty(globalThis, "Date", { value: Moved, writable: true, configurable: true });
  Real.prototype.constructor = Moved;
  for (const name of ["format", "formatToParts"]) {
    const original = Object.getOwnPropertyDescriptor(Intl.DateTimeFormat.prototype, name);
    const moved = (format) => (date) => format(date === undefined ? now() : date);
    if (original.get) {
      const get = function () { return moved(original.get.call(this)); };
      Object.defineProperty(Intl.DateTimeFormat.prototype, name, { ...original, get });
    } else {
      const value = function (date) { return moved(original.value.bind(this))(date); };
      Object.defineProperty(Intl.DateTimeFormat.prototype, name, { ...original, value });
    }
  }
  // A cookie that a script lets expire by the moved clock must live as long by the browser's real one.
  const cookie = Object.getOwnPropertyDescriptor(Document.prototype, "cookie");
  const shifted = (text) =>
    String(text).replace(/(;\s*expires=)([^;]+)/i, (whole, label, date) => {
      const moment = Real.parse(date);
      return Number.isNaN(moment) || moment <= 0 ? whole : label + new Real(moment - offset).toUTCString();
    });
  Object.defineProperty(Document.prototype, "cookie", {
    ...cookie,
    set(text) { cookie.set.call(this, shifted(text)); },
  });
})();
