// Preloaded into a traced gateway. Once `areIntervalsHeld` is true, no interval runs its work any more: work that the
// gateway does every second by itself isn't part of a user's action.
const { setInterval } = globalThis;

globalThis.setInterval = (callback, ...intervalArguments) =>
  setInterval(
    (...callbackArguments) => void (globalThis.areIntervalsHeld === true || callback(...callbackArguments)),
    ...intervalArguments,
  );
