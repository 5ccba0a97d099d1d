import { createPeople } from '../src/modules/identity';
import { describeOnEachEngine } from '../src/platform/testing/temporary-database';
import * as social from './017-social';

describeOnEachEngine('people from before the search', (databaseFactory) => {
  // Names of the test's users: more than the migration reads at once.
  const displayNames = ['Jürgen Weiß', ...Array.from({ length: 600 }, (_, index) => `Gast ${index}`)];

  const createAccountRow = (name: string, index: number) => ({
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

  const openMigratedDatabase = async () => {
    const database = await databaseFactory.open();
    await database.write(async ({ knex }) => {
      await social.down(knex);
      for (let chunkStart = 0; chunkStart < displayNames.length; chunkStart += 50)
        await knex('user').insert(
          displayNames
            .slice(chunkStart, chunkStart + 50)
            .map((name, index) => createAccountRow(name, chunkStart + index)),
        );
      await knex('user').insert({ ...createAccountRow('', 9_999), display_name: null });
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
    const database = await openMigratedDatabase();
    await database.write(({ knex }) => social.up(knex));
    const searchDisplayNames = async (needle: string) =>
      (await createPeople(database.knex).search({ needle, excludedUids: new Set(), limit: 20 })).map(
        ({ displayName }) => displayName,
      );
    expect([await searchDisplayNames('juergen weiss'), await searchDisplayNames('gast 599')]).toEqual([
      ['Jürgen Weiß'],
      ['Gast 599'],
    ]);
    expect(await database.knex('notification').select('key', 'about_uid')).toEqual([{ key: 'n1', about_uid: null }]);
  });

  it('stay after the down migration, with their notifications', async () => {
    const database = await openMigratedDatabase();
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
