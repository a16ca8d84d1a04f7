// Runs before every page's own scripts: keeps count of what the page still has to do, so that
// nobody has to wait longer than it takes.
(() => {
  if (window.__projecteval) return;
  const state = { leaving: 0, busy: 0, timers: new Map(), hear: new WeakSet() };
  Object.defineProperty(window, "__projecteval", { value: state, enumerable: false });
  const setTimer = window.setTimeout.bind(window), clearTimer = window.clearTimeout.bind(window);

  // From the user's action until the next page, or until it turns out that there is none (a download).
  const leaves = () => {
    const number = state.leaving = performance.now();
    setTimer(() => { if (state.leaving === number && !state.navigating) state.leaving = 0; }, 2000);
  };
  const stays = () => { state.leaving = 0; state.navigating = false; };
  const inThisWindow = (target) => !target || target === "_self" || target === "_top" || target === "_parent";
  window.addEventListener("submit", (event) => {
    if (!event.defaultPrevented && inThisWindow(event.target.target)) leaves();
  });
  window.addEventListener("click", (event) => {
    const link = event.target instanceof Element && event.target.closest("a[href]");
    const href = link && link.getAttribute("href");
    if (link && !event.defaultPrevented && !link.hasAttribute("download") && inThisWindow(link.target) &&
        !/^\s*(#|javascript:|mailto:|tel:)/i.test(href)) leaves();
  });
  const submit = HTMLFormElement.prototype.submit;
  HTMLFormElement.prototype.submit = function () {
    if (inThisWindow(this.target)) leaves();
    return submit.call(this);
  };
  if (window.navigation) {
    navigation.addEventListener("navigate", (event) => {
      if (event.destination.sameDocument || event.hashChange || event.downloadRequest !== null) return stays();
      state.navigating = true;
      state.leaving = performance.now();
    });
    navigation.addEventListener("navigateerror", stays);
    navigation.addEventListener("navigatesuccess", stays);
  }

  const KEYS = ["keydown", "keypress", "keyup", "beforeinput", "textInput", "input"];
  const listen = EventTarget.prototype.addEventListener;
  EventTarget.prototype.addEventListener = function (type, ...given) {
    if (KEYS.includes(String(type))) state.hear.add(this || window);
    return listen.call(this, type, ...given);
  };

  const fetched = window.fetch;
  window.fetch = function (...given) {
    state.busy += 1;
    return fetched.apply(this, given).finally(() => setTimer(() => { state.busy -= 1; }, 0));
  };
  const send = XMLHttpRequest.prototype.send;
  XMLHttpRequest.prototype.send = function (...given) {
    state.busy += 1;
    this.addEventListener("loadend", () => setTimer(() => { state.busy -= 1; }, 0), { once: true });
    return send.apply(this, given);
  };
  window.setTimeout = (what, delay = 0, ...given) => {
    const timer = setTimer((...args) => {
      state.timers.delete(timer);
      return typeof what === "function" ? what(...args) : (0, eval)(what);
    }, delay, ...given);
    state.timers.set(timer, performance.now() + Number(delay || 0));
    return timer;
  };
  window.clearTimeout = (timer) => { state.timers.delete(timer); clearTimer(timer); };
})();
