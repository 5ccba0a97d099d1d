import { createHash } from 'node:crypto';
import type { HttpResult } from './outcome';

const tagOf = (body: string): string => `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`;

const names = (ifNoneMatch: string, tag: string): boolean =>
  ifNoneMatch.split(',').map((one) => one.trim().replace(/^W\//, '')).some((one) => one === tag || one === '*');

/** An answer with an ETag, private to its client; 304 without a body where the client has it already. */
export const withETag = (result: HttpResult, ifNoneMatch: string | undefined): HttpResult => {
  const tag = tagOf(result.body);
  // Weak, because the same answer travels compressed and plain. no-cache: kept, but never shown without asking,
  // because opening hours and menus follow the clock.
  const headers = { ...result.headers, ETag: `W/${tag}`, 'Cache-Control': 'private, no-cache' };
  return ifNoneMatch !== undefined && names(ifNoneMatch, tag) ? { status: 304, headers, body: '' } : { ...result, headers };
};
