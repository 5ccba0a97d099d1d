import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import type { StoredCode } from './verification-repository';

/** Life of a code in milliseconds of the domain clock (contract §0). */
export const CODE_LIFETIME_MS = 15 * 60_000;

/** Wrong tries after which a code is void. */
export const MAX_WRONG_TRIES = 5;

/** A new code: six digits, each of the million as likely as the others. */
export const newCode = (): string => String(randomInt(1_000_000)).padStart(6, '0');

/** What is stored in place of a code: a million of them are tried in no time, but not without the key. */
export const codeHashOf = (key: Uint8Array, { uid, email, code }: { readonly uid: string; readonly email: string; readonly code: string }): string =>
  createHmac('sha256', key).update(`${uid} ${email} ${code}`).digest('base64url');

/** What a code is checked against. */
export interface CodeTrial {
  /** The user's address as it is now. */
  readonly email: string;
  readonly codeHash: string;
  readonly now: number;
  readonly maxWrongTries: number;
}

/** Checks a code; `spent` after too many wrong tries, when even the right one counts no longer. */
export const checkCode = (stored: StoredCode | null, { email, codeHash, now, maxWrongTries }: CodeTrial): 'right' | 'wrong' | 'spent' => {
  if (stored === null || stored.email !== email || stored.expiresAt <= now) return 'wrong';
  if (stored.wrongTries >= maxWrongTries) return 'spent';
  return timingSafeEqual(Buffer.from(stored.codeHash), Buffer.from(codeHash)) ? 'right' : 'wrong';
};
