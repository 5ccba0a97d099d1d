import BetterSqlite from 'better-sqlite3';

/**
 * SQL expressions for the columns that differ from place to place; all other columns are copied from one place.
 * `number` begins with 1.
 */
const VALUE_BY_COLUMN: Readonly<Record<string, string>> = {
  id: 'first_id + number * 2',
  key: "'synthetic-' || number",
  routing_name: "'synthetic-' || number",
  source: "'synthetic'",
  source_id: "'' || number",
  latitude: '50 + number * 0.00001',
};

/** Inserts copies of the first place in a SQLite file, with every second id. */
export const insertSyntheticPlaces = (file: string, count: number): void => {
  const connection = new BetterSqlite(file, { fileMustExist: true });
  try {
    const columns = connection.prepare<[], string>("select name from pragma_table_info('restaurant')").pluck().all();
    connection.exec(
      `with recursive numbers (number) as (select 1 union all select number + 1 from numbers where number < ${count}),
            ids (first_id, copied_id) as (select max(id), min(id) from restaurant)
       insert into restaurant (${columns.join(', ')})
       select ${columns.map((column) => VALUE_BY_COLUMN[column] ?? column).join(', ')}
       from numbers, ids join restaurant on restaurant.id = copied_id`,
    );
  } finally {
    connection.close();
  }
};
