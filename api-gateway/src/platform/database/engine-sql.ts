import type { Coordinate } from '@mahlzeit/contract';
import type { Knex } from 'knex';
import { leadsToPostgres } from '../../../migrations/engine';
import type { Connection } from './database';
import { knexOf } from './knex-of';
import { query } from './statement';

/** Checks whether a connection leads to PostgreSQL; if not, it leads to SQLite. */
export const isPostgres = (connection: Connection): boolean => leadsToPostgres(knexOf(connection));

/** SQL text with the values of its placeholders, as `whereRaw` and `orderByRaw` take them. */
export type SqlFragment = [sql: string, bindings: (string | number)[]];

/** Rows that one statement inserts. Their columns are in the sequence of the statement's columns. */
interface JsonInsert<Row> {
  readonly table: string;
  readonly columns: readonly (keyof Row & string)[];
  readonly rows: readonly Row[];
  /**
   * Column by which stored rows are recognised: if a row with the same value exists, its other columns are replaced.
   */
  readonly mergesBy?: keyof Row & string;
}

/**
 * Inserts any number of rows by one statement, which gets them as one JSON value. One binding for each value would take
 * three times as long.
 */
export const insertAsJson = async <Row>(
  connection: Connection,
  { table, columns, rows, mergesBy }: JsonInsert<Row>,
): Promise<void> => {
  if (rows.length === 0) return;
  const mergeSql =
    mergesBy === undefined
      ? ''
      : `on conflict (${mergesBy}) do update set ${columns
          .filter((column) => column !== mergesBy)
          .map((column) => `${column} = excluded.${column}`)
          .join(', ')}`;
  const sourceSql = isPostgres(connection)
    ? `${columns.join(', ')} from jsonb_populate_recordset(null::${table}, ?::jsonb)`
    : `${columns.map((_, index) => `value ->> ${index}`).join(', ')} from json_each(?)`;
  const json = isPostgres(connection)
    ? JSON.stringify(rows)
    : JSON.stringify(rows.map((row) => columns.map((column) => row[column])));
  // Adds a condition, because SQLite would otherwise read "on" as the beginning of a join.
  await query(connection, {
    text: `insert into ${table} (${columns.join(', ')}) select ${sourceSql} where true ${mergeSql}`,
    values: [json],
  });
};

/** Full-text indexes of restaurants, by name or by street. */
export type TextIndex = 'restaurant_name' | 'restaurant_street';

const TEXT_COLUMN = { restaurant_name: 'search_text', restaurant_street: 'street_text' } as const satisfies Record<
  TextIndex,
  string
>;

/** Escapes a text for LIKE, so that `%` and `_` are ordinary characters. */
export const escapeLike = (text: string): string =>
  text.replace(/[\\%_]/g, (specialCharacter) => `\\${specialCharacter}`);

/**
 * Selects the restaurants whose name or street contains `needle`, which has at least three characters. SQLite looks
 * them up in its full-text index, PostgreSQL in a trigram index on the column.
 */
export const queryByText = (knex: Knex, textIndex: TextIndex, needle: string) =>
  isPostgres(knex)
    ? knex('restaurant').whereRaw(`restaurant.${TEXT_COLUMN[textIndex]} like ? escape '\\'`, [
        `%${escapeLike(needle)}%`,
      ])
    : // CROSS JOIN fixes the join order. Otherwise, after ANALYZE, SQLite would reverse it and read every restaurant.
      // Puts the text in quotes, so that it contains no operators and wildcards of the full-text search.
      knex(textIndex)
        .crossJoin(knex.ref('restaurant'))
        .whereRaw(`restaurant.id = ${textIndex}.rowid`)
        .whereRaw(`${textIndex} match ?`, [`"${needle.replaceAll('"', '""')}"`]);

/** Returns the name of the SQL function that gives the smallest of its arguments. */
export const leastFunction = (connection: Connection): string => (isPostgres(connection) ? 'least' : 'min');

/** A box on the map, between two parallels and two meridians, in degrees. */
interface Box {
  readonly south: number;
  readonly north: number;
  readonly west: number;
  readonly east: number;
}

interface PlaceRow {
  readonly id: number;
  readonly latitude: number;
  readonly longitude: number;
}

interface PlaceFilter {
  readonly partnersOnly: boolean;
}

// SQL condition that selects partners. PostgreSQL uses an index on some rows only if the query contains exactly the
// condition of that index.
const IS_PARTNER_SQL = "type <> 'NonPartner'";

const queryActivePlaces = (knex: Knex, { partnersOnly }: PlaceFilter) => {
  const placeQuery = knex('restaurant').whereRaw('deactivated_at is null');
  return partnersOnly ? placeQuery.whereRaw(IS_PARTNER_SQL) : placeQuery;
};

const queryIndexedPlaces = (knex: Knex, { partnersOnly }: PlaceFilter) => {
  const placeQuery = knex('restaurant_place');
  return partnersOnly ? placeQuery.whereRaw(IS_PARTNER_SQL) : placeQuery;
};

/**
 * Finds the active places in a box on the map. SQLite's R*Tree rounds boxes outwards, so the result may contain places
 * just outside. The query on SQLite contains no join, because SQLite would change the join order after ANALYZE.
 */
export const findPlacesInBox = async (knex: Knex, box: Box, placeFilter: PlaceFilter): Promise<PlaceRow[]> => {
  const { south, north, west, east } = box;
  const placeQuery = isPostgres(knex)
    ? queryActivePlaces(knex, placeFilter).whereRaw(
        'point(longitude, latitude) <@ box(point(?::float8, ?::float8), point(?::float8, ?::float8))',
        [west, south, east, north],
      )
    : queryIndexedPlaces(knex, placeFilter)
        .where('max_latitude', '>=', south)
        .andWhere('min_latitude', '<=', north)
        .andWhere('max_longitude', '>=', west)
        .andWhere('min_longitude', '<=', east);
  return placeQuery.select('id', 'latitude', 'longitude');
};

/**
 * Finds `limit` partner restaurants near a coordinate by PostgreSQL's index. They are not always the nearest, because
 * the index measures in degrees.
 */
export const findPartnersByDegrees = async (
  knex: Knex,
  { latitude, longitude }: Coordinate,
  limit: number,
): Promise<PlaceRow[]> =>
  queryActivePlaces(knex, { partnersOnly: true })
    .orderByRaw('point(longitude, latitude) <-> point(?::float8, ?::float8)', [longitude, latitude])
    .limit(limit)
    .select('id', 'latitude', 'longitude');
