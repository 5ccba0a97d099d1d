import { createHash } from 'node:crypto';

/** A URL-safe key of 128 bits that follows from its parts alone, so that every import of the same thing names it alike. */
export const stableKey = (...parts: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest().subarray(0, 16).toString('base64url');
