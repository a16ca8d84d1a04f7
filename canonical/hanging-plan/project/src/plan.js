// The plan and what changes it: a reducer. Of the pictures every earlier state is kept, for undo.
import { inMiddle, inside, possible, shifted, withEqualGaps, withTopsOf } from "./geometry.js";

export const ZOOMS = { least: 50, most: 200, step: 25 };
export const COPY_STEP = { right: 20, up: -20 };

export const empty = { pictures: [], selected: [], past: [], future: [], zoom: 100, hasGrid: true };

/** The selected pictures, in the order in which they were selected. */
export const selectedOf = ({ pictures, selected }) => selected.map((id) => pictures.find((each) => each.id === id));

const isSame = (one, other) => JSON.stringify(one) === JSON.stringify(other);

function changed(plan, pictures, selected = plan.selected) {
  if (isSame(pictures, plan.pictures)) return { ...plan, selected };
  return { ...plan, pictures, selected, past: [...plan.past, plan.pictures], future: [] };
}

function replaced(plan, changes) {
  const byId = new Map(changes.map((each) => [each.id, each]));
  return changed(plan, plan.pictures.map((each) => byId.get(each.id) ?? each));
}

const newId = (pictures) => Math.max(0, ...pictures.map((each) => each.id)) + 1;

/** Restores pictures; what is not there any more is not selected. */
function restored(plan, pictures, past, future) {
  const selected = plan.selected.filter((id) => pictures.some((each) => each.id === id));
  return { ...plan, pictures, selected, past, future };
}

const actions = {
  add(plan, { title, width, height }) {
    const id = newId(plan.pictures);
    return changed(plan, [...plan.pictures, { id, title, width, height, ...inMiddle({ width, height }) }], [id]);
  },
  select: (plan, { id }) => ({ ...plan, selected: [id] }),
  toggle(plan, { id }) {
    const others = plan.selected.filter((each) => each !== id);
    return { ...plan, selected: others.length < plan.selected.length ? others : [...others, id] };
  },
  selectNothing: (plan) => ({ ...plan, selected: [] }),
  move(plan, { step }) {
    const moving = selectedOf(plan);
    return replaced(plan, moving.map((each) => shifted(each, possible(moving, step))));
  },
  place: (plan, { id, place }) =>
    changed(plan, plan.pictures.map((each) => (each.id === id ? inside({ ...each, ...place }) : each))),
  alignTops(plan) {
    const chosen = selectedOf(plan);
    return replaced(plan, withTopsOf(chosen[0], chosen));
  },
  equalGaps: (plan) => replaced(plan, withEqualGaps(selectedOf(plan))),
  copy(plan) {
    const originals = plan.pictures.filter((each) => plan.selected.includes(each.id));
    const step = possible(originals, COPY_STEP);
    const first = newId(plan.pictures);
    const copies = originals.map((each, index) => ({ ...shifted(each, step), id: first + index }));
    return changed(plan, [...plan.pictures, ...copies], copies.map((each) => each.id));
  },
  remove: (plan) => changed(plan, plan.pictures.filter((each) => !plan.selected.includes(each.id)), []),
  undo(plan) {
    if (!plan.past.length) return plan;
    return restored(plan, plan.past.at(-1), plan.past.slice(0, -1), [plan.pictures, ...plan.future]);
  },
  redo(plan) {
    if (!plan.future.length) return plan;
    return restored(plan, plan.future[0], [...plan.past, plan.pictures], plan.future.slice(1));
  },
  zoom: (plan, { by }) => ({ ...plan, zoom: Math.max(ZOOMS.least, Math.min(ZOOMS.most, plan.zoom + by)) }),
  grid: (plan, { hasGrid }) => ({ ...plan, hasGrid }),
};

export const reduce = (plan, action) => actions[action.type](plan, action);
