import type { Knex } from 'knex';

/** Name of PostgreSQL's client in knex. */
export const POSTGRES_CLIENT = 'pg';

const fieldOf = (value: unknown, fieldName: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, fieldName) : undefined;

/** Checks whether knex is connected to PostgreSQL; otherwise it is connected to SQLite. */
export const leadsToPostgres = ({ client }: Knex): boolean =>
  fieldOf(fieldOf(client, 'config'), 'client') === POSTGRES_CLIENT;
