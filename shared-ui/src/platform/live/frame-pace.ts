import { afterPainting } from '../browser/clock';

/** Forwards texts in their order, not more often than the page paints. */
export interface FramePace {
  take(text: string): void;
  /** Forwards all waiting texts immediately. */
  flush(): void;
  /** Drops all waiting texts. */
  stop(): void;
}

/**
 * Forwards the first text immediately. Texts that arrive before the page has painted this change are forwarded together
 * after the frame. One write in the gateway often changes several topics: the first change is visible without waiting
 * for the others.
 */
export const createFramePace = (forward: (text: string) => void): FramePace => {
  const waitingTexts: string[] = [];
  let stopWaiting: (() => void) | null = null;

  const wait = (): void => {
    stopWaiting = afterPainting(runFrame);
  };
  const flush = (): void => {
    stopWaiting?.();
    stopWaiting = null;
    for (const text of waitingTexts.splice(0)) forward(text);
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
      forward(text);
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
