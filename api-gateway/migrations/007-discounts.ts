import type { Knex } from 'knex';

const createDiscounts = async (knex: Knex): Promise<void> => {
  await knex.schema.createTable('discount', (table) => {
    table.string('key', 64).primary();
    table.json('name').notNullable();
    table.text('description_text').notNullable();
    table.text('expiry_hint');
    table.text('value_text').notNullable();
    table.text('type_text').notNullable();
    table.string('type', 16).notNullable();
    table.string('discount_type', 16).notNullable();
    table.integer('value').notNullable();
    table.integer('quantity').notNullable();
    table.string('company_ref', 64).index();
    table.string('restaurant_ref', 64).references('key').inTable('restaurant').onDelete('CASCADE').index();
    // Without a reference, because menus change daily and delete their offers.
    table.string('meal_ref', 64);
    table.bigInteger('start_at').notNullable();
    table.bigInteger('end_at').notNullable().index();
    table.boolean('is_platform').notNullable();
    table.boolean('is_for_all_meals').notNullable();
    // True: only its owners may use it, even when all owners are deleted.
    table.boolean('is_owned').notNullable();
  });

  for (const name of ['discount_owner', 'discount_use']) {
    await knex.schema.createTable(name, (table) => {
      table.string('discount_key', 64).notNullable().references('key').inTable('discount').onDelete('CASCADE');
      table.string('uid', 64).notNullable().index();
      table.primary(['discount_key', 'uid']);
    });
  }
};

/** Creates discounts with owners and uses, and the banners of the main screen. */
export const up = async (knex: Knex): Promise<void> => {
  await createDiscounts(knex);
  await knex.schema.createTable('teaser', (table) => {
    table.string('key', 64).primary();
    table.text('image_url');
    table.text('video_url');
    table.text('action_url');
    table.json('days_of_week');
    // All three columns or none.
    table.double('latitude');
    table.double('longitude');
    table.double('distance');
    table.integer('priority').notNullable();
  });
};

/** Drops the tables. */
export const down = async (knex: Knex): Promise<void> => {
  for (const table of ['teaser', 'discount_use', 'discount_owner', 'discount']) await knex.schema.dropTable(table);
};
