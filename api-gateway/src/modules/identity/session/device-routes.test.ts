import { SignedInDevice } from '@mahlzeit/contract';
import * as z from 'zod/mini';
import { testGateways } from '../../../platform/testing/test-gateway';
import type { TestGateway } from '../../../platform/testing/test-gateway';
import {
  createBrowser,
  messagesTo,
  outcomeOf,
  personOf,
  register,
  sessionOf,
  TEST_PASSWORD,
  visit,
} from '../testing/people';
import type { HttpAnswer, TestPerson } from '../testing/people';

const gateways = testGateways();
let gateway: TestGateway;
let personNumber = 0;
beforeAll(async () => {
  gateway = await gateways.start();
});

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:143.0) Gecko/20100101 Firefox/143.0';
const SAFARI =
  'Mozilla/5.0 (iPad; CPU OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1';

const createNextEmail = (): string => `geraet-${(personNumber += 1)}@mahlzeit.test`;

const postLogin = (email: string, headers: Readonly<Record<string, string>>) => {
  const browser = createBrowser(gateway.url);
  const answer = browser.call('POST', '/api/auth/login', { body: { email, password: TEST_PASSWORD }, headers });
  return { browser, answer };
};

const logInWith = async (email: string, userAgent: string): Promise<TestPerson> => {
  const { browser, answer } = postLogin(email, { 'User-Agent': userAgent });
  return personOf(browser, email, sessionOf(await answer));
};

const listDevices = async (person: TestPerson) =>
  z.array(SignedInDevice).parse((await person.call('GET', '/api/auth/devices')).body);
const refresh = (person: TestPerson, userAgent = FIREFOX) =>
  person.browser.call('POST', '/api/auth/refresh', {
    body: {},
    headers: { 'X-Mahlzeit': '1', 'User-Agent': userAgent },
  });
const isSignedIn = async (person: TestPerson): Promise<boolean> =>
  (await person.call('GET', '/api/users/me')).status === 200;

describe('the devices of an account', () => {
  it('are listed by names, the own one first, and nothing in the list opens a session', async () => {
    const { email } = await register(gateway, createNextEmail());
    const tablet = await logInWith(email, SAFARI);
    gateway.clock.advance(60_000);
    const computer = await logInWith(email, FIREFOX);
    const answer = await tablet.call('GET', '/api/auth/devices');
    const devices = z.array(SignedInDevice).parse(answer.body);
    expect(devices.map(({ browser, system, isCurrent }) => [browser, system, isCurrent])).toEqual([
      ['Safari', 'iPad', true],
      ['Firefox', 'Windows', false],
      [null, null, false],
    ]);
    expect(devices[1]?.lastSeenAt).toBe(gateway.clock.now());
    for (const { browser } of [tablet, computer]) {
      const [, sessionId = '', secret = ''] = /=([^.]+)\.(.+)$/.exec(browser.cookie ?? '') ?? [];
      expect(sessionId).not.toBe('');
      expect(JSON.stringify(answer.body)).not.toContain(sessionId);
      expect(JSON.stringify(answer.body)).not.toContain(secret);
    }
  });

  it('are signed out one by one, at once, also twice, and never the own one', async () => {
    const own = await register(gateway, createNextEmail());
    const [second, third] = [await logInWith(own.email, FIREFOX), await logInWith(own.email, SAFARI)];
    const keyOf = async (isWanted: (device: SignedInDevice) => boolean): Promise<string> =>
      (await listDevices(own)).find(isWanted)?.key ?? '';
    const [ownKey, secondKey] = [
      await keyOf(({ isCurrent }) => isCurrent),
      await keyOf(({ browser }) => browser === 'Firefox'),
    ];
    const end = (key: string) => own.call('DELETE', `/api/auth/devices/${key}`);
    expect([outcomeOf(await end(secondKey)), outcomeOf(await end(secondKey))]).toEqual([[200], [200]]);
    expect([await isSignedIn(second), await isSignedIn(third), await isSignedIn(own)]).toEqual([false, true, true]);
    expect(outcomeOf(await refresh(second))).toEqual([401, 'unauthenticated']);
    expect(outcomeOf(await end(ownKey))).toEqual([403, 'notAllowed']);
    expect(await listDevices(own)).toHaveLength(2);
  });

  it('are signed out after a fresh proof alone, one or all others', async () => {
    const own = await register(gateway, createNextEmail());
    const other = await logInWith(own.email, FIREFOX);
    const otherKey = (await listDevices(own)).find(({ isCurrent }) => !isCurrent)?.key ?? '';
    gateway.clock.advance(6 * 60_000);
    const endAll = async (person: TestPerson) => [
      outcomeOf(await person.call('DELETE', `/api/auth/devices/${otherKey}`)),
      outcomeOf(await person.call('DELETE', '/api/auth/devices')),
    ];
    expect(await endAll(own)).toEqual([
      [403, 'reauthenticationRequired'],
      [403, 'reauthenticationRequired'],
    ]);
    expect(await isSignedIn(other)).toBe(true);
    const proof = await own.call('POST', '/api/auth/reauthenticate', { password: TEST_PASSWORD });
    expect(await endAll(personOf(own.browser, own.email, sessionOf(proof)))).toEqual([[200], [200]]);
    expect(await isSignedIn(other)).toBe(false);
  });

  it('stay signed in when a stranger names their key', async () => {
    const own = await register(gateway, createNextEmail());
    const stranger = await register(gateway, createNextEmail());
    const [{ key } = { key: '' }] = await listDevices(own);
    expect(outcomeOf(await stranger.call('DELETE', `/api/auth/devices/${key}`))).toEqual([200]);
    expect(await isSignedIn(own)).toBe(true);
  });

  it('are signed out all together but for the own one', async () => {
    const own = await register(gateway, createNextEmail());
    const others = [await logInWith(own.email, FIREFOX), await logInWith(own.email, SAFARI)];
    expect(outcomeOf(await own.call('DELETE', '/api/auth/devices'))).toEqual([200]);
    expect(await Promise.all(others.map(isSignedIn))).toEqual([false, false]);
    expect((await listDevices(own)).map(({ isCurrent }) => isCurrent)).toEqual([true]);
  });

  it('are noted at most once an hour, and again with another name', async () => {
    const { email } = await register(gateway, createNextEmail());
    const person = await logInWith(email, FIREFOX);
    const seenAt = gateway.clock.now();
    const ownDevice = async () => (await listDevices(person)).find(({ isCurrent }) => isCurrent);
    gateway.clock.advance(5 * 60_000);
    await refresh(person, SAFARI);
    expect(await ownDevice()).toMatchObject({ browser: 'Firefox', lastSeenAt: seenAt });
    gateway.clock.advance(55 * 60_000);
    const { idToken } = sessionOf(await refresh(person, SAFARI));
    const renewedPerson = personOf(person.browser, email, { ...person, idToken });
    expect((await listDevices(renewedPerson)).find(({ isCurrent }) => isCurrent)).toMatchObject({
      browser: 'Safari',
      lastSeenAt: seenAt + 60 * 60_000,
    });
  });

  it('are not noted of visitors', async () => {
    const visitor = await visit(gateway);
    await refresh(visitor);
    const [row] = await gateway.database.knex('session').where({ uid: visitor.account.uid });
    expect(row).toMatchObject({ browser: null, last_seen_at: null });
  });
});

describe('a sign-in from a new device', () => {
  const NEW_SIGN_IN = 'Neue Anmeldung bei Mahlzeit';
  const noticesTo = async (email: string) =>
    (await messagesTo(gateway, email)).filter(({ subject }) => subject === NEW_SIGN_IN);
  const deviceCookieOf = ({ headers }: HttpAnswer): string =>
    headers
      .getSetCookie()
      .find((cookie) => cookie.startsWith('mahlzeit_device_'))
      ?.split(';')[0] ?? '';

  it('is told to the owner, but not at the registration and not from a browser that was there before', async () => {
    const email = createNextEmail();
    const registration = await createBrowser(gateway.url).call('POST', '/api/auth/register', {
      body: { email, password: TEST_PASSWORD, visible: true, policyAccepted: true },
    });
    await postLogin(email, { Cookie: deviceCookieOf(registration) }).answer;
    expect(await noticesTo(email)).toEqual([]);
    const first = await postLogin(email, { 'User-Agent': FIREFOX }).answer;
    const [notice] = await noticesTo(email);
    expect(notice?.text).toMatch(/Firefox auf Windows\n.*\d{4}/);
    expect(notice?.text).toContain(`${gateway.address.publicUrl}/restaurants#security`);
    await postLogin(email, { Cookie: deviceCookieOf(first) }).answer;
    expect(await noticesTo(email)).toHaveLength(1);
  });

  it('attack: flooding the owner. Five e-mails a day are enough to warn them', async () => {
    const limitedGateway = await gateways.start({ environment: { RATE_LIMITS: 'default' } });
    const email = 'anna@mahlzeit.test';
    await register(limitedGateway, email);
    const logIn = () =>
      createBrowser(limitedGateway.url).call('POST', '/api/auth/login', { body: { email, password: TEST_PASSWORD } });
    for (let login = 0; login < 7; login += 1) expect(outcomeOf(await logIn())).toEqual([200]);
    const messages = await messagesTo(limitedGateway, email);
    expect(messages.filter(({ subject }) => subject === NEW_SIGN_IN)).toHaveLength(5);
  });
});
