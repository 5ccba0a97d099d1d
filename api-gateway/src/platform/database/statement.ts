import type { Knex } from 'knex';
import { leadsToPostgres } from '../../../migrations/engine';
import type { Connection } from './database';
import { knexOf } from './knex-of';

/** Values that a statement accepts. */
type SqlValue = string | number | boolean | null;

/** SQL text with placeholders, and the values for them. */
export interface Statement {
  readonly text: string;
  readonly values: readonly SqlValue[];
}

// Builds the placeholders of a list. PostgreSQL refuses empty brackets, so an empty list becomes null, which equals
// nothing.
const placeholdersOf = (values: readonly SqlValue[]): string =>
  values.length === 0 ? '(null)' : `(${values.map(() => '?').join(', ')})`;

const isValueList = (value: SqlValue | readonly SqlValue[]): value is readonly SqlValue[] => Array.isArray(value);

/**
 * Builds a statement from a template: ``sql`select * from chat where key = ${key}` ``. A list becomes its values in
 * brackets, for `in`.
 */
export const sql = (
  templateTexts: TemplateStringsArray,
  ...statementParameters: readonly (SqlValue | readonly SqlValue[])[]
): Statement => ({
  text: templateTexts
    .map((text, index) => {
      const previousParameter = index === 0 ? undefined : statementParameters[index - 1];
      if (previousParameter === undefined) return text;
      return (isValueList(previousParameter) ? placeholdersOf(previousParameter) : '?') + text;
    })
    .join(''),
  values: statementParameters.flat(),
});

/**
 * Type of a function that runs a statement synchronously and returns its rows; a statement without a result returns an
 * empty list.
 */
export type RunAtOnce = <Row>(statement: Statement) => Row[];

const runAtOnceByKnex = new WeakMap<Knex, RunAtOnce>();

/** Makes `query` run the statements of a knex connection synchronously, without knex; null undoes this. */
export const setRunAtOnce = (knex: Knex, runAtOnce: RunAtOnce | null): void => {
  if (runAtOnce === null) runAtOnceByKnex.delete(knex);
  else runAtOnceByKnex.set(knex, runAtOnce);
};

/** Maximum number of statements that each connection to PostgreSQL prepares. */
const MAX_PREPARED_STATEMENTS = 500;

const preparedNames = new Map<string, string>();

/** Returns the name of a prepared statement; null for texts after the first 500, which are prepared anew each time. */
const preparedNameOf = (text: string): string | null => {
  const preparedName = preparedNames.get(text);
  if (preparedName !== undefined) return preparedName;
  if (preparedNames.size >= MAX_PREPARED_STATEMENTS) return null;
  const newName = `mahlzeit_${preparedNames.size + 1}`;
  preparedNames.set(text, newName);
  return newName;
};

const rowsOf = <Row>(result: unknown): Row[] => {
  if (Array.isArray(result)) return result;
  // Takes the rows out of PostgreSQL's result, which is an object.
  const rows: unknown = typeof result === 'object' && result !== null ? Reflect.get(result, 'rows') : null;
  return Array.isArray(rows) ? rows : [];
};

/** The part of knex's client that runs a statement on a connection of its pool or of its transaction. */
interface PostgresClient {
  acquireConnection(): Promise<object>;
  releaseConnection(connection: object): Promise<unknown>;
  query(
    connection: object,
    statement: { sql: string; bindings: SqlValue[]; options: { name?: string } },
  ): Promise<{ readonly response: unknown }>;
}

// Runs a prepared statement by the driver itself: knex would build a query and a runner for each statement, which takes
// longer than the rest.
const runPreparedStatement = async (knex: Knex, { text, values }: Statement): Promise<unknown> => {
  const client: PostgresClient = knex.client;
  const preparedName = preparedNameOf(text);
  const connection = await client.acquireConnection();
  try {
    const { response } = await client.query(connection, {
      sql: text,
      bindings: [...values],
      options: preparedName === null ? {} : { name: preparedName },
    });
    return response;
  } finally {
    await client.releaseConnection(connection);
  }
};

/**
 * Runs a statement and returns its rows. Only for statements that run with every request or message: it bypasses knex
 * if the driver can run synchronously, because knex would build the same text for each call (ADR 37). On PostgreSQL
 * such a statement is prepared once for each connection. All other code uses knex.
 */
export const query = async <Row>(connection: Connection, statement: Statement): Promise<Row[]> => {
  const knex = knexOf(connection);
  const runAtOnce = runAtOnceByKnex.get(knex);
  if (runAtOnce !== undefined) return runAtOnce<Row>(statement);
  const result: unknown = await (leadsToPostgres(knex)
    ? runPreparedStatement(knex, statement)
    : knex.raw(statement.text, [...statement.values]));
  return rowsOf(result);
};
