import { searchTextOf } from '@mahlzeit/contract/rules';
import type { Knex } from 'knex';

interface NamedRow {
  readonly uid: string;
  readonly display_name: string | null;
}

const ROWS_AT_ONCE = 500;

// SQLite folds ASCII only, so search texts are computed here.
const fillSearchTexts = async (knex: Knex): Promise<void> => {
  let lastUid = '';
  for (;;) {
    const rows = await knex<NamedRow>('user')
      .where('uid', '>', lastUid)
      .orderBy('uid')
      .limit(ROWS_AT_ONCE)
      .select('uid', 'display_name');
    for (const { uid, display_name } of rows)
      if (display_name !== null)
        await knex('user')
          .where({ uid })
          .update({ search_text: searchTextOf(display_name) });
    const end = rows.at(-1);
    if (end === undefined) return;
    lastUid = end.uid;
  }
};

const createContacts = async (knex: Knex): Promise<void> => {
  await knex.schema.createTable('contact', (table) => {
    table.string('owner_uid', 64).notNullable().references('uid').inTable('user').onDelete('CASCADE');
    table.string('contact_uid', 64).notNullable().references('uid').inTable('user').onDelete('CASCADE').index();
    // Domain time.
    table.bigInteger('created_at').notNullable();
    table.primary(['owner_uid', 'contact_uid']);
  });

  await knex.schema.createTable('user_block', (table) => {
    table.string('blocker_uid', 64).notNullable().references('uid').inTable('user').onDelete('CASCADE');
    table.string('blocked_uid', 64).notNullable().references('uid').inTable('user').onDelete('CASCADE').index();
    // Domain time.
    table.bigInteger('created_at').notNullable();
    table.primary(['blocker_uid', 'blocked_uid']);
  });
};

const createGroups = async (knex: Knex): Promise<void> => {
  await knex.schema.createTable('contact_group', (table) => {
    table.string('owner_uid', 64).notNullable().references('uid').inTable('user').onDelete('CASCADE');
    // Chosen by the owner's client.
    table.string('key', 64).notNullable();
    table.string('name', 255).notNullable();
    table.boolean('is_favorite').notNullable();
    table.primary(['owner_uid', 'key']);
  });

  await knex.schema.createTable('contact_group_member', (table) => {
    table.string('owner_uid', 64).notNullable();
    table.string('group_key', 64).notNullable();
    // Without a reference: an erased user stays as an unknown member.
    table.string('member_uid', 64).notNullable();
    table.integer('position').notNullable();
    table.primary(['owner_uid', 'group_key', 'member_uid']);
    table
      .foreign(['owner_uid', 'group_key'])
      .references(['owner_uid', 'key'])
      .inTable('contact_group')
      .onDelete('CASCADE');
  });
};

/** Creates contacts, groups, blocks and search texts of people, and adds the person of a notification. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.schema.alterTable('user', (table) => {
    table.text('search_text').notNullable().defaultTo('');
  });
  await fillSearchTexts(knex);
  // Covers all columns of a search, which then reads only the rows that match.
  await knex.schema.alterTable('user', (table) => {
    table.index(['is_visible', 'search_text', 'uid']);
  });
  await knex.schema.alterTable('notification', (table) => {
    // Subject of the notification; null without one.
    table.string('about_uid', 64).index();
  });
  await createContacts(knex);
  await createGroups(knex);
};

/** Drops contacts and blocks. */
export const down = async (knex: Knex): Promise<void> => {
  for (const table of ['contact_group_member', 'contact_group', 'user_block', 'contact'])
    await knex.schema.dropTable(table);
  await knex.schema.alterTable('notification', (table) => void table.dropIndex(['about_uid']));
  await knex.schema.alterTable('user', (table) => void table.dropIndex(['is_visible', 'search_text', 'uid']));
  // The schema builder would rebuild a table that others reference.
  await knex.raw('alter table notification drop column about_uid');
  await knex.raw('alter table "user" drop column search_text');
};
