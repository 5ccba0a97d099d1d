import { fixtureNow } from '@mahlzeit/contract/fixtures';
import type { OpenDatabase } from '../../platform/database/open-database';
import { createMemoryStore } from '../../platform/ephemeral-store';
import { describeOnEachEngine } from '../../platform/testing/temporary-database';
import { seedAccounts } from '../identity';
import { createBlockRepository } from './block-repository';
import { createGroupRepository } from './group-repository';
import { isUninvitable } from './contact-policy';
import { createContactRepository } from './contact-repository';
import { createContactService } from './contact-service';
import { blocksBetween } from './relations';

describeOnEachEngine('contact, block and group repositories', (databaseFactory) => {
  const emailOf = (uid: string): string => `${uid}@mahlzeit.test`;

  const openDatabaseWith = async (...uids: readonly string[]): Promise<OpenDatabase> => {
    const database = await databaseFactory.open();
    const accountFields = { password: null, lastName: '', isVerified: true, isDeleted: false, tasteKeys: [] };
    await database.write(({ knex }) =>
      seedAccounts(
        knex,
        uids.map((uid, index) => ({
          ...accountFields,
          uid,
          firstName: uid,
          email: emailOf(uid),
          connectionCode: `CODE${String(index).padStart(4, '0')}`,
          isVisible: uid !== 'hidden',
        })),
        { now: fixtureNow, policyVersion: 1 },
      ),
    );
    return database;
  };

  it('keep each list for its owner, in the order of adding, each contact once', async () => {
    const database = await openDatabaseWith('anna', 'ben', 'cem', 'dana');
    const contactRepository = createContactRepository(database.knex);
    await database.write(async ({ knex }) => {
      await createContactRepository(knex).add('anna', ['cem', 'cem'], 1);
      await createContactRepository(knex).add('anna', ['ben', 'cem'], 2);
      await createContactRepository(knex).add('ben', ['anna'], 3);
    });
    expect(await contactRepository.findOf('anna')).toEqual([
      { uid: 'cem', createdAt: 1 },
      { uid: 'ben', createdAt: 2 },
    ]);
    expect([await contactRepository.countContactsOf('anna'), await contactRepository.countContactsOf('dana')]).toEqual([
      2, 0,
    ]);
    expect([
      await contactRepository.findAmong('anna', ['ben', 'dana']),
      await contactRepository.findOwnersAmong(['anna', 'ben', 'cem'], 'anna'),
    ]).toEqual([new Set(['ben']), new Set(['ben'])]);
    expect(
      await database.write(({ knex }) => createContactRepository(knex).remove('anna', ['cem', 'dana', 'cem'], 5)),
    ).toEqual(['cem']);
    await database.write(({ knex }) => createContactRepository(knex).add('anna', ['cem'], 6));
    await database.write(({ knex }) => createContactRepository(knex).remove('anna', ['cem'], 7));
    expect(await contactRepository.findRemovedBy('anna')).toEqual([{ uid: 'cem', removedAt: 7 }]);
    expect([
      await contactRepository.findRemovedAmong('anna', ['cem', 'dana'], 7),
      await contactRepository.findRemovedAmong('anna', ['cem'], 8),
      await contactRepository.findRemovedAmong('ben', ['cem'], 0),
    ]).toEqual([new Set(['cem']), new Set(), new Set()]);
    await database.write(({ knex }) => createContactRepository(knex).forgetRemovals('anna', 7));
    expect(await contactRepository.findRemovedBy('anna')).toHaveLength(1);
    await database.write(({ knex }) => createContactRepository(knex).forgetRemovals('anna', 8));
    expect(await contactRepository.findRemovedBy('anna')).toEqual([]);
    expect([await contactRepository.countContactsOf('anna'), await contactRepository.countContactsOf('ben')]).toEqual([
      1, 1,
    ]);
  });

  it('take any number of people at once', async () => {
    const manyUids = Array.from({ length: 1_100 }, (_, index) => `p${index}`);
    const database = await openDatabaseWith('anna', ...manyUids);
    await database.write(async ({ knex }) => {
      await createContactRepository(knex).add('anna', manyUids, 1);
      await createBlockRepository(knex).add('anna', manyUids, 1);
    });
    expect((await createContactRepository(database.knex).findAmong('anna', manyUids)).size).toBe(1_100);
    expect((await createBlockRepository(database.knex).findBetween('anna', manyUids)).size).toBe(1_100);
    expect(await database.write(({ knex }) => createContactRepository(knex).remove('anna', manyUids, 2))).toHaveLength(
      1_100,
    );
  });

  it('return a block from both sides', async () => {
    const database = await openDatabaseWith('anna', 'ben', 'cem', 'dana');
    await database.write(async ({ knex }) => {
      await createBlockRepository(knex).add('anna', ['ben', 'cem'], 1);
      await createBlockRepository(knex).add('anna', ['ben'], 9);
      await createBlockRepository(knex).add('cem', ['anna'], 2);
    });
    const blockRepository = createBlockRepository(database.knex);
    expect(await blockRepository.findAmong(['anna', 'ben', 'dana'])).toEqual([{ blocker: 'anna', blocked: 'ben' }]);
    expect(await blockRepository.findBetween('anna', ['ben', 'cem', 'dana'])).toEqual(
      new Map([
        ['ben', { isBlocked: true, isBlockedBy: false }],
        ['cem', { isBlocked: true, isBlockedBy: true }],
      ]),
    );
    expect([
      await blockRepository.findBlockedBy('anna'),
      await blockRepository.findBlockersOf('anna'),
      await blockRepository.countBlockedBy('anna'),
    ]).toEqual([
      [
        { uid: 'ben', createdAt: 1 },
        { uid: 'cem', createdAt: 1 },
      ],
      ['cem'],
      2,
    ]);
    const blockStateWith = await blocksBetween(database.knex, 'ben', ['anna', 'dana']);
    expect(['anna', 'dana'].map((uid) => isUninvitable(blockStateWith(uid)))).toEqual([true, false]);
    expect(await database.write(({ knex }) => createBlockRepository(knex).remove('anna', ['cem', 'dana']))).toEqual([
      'cem',
    ]);
    expect(await createContactRepository(database.knex).findObserversOf('anna')).toEqual(['ben', 'cem']);
  });

  it('keep the members of groups in order, and remove everything with a person except their membership in groups of others', async () => {
    const database = await openDatabaseWith('anna', 'ben', 'cem');
    const group = { key: 'lunch', name: 'Mittag', isFavorite: true, members: ['cem', 'ben'] };
    await database.write(async ({ knex }) => {
      await createContactRepository(knex).add('anna', ['ben', 'cem'], 1);
      await createContactRepository(knex).add('ben', ['anna'], 1);
      await createBlockRepository(knex).add('anna', ['ben'], 1);
      await createGroupRepository(knex).put('anna', { ...group, members: ['ben'] });
      await createGroupRepository(knex).put('anna', group);
      await createGroupRepository(knex).put('ben', {
        ...group,
        name: 'Dieselbe, aber bei Ben',
        members: ['anna', 'cem'],
      });
    });
    expect(await createGroupRepository(database.knex).findOf('anna')).toEqual([group]);
    await database.write(({ knex }) => knex('user').where({ uid: 'ben' }).delete());
    expect([
      await createContactRepository(database.knex).findOf('anna'),
      await createContactRepository(database.knex).findObserversOf('anna'),
    ]).toEqual([[{ uid: 'cem', createdAt: 1 }], []]);
    expect([
      await createGroupRepository(database.knex).findOf('anna'),
      await createGroupRepository(database.knex).findOf('ben'),
    ]).toEqual([[group], []]);
    expect(await createBlockRepository(database.knex).countBlockedBy('anna')).toBe(0);
    await database.write(({ knex }) => createGroupRepository(knex).removeMembers('anna', ['ben']));
    expect(await createGroupRepository(database.knex).findOf('anna')).toEqual([{ ...group, members: ['cem'] }]);
    expect(await database.write(({ knex }) => createGroupRepository(knex).remove('anna', 'lunch'))).toBe(true);
    expect(await database.write(({ knex }) => createGroupRepository(knex).remove('anna', 'lunch'))).toBe(false);
  });

  it('run the same queries for an imported address of nobody, of a hidden user and of a user who blocks', async () => {
    const database = await openDatabaseWith('anna', 'hidden', 'blocker', 'ben');
    await database.write(({ knex }) => createBlockRepository(knex).add('blocker', ['anna'], 1));
    const sqlQueries: string[] = [];
    const { createRateLimiter } = createMemoryStore({ realNow: () => 1 });
    const limiter = createRateLimiter('test', { points: 100, durationMs: 1_000 });
    const observedService = createContactService({
      clock: { now: () => 1, realNow: () => 1 },
      limits: { added: limiter, imported: limiter },
      database: {
        ...database,
        write: (work) =>
          database.write((tx) => {
            tx.knex.on('query', ({ sql }: { sql: string }) => void sqlQueries.push(sql));
            return work(tx);
          }),
      },
    });
    const strangers = ['a', 'b', 'c', 'd'].map((name) => `${name}@elsewhere.test`);
    const statementsOf = async (uid: string): Promise<string[]> => {
      sqlQueries.length = 0;
      await observedService.importByEmails('anna', [emailOf(uid), ...strangers]);
      return [...sqlQueries];
    };
    const statementsOfNobody = await statementsOf('nobody');
    expect(statementsOfNobody.length).toBeGreaterThan(3);
    expect([await statementsOf('hidden'), await statementsOf('blocker')]).toEqual([
      statementsOfNobody,
      statementsOfNobody,
    ]);
    expect((await statementsOf('ben')).length).toBeGreaterThan(statementsOfNobody.length);
  });
});
