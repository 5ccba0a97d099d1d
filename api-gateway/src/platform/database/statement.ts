import type { Knex } from 'knex';
import type { Connection } from './database';
import { knexOf } from './knex-of';

/** Values that a statement accepts. */
type SqlValue = string | number | boolean | null;

/** A statement with its values. */
export interface Statement {
  readonly text: string;
  readonly values: readonly SqlValue[];
}

const isList = (value: SqlValue | readonly SqlValue[]): value is readonly SqlValue[] => Array.isArray(value);

/** Builds a statement: ``sql`select * from chat where key = ${key}` ``. A list becomes its values in brackets. */
export const sql = (texts: TemplateStringsArray, ...holes: readonly (SqlValue | readonly SqlValue[])[]): Statement => ({
  text: texts
    .map((text, index) => {
      const previousHole = index === 0 ? undefined : holes[index - 1];
      if (previousHole === undefined) return text;
      return (isList(previousHole) ? `(${previousHole.map(() => '?').join(', ')})` : '?') + text;
    })
    .join(''),
  values: holes.flat(),
});

/** Runs a statement synchronously and returns its rows, none for a statement without result. */
export type RunAtOnce = <Row>(statement: Statement) => Row[];

const atOnce = new WeakMap<Knex, RunAtOnce>();

/** Makes the statements of a knex connection run synchronously past knex; null reverts it. */
export const setRunAtOnce = (knex: Knex, run: RunAtOnce | null): void => {
  if (run === null) atOnce.delete(knex);
  else atOnce.set(knex, run);
};

/**
 * Runs a statement and returns its rows. For statements of every request or message: runs past knex where the driver
 * can, because knex builds the same text for each call (ADR 37). All other code uses knex.
 */
export const query = async <Row>(connection: Connection, statement: Statement): Promise<Row[]> => {
  const knex = knexOf(connection);
  const run = atOnce.get(knex);
  if (run !== undefined) return run<Row>(statement);
  const rows: unknown = await knex.raw(statement.text, [...statement.values]);
  return Array.isArray(rows) ? rows : [];
};
