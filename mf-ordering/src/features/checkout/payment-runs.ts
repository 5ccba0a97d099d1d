import type { Timers } from '@mahlzeit/shared-ui/platform';
import { createRuns } from '../../state-machine';
import type { Runs } from '../../state-machine';

/** Runs of one payment, with pauses that end with their run. While nobody looks at the payment, no pause passes. */
export interface PaymentRuns extends Runs {
  /** Resolves after `ms`; never where the run ends before, or where nobody looks. */
  pause(ms: number): Promise<void>;
  /** Whether a question is overdue because nobody looked when its pause was to pass. */
  isOverdue(): boolean;
  /** Ends the current pause because nobody looks any more: its question becomes overdue. */
  suspend(): void;
}

/** Creates the runs of one payment in one page. */
export const createPaymentRuns = (timers: Timers, isSeen: () => boolean): PaymentRuns => {
  const runs = createRuns();
  let stopWaiting = (): void => undefined;
  let isPausing = false;
  let isOverdue = false;

  const startRun = (): number => {
    stopWaiting();
    [isPausing, isOverdue] = [false, false];
    return runs.startRun();
  };
  return {
    startRun,
    isSuperseded: runs.isSuperseded,
    pause: (ms) =>
      new Promise((resolve) => {
        isOverdue = !isSeen();
        if (isOverdue) return;
        isPausing = true;
        stopWaiting = timers.after(ms, () => {
          isPausing = false;
          resolve();
        });
      }),
    isOverdue: () => isOverdue,
    suspend() {
      if (!isPausing) return;
      startRun();
      isOverdue = true;
    },
  };
};
