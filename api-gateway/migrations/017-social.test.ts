import { createPeople } from '../src/modules/identity';
import { describeOnEachEngine } from '../src/platform/testing/temporary-database';
import * as social from './017-social';

describeOnEachEngine('people from before the search', (databases) => {
  // More rows than the migration reads at once.
  const names = ['Jürgen Weiß', ...Array.from({ length: 600 }, (_, index) => `Gast ${index}`)];

  const account = (name: string, index: number) => ({
    uid: `p${index}`,
    is_anonymous: false,
    is_email_verified: true,
    is_visible: true,
    is_deleted: false,
    display_name: name,
    favorites: '[]',
    taste_keys: '[]',
    created_at: 1,
    email: `p${index}@mahlzeit.test`,
  });

  const openMigrated = async () => {
    const database = await databases.open();
    await database.write(async ({ knex }) => {
      await social.down(knex);
      for (let start = 0; start < names.length; start += 50)
        await knex('user').insert(names.slice(start, start + 50).map((name, index) => account(name, start + index)));
      await knex('user').insert({ ...account('', 9_999), display_name: null });
      await knex('notification').insert({
        key: 'n1',
        uid: 'p0',
        kind: 'message',
        title: 'Ben',
        text: 'Bis gleich!',
        sent: 1,
      });
    });
    return database;
  };

  it('are found by their names, folded like in the search', async () => {
    const database = await openMigrated();
    await database.write(({ knex }) => social.up(knex));
    const searchNames = async (needle: string) =>
      (await createPeople(database.knex).search({ needle, excludedUids: new Set(), limit: 20 })).map(
        ({ displayName }) => displayName,
      );
    expect([await searchNames('juergen weiss'), await searchNames('gast 599')]).toEqual([
      ['Jürgen Weiß'],
      ['Gast 599'],
    ]);
    expect(await database.knex('notification').select('key', 'about_uid')).toEqual([{ key: 'n1', about_uid: null }]);
  });

  it('stay after the down migration, with their notifications', async () => {
    const database = await openMigrated();
    await database.write(async ({ knex }) => {
      await social.up(knex);
      await knex('contact').insert({ owner_uid: 'p0', contact_uid: 'p1', created_at: 1 });
      await social.down(knex);
      await social.up(knex);
    });
    expect([
      await database.knex('user').count({ count: '*' }).first(),
      await database.knex('notification').count({ count: '*' }).first(),
      await database.knex('contact').count({ count: '*' }).first(),
    ]).toEqual([{ count: 602 }, { count: 1 }, { count: 0 }]);
  });
});
