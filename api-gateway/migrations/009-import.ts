import type { Knex } from 'knex';

// Deactivated places leave the spatial index, so that searches need no further condition.
const INTO_INDEX = `insert into restaurant_place
     select new.id, new.latitude, new.latitude, new.longitude, new.longitude, new.latitude, new.longitude, new.type where new.deactivated_at is null;`;

const TRIGGERS = [
  `create trigger restaurant_place_insert after insert on restaurant begin ${INTO_INDEX} end`,
  `create trigger restaurant_place_update after update of latitude, longitude, type, deactivated_at on restaurant begin
     delete from restaurant_place where id = old.id;
     ${INTO_INDEX}
   end`,
];

const TRIGGERS_BEFORE = TRIGGERS.map((trigger) =>
  trigger.replace(' where new.deactivated_at is null', '').replace(', deactivated_at on', ' on'),
);

const remakeTriggers = async (knex: Knex, triggers: readonly string[]): Promise<void> => {
  for (const name of ['restaurant_place_insert', 'restaurant_place_update']) await knex.raw(`drop trigger ${name}`);
  for (const trigger of triggers) await knex.raw(trigger);
};

/** Adds the importer's data of a place: its kind in the source, its deactivation, hours that depend on the date. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.schema.alterTable('restaurant', (table) => {
    // The source's own word, `cafe`: a file with cafés only contains no information on pubs.
    table.string('source_kind', 64);
    // Epoch ms; null = active. Rows stay, because invitations and orders refer to them.
    table.bigInteger('deactivated_at');
    // `{value, countryCode, state}` for a week in opening_hours that is valid for some days only and is parsed again
    // each day.
    table.json('dated_hours');
  });
  await remakeTriggers(knex, TRIGGERS);
};

/** Drops the columns. */
export const down = async (knex: Knex): Promise<void> => {
  await remakeTriggers(knex, TRIGGERS_BEFORE);
  // knex would rebuild the table and lose its triggers.
  for (const column of ['source_kind', 'deactivated_at', 'dated_hours'])
    await knex.raw(`alter table restaurant drop column ${column}`);
};
