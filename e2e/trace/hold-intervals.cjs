// Preloaded into a traced gateway: once `areIntervalsHeld` is set, nothing runs by an interval any more. What the
// gateway does every second by itself is no part of what a user does.
const { setInterval } = globalThis;

globalThis.setInterval = (run, ...args) =>
  setInterval((...values) => void (globalThis.areIntervalsHeld === true || run(...values)), ...args);
