// The whole page as one Vue component; places are x and y of the lower left corner.
import { createApp } from "vue";
import template from "./template.js";

const W = 600, H = 300, KEY = "what-hangs-where";
const whole = (text) => (/^\s*[+-]?[0-9]+\s*$/.test(text) ? parseInt(text, 10) : NaN);
const clamp = (value, most) => Math.min(Math.max(value, 0), most);
const copyOf = (value) => JSON.parse(JSON.stringify(value));

const page = {
  template,
  data: () => ({
    pictures: [], grid: true, zoom: 100,
    ...JSON.parse(localStorage.getItem(KEY) || "{}"),
    chosen: [], before: [], after: [], fresh: { title: "", width: "", height: "" }, refusal: "", draft: null, hold: null,
  }),
  computed: {
    scale() { return 2 * this.zoom / 100; },
    single() { return this.chosen.length === 1 ? this.pictures.find((p) => p.id === this.chosen[0]) : null; },
    selection() { return this.chosen.map((id) => this.pictures.find((p) => p.id === id)); },
    kept() { return JSON.stringify({ pictures: this.pictures, grid: this.grid, zoom: this.zoom }); },
  },
  watch: { kept(text) { localStorage.setItem(KEY, text); } },
  mounted() {
    window.addEventListener("keydown", this.key);
    window.addEventListener("mousemove", this.drag);
    window.addEventListener("mouseup", this.release);
  },
  methods: {
    change(work) {
      const old = copyOf(this.pictures);
      work();
      if (JSON.stringify(old) === JSON.stringify(this.pictures)) return;
      this.before.push(old);
      this.after = [];
    },
    travel(from, to) {
      if (!from.length) return;
      to.push(copyOf(this.pictures));
      this.pictures = from.pop();
      this.chosen = this.chosen.filter((id) => this.pictures.some((p) => p.id === id));
    },
    back() { this.travel(this.before, this.after); },
    forth() { this.travel(this.after, this.before); },
    nextId() { return this.pictures.reduce((most, p) => Math.max(most, p.id), 0) + 1; },
    hang() {
      const title = this.fresh.title, w = whole(this.fresh.width), h = whole(this.fresh.height);
      this.refusal = title.trim() === "" ? "What is it called?" : w >= 1 && w <= W && h >= 1 && h <= H ? "" : "It does not fit.";
      if (this.refusal) return;
      const id = this.nextId();
      this.change(() => this.pictures.push({ id, title, w, h, x: Math.floor(W / 2 - w / 2), y: Math.floor(H / 2 - h / 2) }));
      this.chosen = [id];
      this.fresh = { title: "", width: "", height: "" };
      this.$refs.title.focus();
    },
    choose(id, more = false) {
      this.settle();
      if (!more || id === null) this.chosen = id === null ? [] : [id];
      else if (this.chosen.includes(id)) this.chosen = this.chosen.filter((each) => each !== id);
      else this.chosen.push(id);
    },
    settle() {
      const draft = this.draft;
      this.draft = null;
      if (!draft) return;
      const number = whole(draft.text), picture = this.pictures.find((p) => p.id === draft.id);
      if (picture && !isNaN(number)) {
        this.change(() => { picture[draft.axis] = clamp(number, draft.axis === "x" ? W - picture.w : H - picture.h); });
      }
      this.$forceUpdate();
    },
    limited(pictures, dx, dy) {
      for (const p of pictures) {
        dx = clamp(p.x + dx, W - p.w) - p.x;
        dy = clamp(p.y + dy, H - p.h) - p.y;
      }
      return [dx, dy];
    },
    shift(dx, dy) {
      const [x, y] = this.limited(this.selection, dx, dy);
      this.change(() => this.selection.forEach((p) => { p.x += x; p.y += y; }));
    },
    grab(event, p) {
      if (event.shiftKey) return this.choose(p.id, true);
      const wasChosen = this.chosen.includes(p.id);
      if (!wasChosen) this.choose(p.id);
      else this.settle();
      this.hold = { id: p.id, x: event.clientX, y: event.clientY, by: null };
    },
    drag(event) {
      const hold = this.hold;
      if (!hold) return;
      const p = this.pictures.find((each) => each.id === hold.id), unit = this.grid ? 5 : 1;
      const x = Math.round((p.x + (event.clientX - hold.x) / this.scale) / unit) * unit;
      const y = Math.round((p.y - (event.clientY - hold.y) / this.scale) / unit) * unit;
      hold.by = this.limited(this.selection, x - p.x, y - p.y);
    },
    release() {
      const hold = this.hold;
      this.hold = null;
      if (hold && hold.by) this.shift(...hold.by);
      else if (hold) this.choose(hold.id);
    },
    box(p) {
      const [dx, dy] = this.hold && this.hold.by && this.chosen.includes(p.id) ? this.hold.by : [0, 0];
      const px = (cm) => `${cm * this.scale}px`;
      return { left: px(p.x + dx), top: px(H - p.y - dy - p.h), width: px(p.w), height: px(p.h) };
    },
    collides(p) {
      return this.pictures.some((o) => o.id !== p.id && o.x < p.x + p.w && p.x < o.x + o.w && o.y < p.y + p.h && p.y < o.y + o.h);
    },
    alignTops() {
      const top = this.selection[0].y + this.selection[0].h;
      this.change(() => this.selection.forEach((p) => { p.y = Math.max(0, top - p.h); }));
    },
    spread() {
      const row = this.selection.slice().sort((a, b) => a.x - b.x), last = row.pop(), first = row.shift();
      let free = last.x - first.x - first.w - row.reduce((sum, p) => sum + p.w, 0), x = first.x + first.w;
      this.change(() => row.forEach((p, place) => {
        const gap = Math.floor(free / (row.length + 1 - place));
        free -= gap;
        p.x = clamp(x + gap, W - p.w);
        x += gap + p.w;
      }));
    },
    duplicate() {
      const originals = this.pictures.filter((p) => this.chosen.includes(p.id)), [dx, dy] = this.limited(originals, 20, -20);
      const copies = originals.map((p, place) => ({ ...p, id: this.nextId() + place, x: p.x + dx, y: p.y + dy }));
      this.change(() => this.pictures.push(...copies));
      this.chosen = copies.map((p) => p.id);
    },
    remove() {
      this.change(() => { this.pictures = this.pictures.filter((p) => !this.chosen.includes(p.id)); });
      this.chosen = [];
    },
    key(event) {
      if (event.target.type === "text") return;
      const far = event.shiftKey ? 10 : 1;
      const plain = {
        ArrowLeft: () => this.shift(-far, 0), ArrowRight: () => this.shift(far, 0),
        ArrowUp: () => this.shift(0, far), ArrowDown: () => this.shift(0, -far),
        Delete: () => this.remove(), Escape: () => this.choose(null),
      };
      const control = { z: () => this.back(), y: () => this.forth(), d: () => this.duplicate() };
      const action = event.ctrlKey ? control[event.key.toLowerCase()] : plain[event.key];
      if (!action) return;
      event.preventDefault();
      action();
    },
    save() {
      const quote = (text) => (/[",\n]/.test(text) ? '"' + text.split('"').join('""') + '"' : text);
      const rows = this.pictures.slice().sort((a, b) => a.x - b.x || a.y - b.y).map((p) => [quote(p.title), p.w, p.h, p.x, p.y]);
      const lines = [["title", "width", "height", "left", "floor"], ...rows].map((row) => row.join(",") + "\r\n");
      const link = document.createElement("a");
      link.href = "data:text/csv;charset=utf-8," + encodeURIComponent(lines.join(""));
      link.download = "hanging.csv";
      link.click();
    },
  },
};

createApp(page).mount("#app");
