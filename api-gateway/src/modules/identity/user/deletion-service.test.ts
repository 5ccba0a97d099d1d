import type { PersonalDataProvider } from '../../../platform';
import { createPlatformPersonalData } from '../../../platform/composition/personal-data';
import { readTableNames } from '../../../platform/testing/schema';
import { testGateways } from '../../../platform/testing/test-gateway';
import { signIn, outcomeOf, register } from '../testing/people';
import { createErasureJob } from './deletion-service';
import { identityPersonalData } from './personal-data';
import { createUserRepository } from '../store/user-repository';

const gateways = testGateways();
const DAY_MS = 24 * 60 * 60_000;

const startGateway = async () => {
  const gateway = await gateways.start();
  const notifiedUids = new Set<string>();
  const erasedUids: string[] = [];
  const otherProvider: PersonalDataProvider = {
    name: 'other',
    personalTables: {},
    impersonalTables: [],
    export: async () => null,
    // The row of the user still exists when other modules erase their data, so that they can find the rows that
    // reference it.
    erase: async (tx, { uid, email }) => {
      const isGone = (await createUserRepository(tx.knex).find(uid)) === null;
      tx.afterCommit(() => erasedUids.push(`${email ?? ''} ${isGone ? 'gone' : 'there'}`));
    },
  };
  const erasePerson = (
    dataProviders: readonly PersonalDataProvider[] = [
      otherProvider,
      createPlatformPersonalData(() => []),
      identityPersonalData,
    ],
  ) =>
    createErasureJob({
      database: gateway.database,
      clock: gateway.clock,
      live: { rightsChanged: (_tx, uid) => void notifiedUids.add(uid) },
      dataProviders: () => dataProviders,
    }).run();
  return { gateway, notifiedUids, erasedUids, erase: erasePerson };
};

/** Lists the tables that still contain one of the given texts, for example the user's uid or e-mail address. */
const findTablesContaining = async (
  database: Awaited<ReturnType<typeof startGateway>>['gateway']['database'],
  searchedTexts: readonly string[],
): Promise<string[]> => {
  const matchingTables: string[] = [];
  for (const name of await readTableNames(database.knex)) {
    const text = JSON.stringify(await database.knex(name));
    if (searchedTexts.some((personalText) => text.includes(personalText))) matchingTables.push(name);
  }
  return matchingTables;
};

it('erases who left 30 days ago, wherever anything is stored of them', async () => {
  const { gateway, notifiedUids, erasedUids, erase: erasePerson } = await startGateway();
  const [anna, ben] = [await register(gateway, 'anna@mahlzeit.test'), await register(gateway, 'ben@mahlzeit.test')];
  await anna.browser.call('PATCH', '/api/users/me', {
    token: anna.idToken,
    body: { displayName: 'Änne Unverwechselbar' },
    headers: { 'Idempotency-Key': 'tap' },
  });
  expect(await findTablesContaining(gateway.database, ['Unverwechselbar'])).toContain('idempotency');
  await anna.call('PUT', '/api/users/deleteMe');
  gateway.clock.moveTo(gateway.clock.now() + 30 * DAY_MS);
  await erasePerson();
  expect(erasedUids).toEqual(['anna@mahlzeit.test there']);
  expect([...notifiedUids]).toEqual([anna.account.uid]);
  // The tables `topic` and `change` keep the live topic's name and number, so that earlier cursors become invalid.
  expect(await findTablesContaining(gateway.database, [anna.email, 'Unverwechselbar'])).toEqual([]);
  expect(await findTablesContaining(gateway.database, [anna.account.uid])).toEqual(['change', 'topic']);
  expect(outcomeOf(await ben.call('GET', '/api/users/me'))).toEqual([200]);
});

it('leaves who may still come back, and who came back', async () => {
  const { gateway, notifiedUids, erase: erasePerson } = await startGateway();
  const anna = await register(gateway, 'anna@mahlzeit.test');
  await anna.call('PUT', '/api/users/deleteMe');
  gateway.clock.moveTo(gateway.clock.now() + 30 * DAY_MS - 1);
  await erasePerson();
  const returningPerson = await signIn(gateway, anna.email);
  await returningPerson.call('POST', '/api/users/restore', { visible: true });
  gateway.clock.moveTo(gateway.clock.now() + 30 * DAY_MS);
  await erasePerson();
  expect([...notifiedUids]).toEqual([]);
  expect(outcomeOf(await returningPerson.call('GET', '/api/users/me'))).toEqual([200]);
});

it('frees the address for a new account, which is another one', async () => {
  const { gateway, erase: erasePerson } = await startGateway();
  const anna = await register(gateway, 'anna@mahlzeit.test');
  await anna.call('PUT', '/api/users/deleteMe');
  await expect(register(gateway, anna.email)).rejects.toThrow('ErrorEmailTaken');
  gateway.clock.moveTo(gateway.clock.now() + 30 * DAY_MS);
  await erasePerson();
  expect((await register(gateway, anna.email)).account.uid).not.toBe(anna.account.uid);
});

it('keeps everything of a user where one module fails to erase its part, and erases the others', async () => {
  const { gateway, notifiedUids, erase: erasePerson } = await startGateway();
  const [anna, ben] = [await register(gateway, 'anna@mahlzeit.test'), await register(gateway, 'ben@mahlzeit.test')];
  for (const person of [anna, ben]) await person.call('PUT', '/api/users/deleteMe');
  gateway.clock.moveTo(gateway.clock.now() + 30 * DAY_MS);
  const failingProvider: PersonalDataProvider = {
    name: 'broken',
    personalTables: {},
    impersonalTables: [],
    export: async () => null,
    erase: async (_tx, { email }) => {
      if (email === anna.email) throw new Error('not today');
    },
  };
  await expect(erasePerson([failingProvider, identityPersonalData])).rejects.toThrow(
    '1 of 2 users could not be erased',
  );
  expect(await gateway.database.knex('user').where({ uid: anna.account.uid })).toHaveLength(1);
  expect([...notifiedUids]).toEqual([ben.account.uid]);
});
