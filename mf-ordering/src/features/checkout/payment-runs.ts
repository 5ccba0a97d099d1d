import type { Timers } from '@mahlzeit/shared-ui/platform';

/**
 * Whose word counts: each thing the diner does begins a turn, and whatever was asked in an earlier one has no say any
 * more. While nobody looks, no pause passes.
 */
export interface PaymentTurns {
  /** Begins a turn; a pause of the one before never ends. */
  begin(): number;
  isOver(turn: number): boolean;
  /** Resolves after `ms`; never, where the turn ends before or nobody looks. */
  pause(ms: number): Promise<void>;
  /** Whether nobody looked when it was to be asked again. */
  isOverdue(): boolean;
  /** Nobody looks any more: what a pause was waiting to ask is overdue. */
  suspend(): void;
}

/** Turns of one payment in one page. */
export const createPaymentTurns = (timers: Timers, isSeen: () => boolean): PaymentTurns => {
  let current = 0;
  let stopWaiting = (): void => undefined;
  let isPausing = false;
  let isOverdue = false;

  const begin = (): number => {
    stopWaiting();
    [isPausing, isOverdue] = [false, false];
    current += 1;
    return current;
  };
  return {
    begin,
    isOver: (turn) => turn !== current,
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
      begin();
      isOverdue = true;
    },
  };
};
