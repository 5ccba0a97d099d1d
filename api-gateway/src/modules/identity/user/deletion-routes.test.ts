import { User, UserExport } from '@mahlzeit/contract';
import { testGateways } from '../../../platform/testing/test-gateway';
import type { TestGateway } from '../../../platform/testing/test-gateway';
import { createUserRepository } from '../store/user-repository';
import { messagesTo, outcomeOf, TEST_PASSWORD, register, signIn, visit } from '../testing/people';
import type { TestPerson } from '../testing/people';

const gateways = testGateways();
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

let gateway: TestGateway;
let personCount = 0;
beforeAll(async () => {
  gateway = await gateways.start();
});

const registerPerson = () => register(gateway, `person-${(personCount += 1)}@mahlzeit.test`);
const deleteAccount = async (person: TestPerson) => outcomeOf(await person.call('PUT', '/api/users/deleteMe'));
const restoreAccount = (person: TestPerson, isVisible: boolean) =>
  person.call('POST', '/api/users/restore', { visible: isVisible });
const registerDeletedPerson = async (): Promise<TestPerson> => {
  const person = await registerPerson();
  expect(await deleteAccount(person)).toEqual([200]);
  return signIn(gateway, person.email);
};

it('A09 hides who leaves at once, ends all their sessions and writes to them', async () => {
  const person = await registerPerson();
  const secondLogin = await signIn(gateway, person.email);
  expect(await deleteAccount(person)).toEqual([200]);
  for (const { call } of [person, secondLogin])
    expect(outcomeOf(await call('GET', '/api/users/me'))).toEqual([401, 'unauthenticated']);
  expect(await createUserRepository(gateway.database.knex).find(person.account.uid)).toMatchObject({
    isVisible: false,
    deletedAt: gateway.clock.now(),
  });
  const [deletionMessage] = await messagesTo(gateway, person.email);
  expect(deletionMessage?.text).toContain('24. Juli 2026');
});

it('wants a proof of the last five minutes', async () => {
  const person = await registerPerson();
  gateway.clock.advance(5 * MINUTE_MS + 1000);
  expect(await deleteAccount(person)).toEqual([403, 'reauthenticationRequired']);
  await person.call('POST', '/api/auth/reauthenticate', { password: TEST_PASSWORD });
  // The person's id token was issued before they proved their identity again, so it still contains the old time of the
  // proof.
  expect(await deleteAccount(person)).toEqual([403, 'reauthenticationRequired']);
  expect(await deleteAccount(await signIn(gateway, person.email))).toEqual([200]);
});

it('lets who left sign in, look, export their data and log out, but nothing else', async () => {
  const person = await registerDeletedPerson();
  expect(person.account.deleted).toBe(true);
  expect(User.parse((await person.call('GET', '/api/users/me')).body)).toMatchObject({
    deleted: true,
    erasedAt: gateway.clock.now() + 30 * DAY_MS,
  });
  const requestOutcomes = async (requestCalls: readonly (readonly [string, string, object?])[]) =>
    Promise.all(
      requestCalls.map(async ([httpMethod, path, body]) => outcomeOf(await person.call(httpMethod, path, body))),
    );
  expect(
    await requestOutcomes([
      ['GET', '/api/users/me'],
      ['GET', '/api/users/me/export'],
    ]),
  ).toEqual([[200], [200]]);
  const deniedOutcomes = await requestOutcomes([
    ['PATCH', '/api/users/me', { visible: true }],
    ['PUT', '/api/users/deleteMe'],
    ['DELETE', '/api/users/avatar'],
    ['PUT', '/api/auth/email', { email: 'neu@mahlzeit.test', password: TEST_PASSWORD }],
    ['POST', '/api/auth/reauthenticate', { password: TEST_PASSWORD }],
    ['POST', '/api/users/resendEmailVerification'],
    ['GET', '/api/tags'],
  ]);
  expect(deniedOutcomes).toEqual(deniedOutcomes.map(() => [403, 'accountDeleted']));
  const logoutAnswer = await person.browser.call('POST', '/api/auth/logout', {
    body: {},
    headers: { 'X-Mahlzeit': '1' },
  });
  expect(logoutAnswer.status).toBe(200);
});

it.each([true, false])('A09 restores with either answer, and is visible as it says: %s', async (isVisible) => {
  const person = await registerDeletedPerson();
  expect(User.parse((await restoreAccount(person, isVisible)).body)).toMatchObject({
    deleted: false,
    erasedAt: null,
    visible: isVisible,
  });
  expect(outcomeOf(await person.call('PATCH', '/api/users/me', { displayName: 'Wieder da' }))).toEqual([200]);
  expect((await messagesTo(gateway, person.email))[0]?.subject).toBe('Schön, dass du bleibst');
  expect(outcomeOf(await restoreAccount(person, isVisible))).toEqual([409, 'notDeleted']);
});

it('restores until the last moment of 30 days of the domain clock', async () => {
  const person = await registerDeletedPerson();
  gateway.clock.moveTo(gateway.clock.now() + 30 * DAY_MS - 1);
  expect(outcomeOf(await restoreAccount(person, true))).toEqual([200]);
});

it('refuses a deleted user after 30 days, even before the erasure job ran', async () => {
  const person = await registerDeletedPerson();
  gateway.clock.moveTo(gateway.clock.now() + 30 * DAY_MS);
  expect(outcomeOf(await restoreAccount(person, true))).toEqual([401, 'unauthenticated']);
  await expect(signIn(gateway, person.email)).rejects.toThrow('ErrorNoAccount');
});

it('is erased by the gateway’s own job once the clock has gone past the 30 days', async () => {
  const laterGateway = await gateways.start();
  const anna = await register(laterGateway, 'anna@mahlzeit.test');
  await deleteAccount(anna);
  const clock = `${laterGateway.sandboxUrl ?? ''}/clock`;
  await fetch(clock, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ now: laterGateway.clock.now() + 30 * DAY_MS }),
  });
  expect(await laterGateway.database.knex('user').where({ email: anna.email })).toEqual([]);
  expect((await register(laterGateway, anna.email)).account.uid).not.toBe(anna.account.uid);
});

it('refuses visitors, and who has not left', async () => {
  const person = await registerPerson();
  expect(outcomeOf(await restoreAccount(person, true))).toEqual([409, 'notDeleted']);
  expect(outcomeOf(await person.call('POST', '/api/users/restore', {}))).toEqual([400, 'invalidRequest']);
  const visitor = await visit(gateway);
  expect(await deleteAccount(visitor)).toEqual([403, 'registrationRequired']);
  expect(outcomeOf(await restoreAccount(visitor, true))).toEqual([403, 'registrationRequired']);
  expect(outcomeOf(await visitor.call('GET', '/api/users/me/export'))).toEqual([403, 'registrationRequired']);
});

it('exports all stored data as a file without secrets', async () => {
  const person = await registerPerson();
  await person.call('PATCH', '/api/users/me', { firstName: 'Änne', phoneNumber: '040 123' });
  const exportAnswer = await person.call('GET', '/api/users/me/export');
  const userExport = UserExport.parse(exportAnswer.body);
  expect(exportAnswer.headers.get('Content-Disposition')).toMatch(
    /^attachment; filename=mahlzeit-\d{4}-\d\d-\d\d\.json$/,
  );
  expect(userExport.user).toMatchObject({
    uid: person.account.uid,
    email: person.email,
    firstName: 'Änne',
    phoneNumber: '040 123',
  });
  expect(userExport['account']).toMatchObject({
    connectionCode: person.account.connectionCode,
    thirdParty: null,
    thirdPartyAccounts: [],
    picture: null,
    sessions: [{ endedAt: null }],
  });
  expect(userExport).toMatchObject({ notifications: [], discounts: { owned: [], used: [] }, jobs: expect.any(Array) });
  expect(JSON.stringify(userExport)).not.toMatch(/argon2|passwordHash|secret|token/i);
});

it('attack: another’s key in the request. Everybody leaves, restores and exports for themselves alone', async () => {
  const [person, otherPerson] = [await registerPerson(), await registerDeletedPerson()];
  expect(
    outcomeOf(await person.call('POST', '/api/users/restore', { visible: true, uid: otherPerson.account.uid })),
  ).toEqual([409, 'notDeleted']);
  expect(
    UserExport.parse((await person.call('GET', `/api/users/me/export?uid=${otherPerson.account.uid}`)).body).user.uid,
  ).toBe(person.account.uid);
  expect(await deleteAccount(person)).toEqual([200]);
  expect(User.parse((await otherPerson.call('GET', '/api/users/me')).body).deleted).toBe(true);
});
