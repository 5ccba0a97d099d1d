import { messageOfError } from './finding';
import type { Problem } from './finding';
import { conditionHoldsWithin } from './turns';

/** Watches for promises that are rejected while nobody handles them. */
interface RejectionWatch {
  /** Waits for the rejections of this turn of the event loop, and returns those that nobody has handled. */
  problems(): Promise<readonly Problem[]>;
  restore(): void;
}

interface RejectionListeners {
  onUnhandled(error: unknown, promise: object): void;
  onHandled(promise: object): void;
}

/**
 * Name under which the test environment (`browser-environment.cjs`) offers the page the process's events about
 * rejections, because jsdom has no event of its own for them.
 */
const TAKE_REJECTIONS = Symbol.for('mahlzeit.takeRejections');

/** Watches for unhandled rejections of the page's promises. In an environment without these events it finds nothing. */
export const watchRejections = (): RejectionWatch => {
  const errorByPromise = new Map<object, unknown>();
  const takeRejections: unknown = Reflect.get(globalThis, TAKE_REJECTIONS);
  const listeners: RejectionListeners = {
    onUnhandled: (error, promise) => void errorByPromise.set(promise, error),
    onHandled: (promise) => void errorByPromise.delete(promise),
  };
  const giveBack: unknown = typeof takeRejections === 'function' ? takeRejections(listeners) : undefined;
  return {
    async problems() {
      // Node reports a rejection at the end of the event loop turn in which it happened, so the check waits one turn.
      await conditionHoldsWithin(1, () => false);
      return [...errorByPromise.values()].map((error) => ({
        kind: 'rejection',
        description: `a promise of it rejects and nobody handles that: ${messageOfError(error)}`,
      }));
    },
    restore: () => void (typeof giveBack === 'function' && giveBack()),
  };
};
