// Node loads this file before a traced gateway. Once `areIntervalsHeld` is true, intervals no longer run their work:
// the work that the gateway does every second isn't part of a user's action.
const { setInterval } = globalThis;

globalThis.setInterval = (callback, ...intervalArguments) =>
  setInterval(
    (...callbackArguments) => void (globalThis.areIntervalsHeld === true || callback(...callbackArguments)),
    ...intervalArguments,
  );
