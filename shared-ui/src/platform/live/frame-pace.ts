import { afterPainting } from '../browser/clock';

/** Forwards texts in their order. */
export interface FramePace {
  take(text: string): void;
  /** Forwards all waiting texts immediately. */
  flush(): void;
  /** Drops all waiting texts. */
  stop(): void;
}

/**
 * Forwards the first text immediately; texts that arrive before the page has painted its changes follow together after
 * that frame. One write often changes several topics: nobody waits for the last topic to see the first.
 */
export const createFramePace = (handOn: (text: string) => void): FramePace => {
  const waitingTexts: string[] = [];
  let stopWaiting: (() => void) | null = null;

  const wait = (): void => {
    stopWaiting = afterPainting(runFrame);
  };
  const flush = (): void => {
    stopWaiting?.();
    stopWaiting = null;
    for (const text of waitingTexts.splice(0)) handOn(text);
  };
  const runFrame = (): void => {
    const isMore = waitingTexts.length > 0;
    flush();
    if (isMore) wait();
  };

  return {
    take(text) {
      if (document.hidden) flush();
      if (stopWaiting !== null) return void waitingTexts.push(text);
      handOn(text);
      if (!document.hidden && stopWaiting === null) wait();
    },
    flush,
    stop() {
      stopWaiting?.();
      stopWaiting = null;
      waitingTexts.length = 0;
    },
  };
};
