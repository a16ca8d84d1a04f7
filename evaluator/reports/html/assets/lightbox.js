/**
 * Pictures of one step beside each other: before and after an action, expected and seen.
 * @typedef {{title: string, pictures: {caption: string, make: () => Node}[]}} PictureGroup
 */

/** Shows groups of pictures in their own size, one group at a time. */
class Lightbox {
  constructor() {
    this.dialog = /** @type {HTMLDialogElement} */ (byId("lightbox"));
    /** @type {PictureGroup[]} */
    this.groups = [];
    this.at = 0;
    byId("earlier-picture").addEventListener("click", () => this.turn(-1));
    byId("later-picture").addEventListener("click", () => this.turn(1));
    byId("close-pictures").addEventListener("click", () => this.dialog.close());
    this.dialog.addEventListener("keydown", (event) => {
      const by = event.key === "ArrowLeft" ? -1 : event.key === "ArrowRight" ? 1 : 0;
      if (by) this.turn(by);
    });
  }

  /** @param {PictureGroup[]} groups @param {number} at */
  open(groups, at) {
    [this.groups, this.at] = [groups, at];
    this.draw();
    this.dialog.showModal();
    byId("lightbox-title").focus();
  }

  /** @param {number} by */
  turn(by) {
    this.at = Math.min(Math.max(this.at + by, 0), this.groups.length - 1);
    this.draw();
  }

  draw() {
    const group = this.groups[this.at];
    byId("lightbox-title").textContent = group.title;
    byId("lightbox-place").textContent = `${this.at + 1} of ${this.groups.length}`;
    byId("lightbox-pictures").replaceChildren(...group.pictures.map((each) =>
      make("figure", {}, each.make(), make("figcaption", { class: "muted" }, each.caption))));
    /** @type {HTMLButtonElement} */ (byId("earlier-picture")).disabled = this.at === 0;
    /** @type {HTMLButtonElement} */ (byId("later-picture")).disabled = this.at === this.groups.length - 1;
  }
}

const lightbox = new Lightbox();

/** Groups of the pictures of a case; after an action is what the next step began with. @param {Case} shown @returns {PictureGroup[]} */
function groupsOf(shown) {
  const failed = failedStepOf(shown);
  const all = shown.steps.map((step) => (step === failed ? [...step.pictures, ...shown.pictures] : step.pictures));
  return shown.steps.map((step, position) => {
    const pictures = [...all[position]];
    const next = all[position + 1] || [];
    if (pictures.length === 1 && pictures[0].moment === "before" && next.length) pictures.push({ ...next[0], moment: "after", marked: null });
    return {
      title: `${step.verb} ${step.what}`,
      pictures: [
        ...pictures.map((each) => ({ caption: each.moment, make: () => markedImage(each, `Screenshot ${each.moment} ${step.verb} ${step.what}`) })),
        ...step.compared.map((each) => ({ caption: each.side, make: () => make("img", { src: each.address, alt: `Picture ${each.side} by ${step.verb} ${step.what}` }) })),
      ],
    };
  });
}

/** Open the pictures of a step; arrow keys lead to those of the others. @param {Case} shown @param {Step} step */
function openPictures(shown, step) {
  const groups = groupsOf(shown);
  const own = groups[shown.steps.indexOf(step)];
  const filled = groups.filter((each) => each.pictures.length);
  lightbox.open(filled, Math.max(filled.indexOf(own), 0));
}
