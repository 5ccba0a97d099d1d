/** Bounds how fast somebody may go: a burst at once, then so many each second. */
export interface TokenBucket {
  /** Takes one; false when there is none left. */
  take(now: number): boolean;
}

/** Creates a full bucket. */
export const createTokenBucket = (limit: { readonly burst: number; readonly perSecond: number }, startedAt: number): TokenBucket => {
  let left = limit.burst;
  let at = startedAt;
  return {
    take(now) {
      left = Math.min(limit.burst, left + (Math.max(0, now - at) / 1000) * limit.perSecond);
      at = now;
      if (left < 1) return false;
      left -= 1;
      return true;
    },
  };
};
