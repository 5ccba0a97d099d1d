/** Bounds how fast somebody may go: a burst at once, then so many each second. */
export interface Allowance {
  /** Takes one; false when there is none left. */
  take(now: number): boolean;
}

/** Makes a full allowance. */
export const createAllowance = (limit: { readonly burst: number; readonly perSecond: number }, startedAt: number): Allowance => {
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
