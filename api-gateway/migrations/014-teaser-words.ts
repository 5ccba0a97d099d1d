import type { Knex } from 'knex';

/** Adds the texts of banners, which the page writes over the picture. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.schema.alterTable('teaser', (table) => {
    // {title, text}; null when the picture contains the text.
    table.json('words');
  });
};

/** Drops the texts. */
export const down = async (knex: Knex): Promise<void> => {
  await knex.schema.alterTable('teaser', (table) => {
    table.dropColumn('words');
  });
};
