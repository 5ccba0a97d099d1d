/** Rate limit that allows a burst at first and then so many calls per second. */
export interface TokenBucket {
  /** Takes one token out of the bucket; returns false when none is left. `now` is real time in milliseconds. */
  take(now: number): boolean;
}

/** Creates a token bucket that is full at first, so that a client may send a burst at once. */
export const createTokenBucket = (
  rateLimit: { readonly burst: number; readonly perSecond: number },
  startedAt: number,
): TokenBucket => {
  let availableTokens = rateLimit.burst;
  let refilledAt = startedAt;
  return {
    take(now) {
      availableTokens = Math.min(
        rateLimit.burst,
        availableTokens + (Math.max(0, now - refilledAt) / 1000) * rateLimit.perSecond,
      );
      refilledAt = now;
      if (availableTokens < 1) return false;
      availableTokens -= 1;
      return true;
    },
  };
};
