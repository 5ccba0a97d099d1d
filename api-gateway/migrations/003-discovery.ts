import type { Knex } from 'knex';
import { leadsToPostgres } from './engine';

const createDictionaries = async (knex: Knex): Promise<void> => {
  await knex.schema.createTable('tag', (table) => {
    table.string('key', 64).primary();
    table.string('name', 64).notNullable().unique();
    table.string('type', 16).notNullable();
    table.integer('popularity').notNullable();
    table.jsonb('translations').notNullable();
  });

  await knex.schema.createTable('meal_type', (table) => {
    table.string('key', 64).primary();
    table.string('base_name', 64).notNullable().unique();
    table.string('name', 64).notNullable();
    table.jsonb('translations').notNullable();
    table.integer('sort_order').notNullable();
  });

  await knex.schema.createTable('rest_time_type', (table) => {
    table.string('key', 64).primary();
    table.jsonb('translations').notNullable();
  });

  // VAT rates, which laws change on certain days. The valid rate is the one with the latest `valid_from` that isn't in
  // the future.
  await knex.schema.createTable('vat_type', (table) => {
    table.string('key', 16).notNullable();
    table.string('valid_from', 10).notNullable();
    table.integer('default_percent').notNullable();
    table.integer('take_away_percent').notNullable();
    table.primary(['key', 'valid_from']);
  });
};

const createRestaurants = async (knex: Knex): Promise<void> => {
  await knex.schema.createTable('restaurant', (table) => {
    table.increments('id');
    table.string('key', 64).notNullable().unique();
    // Name of the feed that the place came from; the next column is the place's id in that feed. Both are null for a
    // place that a person or the partner API created.
    table.string('source', 32);
    table.string('source_id', 200);
    table.string('name', 255).notNullable();
    table.string('routing_name', 160).notNullable().unique();
    table.string('type', 16).notNullable();
    table.double('latitude').notNullable();
    table.double('longitude').notNullable();
    table.string('active_since', 10);
    table.string('premium_start', 10);
    table.string('premium_end', 10);
    table.integer('order_forerun_minutes').notNullable();
    table.boolean('only_take_away').notNullable();
    table.string('company_id', 64);
    // Account ids of the restaurant at the payment provider. A restaurant takes payments only if both are set.
    table.string('payment_user_id', 64);
    table.string('payment_wallet_id', 64);
    table.text('opening_hours_text');
    // Columns by whose content no query filters, so each is stored as JSON.
    for (const column of ['address', 'media', 'tag_ids', 'opening_hours', 'lunch_times', 'data'])
      table.jsonb(column).notNullable();
    for (const column of ['logo', 'rest_time']) table.jsonb(column);
    table.unique(['source', 'source_id']);
  });

  await knex.schema.createTable('offer', (table) => {
    table.string('key', 64).primary();
    table.string('restaurant_key', 64).notNullable().references('key').inTable('restaurant').onDelete('CASCADE');
    table.string('date', 10).notNullable();
    // Name of the feed that the offer came from; null for an offer of the partner API, which an import must not remove.
    table.string('source', 32);
    table.string('type_key', 64).notNullable().references('key').inTable('meal_type');
    table.string('name', 255).notNullable();
    table.text('description').notNullable();
    table.integer('price').notNullable();
    table.string('vat_type', 16).notNullable();
    table.integer('sort_order').notNullable();
    table.string('volume', 64);
    table.integer('deposit');
    table.string('unit', 64);
    for (const column of ['allergens', 'additives', 'diets']) table.jsonb(column).notNullable();
    table.index(['restaurant_key', 'date']);
  });
};

// Spatial index of places on SQLite. SQLite's R*Tree rounds the boxes, so the index also stores the exact coordinates;
// searches then need no join. Triggers update the index on every write to `restaurant`.
const SQLITE_PLACE_INDEX_STATEMENTS = [
  'create virtual table restaurant_place using rtree(id, min_latitude, max_latitude, min_longitude, max_longitude, +latitude real, +longitude real, +type text)',
  `create trigger restaurant_place_insert after insert on restaurant begin
     insert into restaurant_place values (new.id, new.latitude, new.latitude, new.longitude, new.longitude, new.latitude, new.longitude, new.type);
   end`,
  `create trigger restaurant_place_update after update of latitude, longitude, type on restaurant begin
     delete from restaurant_place where id = old.id;
     insert into restaurant_place values (new.id, new.latitude, new.latitude, new.longitude, new.longitude, new.latitude, new.longitude, new.type);
   end`,
  'create trigger restaurant_place_delete after delete on restaurant begin delete from restaurant_place where id = old.id; end',
];

// Spatial index of places on PostgreSQL: a GiST index of their points, which migration 009 divides into two.
const POSTGRES_PLACE_INDEX_STATEMENTS = [
  'create index restaurant_place on restaurant using gist (point(longitude, latitude))',
];

/**
 * Creates restaurants with their offers, and the lists that both refer to: tags, meal types, reasons for closures, VAT
 * rates.
 */
export const up = async (knex: Knex): Promise<void> => {
  await createDictionaries(knex);
  await createRestaurants(knex);
  for (const statement of leadsToPostgres(knex) ? POSTGRES_PLACE_INDEX_STATEMENTS : SQLITE_PLACE_INDEX_STATEMENTS)
    await knex.raw(statement);
};

/** Drops all tables of this migration. Only tests of the migrations call this function. */
export const down = async (knex: Knex): Promise<void> => {
  if (!leadsToPostgres(knex)) await knex.schema.dropTable('restaurant_place');
  for (const table of ['offer', 'restaurant', 'vat_type', 'rest_time_type', 'meal_type', 'tag'])
    await knex.schema.dropTable(table);
};
