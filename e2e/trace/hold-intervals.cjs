// Preloaded into a traced gateway. Once `areIntervalsHeld` is true, no interval runs its work any more: work that the
// gateway does every second by itself isn't part of a user's action.
const { setInterval } = globalThis;

globalThis.setInterval = (run, ...args) =>
  setInterval((...values) => void (globalThis.areIntervalsHeld === true || run(...values)), ...args);
