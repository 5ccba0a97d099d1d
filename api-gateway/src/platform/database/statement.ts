import type { Knex } from 'knex';
import type { Connection } from './database';
import { knexOf } from './knex-of';

/** What a statement may be given. */
type SqlValue = string | number | boolean | null;

/** A statement with its values. */
export interface Statement {
  readonly text: string;
  readonly values: readonly SqlValue[];
}

const isList = (value: SqlValue | readonly SqlValue[]): value is readonly SqlValue[] => Array.isArray(value);

/** ``sql`select * from chat where key = ${key}` ``; a list stands for all of its values, in brackets. */
export const sql = (texts: TemplateStringsArray, ...holes: readonly (SqlValue | readonly SqlValue[])[]): Statement => ({
  text: texts
    .map((text, index) => {
      const before = index === 0 ? undefined : holes[index - 1];
      if (before === undefined) return text;
      return (isList(before) ? `(${before.map(() => '?').join(', ')})` : '?') + text;
    })
    .join(''),
  values: holes.flat(),
});

/** Runs a statement within this turn and returns its rows, none where it has none to return. */
export type RunAtOnce = <Row>(statement: Statement) => Row[];

const atOnce = new WeakMap<Knex, RunAtOnce>();

/** From now on the statements of a connection of knex's run past it; null: again through it. */
export const setRunAtOnce = (knex: Knex, run: RunAtOnce | null): void => {
  if (run === null) atOnce.delete(knex);
  else atOnce.set(knex, run);
};

/**
 * Runs a statement and returns its rows. For what every request or every message asks: where the driver can, past knex,
 * which builds the same text anew each time (ADR 37). All else asks knex.
 */
export const query = async <Row>(connection: Connection, statement: Statement): Promise<Row[]> => {
  const knex = knexOf(connection);
  const run = atOnce.get(knex);
  if (run !== undefined) return run<Row>(statement);
  const rows: unknown = await knex.raw(statement.text, [...statement.values]);
  return Array.isArray(rows) ? rows : [];
};
