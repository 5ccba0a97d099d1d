import * as z from 'zod/mini';
import type { Connection } from '../database/database';
import { knexOf } from '../database/knex-of';
import { fromJsonColumn } from '../database/rows';
import type { KeyUse } from './key-ring';

/** A secret that an earlier release has stored in the database. */
export interface StoredKey {
  readonly use: KeyUse;
  /** Secret bytes of the stored key as base64url. */
  readonly secret: string;
}

interface StoredKeyRow {
  readonly name: string;
  readonly value: unknown;
}

const SymmetricValue = z.object({ key: z.string() });
const SigningValue = z.object({ d: z.string() });

/** Purposes of the secrets that earlier releases stored; they have the same names in the key ring. */
const STORED_USES: readonly KeyUse[] = [
  'idToken',
  'refreshChain',
  'verificationCode',
  'knownDevice',
  'releaseOverrides',
];

/** Name of the setting with the secret for Redis, which an earlier release has stored. */
const REDIS_SECRET_SETTING = 'redisSecret';

const secretOf = (use: KeyUse, value: unknown): string =>
  use === 'idToken' ? SigningValue.parse(value).d : SymmetricValue.parse(value).key;

/** Creates the repository of the secrets that earlier releases stored in the database. */
export const createStoredKeysRepository = (connection: Connection) => {
  const knex = knexOf(connection);
  return {
    async list(): Promise<StoredKey[]> {
      const keyRows = await knex<StoredKeyRow>('identity_secret').orderBy('name');
      return keyRows.flatMap(({ name, value }) => {
        const use = STORED_USES.find((storedUse) => storedUse === name);
        return use === undefined ? [] : [{ use, secret: secretOf(use, fromJsonColumn<unknown>(value)) }];
      });
    },
    async removeAll(): Promise<void> {
      await knex('identity_secret').delete();
      await knex('setting').where({ key: REDIS_SECRET_SETTING }).delete();
    },
  };
};
