/**
 * Details are scripts, because a page that was opened from disk may not fetch files.
 * @type {Map<string, {promise: Promise<any>, receive: (value: any) => void}>}
 */
const loads = new Map();

/** @param {string} name @param {any} value */
function receive(name, value) {
  loads.get(name)?.receive(value);
}
Object.assign(window, { projectevalReport: { receive } });

/** Let go of what was loaded under a name that is used once. @param {string} name */
function forget(name) {
  loads.delete(name);
}

/** @param {string} name @returns {Promise<any>} */
function load(name) {
  const there = loads.get(name);
  if (there) return there.promise;
  /** @type {(value: any) => void} */
  let resolve = () => {};
  const promise = new Promise((resolved, rejected) => {
    resolve = resolved;
    const script = document.createElement("script");
    script.src = `report/${name}.js`;
    script.onerror = () => {
      loads.delete(name);
      rejected(new Error(`report/${name}.js cannot be loaded. Keep the folder "report" beside report.html, or write the report again: projecteval report RUN`));
    };
    script.onload = () => script.remove();
    document.head.append(script);
  });
  loads.set(name, { promise, receive: resolve });
  return promise;
}
