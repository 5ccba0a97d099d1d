import type { Knex } from 'knex';
import { leadsToPostgres } from './engine';
import { streetTextOf } from '@mahlzeit/contract/rules';

interface AddressedRow {
  readonly id: number;
  readonly address: string | { readonly street: string };
}

const ROWS_PER_CHUNK = 500;

const streetOf = (address: AddressedRow['address']): string => {
  const parsedAddress: { readonly street?: string } = typeof address === 'string' ? JSON.parse(address) : address;
  return parsedAddress.street ?? '';
};

// Computes the search texts of streets in JavaScript, because SQLite converts only ASCII letters to lower case.
const fillStreets = async (knex: Knex): Promise<void> => {
  let lastRestaurantId = 0;
  for (;;) {
    const rows = await knex<AddressedRow>('restaurant')
      .where('id', '>', lastRestaurantId)
      .orderBy('id')
      .limit(ROWS_PER_CHUNK)
      .select('id', 'address');
    for (const { id, address } of rows)
      await knex('restaurant')
        .where({ id })
        .update({ street_text: streetTextOf(streetOf(address)) });
    const lastRow = rows.at(-1);
    if (lastRow === undefined) return;
    lastRestaurantId = lastRow.id;
  }
};

// Full-text index of streets on SQLite, of the same kind as the index of names (migration 006).
const SQLITE_STREET_INDEX_STATEMENTS = [
  "create virtual table restaurant_street using fts5(street_text, content='restaurant', content_rowid='id', tokenize='trigram case_sensitive 1')",
  `create trigger restaurant_street_insert after insert on restaurant begin
     insert into restaurant_street (rowid, street_text) values (new.id, new.street_text);
   end`,
  `create trigger restaurant_street_update after update of street_text on restaurant when old.street_text <> new.street_text begin
     insert into restaurant_street (restaurant_street, rowid, street_text) values ('delete', old.id, old.street_text);
     insert into restaurant_street (rowid, street_text) values (new.id, new.street_text);
   end`,
  `create trigger restaurant_street_delete after delete on restaurant begin
     insert into restaurant_street (restaurant_street, rowid, street_text) values ('delete', old.id, old.street_text);
   end`,
  "insert into restaurant_street (restaurant_street) values ('rebuild')",
];

const POSTGRES_STREET_INDEX_STATEMENTS = [
  'create index restaurant_street on restaurant using gin (street_text gin_trgm_ops)',
];

/** Adds postcodes, each with one point, and the search texts of the streets in which restaurants lie. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.schema.createTable('postcode', (table) => {
    table.string('place_id', 64).primary();
    table.string('code', 5).notNullable().index();
    table.string('name', 200).notNullable();
    table.string('country_code', 2).notNullable();
    table.string('state', 64).notNullable();
    table.double('latitude').notNullable();
    table.double('longitude').notNullable();
  });
  await knex.schema.alterTable('restaurant', (table) => void table.text('street_text').notNullable().defaultTo(''));
  await fillStreets(knex);
  for (const statement of leadsToPostgres(knex) ? POSTGRES_STREET_INDEX_STATEMENTS : SQLITE_STREET_INDEX_STATEMENTS)
    await knex.raw(statement);
};

/** Drops the postcodes and the streets with their index. Only tests of the migrations call this function. */
export const down = async (knex: Knex): Promise<void> => {
  if (!leadsToPostgres(knex)) {
    for (const trigger of ['insert', 'update', 'delete']) await knex.raw(`drop trigger restaurant_street_${trigger}`);
    await knex.schema.dropTable('restaurant_street');
  }
  // On SQLite, the schema builder of knex would rebuild the table and lose its triggers.
  await knex.raw('alter table restaurant drop column street_text');
  await knex.schema.dropTable('postcode');
};
