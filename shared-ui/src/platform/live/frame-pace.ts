import { afterPainting } from '../browser/clock';

/** Hands on what comes, in its order. */
export interface FramePace {
  take(text: string): void;
  /** Hands on what still waits. */
  flush(): void;
  /** Forgets what still waits. */
  stop(): void;
}

/**
 * The first text is handed on at once; those that come before the page has painted what it brought follow together
 * behind that painting. One write is often told in several topics: nobody waits for the last of them to see the first.
 */
export const createFramePace = (handOn: (text: string) => void): FramePace => {
  const waiting: string[] = [];
  let stopWaiting: (() => void) | null = null;

  const wait = (): void => {
    stopWaiting = afterPainting(go);
  };
  const flush = (): void => {
    stopWaiting?.();
    stopWaiting = null;
    for (const text of waiting.splice(0)) handOn(text);
  };
  const go = (): void => {
    const isMore = waiting.length > 0;
    flush();
    if (isMore) wait();
  };

  return {
    take(text) {
      if (document.hidden) flush();
      if (stopWaiting !== null) return void waiting.push(text);
      handOn(text);
      if (!document.hidden && stopWaiting === null) wait();
    },
    flush,
    stop() {
      stopWaiting?.();
      stopWaiting = null;
      waiting.length = 0;
    },
  };
};
