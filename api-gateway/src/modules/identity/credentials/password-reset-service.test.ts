import { connectLive } from '../../../platform/testing/live-test-client';
import { testGateways } from '../../../platform/testing/test-gateway';
import type { TestGateway } from '../../../platform/testing/test-gateway';
import { fingerprintOf } from '../session/refresh-token';
import { createFakeIdentity, valueOf } from '../testing/fake-identity';
import { createBrowser, messagesTo, outcomeOf, PASSWORD, register, resetTokenFor, signIn } from '../testing/people';

const gateways = testGateways();
const MINUTE = 60_000;
const newPassword = 'feierabend!';
const fromOurPage = { 'X-Mahlzeit': '1' };

let gateway: TestGateway;
let number = 0;
beforeAll(async () => {
  gateway = await gateways.start();
});

const someEmail = (): string => `person-${(number += 1)}@mahlzeit.test`;
const requestReset = async (email: string, targetGateway = gateway) =>
  outcomeOf(await createBrowser(targetGateway.url).call('POST', '/api/auth/password-reset', { body: { email } }));
const confirm = async (token: string, password = newPassword) =>
  outcomeOf(
    await createBrowser(gateway.url).call('POST', '/api/auth/password-reset/confirm', { body: { token, password } }),
  );
const login = async (email: string, password: string) =>
  outcomeOf(await createBrowser(gateway.url).call('POST', '/api/auth/login', { body: { email, password } }));

const forgetful = async () => {
  const person = await register(gateway, someEmail());
  expect(await requestReset(person.email)).toEqual([200]);
  return { person, token: await resetTokenFor(gateway, person.email) };
};

it('mails a link to our own page that sets a new password', async () => {
  const { person, token } = await forgetful();
  const [message] = await messagesTo(gateway, person.email);
  expect(message?.text.match(/resetToken=/g)).toHaveLength(1);
  expect(message?.text).toContain(`${gateway.address.publicUrl}/restaurants?resetToken=${token}`);
  expect(await confirm(token)).toEqual([200]);
  expect(await login(person.email, newPassword)).toEqual([200]);
  expect(await login(person.email, PASSWORD)).toEqual([401, 'ErrorPasswordIncorrect']);
});

it('ends every session of the account, open pages included', async () => {
  const { person, token } = await forgetful();
  const secondLogin = await signIn(gateway, person.email);
  const live = await connectLive(gateway.url, { token: secondLogin.idToken });
  await live.next('welcome');
  await confirm(token);
  expect(await live.whenClosed).toBe(4401);
  for (const { call, browser } of [person, secondLogin]) {
    expect(outcomeOf(await call('GET', '/api/users/me'))).toEqual([401, 'unauthenticated']);
    expect(outcomeOf(await browser.call('POST', '/api/auth/refresh', { body: {}, headers: fromOurPage }))).toEqual([
      401,
      'unauthenticated',
    ]);
  }
});

it('works once, and takes every other link of the account with it', async () => {
  const { person, token } = await forgetful();
  await requestReset(person.email);
  const secondToken = await resetTokenFor(gateway, person.email);
  expect(secondToken).not.toBe(token);
  expect(await confirm(token)).toEqual([200]);
  expect([await confirm(token), await confirm(secondToken)]).toEqual([
    [410, 'resetTokenInvalid'],
    [410, 'resetTokenInvalid'],
  ]);
});

it('sets one password where two clicks come at once', async () => {
  const { token } = await forgetful();
  const outcomes = await Promise.all([confirm(token, 'erstes Passwort'), confirm(token, 'zweites Passwort')]);
  expect(outcomes.map(([status]) => status).sort()).toEqual([200, 410]);
});

it('attack: a thousand presses of one link hash one password', async () => {
  const { registrations, store, resets, hashedPasswords, clock } = createFakeIdentity();
  const { uid } = valueOf(
    await registrations.register(
      { email: 'anna@mahlzeit.test', password: PASSWORD, visible: false, policyAccepted: true },
      null,
    ),
  ).answer.account;
  await store.write((rows) =>
    rows.resets.insert({ tokenHash: fingerprintOf('link'), uid, expiresAt: clock.now() + MINUTE }),
  );
  hashedPasswords.length = 0;
  const outcomes = await Promise.all(
    Array.from({ length: 1_000 }, () => resets.confirm({ token: 'link', password: newPassword })),
  );
  expect([outcomes.filter(({ ok }) => ok).length, hashedPasswords]).toEqual([1, [newPassword]]);
});

it('hashes nothing for a request that was aborted, and keeps the link', async () => {
  const { registrations, store, resets, hashedPasswords, clock } = createFakeIdentity();
  const { uid } = valueOf(
    await registrations.register(
      { email: 'anna@mahlzeit.test', password: PASSWORD, visible: false, policyAccepted: true },
      null,
    ),
  ).answer.account;
  await store.write((rows) =>
    rows.resets.insert({ tokenHash: fingerprintOf('link'), uid, expiresAt: clock.now() + MINUTE }),
  );
  await expect(resets.confirm({ token: 'link', password: newPassword }, AbortSignal.abort())).rejects.toThrow(
    'aborted',
  );
  expect(hashedPasswords).toEqual([PASSWORD]);
  expect(await resets.confirm({ token: 'link', password: newPassword })).toMatchObject({ ok: true });
});

it('takes a link for one hour of the domain clock', async () => {
  const { token } = await forgetful();
  gateway.clock.moveTo(gateway.clock.now() + 60 * MINUTE);
  expect(await confirm(token)).toEqual([410, 'resetTokenInvalid']);
  gateway.clock.moveTo(gateway.clock.now() - 10);
  expect(await confirm(token)).toEqual([200]);
});

it('A01 checks the new password as at registration, and leaves it untouched', async () => {
  const { person, token } = await forgetful();
  expect(await confirm(token, 'zu kurz')).toEqual([400, 'ErrorPasswordInvalid']);
  expect(await confirm(token, '  Mittag  ')).toEqual([200]);
  expect(await login(person.email, 'Mittag')).toEqual([401, 'ErrorPasswordIncorrect']);
  expect(await login(person.email, '  Mittag  ')).toEqual([200]);
});

it.each([
  ['', [400, 'ErrorEmailEmpty']],
  ['anna', [400, 'ErrorEmailInvalid']],
  ['nobody@mahlzeit.test', [404, 'ErrorNoAccount']],
])('answers %j as the page needs it', async (email, outcome) => expect(await requestReset(email)).toEqual(outcome));

it('A03 finds the account however the address is written', async () => {
  const person = await register(gateway, someEmail());
  expect(await requestReset(` ${person.email.toUpperCase()} `)).toEqual([200]);
  expect(await messagesTo(gateway, person.email)).toHaveLength(2);
});

it('A10 refuses who signs in through a third party', async () => {
  const person = await register(gateway, someEmail());
  await gateway.database.write(({ knex }) =>
    knex('user').where({ uid: person.account.uid }).update({ password_hash: null, third_party: 'google' }),
  );
  expect(await requestReset(person.email)).toEqual([403, 'thirdPartyAccount']);
});

it.each(['', 'unknown', '../../etc', 'x'.repeat(200)])('attack: a made-up token is refused: %j', async (token) =>
  expect(await confirm(token)).toEqual([410, 'resetTokenInvalid']),
);

it('attack: reading the database. It holds no token that a link would carry', async () => {
  const { token } = await forgetful();
  expect(JSON.stringify(await gateway.database.knex('password_reset'))).not.toContain(token);
});

it('attack: a foreign host in the request. The link leads to our address all the same', async () => {
  const person = await register(gateway, someEmail());
  await createBrowser(gateway.url).call('POST', '/api/auth/password-reset', {
    body: { email: person.email },
    headers: { 'X-Forwarded-Host': 'evil.example', Origin: 'https://evil.example' },
  });
  const [message] = await messagesTo(gateway, person.email);
  expect(message?.text).toContain(`${gateway.address.publicUrl}/restaurants?resetToken=`);
  expect(message?.text).not.toContain('evil.example');
});

it('lets in with the new password who has guessed at the old one too often', async () => {
  const limitedGateway = await gateways.start({ environment: { RATE_LIMITS: 'default' } });
  const { email } = await register(limitedGateway, 'anna@mahlzeit.test');
  const login = async (password: string) =>
    outcomeOf(await createBrowser(limitedGateway.url).call('POST', '/api/auth/login', { body: { email, password } }));
  for (let attempt = 0; attempt < 10; attempt += 1) await login(`geraten ${attempt}`);
  expect(await login(PASSWORD)).toEqual([429, 'ErrorTooManyAttempts']);
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
  const outcomes = await Promise.all(Array.from({ length: 6 }, () => requestReset(person.email, limitedGateway)));
  expect(outcomes.filter(([status]) => status === 200)).toHaveLength(3);
  expect(outcomes.filter(([, code]) => code === 'ErrorTooManyAttempts')).toHaveLength(3);
  expect(await messagesTo(limitedGateway, person.email)).toHaveLength(4);
});
