import { empty } from "./plan.js";

const KEY = "hanging-plan";

export function load() {
  const kept = localStorage.getItem(KEY);
  return kept ? { ...empty, ...JSON.parse(kept) } : empty;
}

export function store({ pictures, zoom, hasGrid }) {
  localStorage.setItem(KEY, JSON.stringify({ pictures, zoom, hasGrid }));
}
