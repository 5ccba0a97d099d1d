import type { StoredCaller } from './session-repository';

/** Looks a session up with what its user may do. */
export type FindCaller = (sessionId: string) => Promise<StoredCaller | null>;

/** Some hundred bytes each. */
export const MAX_CACHED_CALLERS = 10_000;

/**
 * Remembers who calls as long as nothing at all was written to the database, by this gateway or another: whoever was
 * logged out, verified or deleted is met as such by the next request, and a page that only reads is looked up once.
 */
export const cacheCallers = (find: FindCaller, dataVersion: () => number | null): FindCaller => {
  const known = new Map<string, StoredCaller>();
  let knownOf: number | null = null;

  const remember = (sessionId: string, caller: StoredCaller): void => {
    const [oldest] = known.keys();
    if (known.size >= MAX_CACHED_CALLERS && oldest !== undefined) known.delete(oldest);
    known.set(sessionId, caller);
  };

  return async (sessionId) => {
    // Asked before the row is read: a commit in between shows in the next number.
    const current = dataVersion();
    if (current === null) return find(sessionId);
    if (current !== knownOf) known.clear();
    knownOf = current;
    const held = known.get(sessionId);
    if (held !== undefined) return held;
    const caller = await find(sessionId);
    // Meanwhile somebody else may have seen a later number, and this be what stood before.
    if (caller !== null && knownOf === current) remember(sessionId, caller);
    return caller;
  };
};
