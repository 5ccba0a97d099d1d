import { searchTextOf } from '@mahlzeit/contract/rules';
import type { Knex } from 'knex';
import { leadsToPostgres } from './engine';

interface NamedRow {
  readonly id: number;
  readonly name: string;
}

interface NamedOffer {
  readonly key: string;
  readonly name: string;
}

const ROWS_PER_CHUNK = 500;

// Computes the search texts of restaurants in JavaScript, because SQLite converts only ASCII letters to lower case.
const fillRestaurants = async (knex: Knex): Promise<void> => {
  let lastRestaurantId = 0;
  for (;;) {
    const rows = await knex<NamedRow>('restaurant')
      .where('id', '>', lastRestaurantId)
      .orderBy('id')
      .limit(ROWS_PER_CHUNK)
      .select('id', 'name');
    for (const { id, name } of rows)
      await knex('restaurant')
        .where({ id })
        .update({ search_text: searchTextOf(name) });
    const lastRow = rows.at(-1);
    if (lastRow === undefined) return;
    lastRestaurantId = lastRow.id;
  }
};

const fillOffers = async (knex: Knex): Promise<void> => {
  let lastOfferKey = '';
  for (;;) {
    const rows = await knex<NamedOffer>('offer')
      .where('key', '>', lastOfferKey)
      .orderBy('key')
      .limit(ROWS_PER_CHUNK)
      .select('key', 'name');
    for (const { key, name } of rows)
      await knex('offer')
        .where({ key })
        .update({ search_text: searchTextOf(name) });
    const lastRow = rows.at(-1);
    if (lastRow === undefined) return;
    lastOfferKey = lastRow.key;
  }
};

// Full-text index of names on SQLite. Trigrams find a part of a name among a million names as fast as among a thousand.
// The index stores no copy of the texts. Triggers update the index on every write to `restaurant`.
const SQLITE_NAME_INDEX_STATEMENTS = [
  "create virtual table restaurant_name using fts5(search_text, content='restaurant', content_rowid='id', tokenize='trigram case_sensitive 1')",
  `create trigger restaurant_name_insert after insert on restaurant begin
     insert into restaurant_name (rowid, search_text) values (new.id, new.search_text);
   end`,
  `create trigger restaurant_name_update after update of search_text on restaurant when old.search_text <> new.search_text begin
     insert into restaurant_name (restaurant_name, rowid, search_text) values ('delete', old.id, old.search_text);
     insert into restaurant_name (rowid, search_text) values (new.id, new.search_text);
   end`,
  `create trigger restaurant_name_delete after delete on restaurant begin
     insert into restaurant_name (restaurant_name, rowid, search_text) values ('delete', old.id, old.search_text);
   end`,
  "insert into restaurant_name (restaurant_name) values ('rebuild')",
];

const POSTGRES_NAME_INDEX_STATEMENTS = [
  'create extension if not exists pg_trgm',
  'create index restaurant_name on restaurant using gin (search_text gin_trgm_ops)',
];

/** Adds the search texts of restaurants and offers. */
export const up = async (knex: Knex): Promise<void> => {
  for (const table of ['restaurant', 'offer'])
    await knex.schema.alterTable(
      table,
      (tableBuilder) => void tableBuilder.text('search_text').notNullable().defaultTo(''),
    );
  await knex.schema.alterTable('offer', (table) => void table.index(['date']));
  await fillRestaurants(knex);
  await fillOffers(knex);
  for (const statement of leadsToPostgres(knex) ? POSTGRES_NAME_INDEX_STATEMENTS : SQLITE_NAME_INDEX_STATEMENTS)
    await knex.raw(statement);
};

/** Drops the search texts and their index. Only tests of the migrations call this function. */
export const down = async (knex: Knex): Promise<void> => {
  if (!leadsToPostgres(knex)) {
    for (const trigger of ['insert', 'update', 'delete']) await knex.raw(`drop trigger restaurant_name_${trigger}`);
    await knex.schema.dropTable('restaurant_name');
  }
  await knex.schema.alterTable('offer', (table) => void table.dropIndex(['date']));
  // On SQLite, the schema builder of knex would rebuild the table and lose its triggers.
  for (const table of ['restaurant', 'offer']) await knex.raw(`alter table ${table} drop column search_text`);
};
