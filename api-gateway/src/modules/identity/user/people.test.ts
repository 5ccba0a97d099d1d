import { searchNeedle } from '@mahlzeit/contract/rules';
import { describeOnEachEngine } from '../../../platform/testing/temporary-database';
import { createUserRepository } from '../store/user-repository';
import type { StoredUser } from '../store/user-repository';
import { createPeople } from './people';
import { anonymousUser } from './user-rules';

const userWith = (uid: string, userFields: Partial<StoredUser> = {}): StoredUser => ({
  ...anonymousUser(uid, 1),
  isAnonymous: false,
  isVisible: true,
  isEmailVerified: true,
  email: `${uid}@secret.test`,
  displayName: uid,
  connectionCode: uid.toUpperCase().slice(0, 8),
  ...userFields,
});

const noExcludedUids = new Set<string>();

describeOnEachEngine('people as other modules see them', (testDatabases) => {
  const openDatabaseWith = async (storedUsers: readonly StoredUser[]) => {
    const database = await testDatabases.open();
    await database.write(async ({ knex }) => {
      for (const insertedUser of storedUsers) await createUserRepository(knex).insert(insertedUser);
    });
    return createPeople(database.knex);
  };

  it('are found by their own names, never by an address or a part of one', async () => {
    const peopleService = await openDatabaseWith([
      userWith('anna', { displayName: 'Anna Lindqvist', firstName: 'Anna-Maria', photoURL: '/api/users/avatar/1' }),
      userWith('nameless', { displayName: null }),
      anonymousUser('visitor', 1),
    ]);
    const peopleByUid = await peopleService.find(['anna', 'nameless', 'visitor', 'unknown', 'anna']);
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
    const peopleService = await openDatabaseWith([
      userWith('given', { firstName: ' Anna-Maria ', displayName: 'Anna Lindqvist' }),
      userWith('chosen', { displayName: 'Ben  Okafor' }),
      userWith('none', { displayName: null }),
      userWith('foreign', { email: null, displayName: 'Cem' }),
    ]);
    expect(
      Object.fromEntries(await peopleService.findFirstNames(['given', 'chosen', 'none', 'foreign', 'unknown'])),
    ).toEqual({ given: 'Anna-Maria', chosen: 'Ben', none: '', foreign: 'Cem' });
  });

  it('are found in any number', async () => {
    const peopleService = await openDatabaseWith(Array.from({ length: 620 }, (_, index) => userWith(`p${index}`)));
    expect((await peopleService.find(Array.from({ length: 700 }, (_, index) => `p${index}`))).size).toBe(620);
  });

  it('are found by their code, deleted ones too', async () => {
    const peopleService = await openDatabaseWith([userWith('anna', { connectionCode: 'ANNA2345', deletedAt: 5 })]);
    expect(await peopleService.findByConnectionCode('ANNA2345')).toMatchObject({ uid: 'anna', isDeleted: true });
    expect(await peopleService.findByConnectionCode('ANNA2346')).toBeNull();
  });

  it('are found by address where they are visible, verified and there', async () => {
    const peopleService = await openDatabaseWith([
      userWith('anna'),
      userWith('hidden', { isVisible: false }),
      userWith('unverified', { isEmailVerified: false }),
      userWith('leaving', { deletedAt: 5 }),
    ]);
    const searchedEmails = ['anna', 'hidden', 'unverified', 'leaving', 'nobody'].map(
      (emailName) => `${emailName}@secret.test`,
    );
    expect((await peopleService.findVisibleByEmails(searchedEmails)).map(({ uid }) => uid)).toEqual(['anna']);
  });

  describe('by name', () => {
    const manyUsers = [
      userWith('u1', { displayName: 'Jürgen Müller' }),
      userWith('u2', { displayName: 'Ömer Çelik' }),
      userWith('u3', { displayName: 'ANNA Groß' }),
      userWith('u4', { displayName: '100%_echt' }),
      userWith('u5', { displayName: 'Jürgen Unsichtbar', isVisible: false }),
      userWith('u6', { displayName: 'Jürgen Weg', deletedAt: 5 }),
    ];
    const searchCases: readonly [typed: string, uids: readonly string[]][] = [
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

    it.each(searchCases)('%s finds %j', async (searchInput, expectedUids) => {
      const peopleService = await openDatabaseWith(manyUsers);
      const foundPeople = await peopleService.search({
        needle: searchNeedle(searchInput, 2) ?? '',
        excludedUids: noExcludedUids,
        limit: 20,
      });
      expect(foundPeople.map(({ uid }) => uid)).toEqual(expectedUids);
    });

    it('finds as many as asked for, however many others are left out, and follows a new name', async () => {
      const database = await testDatabases.open();
      const storedUsers = Array.from({ length: 40 }, (_, index) =>
        userWith(`n${String(index).padStart(2, '0')}`, { displayName: `Nele ${String(index).padStart(2, '0')}` }),
      );
      await database.write(async ({ knex }) => {
        for (const insertedUser of storedUsers) await createUserRepository(knex).insert(insertedUser);
        await createUserRepository(knex).update(userWith('n39', { displayName: 'Ole' }));
      });
      const peopleService = createPeople(database.knex);
      const excludedUids = new Set(storedUsers.slice(0, 30).map(({ uid }) => uid));
      expect((await peopleService.search({ needle: 'nele', excludedUids, limit: 5 })).map(({ uid }) => uid)).toEqual([
        'n30',
        'n31',
        'n32',
        'n33',
        'n34',
      ]);
      expect((await peopleService.search({ needle: 'nele', excludedUids, limit: 20 })).length).toBe(9);
      expect((await peopleService.search({ needle: 'ole', excludedUids, limit: 20 })).map(({ uid }) => uid)).toEqual([
        'n39',
      ]);
    });
  });

  it('are drawn of the visible ones, each time others', async () => {
    const peopleService = await openDatabaseWith([
      ...Array.from({ length: 30 }, (_, index) => userWith(`p${index}`)),
      userWith('hidden', { isVisible: false }),
      userWith('leaving', { deletedAt: 5, isVisible: false }),
    ]);
    const drawnGroups = await Promise.all(
      Array.from({ length: 20 }, () => peopleService.drawRandom({ excludedUids: new Set(['p0', 'p1']), limit: 4 })),
    );
    const uidsOfDraws = drawnGroups.map((drawnPeople) => drawnPeople.map(({ uid }) => uid));
    for (const drawnUids of uidsOfDraws) expect(new Set(drawnUids).size).toBe(4);
    expect(uidsOfDraws.flat().filter((uid) => ['p0', 'p1', 'hidden', 'leaving'].includes(uid))).toEqual([]);
    expect(new Set(uidsOfDraws.map((drawnUids) => drawnUids.join())).size).toBeGreaterThan(1);
    expect(await peopleService.drawRandom({ excludedUids: noExcludedUids, limit: 50 })).toHaveLength(30);
  });

  it('return the favourites of a person', async () => {
    const peopleService = await openDatabaseWith([
      userWith('anna', { favorites: ['elbkantine', 'ben'] }),
      userWith('ben'),
    ]);
    expect(await peopleService.findFavorites(['anna', 'ben', 'unknown'])).toEqual(
      new Map([
        ['anna', new Set(['elbkantine', 'ben'])],
        ['ben', new Set()],
      ]),
    );
  });
});
