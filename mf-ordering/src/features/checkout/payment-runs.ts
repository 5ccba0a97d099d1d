import type { Timers } from '@mahlzeit/shared-ui/platform';
import { createRuns } from '../../state-machine';
import type { Runs } from '../../state-machine';

/**
 * Runs of one payment, with pauses that end with their run. A pause never ends while no component shows the payment.
 */
export interface PaymentRuns extends Runs {
  /** Resolves after `ms`. Never resolves if the run ends before, or if no component shows the payment. */
  pause(ms: number): Promise<void>;
  /** Whether a request is overdue, because no component showed the payment during the pause before it. */
  isOverdue(): boolean;
  /**
   * Ends the current pause because no component shows the payment any more; the request after the pause becomes
   * overdue.
   */
  suspend(): void;
}

/** Creates the runs of one payment in one page; `isSeen` returns whether a component shows the payment. */
export const createPaymentRuns = (timers: Timers, isSeen: () => boolean): PaymentRuns => {
  const runs = createRuns();
  let cancelPause = (): void => undefined;
  let isPauseRunning = false;
  let isOverdue = false;

  const startRun = (): number => {
    cancelPause();
    [isPauseRunning, isOverdue] = [false, false];
    return runs.startRun();
  };
  return {
    startRun,
    isSuperseded: runs.isSuperseded,
    pause: (ms) =>
      new Promise((resolve) => {
        isOverdue = !isSeen();
        if (isOverdue) return;
        isPauseRunning = true;
        cancelPause = timers.after(ms, () => {
          isPauseRunning = false;
          resolve();
        });
      }),
    isOverdue: () => isOverdue,
    suspend() {
      if (!isPauseRunning) return;
      startRun();
      isOverdue = true;
    },
  };
};
