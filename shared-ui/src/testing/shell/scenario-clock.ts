import type { ShellClock } from '../../platform/shell-contract';

/** A clock that stands still until it is set. */
export interface ScenarioClock extends ShellClock {
  set(now: number): void;
}

/** The server's clock of a scenario. */
export const createScenarioClock = (first: number): ScenarioClock => {
  let now = first;
  const listeners = new Set<() => void>();
  return {
    now: () => now,
    onMinute(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    set(next) {
      now = next;
      for (const listener of [...listeners]) listener();
    },
  };
};
