// The elements below `root` (the whole page without one) that a locator of WebDriver finds: all, or the first.
(using, value, all, root) => {
  const parent = root || document;
  const invalid = (why) => new Error(`invalid selector: ${why}`);
  const byCss = () => {
    try {
      return all ? [...parent.querySelectorAll(value)] : [parent.querySelector(value)].filter(Boolean);
    } catch (error) {
      throw invalid("An invalid or illegal selector was specified");
    }
  };
  const byXPath = () => {
    const page = parent.ownerDocument || parent;
    let found;
    try {
      found = page.evaluate(value, parent, null, XPathResult.ORDERED_NODE_SNAPSHOT_TYPE, null);
    } catch (error) {
      throw invalid(`Unable to locate an element with the xpath expression ${value} because of the following error:\n${error}`);
    }
    const elements = Array.from({ length: found.snapshotLength }, (_, place) => found.snapshotItem(place));
    for (const node of all ? elements : elements.slice(0, 1)) {
      if (node.nodeType !== 1) {
        throw invalid(`The result of the xpath expression "${value}" is: ${node}. It should be an element.`);
      }
    }
    return elements;
  };
  const byLink = (fits) => [...parent.querySelectorAll("a")].filter((link) => fits(__TEXT__(link)));
  const strategies = {
    "css selector": byCss,
    xpath: byXPath,
    "tag name": () => [...parent.getElementsByTagName(value)],
    "link text": () => byLink((text) => text === value),
    "partial link text": () => byLink((text) => text.includes(value)),
  };
  if (!(using in strategies)) throw new Error(`invalid argument: no strategy is called ${using}`);
  const found = strategies[using]();
  return all ? found : found[0];
}
