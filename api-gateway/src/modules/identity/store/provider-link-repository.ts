import { ThirdParty } from '@mahlzeit/contract';
import type { Connection } from '../../../platform';
import { knexOf } from '../../../platform/database/knex-of';

/** Account at a third party with which a user signs in. */
export interface StoredProviderLink {
  readonly provider: ThirdParty;
  /** Id of the person at the third party, which never changes. */
  readonly subject: string;
  /**
   * Time at which the account was linked, by the gateway's clock, which tests can move; null for the account with which
   * the user registered.
   */
  readonly linkedAt: number | null;
}

/** Repository of the links between users and their accounts at third parties. */
export interface ProviderLinkRepository {
  findUid(provider: ThirdParty, subject: string): Promise<string | null>;
  /** Lists the links of a user, sorted by the third party's name. A user has at most one link to each third party. */
  listOf(uid: string): Promise<StoredProviderLink[]>;
  insert(uid: string, link: StoredProviderLink): Promise<void>;
  remove(uid: string, provider: ThirdParty): Promise<void>;
  /** Removes the links to third parties that a user has made at `linkedAt` or later. */
  removeSince(uid: string, linkedAt: number): Promise<void>;
}

interface ProviderLinkRow {
  readonly provider: string;
  readonly subject: string;
  readonly uid: string;
  readonly linked_at: number | string | null;
}

/**
 * Creates the repository of links to third parties. With the connection of a transaction, all its queries run in that
 * transaction.
 */
export const createProviderLinkRepository = (databaseConnection: Connection): ProviderLinkRepository => {
  const knex = knexOf(databaseConnection);
  const queryLinks = () => knex<ProviderLinkRow>('third_party_identity');
  return {
    findUid: async (provider, subject) => (await queryLinks().where({ provider, subject }).first('uid'))?.uid ?? null,
    async listOf(uid) {
      const linkRows = await queryLinks().where({ uid }).orderBy('provider');
      return linkRows.map(({ provider, subject, linked_at }) => ({
        provider: ThirdParty.parse(provider),
        subject,
        linkedAt: linked_at === null ? null : Number(linked_at),
      }));
    },
    async insert(uid, { provider, subject, linkedAt }) {
      await queryLinks().insert({ uid, provider, subject, linked_at: linkedAt });
    },
    async remove(uid, provider) {
      await queryLinks().where({ uid, provider }).delete();
    },
    async removeSince(uid, linkedAt) {
      await queryLinks().where({ uid }).where('linked_at', '>=', linkedAt).delete();
    },
  };
};
