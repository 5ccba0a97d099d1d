import type { Knex } from 'knex';
import type { Connection } from './database';
import { knexOf } from './knex-of';

/** Values that a statement accepts. */
type SqlValue = string | number | boolean | null;

/** SQL text with placeholders, and the values for them. */
export interface Statement {
  readonly text: string;
  readonly values: readonly SqlValue[];
}

const isValueList = (value: SqlValue | readonly SqlValue[]): value is readonly SqlValue[] => Array.isArray(value);

/**
 * Builds a statement from a template: ``sql`select * from chat where key = ${key}` ``. A list becomes its values in
 * brackets.
 */
export const sql = (
  templateTexts: TemplateStringsArray,
  ...statementParameters: readonly (SqlValue | readonly SqlValue[])[]
): Statement => ({
  text: templateTexts
    .map((text, index) => {
      const previousParameter = index === 0 ? undefined : statementParameters[index - 1];
      if (previousParameter === undefined) return text;
      return (isValueList(previousParameter) ? `(${previousParameter.map(() => '?').join(', ')})` : '?') + text;
    })
    .join(''),
  values: statementParameters.flat(),
});

/** Runs a statement synchronously and returns its rows; a statement without a result returns an empty list. */
export type RunAtOnce = <Row>(statement: Statement) => Row[];

const runAtOnceByKnex = new WeakMap<Knex, RunAtOnce>();

/** Makes `query` run the statements of a knex connection synchronously, without knex; null undoes this. */
export const setRunAtOnce = (knex: Knex, runAtOnce: RunAtOnce | null): void => {
  if (runAtOnce === null) runAtOnceByKnex.delete(knex);
  else runAtOnceByKnex.set(knex, runAtOnce);
};

/**
 * Runs a statement and returns its rows. Use it only for statements that run with every request or message: it bypasses
 * knex if the driver can run synchronously, because knex would build the same text for each call (ADR 37). All other
 * code uses knex.
 */
export const query = async <Row>(connection: Connection, statement: Statement): Promise<Row[]> => {
  const knex = knexOf(connection);
  const runAtOnce = runAtOnceByKnex.get(knex);
  if (runAtOnce !== undefined) return runAtOnce<Row>(statement);
  const statementRows: unknown = await knex.raw(statement.text, [...statement.values]);
  return Array.isArray(statementRows) ? statementRows : [];
};
