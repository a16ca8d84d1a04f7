const EVERY = 3000; // milliseconds

/** Where the page is served, offer new results of a run that is going on; a page from disk stays as it is. */
async function follow() {
  let before = "";
  for (let number = 1; ; number += 1) {
    let now;
    try {
      now = /** @type {string} */ (await load(`live-${number}`));
    } catch {
      return; // the server has ended: what was loaded remains readable
    }
    forget(`live-${number}`);
    if (before && now !== before) byId("news").hidden = false;
    before = now;
    await new Promise((resolve) => setTimeout(resolve, EVERY));
  }
}

if (location.protocol !== "file:") {
  byId("show-news").addEventListener("click", () => location.reload());
  follow();
}
