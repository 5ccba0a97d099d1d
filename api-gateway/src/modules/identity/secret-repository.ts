import type { Knex } from 'knex';

/** Stores the secrets that tokens are signed with; values are JSON. */
export interface SecretRepository {
  find(name: string): Promise<unknown>;
  /** Stores `value` unless another gateway was faster; returns what is stored. */
  keep(name: string, value: object): Promise<unknown>;
}

interface SecretRow {
  readonly name: string;
  readonly value: unknown;
}

/** Secrets in the database. */
export const createSecretRepository = (knex: Knex): SecretRepository => {
  const secrets = () => knex<SecretRow>('identity_secret');
  const find = async (name: string): Promise<unknown> => {
    const row = await secrets().where({ name }).first();
    return typeof row?.value === 'string' ? JSON.parse(row.value) : row?.value;
  };
  return {
    find,
    async keep(name, value) {
      await secrets().insert({ name, value: JSON.stringify(value) }).onConflict('name').ignore();
      return find(name);
    },
  };
};
