import { afterPainting } from '../browser/clock';

/** Forwards texts in their order, not more often than the page paints. */
export interface FramePace {
  push(text: string): void;
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
  let cancelFrame: (() => void) | null = null;

  const waitForFrame = (): void => {
    cancelFrame = afterPainting(runFrame);
  };
  const flush = (): void => {
    cancelFrame?.();
    cancelFrame = null;
    for (const text of waitingTexts.splice(0)) forward(text);
  };
  const runFrame = (): void => {
    const hasWaitingTexts = waitingTexts.length > 0;
    flush();
    if (hasWaitingTexts) waitForFrame();
  };

  return {
    push(text) {
      if (document.hidden) flush();
      if (cancelFrame !== null) return void waitingTexts.push(text);
      forward(text);
      if (!document.hidden && cancelFrame === null) waitForFrame();
    },
    flush,
    stop() {
      cancelFrame?.();
      cancelFrame = null;
      waitingTexts.length = 0;
    },
  };
};
