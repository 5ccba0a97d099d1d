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

describeOnEachEngine('notification repository', (testDatabases) => {
  const openDatabaseWith = async (
    newNotifications: readonly (readonly [uid: string, fields: Partial<Notification>])[],
  ) => {
    const database = await testDatabases.open();
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
      for (const [uid, notificationFields] of newNotifications)
        await createNotificationRepository(knex).insert(uid, aNotification(notificationFields), null);
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
    const closeNotificationsOf = (notificationKeys: readonly string[]) =>
      database.write(({ knex }) =>
        createNotificationRepository(knex).closeOpenOf('anna', { keys: notificationKeys, at: fixtureNow }),
      );
    expect(await closeNotificationsOf(['two', 'foreign', 'unknown', 'two'])).toEqual(['two']);
    expect(await closeNotificationsOf(['two'])).toEqual([]);
    expect(await closeNotificationsOf([])).toEqual([]);
    expect((await createNotificationRepository(database.knex).findOpenOf('anna')).map(({ key }) => key)).toEqual([
      'one',
    ]);
    expect((await createNotificationRepository(database.knex).findOpenOf('ben')).map(({ key }) => key)).toEqual([
      'foreign',
    ]);
  });

  it('closes any number', async () => {
    const manyNotificationKeys = Array.from({ length: 1201 }, (_, index) => `n${index}`);
    const database = await openDatabaseWith(manyNotificationKeys.map((key) => ['anna', { key }] as const));
    expect(
      await database.write(({ knex }) =>
        createNotificationRepository(knex).closeOpenOf('anna', { keys: manyNotificationKeys, at: fixtureNow }),
      ),
    ).toHaveLength(1201);
    expect(await createNotificationRepository(database.knex).findOpenOf('anna')).toEqual([]);
  });

  it('finds and deletes notifications by the person that they name', async () => {
    const database = await openDatabaseWith([['anna', { key: 'other' }]]);
    await database.write(async ({ knex }) => {
      const transactionRepository = createNotificationRepository(knex);
      for (const key of ['closed', 'open']) await transactionRepository.insert('anna', aNotification({ key }), 'ben');
      await transactionRepository.closeOpenOf('anna', { keys: ['closed'], at: fixtureNow });
    });
    const notificationRepository = createNotificationRepository(database.knex);
    const readOpenFlags = async () => [
      await notificationRepository.hasOpenAbout('anna', 'ben', 'contact'),
      await notificationRepository.hasOpenAbout('anna', 'ben', 'message'),
      await notificationRepository.hasOpenAbout('ben', 'ben', 'contact'),
    ];
    expect(await readOpenFlags()).toEqual([true, false, false]);
    expect(await database.write(({ knex }) => createNotificationRepository(knex).removeAbout('ben'))).toEqual([
      { uid: 'anna', key: 'open' },
    ]);
    expect((await notificationRepository.findAllOf('anna')).map(({ key }) => key)).toEqual(['other']);
  });

  it('closes notifications of all users by person and thing', async () => {
    const database = await openDatabaseWith([['anna', { key: 'other' }]]);
    await database.write(async ({ knex }) => {
      const transactionRepository = createNotificationRepository(knex);
      for (const uid of ['anna', 'ben'])
        await transactionRepository.insert(
          uid,
          aNotification({ key: `${uid}-meetup`, kind: 'invitation' }),
          'cem',
          'i1',
        );
      await transactionRepository.insert('anna', aNotification({ key: 'elsewhere', kind: 'invitation' }), 'cem', 'i2');
      await transactionRepository.insert('anna', aNotification({ key: 'nowhere' }), 'cem');
    });
    const closeNotificationsAbout = (aboutKey: string | null) =>
      database.write(({ knex }) =>
        createNotificationRepository(knex).closeOpenAbout('cem', { aboutKey, at: fixtureNow }),
      );
    expect(await closeNotificationsAbout('i1')).toEqual([
      { uid: 'anna', key: 'anna-meetup', kind: 'invitation' },
      { uid: 'ben', key: 'ben-meetup', kind: 'invitation' },
    ]);
    expect([await closeNotificationsAbout('i1'), (await closeNotificationsAbout(null)).map(({ key }) => key)]).toEqual([
      [],
      ['nowhere'],
    ]);
    expect((await createNotificationRepository(database.knex).findOpenOf('anna')).map(({ key }) => key).sort()).toEqual(
      ['elsewhere', 'other'],
    );
  });

  it('deletes closed notifications after a while, in batches', async () => {
    const database = await openDatabaseWith(['a', 'b', 'c', 'open'].map((key) => ['anna', { key }] as const));
    const listRemainingKeys = async () =>
      (await database.knex<{ key: string }>('notification').orderBy('key').select('key')).map(({ key }) => key);
    await database.write(async ({ knex }) => {
      const transactionRepository = createNotificationRepository(knex);
      for (const [notificationKey, closedAt] of [
        ['a', 10],
        ['b', 20],
        ['c', 30],
      ] as const)
        await transactionRepository.closeOpenOf('anna', { keys: [notificationKey], at: closedAt });
      await transactionRepository.removeClosed({ before: 30, limit: 1 });
    });
    expect(await listRemainingKeys()).toEqual(['b', 'c', 'open']);
    await database.write(({ knex }) => createNotificationRepository(knex).removeClosed({ before: 30, limit: 10 }));
    expect(await listRemainingKeys()).toEqual(['c', 'open']);
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
