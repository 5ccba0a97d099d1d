import { searchTextOf } from '@mahlzeit/contract/rules';
import type { Knex } from 'knex';

interface NamedRow {
  readonly uid: string;
  readonly display_name: string | null;
}

const ROWS_PER_CHUNK = 500;

// Computes the search texts of users in JavaScript, because SQLite converts only ASCII letters to lower case.
const fillSearchTexts = async (knex: Knex): Promise<void> => {
  let lastUid = '';
  for (;;) {
    const userRows = await knex<NamedRow>('user')
      .where('uid', '>', lastUid)
      .orderBy('uid')
      .limit(ROWS_PER_CHUNK)
      .select('uid', 'display_name');
    for (const { uid, display_name } of userRows)
      if (display_name !== null)
        await knex('user')
          .where({ uid })
          .update({ search_text: searchTextOf(display_name) });
    const lastRow = userRows.at(-1);
    if (lastRow === undefined) return;
    lastUid = lastRow.uid;
  }
};

const createContacts = async (knex: Knex): Promise<void> => {
  await knex.schema.createTable('contact', (table) => {
    table.string('owner_uid', 64).notNullable().references('uid').inTable('user').onDelete('CASCADE');
    table.string('contact_uid', 64).notNullable().references('uid').inTable('user').onDelete('CASCADE').index();
    // Time by the gateway's clock, which tests can move.
    table.bigInteger('created_at').notNullable();
    table.primary(['owner_uid', 'contact_uid']);
  });

  await knex.schema.createTable('user_block', (table) => {
    table.string('blocker_uid', 64).notNullable().references('uid').inTable('user').onDelete('CASCADE');
    table.string('blocked_uid', 64).notNullable().references('uid').inTable('user').onDelete('CASCADE').index();
    // Time by the gateway's clock, which tests can move.
    table.bigInteger('created_at').notNullable();
    table.primary(['blocker_uid', 'blocked_uid']);
  });
};

const createGroups = async (knex: Knex): Promise<void> => {
  await knex.schema.createTable('contact_group', (table) => {
    table.string('owner_uid', 64).notNullable().references('uid').inTable('user').onDelete('CASCADE');
    // Key of the contact group, which the browser of its owner chooses.
    table.string('key', 64).notNullable();
    table.string('name', 255).notNullable();
    table.boolean('is_favorite').notNullable();
    table.primary(['owner_uid', 'key']);
  });

  await knex.schema.createTable('contact_group_member', (table) => {
    table.string('owner_uid', 64).notNullable();
    table.string('group_key', 64).notNullable();
    // Uid of a group's member. It is no foreign key: an erased user stays in the group as an unknown member.
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

/** Creates contacts, groups and blocks. Adds the search text of a user, and the person that a notification is about. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.schema.alterTable('user', (table) => {
    table.text('search_text').notNullable().defaultTo('');
  });
  await fillSearchTexts(knex);
  // Index with all columns that a search for users needs, so that the database reads only the matching rows.
  await knex.schema.alterTable('user', (table) => {
    table.index(['is_visible', 'search_text', 'uid']);
  });
  await knex.schema.alterTable('notification', (table) => {
    // Uid of the person that the notification is about; null if it is about nobody.
    table.string('about_uid', 64).index();
  });
  await createContacts(knex);
  await createGroups(knex);
};

/** Drops contacts, groups and blocks, and the added columns. Only tests of the migrations call this function. */
export const down = async (knex: Knex): Promise<void> => {
  for (const table of ['contact_group_member', 'contact_group', 'user_block', 'contact'])
    await knex.schema.dropTable(table);
  await knex.schema.alterTable('notification', (table) => void table.dropIndex(['about_uid']));
  await knex.schema.alterTable('user', (table) => void table.dropIndex(['is_visible', 'search_text', 'uid']));
  // On SQLite, the schema builder of knex would drop the columns by rebuilding both tables, although other tables
  // reference `user`. Raw SQL drops only the columns.
  await knex.raw('alter table notification drop column about_uid');
  await knex.raw('alter table "user" drop column search_text');
};
