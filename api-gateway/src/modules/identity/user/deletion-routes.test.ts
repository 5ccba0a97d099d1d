import { User, UserExport } from '@mahlzeit/contract';
import { testGateways } from '../../../platform/testing/test-gateway';
import type { TestGateway } from '../../../platform/testing/test-gateway';
import { messagesTo, outcomeOf, PASSWORD, register, signIn, visit } from '../testing/people';
import type { Person } from '../testing/people';

const gateways = testGateways();
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

let gateway: TestGateway;
let number = 0;
beforeAll(async () => {
  gateway = await gateways.start();
});

const somebody = () => register(gateway, `person-${(number += 1)}@mahlzeit.test`);
const leave = async (person: Person) => outcomeOf(await person.call('PUT', '/api/users/deleteMe'));
const restore = (person: Person, visible: boolean) => person.call('POST', '/api/users/restore', { visible });
const deletedPerson = async (): Promise<Person> => {
  const person = await somebody();
  expect(await leave(person)).toEqual([200]);
  return signIn(gateway, person.email);
};

it('A09 hides who leaves at once, ends all their sessions and writes to them', async () => {
  const person = await somebody();
  const secondLogin = await signIn(gateway, person.email);
  expect(await leave(person)).toEqual([200]);
  for (const { call } of [person, secondLogin])
    expect(outcomeOf(await call('GET', '/api/users/me'))).toEqual([401, 'unauthenticated']);
  expect(await gateway.database.knex('user').where({ uid: person.account.uid }).first()).toMatchObject({
    is_deleted: 1,
    is_visible: 0,
    deleted_at: gateway.clock.now(),
  });
  const [message] = await messagesTo(gateway, person.email);
  expect(message?.text).toContain('24. Juli 2026');
});

it('wants a proof of the last five minutes', async () => {
  const person = await somebody();
  gateway.clock.advance(5 * MINUTE + 1000);
  expect(await leave(person)).toEqual([403, 'reauthenticationRequired']);
  await person.call('POST', '/api/auth/reauthenticate', { password: PASSWORD });
  // The person's id token was issued before they proved their identity again, so it still carries the old time of
  // proof.
  expect(await leave(person)).toEqual([403, 'reauthenticationRequired']);
  expect(await leave(await signIn(gateway, person.email))).toEqual([200]);
});

it('lets who left sign in, look, export their data and log out, but nothing else', async () => {
  const person = await deletedPerson();
  expect(person.account.deleted).toBe(true);
  expect(User.parse((await person.call('GET', '/api/users/me')).body)).toMatchObject({
    deleted: true,
    erasedAt: gateway.clock.now() + 30 * DAY,
  });
  const outcomes = async (calls: readonly (readonly [string, string, object?])[]) =>
    Promise.all(calls.map(async ([method, path, body]) => outcomeOf(await person.call(method, path, body))));
  expect(
    await outcomes([
      ['GET', '/api/users/me'],
      ['GET', '/api/users/me/export'],
    ]),
  ).toEqual([[200], [200]]);
  const answers = await outcomes([
    ['PATCH', '/api/users/me', { visible: true }],
    ['PUT', '/api/users/deleteMe'],
    ['DELETE', '/api/users/avatar'],
    ['PUT', '/api/auth/email', { email: 'neu@mahlzeit.test', password: PASSWORD }],
    ['POST', '/api/auth/reauthenticate', { password: PASSWORD }],
    ['POST', '/api/users/resendEmailVerification'],
    ['GET', '/api/tags'],
  ]);
  expect(answers).toEqual(answers.map(() => [403, 'accountDeleted']));
  const answer = await person.browser.call('POST', '/api/auth/logout', { body: {}, headers: { 'X-Mahlzeit': '1' } });
  expect(answer.status).toBe(200);
});

it.each([true, false])('A09 restores with either answer, and is visible as it says: %s', async (visible) => {
  const person = await deletedPerson();
  expect(User.parse((await restore(person, visible)).body)).toMatchObject({ deleted: false, erasedAt: null, visible });
  expect(outcomeOf(await person.call('PATCH', '/api/users/me', { displayName: 'Wieder da' }))).toEqual([200]);
  expect((await messagesTo(gateway, person.email))[0]?.subject).toBe('Schön, dass du bleibst');
  expect(outcomeOf(await restore(person, visible))).toEqual([409, 'notDeleted']);
});

it('restores until the last moment of 30 days of the domain clock', async () => {
  const person = await deletedPerson();
  gateway.clock.moveTo(gateway.clock.now() + 30 * DAY - 1);
  expect(outcomeOf(await restore(person, true))).toEqual([200]);
});

it('refuses a deleted user after 30 days, even before the erasure job ran', async () => {
  const person = await deletedPerson();
  gateway.clock.moveTo(gateway.clock.now() + 30 * DAY);
  expect(outcomeOf(await restore(person, true))).toEqual([401, 'unauthenticated']);
  await expect(signIn(gateway, person.email)).rejects.toThrow('ErrorNoAccount');
});

it('is erased by the gateway’s own job once the clock has gone past the 30 days', async () => {
  const later = await gateways.start();
  const anna = await register(later, 'anna@mahlzeit.test');
  await leave(anna);
  const clock = `${later.sandboxUrl ?? ''}/clock`;
  await fetch(clock, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ now: later.clock.now() + 30 * DAY }),
  });
  expect(await later.database.knex('user').where({ email: anna.email })).toEqual([]);
  expect((await register(later, anna.email)).account.uid).not.toBe(anna.account.uid);
});

it('refuses visitors, and who has not left', async () => {
  const person = await somebody();
  expect(outcomeOf(await restore(person, true))).toEqual([409, 'notDeleted']);
  expect(outcomeOf(await person.call('POST', '/api/users/restore', {}))).toEqual([400, 'invalidRequest']);
  const visitor = await visit(gateway);
  expect(await leave(visitor)).toEqual([403, 'registrationRequired']);
  expect(outcomeOf(await restore(visitor, true))).toEqual([403, 'registrationRequired']);
  expect(outcomeOf(await visitor.call('GET', '/api/users/me/export'))).toEqual([403, 'registrationRequired']);
});

it('exports all stored data as a file without secrets', async () => {
  const person = await somebody();
  await person.call('PATCH', '/api/users/me', { firstName: 'Änne', phoneNumber: '040 123' });
  const answer = await person.call('GET', '/api/users/me/export');
  const userExport = UserExport.parse(answer.body);
  expect(answer.headers.get('Content-Disposition')).toMatch(/^attachment; filename=mahlzeit-\d{4}-\d\d-\d\d\.json$/);
  expect(userExport.user).toMatchObject({
    uid: person.account.uid,
    email: person.email,
    firstName: 'Änne',
    phoneNumber: '040 123',
  });
  expect(userExport['account']).toMatchObject({
    connectionCode: person.account.connectionCode,
    thirdParty: null,
    thirdPartySubject: null,
    picture: null,
    sessions: [{ endedAt: null }],
  });
  expect(userExport).toMatchObject({ notifications: [], discounts: { owned: [], used: [] }, jobs: expect.any(Array) });
  expect(JSON.stringify(userExport)).not.toMatch(/argon2|passwordHash|secret|token/i);
});

it('attack: another’s key in the request. Everybody leaves, restores and exports for themselves alone', async () => {
  const [person, otherPerson] = [await somebody(), await deletedPerson()];
  expect(
    outcomeOf(await person.call('POST', '/api/users/restore', { visible: true, uid: otherPerson.account.uid })),
  ).toEqual([409, 'notDeleted']);
  expect(
    UserExport.parse((await person.call('GET', `/api/users/me/export?uid=${otherPerson.account.uid}`)).body).user.uid,
  ).toBe(person.account.uid);
  expect(await leave(person)).toEqual([200]);
  expect(User.parse((await otherPerson.call('GET', '/api/users/me')).body).deleted).toBe(true);
});
