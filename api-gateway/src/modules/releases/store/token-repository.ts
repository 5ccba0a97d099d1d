import type { Connection, TeamCaller } from '../../../platform';
import { knexOf } from '../../../platform/database/knex-of';

interface TokenRow {
  readonly hash: string;
  readonly remote_name: string | null;
  readonly token_name: string;
  readonly created_at: number | string;
  readonly email: string | null;
}

/** Repository of teams' tokens, stored as hashes. */
export interface TokenRepository {
  /** Returns the team or operator whose token has this hash; null for an unknown token. */
  find(tokenHash: string): Promise<TeamCaller | null>;
  insert(
    token: TeamCaller & { readonly hash: string; readonly createdAt: number; readonly email: string | null },
  ): Promise<void>;
  /** Returns the e-mail addresses of a remote's team and of the operators, each once. */
  findEmails(remoteName: string): Promise<string[]>;
  /** Removes all tokens of a remote's team; with null, the operators' tokens. Returns the number of tokens. */
  removeTokensOf(remoteName: string | null): Promise<number>;
}

/**
 * Creates the repository of teams' tokens. With the connection of a transaction, all its queries run in that
 * transaction.
 */
export const createTokenRepository = (connection: Connection): TokenRepository => {
  const tokenTable = () => knexOf(connection)<TokenRow>('release_token');
  return {
    async find(tokenHash) {
      const tokenRow = await tokenTable().where({ hash: tokenHash }).first();
      return tokenRow === undefined ? null : { remoteName: tokenRow.remote_name, tokenName: tokenRow.token_name };
    },
    async insert({ hash, remoteName, tokenName, createdAt, email }) {
      await tokenTable().insert({ hash, remote_name: remoteName, token_name: tokenName, created_at: createdAt, email });
    },
    async findEmails(remoteName) {
      const tokenRows = await tokenTable()
        .whereNotNull('email')
        .andWhere((ofTeam) => void ofTeam.where({ remote_name: remoteName }).orWhereNull('remote_name'))
        .orderBy('created_at')
        .select('email');
      return [...new Set(tokenRows.flatMap(({ email }) => email ?? []))];
    },
    removeTokensOf: (remoteName) => tokenTable().where({ remote_name: remoteName }).delete(),
  };
};
