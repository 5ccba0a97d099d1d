import type { CreateRateLimiter } from '../../../platform';

/** Counts as the real one does, but never forgets: time belongs to the platform's own tests. */
export const createFakeRateLimiter: CreateRateLimiter = (_name, { points, durationMs }) => {
  const taken = new Map<string, number>();
  return {
    async consume(key) {
      const count = taken.get(key) ?? 0;
      if (count >= points) return { ok: false, retryAfterMs: durationMs };
      taken.set(key, count + 1);
      return { ok: true };
    },
    refund: async (key) => void taken.set(key, Math.max(0, (taken.get(key) ?? 0) - 1)),
    forget: async (key) => void taken.delete(key),
  };
};
