import type { Knex } from 'knex';
import { leadsToPostgres } from './engine';

// Fills the spatial index of places. The index omits deactivated places, so that searches need no condition for them.
const INSERT_INTO_INDEX_SQL = `insert into restaurant_place
     select new.id, new.latitude, new.latitude, new.longitude, new.longitude, new.latitude, new.longitude, new.type where new.deactivated_at is null;`;

const TRIGGER_STATEMENTS = [
  `create trigger restaurant_place_insert after insert on restaurant begin ${INSERT_INTO_INDEX_SQL} end`,
  `create trigger restaurant_place_update after update of latitude, longitude, type, deactivated_at on restaurant begin
     delete from restaurant_place where id = old.id;
     ${INSERT_INTO_INDEX_SQL}
   end`,
];

const PREVIOUS_TRIGGER_STATEMENTS = TRIGGER_STATEMENTS.map((trigger) =>
  trigger.replace(' where new.deactivated_at is null', '').replace(', deactivated_at on', ' on'),
);

// Creates two spatial indexes on PostgreSQL: one of all active places, and one of the few partners among them, in which
// the nearest partners are searched.
const POSTGRES_PLACE_INDEX_STATEMENTS = [
  'drop index restaurant_place',
  'create index restaurant_place on restaurant using gist (point(longitude, latitude)) where deactivated_at is null',
  `create index restaurant_partner_place on restaurant using gist (point(longitude, latitude))
     where deactivated_at is null and type <> 'NonPartner'`,
];

const PREVIOUS_POSTGRES_STATEMENTS = [
  'drop index restaurant_place',
  'drop index restaurant_partner_place',
  'create index restaurant_place on restaurant using gist (point(longitude, latitude))',
];

const remakeTriggers = async (knex: Knex, triggerStatements: readonly string[]): Promise<void> => {
  for (const triggerName of ['restaurant_place_insert', 'restaurant_place_update'])
    await knex.raw(`drop trigger ${triggerName}`);
  for (const trigger of triggerStatements) await knex.raw(trigger);
};

/**
 * Adds the columns that the importer needs: the kind of a place in its source, the time of its deactivation, and
 * opening hours that depend on the date.
 */
export const up = async (knex: Knex): Promise<void> => {
  await knex.schema.alterTable('restaurant', (table) => {
    // Kind of the place in the words of the source, for example `cafe`. When a file contains only cafés, a pub that is
    // missing there still exists.
    table.string('source_kind', 64);
    // Time of the place's deactivation in epoch milliseconds; null for an active place. The rows of deactivated places
    // stay, because invitations and orders refer to them.
    table.bigInteger('deactivated_at');
    // Opening hours that are valid for a limited number of days, as `{value, countryCode, state}`: a worker parses
    // `value` again each day. Null for permanent hours.
    table.jsonb('dated_hours');
  });
  if (leadsToPostgres(knex)) for (const statement of POSTGRES_PLACE_INDEX_STATEMENTS) await knex.raw(statement);
  else await remakeTriggers(knex, TRIGGER_STATEMENTS);
};

/** Drops the columns of this migration. Only tests of the migrations call this function. */
export const down = async (knex: Knex): Promise<void> => {
  if (leadsToPostgres(knex)) for (const statement of PREVIOUS_POSTGRES_STATEMENTS) await knex.raw(statement);
  else await remakeTriggers(knex, PREVIOUS_TRIGGER_STATEMENTS);
  // On SQLite, the schema builder of knex would rebuild the table and lose its triggers.
  for (const column of ['source_kind', 'deactivated_at', 'dated_hours'])
    await knex.raw(`alter table restaurant drop column ${column}`);
};
