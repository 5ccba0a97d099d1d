import type { Connection, TeamCaller } from '../../../platform';
import { knexOf } from '../../../platform/database/knex-of';

interface TokenRow {
  readonly hash: string;
  readonly remote_name: string | null;
  readonly token_name: string;
  readonly created_at: number | string;
}

/** Tokens of teams, as hashes. */
export interface TokenRepository {
  /** Returns the caller whose token has this hash; null for an unknown token. */
  find(tokenHash: string): Promise<TeamCaller | null>;
  insert(token: TeamCaller & { readonly hash: string; readonly createdAt: number }): Promise<void>;
  /** Removes all tokens of a remote; with null, the operators' tokens. Returns the number of tokens. */
  removeTokensOf(remoteName: string | null): Promise<number>;
}

/** Creates the repository. With the connection of a transaction, all its queries run in that transaction. */
export const createTokenRepository = (connection: Connection): TokenRepository => {
  const tokenTable = () => knexOf(connection)<TokenRow>('release_token');
  return {
    async find(tokenHash) {
      const tokenRow = await tokenTable().where({ hash: tokenHash }).first();
      return tokenRow === undefined ? null : { remoteName: tokenRow.remote_name, tokenName: tokenRow.token_name };
    },
    async insert({ hash, remoteName, tokenName, createdAt }) {
      await tokenTable().insert({ hash, remote_name: remoteName, token_name: tokenName, created_at: createdAt });
    },
    removeTokensOf: (remoteName) => tokenTable().where({ remote_name: remoteName }).delete(),
  };
};
