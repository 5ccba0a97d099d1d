import type { Timers } from '../clock/timers';

/** Timers by name: starting one again moves it. */
export interface TimerSet<Name extends string> {
  start(name: Name, ms: number): void;
  stop(name: Name): void;
}

/** Timers by name; `due` hears which one's time has come. */
export const createTimerSet = <Name extends string>(timers: Timers, due: (name: Name) => void): TimerSet<Name> => {
  const running = new Map<Name, () => void>();
  const stop = (name: Name): void => {
    running.get(name)?.();
    running.delete(name);
  };
  return {
    stop,
    start(name, ms) {
      stop(name);
      running.set(name, timers.after(ms, () => {
        running.delete(name);
        due(name);
      }));
    },
  };
};
