/**
 * Elements are made here and nowhere else: whatever a model or a project produced becomes a text node.
 * @typedef {Node | string | number | null | undefined | false} Child
 */

/**
 * @param {string} tag
 * @param {Record<string, string | number | boolean | null | undefined>} attributes
 * @param {...(Child | Child[])} children
 * @returns {HTMLElement}
 */
function make(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== null && value !== undefined && value !== false) element.setAttribute(name, value === true ? "" : String(value));
  }
  for (const child of children.flat()) {
    if (child !== null && child !== undefined && child !== false) element.append(child instanceof Node ? child : String(child));
  }
  return element;
}

/** @param {string} id @returns {HTMLElement} */
function byId(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no element #${id}`);
  return found;
}

/** @param {string} text @returns {HTMLElement} */
function preformatted(text, label = "output") {
  return make("pre", { tabindex: 0, role: "region", "aria-label": label }, text);
}

/** @param {string} outcome */
function outcomeBadge(outcome) {
  const symbols = /** @type {Record<string, string>} */ ({ passed: "✓", skipped: "–", blocked: "–", infrastructure: "!", mission_defect: "!" });
  return make("span", { class: `outcome ${outcome}` }, `${symbols[outcome] || "✗"} ${words(outcome)}`);
}

/** @param {string} name */
function words(name) {
  return name.replaceAll("_", " ");
}

/** @param {number} value */
function seconds(value) {
  return `${value < 10 ? value.toFixed(2) : value.toFixed(1)} s`;
}
