import { createHash, randomBytes } from 'node:crypto';
import { err, ok } from '@mahlzeit/contract';
import { consumeAttempt } from '../../../platform';
import type { Clock, Database, RateLimiter, TeamCaller, TeamVerifier } from '../../../platform';
import { createTokenRepository } from './token-repository';

/** Prefix of a team's token, which distinguishes it from all other tokens. */
const TEAM_TOKEN_PREFIX = 'mzr_';

const TOKEN_BYTES = 32;
const TEAM_TOKEN_PATTERN = new RegExp(`^${TEAM_TOKEN_PREFIX}[A-Za-z0-9_-]{43}$`);

// Hashes a team's token. Nobody can guess its 256 random bits, so the hash needs no salt and may be fast.
const tokenHashOf = (token: string): string => createHash('sha256').update(token).digest('base64url');

/** Creates the service that issues and revokes teams' tokens. */
export const createTeamTokens = ({
  database,
  clock,
}: {
  readonly database: Database;
  readonly clock: Pick<Clock, 'realNow'>;
}) => ({
  /**
   * Issues a new token of a team. Only this response contains the token; the database stores its hash. `email` is the
   * address that is informed of a failing release.
   */
  async issue(caller: TeamCaller, email: string | null = null): Promise<string> {
    const token = `${TEAM_TOKEN_PREFIX}${randomBytes(TOKEN_BYTES).toString('base64url')}`;
    await database.write((tx) =>
      createTokenRepository(tx.knex).insert({ ...caller, hash: tokenHashOf(token), createdAt: clock.realNow(), email }),
    );
    return token;
  },
  /** Revokes all tokens of a remote's team; with null, the operators' tokens. Returns the number of tokens. */
  revoke: (remoteName: string | null): Promise<number> =>
    database.write((tx) => createTokenRepository(tx.knex).removeTokensOf(remoteName)),
});

/** Service that issues and revokes teams' tokens. */
export type TeamTokens = ReturnType<typeof createTeamTokens>;

/**
 * Creates the function that verifies teams' tokens. `wrongTokenLimiter` limits the wrong tokens from one IP address.
 */
export const createTeamVerifier = (database: Database, wrongTokenLimiter: RateLimiter): TeamVerifier => ({
  async verify(token, address) {
    const caller = TEAM_TOKEN_PATTERN.test(token)
      ? await database.read((knex) => createTokenRepository(knex).find(tokenHashOf(token)))
      : null;
    if (caller !== null) return ok(caller);
    const admission = await consumeAttempt(wrongTokenLimiter, address);
    return admission.ok ? err('unauthenticated') : admission;
  },
});
