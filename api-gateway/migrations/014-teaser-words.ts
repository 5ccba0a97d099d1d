import type { Knex } from 'knex';

/** Adds the texts of banners, which the page shows over the picture. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.schema.alterTable('teaser', (table) => {
    // Text of a banner as `{title, text}`; null when the text is part of the picture.
    table.jsonb('words');
  });
};

/** Drops the texts of banners. Only tests of the migrations call this function. */
export const down = async (knex: Knex): Promise<void> => {
  await knex.schema.alterTable('teaser', (table) => {
    table.dropColumn('words');
  });
};
