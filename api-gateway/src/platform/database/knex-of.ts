import type { Knex } from 'knex';
import type { Connection } from './database';

const isKnex = (connection: Connection): connection is Knex => typeof connection === 'function';

/**
 * Returns the knex object of a connection, for SQL. Only `*-repository.ts` files may import this function (import
 * rules).
 */
export const knexOf = (connection: Connection): Knex => {
  if (!isKnex(connection)) throw new Error('The value is not a connection of this database');
  return connection;
};
