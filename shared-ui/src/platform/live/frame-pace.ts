import { afterPainting } from '../browser/clock';

/** Queue that forwards the texts of server messages in their order, but not more often than the page paints. */
export interface FramePacer {
  push(text: string): void;
  /** Forwards all waiting server messages immediately. */
  flush(): void;
  /** Drops all waiting server messages. */
  stop(): void;
}

/**
 * Creates a queue that forwards the first text immediately. Texts that arrive before the page has painted this change
 * are forwarded together after the paint. One write in the gateway often changes several topics: the first change is
 * visible without waiting for the others.
 */
export const createFramePacer = (forwardText: (text: string) => void): FramePacer => {
  const waitingFrameTexts: string[] = [];
  let cancelAnimationWait: (() => void) | null = null;

  const waitForAnimationFrame = (): void => {
    cancelAnimationWait = afterPainting(onAnimationFrame);
  };
  const flush = (): void => {
    cancelAnimationWait?.();
    cancelAnimationWait = null;
    for (const text of waitingFrameTexts.splice(0)) forwardText(text);
  };
  const onAnimationFrame = (): void => {
    const hadWaitingTexts = waitingFrameTexts.length > 0;
    flush();
    if (hadWaitingTexts) waitForAnimationFrame();
  };

  return {
    push(text) {
      if (document.hidden) flush();
      if (cancelAnimationWait !== null) return void waitingFrameTexts.push(text);
      forwardText(text);
      if (!document.hidden && cancelAnimationWait === null) waitForAnimationFrame();
    },
    flush,
    stop() {
      cancelAnimationWait?.();
      cancelAnimationWait = null;
      waitingFrameTexts.length = 0;
    },
  };
};
