import { connectLive } from '../../../platform/testing/live-test-client';
import { testGateways } from '../../../platform/testing/test-gateway';
import type { TestGateway } from '../../../platform/testing/test-gateway';
import { secretFingerprintOf } from '../session/refresh-token';
import { createFakeIdentity, successValueOf } from '../testing/fake-identity';
import {
  createBrowser,
  messagesTo,
  outcomeOf,
  TEST_PASSWORD,
  register,
  resetTokenFor,
  signIn,
} from '../testing/people';

const gateways = testGateways();
const MINUTE_MS = 60_000;
const newPassword = 'feierabend!';
const ownPageHeaders = { 'X-Mahlzeit': '1' };

let gateway: TestGateway;
let personNumber = 0;
beforeAll(async () => {
  gateway = await gateways.start();
});

const createNextEmail = (): string => `person-${(personNumber += 1)}@mahlzeit.test`;
const requestReset = async (email: string, targetGateway = gateway) =>
  outcomeOf(await createBrowser(targetGateway.url).call('POST', '/api/auth/password-reset', { body: { email } }));
const confirmReset = async (token: string, password = newPassword) =>
  outcomeOf(
    await createBrowser(gateway.url).call('POST', '/api/auth/password-reset/confirm', { body: { token, password } }),
  );
const logIn = async (email: string, password: string) =>
  outcomeOf(await createBrowser(gateway.url).call('POST', '/api/auth/login', { body: { email, password } }));

const registerForgetfulPerson = async () => {
  const person = await register(gateway, createNextEmail());
  expect(await requestReset(person.email)).toEqual([200]);
  return { person, token: await resetTokenFor(gateway, person.email) };
};

it('mails a link to our own page that sets a new password', async () => {
  const { person, token } = await registerForgetfulPerson();
  const [resetMessage] = await messagesTo(gateway, person.email);
  expect(resetMessage?.text.match(/resetToken=/g)).toHaveLength(1);
  expect(resetMessage?.text).toContain(`${gateway.address.publicUrl}/restaurants?resetToken=${token}`);
  expect(await confirmReset(token)).toEqual([200]);
  expect(await logIn(person.email, newPassword)).toEqual([200]);
  expect(await logIn(person.email, TEST_PASSWORD)).toEqual([401, 'ErrorPasswordIncorrect']);
});

it('ends every session of the account, open pages included', async () => {
  const { person, token } = await registerForgetfulPerson();
  const secondLogin = await signIn(gateway, person.email);
  const liveClient = await connectLive(gateway.url, { token: secondLogin.idToken });
  await liveClient.next('welcome');
  await confirmReset(token);
  expect(await liveClient.whenClosed).toBe(4401);
  for (const { call, browser } of [person, secondLogin]) {
    expect(outcomeOf(await call('GET', '/api/users/me'))).toEqual([401, 'unauthenticated']);
    expect(outcomeOf(await browser.call('POST', '/api/auth/refresh', { body: {}, headers: ownPageHeaders }))).toEqual([
      401,
      'unauthenticated',
    ]);
  }
});

it('works once, and takes every other link of the account with it', async () => {
  const { person, token } = await registerForgetfulPerson();
  await requestReset(person.email);
  const secondResetToken = await resetTokenFor(gateway, person.email);
  expect(secondResetToken).not.toBe(token);
  expect(await confirmReset(token)).toEqual([200]);
  expect([await confirmReset(token), await confirmReset(secondResetToken)]).toEqual([
    [410, 'resetTokenInvalid'],
    [410, 'resetTokenInvalid'],
  ]);
});

it('sets one password where two clicks come at once', async () => {
  const { token } = await registerForgetfulPerson();
  const resetOutcomes = await Promise.all([
    confirmReset(token, 'erstes Passwort'),
    confirmReset(token, 'zweites Passwort'),
  ]);
  expect(resetOutcomes.map(([responseStatus]) => responseStatus).sort()).toEqual([200, 410]);
});

it('attack: a thousand presses of one link hash one password', async () => {
  const { registrations, store, resets, hashedPasswords, clock } = createFakeIdentity();
  const { uid } = successValueOf(
    await registrations.register(
      { email: 'anna@mahlzeit.test', password: TEST_PASSWORD, visible: false, policyAccepted: true },
      null,
    ),
  ).answer.account;
  await store.write((identityRows) =>
    identityRows.resets.insert({ tokenHash: secretFingerprintOf('link'), uid, expiresAt: clock.now() + MINUTE_MS }),
  );
  hashedPasswords.length = 0;
  const resetOutcomes = await Promise.all(
    Array.from({ length: 1_000 }, () => resets.confirm({ token: 'link', password: newPassword })),
  );
  expect([resetOutcomes.filter(({ ok }) => ok).length, hashedPasswords]).toEqual([1, [newPassword]]);
});

it('hashes nothing for a request that was aborted, and keeps the link', async () => {
  const { registrations, store, resets, hashedPasswords, clock } = createFakeIdentity();
  const { uid } = successValueOf(
    await registrations.register(
      { email: 'anna@mahlzeit.test', password: TEST_PASSWORD, visible: false, policyAccepted: true },
      null,
    ),
  ).answer.account;
  await store.write((identityRows) =>
    identityRows.resets.insert({ tokenHash: secretFingerprintOf('link'), uid, expiresAt: clock.now() + MINUTE_MS }),
  );
  await expect(resets.confirm({ token: 'link', password: newPassword }, AbortSignal.abort())).rejects.toThrow(
    'aborted',
  );
  expect(hashedPasswords).toEqual([TEST_PASSWORD]);
  expect(await resets.confirm({ token: 'link', password: newPassword })).toMatchObject({ ok: true });
});

it('takes a link for one hour of the domain clock', async () => {
  const { token } = await registerForgetfulPerson();
  gateway.clock.moveTo(gateway.clock.now() + 60 * MINUTE_MS);
  expect(await confirmReset(token)).toEqual([410, 'resetTokenInvalid']);
  gateway.clock.moveTo(gateway.clock.now() - 10);
  expect(await confirmReset(token)).toEqual([200]);
});

it('A01 checks the new password as at registration, and leaves it untouched', async () => {
  const { person, token } = await registerForgetfulPerson();
  expect(await confirmReset(token, 'zu kurz')).toEqual([400, 'ErrorPasswordInvalid']);
  expect(await confirmReset(token, '  Mittag  ')).toEqual([200]);
  expect(await logIn(person.email, 'Mittag')).toEqual([401, 'ErrorPasswordIncorrect']);
  expect(await logIn(person.email, '  Mittag  ')).toEqual([200]);
});

it.each([
  ['', [400, 'ErrorEmailEmpty']],
  ['anna', [400, 'ErrorEmailInvalid']],
  ['nobody@mahlzeit.test', [404, 'ErrorNoAccount']],
])('answers %j as the page needs it', async (email, expectedOutcome) =>
  expect(await requestReset(email)).toEqual(expectedOutcome),
);

it('A03 finds the account however the address is written', async () => {
  const person = await register(gateway, createNextEmail());
  expect(await requestReset(` ${person.email.toUpperCase()} `)).toEqual([200]);
  expect(await messagesTo(gateway, person.email)).toHaveLength(2);
});

it('A10 refuses who signs in through a third party', async () => {
  const person = await register(gateway, createNextEmail());
  await gateway.database.write(({ knex }) =>
    knex('user').where({ uid: person.account.uid }).update({ password_hash: null, third_party: 'google' }),
  );
  expect(await requestReset(person.email)).toEqual([403, 'thirdPartyAccount']);
});

it.each(['', 'unknown', '../../etc', 'x'.repeat(200)])('attack: a made-up token is refused: %j', async (token) =>
  expect(await confirmReset(token)).toEqual([410, 'resetTokenInvalid']),
);

it('attack: reading the database. It holds no token that a link would carry', async () => {
  const { token } = await registerForgetfulPerson();
  expect(JSON.stringify(await gateway.database.knex('password_reset'))).not.toContain(token);
});

it('attack: a foreign host in the request. The link leads to our address all the same', async () => {
  const person = await register(gateway, createNextEmail());
  await createBrowser(gateway.url).call('POST', '/api/auth/password-reset', {
    body: { email: person.email },
    headers: { 'X-Forwarded-Host': 'evil.example', Origin: 'https://evil.example' },
  });
  const [resetMessage] = await messagesTo(gateway, person.email);
  expect(resetMessage?.text).toContain(`${gateway.address.publicUrl}/restaurants?resetToken=`);
  expect(resetMessage?.text).not.toContain('evil.example');
});

it('lets in with the new password who has guessed at the old one too often', async () => {
  const limitedGateway = await gateways.start({ environment: { RATE_LIMITS: 'default' } });
  const { email } = await register(limitedGateway, 'anna@mahlzeit.test');
  const login = async (password: string) =>
    outcomeOf(await createBrowser(limitedGateway.url).call('POST', '/api/auth/login', { body: { email, password } }));
  for (let attemptNumber = 0; attemptNumber < 10; attemptNumber += 1) await login(`geraten ${attemptNumber}`);
  expect(await login(TEST_PASSWORD)).toEqual([429, 'ErrorTooManyAttempts']);
  expect(await requestReset(email, limitedGateway)).toEqual([200]);
  const token = await resetTokenFor(limitedGateway, email);
  await createBrowser(limitedGateway.url).call('POST', '/api/auth/password-reset/confirm', {
    body: { token, password: newPassword },
  });
  expect(await login(newPassword)).toEqual([200]);
});

it('attack: flooding a mailbox. Three messages an hour are all that an account gets', async () => {
  const limitedGateway = await gateways.start({ environment: { RATE_LIMITS: 'default' } });
  const person = await register(limitedGateway, 'anna@mahlzeit.test');
  const resetOutcomes = await Promise.all(Array.from({ length: 6 }, () => requestReset(person.email, limitedGateway)));
  expect(resetOutcomes.filter(([responseStatus]) => responseStatus === 200)).toHaveLength(3);
  expect(resetOutcomes.filter(([, errorCode]) => errorCode === 'ErrorTooManyAttempts')).toHaveLength(3);
  expect(await messagesTo(limitedGateway, person.email)).toHaveLength(4);
});
