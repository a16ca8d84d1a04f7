// Runs before every page's own scripts: counts what the page still has to do, so that verbs
// wait no longer than it takes.
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

  // What was begun and has not ended: an answer that is waited for, the reading of one, of a file, of the clipboard.
  const begins = () => { state.busy += 1; };
  const ends = () => { setTimer(() => { state.busy -= 1; }, 0); };  // after what the page does with it
  const counted = (owner, ...names) => {
    for (const name of names.filter((name) => owner && owner[name])) {
      const its = owner[name];
      owner[name] = function (...given) {
        begins();
        return its.apply(this, given).finally(ends);
      };
    }
  };
  counted(window, "fetch");
  counted(Response.prototype, "arrayBuffer", "blob", "bytes", "formData", "json", "text");
  counted(window.Clipboard && Clipboard.prototype, "read", "readText", "write", "writeText");
  const countedUntilItsEnd = (owner, ...names) => {
    for (const name of names) {
      const its = owner[name];
      owner[name] = function (...given) {
        begins();
        this.addEventListener("loadend", ends, { once: true });
        try {
          return its.apply(this, given);
        } catch (error) {
          this.removeEventListener("loadend", ends);
          ends();
          throw error;
        }
      };
    }
  };
  countedUntilItsEnd(XMLHttpRequest.prototype, "send");
  countedUntilItsEnd(FileReader.prototype, "readAsArrayBuffer", "readAsBinaryString", "readAsDataURL", "readAsText");

  // When timers are due: by the page's clock, and by that of a page that is never late, by which who sleeps waits. What
  // a late timer sets counts there from when the timer itself was due, so that what happens in a sleep does not hang on
  // how busy the machine is; a page that cannot keep up with itself is forgiven.
  const FRAME = 17, PUNCTUAL = 50, FORGIVEN = 2000;
  let ideal = () => performance.now();
  const due = (after) => {
    const delay = Math.max(0, Number(after) || 0);
    return { really: performance.now() + delay, ideally: ideal() + delay };
  };
  const done = (moment, what, given) => {
    const before = ideal, now = performance.now(), late = now - moment.ideally;
    if (late >= PUNCTUAL) ideal = () => Math.max(moment.ideally, now - FORGIVEN);
    try {
      return typeof what === "function" ? what.apply(window, given) : (0, eval)(what);
    } finally {
      ideal = before;
    }
  };
  window.setTimeout = (what, delay, ...given) => {
    const moment = due(delay);
    const timer = setTimer(() => {
      state.timers.delete(timer);
      return done(moment, what, given);
    }, delay);
    state.timers.set(timer, moment);
    return timer;
  };
  const setAgain = window.setInterval.bind(window);
  window.setInterval = (what, delay, ...given) => {
    const timer = setAgain(() => {
      const moment = state.timers.get(timer);
      state.timers.set(timer, due(delay));
      return done(moment, what, given);
    }, delay);
    state.timers.set(timer, due(delay));
    return timer;
  };
  window.clearTimeout = window.clearInterval = (timer) => { state.timers.delete(timer); clearTimer(timer); };
  const draw = window.requestAnimationFrame.bind(window), drawNot = window.cancelAnimationFrame.bind(window);
  window.requestAnimationFrame = (what) => {
    const moment = due(FRAME);
    const frame = draw((now) => {
      state.timers.delete(`frame ${frame}`);
      return done(moment, what, [now]);
    });
    state.timers.set(`frame ${frame}`, moment);
    return frame;
  };
  window.cancelAnimationFrame = (frame) => { state.timers.delete(`frame ${frame}`); drawNot(frame); };
})();
