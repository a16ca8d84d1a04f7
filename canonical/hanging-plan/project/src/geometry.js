// Places on the wall, in centimetres: `left` from its left end, `floor` from the floor to the lower edge.

export const WALL = { width: 600, height: 300 };
export const EYE_LEVEL = 150;
export const GRID = 5;

const between = (low, value, high) => Math.max(low, Math.min(high, value));

export const inMiddle = ({ width, height }) => ({
  left: Math.floor((WALL.width - width) / 2),
  floor: Math.floor(EYE_LEVEL - height / 2),
});

export const inside = (picture) => ({
  ...picture,
  left: between(0, picture.left, WALL.width - picture.width),
  floor: between(0, picture.floor, WALL.height - picture.height),
});

/** As far as all the pictures can go together. */
export function possible(pictures, { right, up }) {
  const room = (side) => Math.min(...pictures.map(side));
  return {
    right: between(-room((each) => each.left), right, room((each) => WALL.width - each.left - each.width)),
    up: between(-room((each) => each.floor), up, room((each) => WALL.height - each.floor - each.height)),
  };
}

export const shifted = (picture, { right, up }) => ({ ...picture, left: picture.left + right, floor: picture.floor + up });

/** The step that brings the held picture to the grid, or to full centimetres. */
export function rested(held, { right, up }, hasGrid) {
  const unit = hasGrid ? GRID : 1;
  const rounded = (place) => Math.round(place / unit) * unit;
  return { right: rounded(held.left + right) - held.left, up: rounded(held.floor + up) - held.floor };
}

export function withTopsOf(first, pictures) {
  const top = first.floor + first.height;
  return pictures.map((each) => inside({ ...each, floor: top - each.height }));
}

export function withEqualGaps(pictures) {
  const sorted = [...pictures].sort((one, other) => one.left - other.left);
  const first = sorted[0];
  const last = sorted.at(-1);
  const between = sorted.slice(1, -1);
  const free = between.reduce((left, each) => left - each.width, last.left - first.left - first.width);
  let edge = first.left + first.width;
  const spaced = between.map((each, index) => {
    const place = edge + Math.floor((free * (index + 1)) / (sorted.length - 1));
    edge += each.width;
    return inside({ ...each, left: place });
  });
  return [first, ...spaced, last];
}

const overlap = (one, other) =>
  one.left < other.left + other.width &&
  other.left < one.left + one.width &&
  one.floor < other.floor + other.height &&
  other.floor < one.floor + one.height;

export const overlapsAny = (picture, pictures) =>
  pictures.some((each) => each.id !== picture.id && overlap(picture, each));
