// The text that a user sees of an element, as Selenium defines it (its atoms, bot.dom.getVisibleText): a line for a
// block, one space for many, nothing of what is not shown.
(element) => {
  const INLINE = ["inline", "inline-block", "inline-table", "none", "table-cell", "table-column", "table-column-group"];
  const lines = [];
  const line = () => lines[lines.length - 1] || "";
  const writeText = (node, style) => {
    let text = node.nodeValue.replace(/[\u200b\u200e\u200f]/g, "").replace(/\r\n?/g, "\n");
    if (["normal", "nowrap"].includes(style.whiteSpace)) text = text.replace(/\n/g, " ");
    if (["pre", "pre-wrap"].includes(style.whiteSpace)) text = text.replace(/[ \f\t\v\u2028\u2029]/g, "\xa0");
    else text = text.replace(/[ \f\t\v\u2028\u2029]+/g, " ");
    if (style.textTransform === "capitalize") text = text.replace(/(^|\s|\b)(\S)/gu, (_, before, one) => before + one.toUpperCase());
    else if (style.textTransform === "uppercase") text = text.toUpperCase();
    else if (style.textTransform === "lowercase") text = text.toLowerCase();
    const before = lines.pop() || "";
    if (before.endsWith(" ") && text.startsWith(" ")) text = text.slice(1);
    lines.push(before + text);
  };
  const childrenOf = (node) => {
    if (node.shadowRoot) return node.shadowRoot.childNodes;
    const assigned = node.tagName === "SLOT" ? node.assignedNodes() : [];
    return assigned.length ? assigned : node.childNodes;
  };
  const write = (node) => {
    if (node.tagName === "NOSCRIPT") return;
    if (node.tagName === "BR") return void lines.push("");
    const style = getComputedStyle(node);
    const isCell = node.tagName === "TD";
    const isBlock = !isCell && !INLINE.includes(style.display);
    if (isBlock && line().trim()) lines.push("");
    const cutAway = style.overflow === "hidden" && isBlock && !(node.clientWidth && node.clientHeight);
    const shown = style.opacity !== "0" && style.display !== "none" && !cutAway;
    if (shown) {
      for (const child of childrenOf(node)) {
        if (child.nodeType === Node.ELEMENT_NODE) write(child);
        else if (child.nodeType === Node.TEXT_NODE && style.visibility === "visible") writeText(child, style);
      }
    }
    const last = line();
    if ((isCell || style.display === "table-cell") && last && !last.endsWith(" ")) lines[lines.length - 1] += " ";
    if (isBlock && last.trim()) lines.push("");
  };
  const trimmed = (text) => text.replace(/^[^\S\xa0]+|[^\S\xa0]+$/g, "");
  for (let above = element.parentElement; above; above = above.parentElement) {
    if (getComputedStyle(above).opacity === "0" || getComputedStyle(above).display === "none") return "";
  }
  write(element);
  return trimmed(lines.map(trimmed).join("\n")).replace(/\xa0/g, " ");
}
