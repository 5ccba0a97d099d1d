import type { Knex } from 'knex';
import type { Connection } from './database';

const isKnex = (connection: Connection): connection is Knex => typeof connection === 'function';

/** Opens a connection for SQL: for `*-repository.ts` alone, which the import rules hold. */
export const knexOf = (connection: Connection): Knex => {
  if (!isKnex(connection)) throw new Error('this is no connection of the database');
  return connection;
};
