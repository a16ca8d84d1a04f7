// Reports what a person does in the page. Alt+click on an element records an expectation instead of a click.
(() => {
  if (window !== window.top || window.__projectevalRecording) return;
  window.__projectevalRecording = true;
  const report = (kind, element, value) =>
    window.projectevalRecord({ kind, element: element ? selector(element) : "", value: value ?? "", name: element ? nameOf(element) : "" });

  const unique = (css) => document.querySelectorAll(css).length === 1;
  const selector = (element) => {
    if (element.id && unique(`#${CSS.escape(element.id)}`)) return `#${CSS.escape(element.id)}`;
    const name = element.getAttribute("name");
    const named = name && `${element.localName}[name="${CSS.escape(name)}"]`;
    if (named && unique(named)) return named;
    if (unique(element.localName)) return element.localName;
    const path = [];
    for (let each = element; each && each !== document.documentElement; each = each.parentElement) {
      if (each !== element && each.id && unique(`#${CSS.escape(each.id)}`)) {
        path.unshift(`#${CSS.escape(each.id)}`);
        break;
      }
      const twins = [...each.parentElement.children].filter((other) => other.localName === each.localName);
      path.unshift(twins.length > 1 ? `${each.localName}:nth-of-type(${twins.indexOf(each) + 1})` : each.localName);
    }
    return path.join(" > ");
  };
  const nameOf = (element) => {
    const label = element.labels && element.labels[0] ? element.labels[0].innerText : "";
    const words = label || element.getAttribute("aria-label") || element.getAttribute("name") || element.id || element.innerText || element.value || element.localName;
    return words.trim().slice(0, 60);
  };
  const isTextBox = (element) =>
    element.localName === "textarea" || (element.localName === "input" && !/^(checkbox|radio|submit|button|image|reset|file|hidden|color|range)$/.test(element.type));

  document.addEventListener("click", (event) => {
    const target = event.target.closest("a, button, input, select, textarea, summary, label, [onclick], [role=button]") || event.target;
    if (event.altKey) {
      event.preventDefault();
      event.stopPropagation();
      report("sees", event.target, event.target.innerText.trim());
    } else if (target.localName === "label" && target.control) {
      return; // the control reports its own click
    } else if (!isTextBox(target) && !/^(checkbox|file)$/.test(target.type || "") && target.localName !== "select") {
      report("clicks", target);
    }
  }, true);
  document.addEventListener("change", (event) => {
    const box = event.target;
    if (box.type === "checkbox") report(box.checked ? "ticks" : "unticks", box);
    else if (box.type === "file") report("uploads", box, box.files.length ? box.files[0].name : "");
    else if (box.localName === "select") report("chooses", box, box.selectedOptions.length ? box.selectedOptions[0].label : "");
    else if (box.type === "date") report("enters_date", box, box.value);
    else if (isTextBox(box)) report("types", box, box.value);
  }, true);

  const arrived = performance.getEntriesByType("navigation")[0]?.type;
  if (arrived === "reload") report("reloads");
  else if (arrived === "back_forward") report("goes_back");
  else if (!document.referrer) report("opens", null, location.pathname + location.search);
})();
