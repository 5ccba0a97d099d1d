import type { Notification } from '@mahlzeit/contract';
import { aNotification, fixtureNow } from '@mahlzeit/contract/fixtures';
import { describeOnEachEngine } from '../../platform/testing/temporary-database';
import { seedAccounts } from '../identity';
import { createNotificationRepository } from './notification-repository';

const person = {
  password: 'mittagspause',
  firstName: 'A',
  lastName: 'B',
  isVerified: true,
  isVisible: true,
  isDeleted: false,
  tasteKeys: [],
};

describeOnEachEngine('notification repository', (databases) => {
  const openDatabaseWith = async (
    notifications: readonly (readonly [uid: string, fields: Partial<Notification>])[],
  ) => {
    const database = await databases.open();
    await database.write(async ({ knex }) => {
      await seedAccounts(
        knex,
        ['anna', 'ben'].map((uid, index) => ({
          ...person,
          uid,
          email: `${uid}@mahlzeit.test`,
          connectionCode: `CODE000${index}`,
        })),
        { now: fixtureNow, policyVersion: 1 },
      );
      for (const [uid, fields] of notifications)
        await createNotificationRepository(knex).insert(uid, aNotification(fields), null);
    });
    return database;
  };

  it('returns the open notifications of a user, the oldest first, those of one instant in their order', async () => {
    const { knex } = await openDatabaseWith([
      ['anna', { key: 'last', sent: fixtureNow + 1, route: null }],
      ['anna', { key: 'one' }],
      ['anna', { key: 'a-second' }],
      ['ben', { key: 'foreign' }],
    ]);
    expect(await createNotificationRepository(knex).findOpenOf('anna')).toEqual([
      aNotification({ key: 'one' }),
      aNotification({ key: 'a-second' }),
      aNotification({ key: 'last', sent: fixtureNow + 1, route: null }),
    ]);
  });

  it('closes a notification once, and only for its user', async () => {
    const database = await openDatabaseWith([
      ['anna', { key: 'one' }],
      ['anna', { key: 'two' }],
      ['ben', { key: 'foreign' }],
    ]);
    const closeListed = (keys: readonly string[]) =>
      database.write(({ knex }) => createNotificationRepository(knex).closeOpenOf('anna', { keys, at: fixtureNow }));
    expect(await closeListed(['two', 'foreign', 'unknown', 'two'])).toEqual(['two']);
    expect(await closeListed(['two'])).toEqual([]);
    expect(await closeListed([])).toEqual([]);
    expect((await createNotificationRepository(database.knex).findOpenOf('anna')).map(({ key }) => key)).toEqual([
      'one',
    ]);
    expect((await createNotificationRepository(database.knex).findOpenOf('ben')).map(({ key }) => key)).toEqual([
      'foreign',
    ]);
  });

  it('closes any number', async () => {
    const keys = Array.from({ length: 1201 }, (_, index) => `n${index}`);
    const database = await openDatabaseWith(keys.map((key) => ['anna', { key }] as const));
    expect(
      await database.write(({ knex }) =>
        createNotificationRepository(knex).closeOpenOf('anna', { keys, at: fixtureNow }),
      ),
    ).toHaveLength(1201);
    expect(await createNotificationRepository(database.knex).findOpenOf('anna')).toEqual([]);
  });

  it('finds and deletes notifications by the person that they name', async () => {
    const database = await openDatabaseWith([['anna', { key: 'other' }]]);
    await database.write(async ({ knex }) => {
      const repository = createNotificationRepository(knex);
      for (const key of ['closed', 'open']) await repository.insert('anna', aNotification({ key }), 'ben');
      await repository.closeOpenOf('anna', { keys: ['closed'], at: fixtureNow });
    });
    const stored = createNotificationRepository(database.knex);
    const findings = async () => [
      await stored.hasOpenAbout('anna', 'ben', 'contact'),
      await stored.hasOpenAbout('anna', 'ben', 'message'),
      await stored.hasOpenAbout('ben', 'ben', 'contact'),
    ];
    expect(await findings()).toEqual([true, false, false]);
    expect(await database.write(({ knex }) => createNotificationRepository(knex).removeAbout('ben'))).toEqual([
      { uid: 'anna', key: 'open' },
    ]);
    expect((await stored.findAllOf('anna')).map(({ key }) => key)).toEqual(['other']);
  });

  it('closes notifications of all users by person and thing', async () => {
    const database = await openDatabaseWith([['anna', { key: 'other' }]]);
    await database.write(async ({ knex }) => {
      const repository = createNotificationRepository(knex);
      for (const uid of ['anna', 'ben'])
        await repository.insert(uid, aNotification({ key: `${uid}-meetup`, kind: 'invitation' }), 'cem', 'i1');
      await repository.insert('anna', aNotification({ key: 'elsewhere', kind: 'invitation' }), 'cem', 'i2');
      await repository.insert('anna', aNotification({ key: 'nowhere' }), 'cem');
    });
    const closeListed = (aboutKey: string | null) =>
      database.write(({ knex }) =>
        createNotificationRepository(knex).closeOpenAbout('cem', { aboutKey, at: fixtureNow }),
      );
    expect(await closeListed('i1')).toEqual([
      { uid: 'anna', key: 'anna-meetup', kind: 'invitation' },
      { uid: 'ben', key: 'ben-meetup', kind: 'invitation' },
    ]);
    expect([await closeListed('i1'), (await closeListed(null)).map(({ key }) => key)]).toEqual([[], ['nowhere']]);
    expect((await createNotificationRepository(database.knex).findOpenOf('anna')).map(({ key }) => key).sort()).toEqual(
      ['elsewhere', 'other'],
    );
  });

  it('deletes closed notifications after a while, in batches', async () => {
    const database = await openDatabaseWith(['a', 'b', 'c', 'open'].map((key) => ['anna', { key }] as const));
    const remainingKeys = async () =>
      (await database.knex<{ key: string }>('notification').orderBy('key').select('key')).map(({ key }) => key);
    await database.write(async ({ knex }) => {
      const repository = createNotificationRepository(knex);
      for (const [key, closedAt] of [
        ['a', 10],
        ['b', 20],
        ['c', 30],
      ] as const)
        await repository.closeOpenOf('anna', { keys: [key], at: closedAt });
      await repository.removeClosed({ before: 30, limit: 1 });
    });
    expect(await remainingKeys()).toEqual(['b', 'c', 'open']);
    await database.write(({ knex }) => createNotificationRepository(knex).removeClosed({ before: 30, limit: 10 }));
    expect(await remainingKeys()).toEqual(['c', 'open']);
  });

  it('deletes notifications with the account', async () => {
    const database = await openDatabaseWith([
      ['anna', { key: 'one' }],
      ['ben', { key: 'two' }],
    ]);
    await database.write(({ knex }) => knex('user').where({ uid: 'anna' }).delete());
    expect(await database.knex('notification').select('uid')).toEqual([{ uid: 'ben' }]);
  });
});
