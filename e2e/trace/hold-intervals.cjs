// Node loads this file before a traced gateway. Once `areIntervalsHeld` is true, callbacks of `setInterval` no longer
// run: regular background work of the gateway isn't part of a user's action.
const { setInterval } = globalThis;

globalThis.setInterval = (callback, ...intervalArguments) =>
  setInterval(
    (...callbackArguments) => void (globalThis.areIntervalsHeld === true || callback(...callbackArguments)),
    ...intervalArguments,
  );
