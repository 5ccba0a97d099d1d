const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** How long a user who left may come back (S1§9), in milliseconds of the domain clock. */
export const GRACE_MS = 30 * DAY_MS;

/** How fresh a sign-in must be for what can't be undone (contract §2), in real milliseconds. */
export const FRESH_PROOF_MS = 5 * MINUTE_MS;

/** Whether a sign-in is fresh enough. */
export const isFreshProof = (authTime: number, realNow: number): boolean => realNow - authTime <= FRESH_PROOF_MS;

/** The end of the time to come back. */
export const erasedAtOf = (deletedAt: number): number => deletedAt + GRACE_MS;

/** Whether the time to come back is over: whoever asks then finds no account. */
export const isGraceOver = (deletedAt: number | null, now: number): boolean => deletedAt !== null && erasedAtOf(deletedAt) <= now;
