// Runs before every page's own scripts: keeps messages and uncaught errors of the page, within bounds.
(() => {
  if (window.__projectevalMessages) return;
  const MAX_MESSAGES = 100, MAX_CHARS = 1000, messages = [];
  Object.defineProperty(window, "__projectevalMessages", { value: messages, enumerable: false });
  const push = messages.push.bind(messages), listen = window.addEventListener.bind(window);
  const isError = (value) => value instanceof Error || value instanceof DOMException;
  // Texts of objects are not asked for: that would run code of the page.
  const textOf = (value) => {
    if (isError(value)) return `${value.stack || value.message}`;
    return value !== null && (typeof value === "object" || typeof value === "function") ? `[${typeof value}]` : String(value);
  };
  const keep = (kind, values) => {
    if (messages.length >= MAX_MESSAGES) return;
    try {
      const text = values.slice(0, 10).map((value) => textOf(value).slice(0, MAX_CHARS)).join(" ");
      push(`${kind}: ${text.slice(0, MAX_CHARS)}`);
      if (messages.length === MAX_MESSAGES - 1) push("further messages are not recorded");
    } catch (error) {
      push(`${kind}: a message that cannot be read`);
    }
  };
  for (const [name, kind] of [["log", "log"], ["info", "log"], ["debug", "log"], ["warn", "warning"], ["error", "error"]]) {
    const original = console[name];
    console[name] = function (...values) {
      keep(kind, values);
      return original.apply(this, values);
    };
  }
  listen("error", (event) => {
    if (event instanceof ErrorEvent) keep("uncaught", [event.error ? event.error : event.message]);
    else if (event.target instanceof Element) keep("error", [`not loaded: ${event.target.src || event.target.href || event.target.tagName}`]);
  }, true);
  listen("unhandledrejection", (event) => keep("uncaught", [event.reason]));
})();
