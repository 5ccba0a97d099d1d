import type { Timers } from '@mahlzeit/shared-ui/platform';
import { createActivityRuns } from '../../state-machine';
import type { ActivityRuns } from '../../state-machine';

/**
 * Numbered runs of one payment, and pauses that end together with their run. A pause never ends while no component
 * shows the payment.
 */
export interface PaymentRuns extends ActivityRuns {
  /** Resolves after `pauseMs`. Never resolves if the run ends before, or if no component shows the payment. */
  pause(pauseMs: number): Promise<void>;
  /** Whether a request is overdue, because no component showed the payment during the pause before it. */
  isOverdue(): boolean;
  /**
   * Ends the current pause because no component shows the payment any more. The request that should follow counts as
   * overdue.
   */
  suspend(): void;
}

/**
 * Creates the numbered runs of one payment in one page; `isPaymentSeen` returns whether a component shows the payment.
 */
export const createPaymentRuns = (timers: Timers, isPaymentSeen: () => boolean): PaymentRuns => {
  const paymentRuns = createActivityRuns();
  let cancelRunningPause = (): void => undefined;
  let isPauseRunning = false;
  let isOverdue = false;

  const startRun = (): number => {
    cancelRunningPause();
    [isPauseRunning, isOverdue] = [false, false];
    return paymentRuns.startRun();
  };
  return {
    startRun,
    isSuperseded: paymentRuns.isSuperseded,
    pause: (ms) =>
      new Promise((resolve) => {
        isOverdue = !isPaymentSeen();
        if (isOverdue) return;
        isPauseRunning = true;
        cancelRunningPause = timers.after(ms, () => {
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
