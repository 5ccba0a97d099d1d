import { createHash } from 'node:crypto';
import type { Outcome } from './outcome';

const tagOf = (body: string): string => `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`;

const names = (ifNoneMatch: string, tag: string): boolean =>
  ifNoneMatch.split(',').map((one) => one.trim().replace(/^W\//, '')).some((one) => one === tag || one === '*');

/** An answer with an ETag, for its asker alone to keep; 304 without a body where he holds it already. */
export const withETag = (outcome: Outcome, ifNoneMatch: string | undefined): Outcome => {
  const tag = tagOf(outcome.body);
  // Weak, because the same answer travels packed and plain. no-cache: kept, but never shown without asking,
  // because opening hours and menus follow the clock.
  const headers = { ...outcome.headers, ETag: `W/${tag}`, 'Cache-Control': 'private, no-cache' };
  return ifNoneMatch !== undefined && names(ifNoneMatch, tag) ? { status: 304, headers, body: '' } : { ...outcome, headers };
};
