import type { Knex } from 'knex';

const createDiscounts = async (knex: Knex): Promise<void> => {
  await knex.schema.createTable('discount', (table) => {
    table.string('key', 64).primary();
    table.jsonb('name').notNullable();
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
    // Key of the dish to which the discount is bound. It is no foreign key: menus change daily, so the dish may be
    // deleted.
    table.string('meal_ref', 64);
    table.bigInteger('start_at').notNullable();
    table.bigInteger('end_at').notNullable().index();
    table.boolean('is_platform').notNullable();
    table.boolean('is_for_all_meals').notNullable();
    // Whether only the owners may use the discount. The value stays true after all owners are deleted, so that the
    // discount never becomes public.
    table.boolean('is_owned').notNullable();
  });

  for (const tableName of ['discount_owner', 'discount_use']) {
    await knex.schema.createTable(tableName, (table) => {
      table.string('discount_key', 64).notNullable().references('key').inTable('discount').onDelete('CASCADE');
      table.string('uid', 64).notNullable().index();
      table.primary(['discount_key', 'uid']);
    });
  }
};

/** Creates discounts with their owners and uses, and the banners (teasers) of the main screen. */
export const up = async (knex: Knex): Promise<void> => {
  await createDiscounts(knex);
  await knex.schema.createTable('teaser', (table) => {
    table.string('key', 64).primary();
    table.text('image_url');
    table.text('video_url');
    table.text('action_url');
    table.jsonb('days_of_week');
    // Area in which the banner is shown. Either all three columns are set or none.
    table.double('latitude');
    table.double('longitude');
    table.double('distance');
    table.integer('priority').notNullable();
  });
};

/** Drops all tables of this migration. Only tests of the migrations call this function. */
export const down = async (knex: Knex): Promise<void> => {
  for (const table of ['teaser', 'discount_use', 'discount_owner', 'discount']) await knex.schema.dropTable(table);
};
