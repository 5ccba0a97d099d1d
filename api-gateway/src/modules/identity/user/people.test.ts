import { searchNeedle } from '@mahlzeit/contract/rules';
import { describeOnEachEngine } from '../../../platform/testing/temporary-database';
import { createUserRepository } from '../store/user-repository';
import type { StoredUser } from '../store/user-repository';
import { createPeople } from './people';
import { anonymousUser } from './user-rules';

const user = (uid: string, fields: Partial<StoredUser> = {}): StoredUser => ({
  ...anonymousUser(uid, 1),
  isAnonymous: false,
  isVisible: true,
  isEmailVerified: true,
  email: `${uid}@secret.test`,
  displayName: uid,
  connectionCode: uid.toUpperCase().slice(0, 8),
  ...fields,
});

const nobody = new Set<string>();

describeOnEachEngine('people as other modules see them', (databases) => {
  const openDatabaseWith = async (users: readonly StoredUser[]) => {
    const database = await databases.open();
    await database.write(async ({ knex }) => {
      for (const storedUser of users) await createUserRepository(knex).insert(storedUser);
    });
    return createPeople(database.knex);
  };

  it('are found by their own names, never by an address or a name derived from one', async () => {
    const people = await openDatabaseWith([
      user('anna', { displayName: 'Anna Lindqvist', firstName: 'Anna-Maria', photoURL: '/api/users/avatar/1' }),
      user('nameless', { displayName: null }),
      anonymousUser('visitor', 1),
    ]);
    const peopleByUid = await people.find(['anna', 'nameless', 'visitor', 'unknown', 'anna']);
    expect([...peopleByUid]).toEqual([
      [
        'anna',
        {
          uid: 'anna',
          displayName: 'Anna Lindqvist',
          photoURL: '/api/users/avatar/1',
          isVisible: true,
          isVerified: true,
          isDeleted: false,
          isAnonymous: false,
        },
      ],
      [
        'nameless',
        {
          uid: 'nameless',
          displayName: '',
          photoURL: null,
          isVisible: true,
          isVerified: true,
          isDeleted: false,
          isAnonymous: false,
        },
      ],
    ]);
    expect(JSON.stringify([...peopleByUid])).not.toContain('secret.test');
  });

  it('have first names of their own giving alone', async () => {
    const people = await openDatabaseWith([
      user('given', { firstName: ' Anna-Maria ', displayName: 'Anna Lindqvist' }),
      user('chosen', { displayName: 'Ben  Okafor' }),
      user('made', { displayName: 'made' }),
      user('none', { displayName: null }),
      user('foreign', { email: null, displayName: 'Cem' }),
    ]);
    expect(
      Object.fromEntries(await people.findFirstNames(['given', 'chosen', 'made', 'none', 'foreign', 'unknown'])),
    ).toEqual({ given: 'Anna-Maria', chosen: 'Ben', made: '', none: '', foreign: 'Cem' });
  });

  it('are found in any number', async () => {
    const people = await openDatabaseWith(Array.from({ length: 620 }, (_, index) => user(`p${index}`)));
    expect((await people.find(Array.from({ length: 700 }, (_, index) => `p${index}`))).size).toBe(620);
  });

  it('are found by their code, deleted ones too', async () => {
    const people = await openDatabaseWith([user('anna', { connectionCode: 'ANNA2345', deletedAt: 5 })]);
    expect(await people.findByConnectionCode('ANNA2345')).toMatchObject({ uid: 'anna', isDeleted: true });
    expect(await people.findByConnectionCode('ANNA2346')).toBeNull();
  });

  it('are found by address where they are visible, verified and there', async () => {
    const people = await openDatabaseWith([
      user('anna'),
      user('hidden', { isVisible: false }),
      user('unverified', { isEmailVerified: false }),
      user('leaving', { deletedAt: 5 }),
    ]);
    const emails = ['anna', 'hidden', 'unverified', 'leaving', 'nobody'].map((name) => `${name}@secret.test`);
    expect((await people.findVisibleByEmails(emails)).map(({ uid }) => uid)).toEqual(['anna']);
  });

  describe('by name', () => {
    const manyUsers = [
      user('u1', { displayName: 'Jürgen Müller' }),
      user('u2', { displayName: 'Ömer Çelik' }),
      user('u3', { displayName: 'ANNA Groß' }),
      user('u4', { displayName: '100%_echt' }),
      user('u5', { displayName: 'Jürgen Unsichtbar', isVisible: false }),
      user('u6', { displayName: 'Jürgen Weg', deletedAt: 5 }),
    ];
    const cases: readonly [typed: string, uids: readonly string[]][] = [
      ['jürgen', ['u1']],
      ['JUERGEN', ['u1']],
      ['müller jü', ['u1']],
      ['celik', ['u2']],
      ['öm', ['u2']],
      ['anna gross', ['u3']],
      ['groß', ['u3']],
      ['%_', ['u4']],
      ['%%', []],
      ['__', []],
      ['\\\\', []],
      ['secret', []],
    ];

    it.each(cases)('%s finds %j', async (input, uids) => {
      const people = await openDatabaseWith(manyUsers);
      const matches = await people.search({ needle: searchNeedle(input, 2) ?? '', excludedUids: nobody, limit: 20 });
      expect(matches.map(({ uid }) => uid)).toEqual(uids);
    });

    it('finds as many as asked for, however many others are left out, and follows a new name', async () => {
      const database = await databases.open();
      const users = Array.from({ length: 40 }, (_, index) =>
        user(`n${String(index).padStart(2, '0')}`, { displayName: `Nele ${String(index).padStart(2, '0')}` }),
      );
      await database.write(async ({ knex }) => {
        for (const storedUser of users) await createUserRepository(knex).insert(storedUser);
        await createUserRepository(knex).update(user('n39', { displayName: 'Ole' }));
      });
      const people = createPeople(database.knex);
      const excludedUids = new Set(users.slice(0, 30).map(({ uid }) => uid));
      expect((await people.search({ needle: 'nele', excludedUids, limit: 5 })).map(({ uid }) => uid)).toEqual([
        'n30',
        'n31',
        'n32',
        'n33',
        'n34',
      ]);
      expect((await people.search({ needle: 'nele', excludedUids, limit: 20 })).length).toBe(9);
      expect((await people.search({ needle: 'ole', excludedUids, limit: 20 })).map(({ uid }) => uid)).toEqual(['n39']);
    });
  });

  it('are drawn of the visible ones, each time others', async () => {
    const people = await openDatabaseWith([
      ...Array.from({ length: 30 }, (_, index) => user(`p${index}`)),
      user('hidden', { isVisible: false }),
      user('leaving', { deletedAt: 5, isVisible: false }),
    ]);
    const draws = await Promise.all(
      Array.from({ length: 20 }, () => people.drawRandom({ excludedUids: new Set(['p0', 'p1']), limit: 4 })),
    );
    const uids = draws.map((drawnPeople) => drawnPeople.map(({ uid }) => uid));
    for (const drawnUids of uids) expect(new Set(drawnUids).size).toBe(4);
    expect(uids.flat().filter((uid) => ['p0', 'p1', 'hidden', 'leaving'].includes(uid))).toEqual([]);
    expect(new Set(uids.map((drawnUids) => drawnUids.join())).size).toBeGreaterThan(1);
    expect(await people.drawRandom({ excludedUids: nobody, limit: 50 })).toHaveLength(30);
  });

  it('return the favourites of a person', async () => {
    const people = await openDatabaseWith([user('anna', { favorites: ['elbkantine', 'ben'] }), user('ben')]);
    expect(await people.findFavorites(['anna', 'ben', 'unknown'])).toEqual(
      new Map([
        ['anna', new Set(['elbkantine', 'ben'])],
        ['ben', new Set()],
      ]),
    );
  });
});
