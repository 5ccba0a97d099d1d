import type { Clock } from '../../platform';
import type { IdTokens } from './id-token';

type Verdict = Awaited<ReturnType<IdTokens['read']>>;

interface CachedToken {
  readonly verdict: Verdict;
  /** Real time. */
  readonly until: number;
}

/** How long a token that was read isn't read again, in real milliseconds. */
export const CACHED_MS = 60_000;

/** Some hundred bytes each. */
export const MAX_CACHED_TOKENS = 10_000;

/**
 * Checks a token's signature once a minute and not with each request: what it proves doesn't change before it expires.
 * Whether its session still stands is no matter of the token; the verifier asks the database every time.
 */
export const cacheIdTokens = (idTokens: IdTokens, { realNow }: Pick<Clock, 'realNow'>): IdTokens => {
  const known = new Map<string, CachedToken>();

  const remember = (token: string, verdict: Extract<Verdict, { ok: true }>): void => {
    const [oldest] = known.keys();
    if (known.size >= MAX_CACHED_TOKENS && oldest !== undefined) known.delete(oldest);
    known.set(token, { verdict, until: Math.min(verdict.value.expiresAt, realNow() + CACHED_MS) });
  };

  return {
    issue: (claims) => idTokens.issue(claims),
    async read(token) {
      const held = known.get(token);
      if (held !== undefined && realNow() < held.until) return held.verdict;
      known.delete(token);
      const verdict = await idTokens.read(token);
      if (verdict.ok) remember(token, verdict);
      return verdict;
    },
  };
};
