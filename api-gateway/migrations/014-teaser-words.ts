import type { Knex } from 'knex';

/** What a banner says, written by the page over its picture. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.schema.alterTable('teaser', (table) => {
    // {title, text}, or none: then the picture says it itself.
    table.json('words');
  });
};

/** Takes the texts away: such a banner is a picture alone. */
export const down = async (knex: Knex): Promise<void> => {
  await knex.schema.alterTable('teaser', (table) => {
    table.dropColumn('words');
  });
};
