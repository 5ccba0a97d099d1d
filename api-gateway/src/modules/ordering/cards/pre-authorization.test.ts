import { ok } from '@mahlzeit/contract';
import { describeOnEachEngine } from '../../../platform/testing/temporary-database';
import type { TestDatabases } from '../../../platform/testing/temporary-database';
import type { CardVault, PreAuthorization } from '../providers/port/payment-provider';
import { createPreAuthorizations } from './pre-authorization';
import { createPreAuthorizationRepository } from '../repositories/pre-authorization-repository';
import type { StoredPreAuthorization } from '../repositories/pre-authorization-repository';

const clock = { now: () => 0, realNow: () => 0 };

const preAuthorizationWith = (id: string, preAuthorizationState: PreAuthorization['state']): PreAuthorization => ({
  id,
  state: preAuthorizationState,
  code: null,
  redirectUrl: null,
  returnUrl: null,
  isHeld: preAuthorizationState === 'SUCCEEDED',
});

const failIfCalled = (): never => {
  throw new Error('nobody asks for that');
};

/**
 * Creates a fake client of the provider that stores cards, with these pre-authorisations, and the list of the ids that
 * it has released.
 */
const createFakeVault = (preAuthorizations: readonly PreAuthorization[]) => {
  const releasedIds: string[] = [];
  const fakeVault: CardVault = {
    releaseCodes: [],
    createPayer: failIfCalled,
    registerCard: failIfCalled,
    findCard: failIfCalled,
    deactivateCard: failIfCalled,
    preAuthorize: failIfCalled,
    findPreAuthorization: failIfCalled,
    listCards: async () => ok([]),
    findSameCards: failIfCalled,
    readPreAuthorization: async (id) =>
      ok(preAuthorizations.find((preAuthorization) => preAuthorization.id === id) ?? null),
    async releasePreAuthorization(id) {
      releasedIds.push(id);
      return ok(undefined);
    },
  };
  return { vault: fakeVault, releasedIds };
};

const storedPreAuthorization: StoredPreAuthorization = {
  key: 'k',
  uid: 'anna',
  cardId: 'card',
  brand: 'VISA',
  state: 'REQUESTED',
  providerId: null,
  redirectUrl: null,
  returnUrl: null,
  code: null,
  request: null,
  isRemoved: false,
  begunAt: 0,
};

const openDatabaseWithAnna = async (testDatabases: TestDatabases) => {
  const database = await testDatabases.open();
  await database.write(async ({ knex }) => {
    await knex('user').insert({
      uid: 'anna',
      is_anonymous: false,
      is_email_verified: true,
      is_visible: false,
      is_deleted: false,
      favorites: '[]',
      taste_keys: '[]',
      created_at: 0,
    });
  });
  return database;
};

describeOnEachEngine('pre-authorisations', (testDatabases) => {
  it('of a departed user are released where possible; the job is retried for one that the bank still decides on', async () => {
    const database = await testDatabases.open();
    const { vault, releasedIds } = createFakeVault([
      preAuthorizationWith('open', 'PENDING'),
      preAuthorizationWith('first', 'SUCCEEDED'),
      preAuthorizationWith('second', 'SUCCEEDED'),
    ]);
    const { jobs } = createPreAuthorizations(
      { database, clock, jobs: { enqueue: async () => undefined }, onCardAdded: async () => undefined },
      vault,
    );
    const cardRemovalJob = jobs.find(({ kind }) => kind.name === 'ordering/remove-cards');
    const runJob = (...preAuthorizationIds: readonly string[]) =>
      cardRemovalJob?.run?.(
        { payerId: 'anna', preAuthorizations: preAuthorizationIds.map((id) => ({ key: id, providerId: id })) },
        { id: 'job', attempts: 1, complete: async () => undefined },
      );
    expect(await runJob('open', 'first', 'gone', 'second')).toEqual({
      ok: false,
      error: { kind: 'later', reason: 'open' },
    });
    expect(releasedIds).toEqual(['first', 'second']);
    expect(await runJob('first', 'gone')).toEqual({ ok: true, value: undefined });
  });

  it('are checked after an event of the provider while they are open and the limit admits it', async () => {
    const database = await openDatabaseWithAnna(testDatabases);
    const queuedJobs: unknown[] = [];
    const { applyProviderStatus } = createPreAuthorizations(
      {
        database,
        clock,
        jobs: { enqueue: async (_tx, { name }, { key, dueAt }) => void queuedJobs.push([name, key, dueAt]) },
        onCardAdded: async () => undefined,
      },
      null,
    );
    await database.write(async ({ knex }) => {
      const preAuthorizationRepository = createPreAuthorizationRepository(knex);
      await preAuthorizationRepository.insert({
        ...storedPreAuthorization,
        key: 'open',
        cardId: 'open',
        state: 'PENDING',
        providerId: 'of-open',
      });
      await preAuthorizationRepository.insert({
        ...storedPreAuthorization,
        key: 'over',
        cardId: 'over',
        state: 'SUCCEEDED',
        providerId: 'of-over',
      });
    });
    for (const id of ['of-open', 'of-over', 'of-nobody']) await applyProviderStatus(id, async () => true);
    await applyProviderStatus('of-open', async () => false);
    expect(queuedJobs).toEqual([['ordering/end-pre-authorization', 'open', undefined]]);
  });

  it('store the beginning of a long code', async () => {
    const database = await openDatabaseWithAnna(testDatabases);
    await database.write(async ({ knex }) => {
      const preAuthorizationRepository = createPreAuthorizationRepository(knex);
      await preAuthorizationRepository.insert(storedPreAuthorization);
      await preAuthorizationRepository.settle('k', {
        ...storedPreAuthorization,
        state: 'FAILED',
        code: 'x'.repeat(300),
      });
      await preAuthorizationRepository.insert({
        ...storedPreAuthorization,
        key: 'other',
        cardId: 'other',
        code: 'y'.repeat(300),
      });
    });
    const responseCodes = await Promise.all(
      ['k', 'other'].map(async (rowKey) => (await createPreAuthorizationRepository(database.knex).find(rowKey))?.code),
    );
    expect(responseCodes).toEqual(['x'.repeat(100), 'y'.repeat(100)]);
  });
});
