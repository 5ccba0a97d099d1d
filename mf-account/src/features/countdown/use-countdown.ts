import { useEffect, useState } from 'react';

interface Countdown {
  /** Milliseconds left of real time, by full seconds; 0 when it is over. */
  readonly leftMs: number;
  begin(ms: number): void;
}

const SECOND = 1_000;

const leftUntil = (end: number): number => Math.max(0, Math.ceil((end - performance.now()) / SECOND) * SECOND);

/** Counts down on the real clock: also right after a time in which the page slept. */
export const useCountdown = (): Countdown => {
  const [end, setEnd] = useState<number | null>(null);
  const [leftMs, setLeftMs] = useState(0);
  useEffect(() => {
    if (end === null) return undefined;
    const timer = setInterval(() => {
      const left = leftUntil(end);
      setLeftMs(left);
      if (left === 0) setEnd(null);
    }, SECOND);
    return () => clearInterval(timer);
  }, [end]);
  return {
    leftMs,
    begin(ms) {
      const next = performance.now() + ms;
      setEnd(next);
      setLeftMs(leftUntil(next));
    },
  };
};
