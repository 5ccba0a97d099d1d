import { User } from '@mahlzeit/contract';
import { testGateways } from '../../../platform/testing/test-gateway';
import { createBrowser, outcomeOf, sessionOf } from '../testing/people';
import type { Browser } from '../testing/people';

const gateways = testGateways();
const fromOurPage = { 'X-Mahlzeit': '1' };
const anna = { email: 'anna@mahlzeit.test', password: 'mittagspause', visible: true, policyAccepted: true };

const anonymous = async (browser: Browser) =>
  sessionOf(await browser.call('POST', '/api/auth/anonymous', { body: {} }));
const refresh = (browser: Browser) => browser.call('POST', '/api/auth/refresh', { body: {}, headers: fromOurPage });
const getMe = (browser: Browser, token: string) => browser.call('GET', '/api/users/me', { token });
const startGateway = async (options?: Parameters<typeof gateways.start>[0]) => {
  const gateway = await gateways.start(options);
  return { gateway, browser: createBrowser(gateway.url) };
};

it('begins anonymously, with the cookie of this port and nothing of it in the answer', async () => {
  const { gateway, browser } = await startGateway();
  const answer = await browser.call('POST', '/api/auth/anonymous', { body: {} });
  const { idToken, account } = sessionOf(answer);
  const [cookie = ''] = answer.headers.getSetCookie();
  expect(cookie).toMatch(
    new RegExp(
      `^mahlzeit_rt_${gateway.address.port}=[^;]+; Max-Age=2592000; Path=/api/auth; HttpOnly; SameSite=Strict$`,
    ),
  );
  expect(JSON.stringify(answer.body)).not.toContain(cookie.split(/[=;]/)[1]);
  expect(answer.headers.get('Cache-Control')).toBe('no-store');
  expect(User.parse((await getMe(browser, idToken)).body)).toMatchObject({
    uid: account.uid,
    email: null,
    verificationCode: false,
    policyAccepted: null,
  });
});

it('guards the cookie by Secure where the site is served over https', async () => {
  const { browser } = await startGateway({ environment: { PUBLIC_URL: 'https://mahlzeit.test' } });
  const [cookie] = (await browser.call('POST', '/api/auth/anonymous', { body: {} })).headers.getSetCookie();
  expect(cookie).toMatch(/^mahlzeit_rt_443=.*; Secure/);
});

it('registers a visitor under their uid, logs them out and in again', async () => {
  const { gateway, browser } = await startGateway();
  const visitor = await anonymous(browser);
  const registeredSession = sessionOf(
    await browser.call('POST', '/api/auth/register', { body: anna, token: visitor.idToken }),
  );
  expect(registeredSession.account).toMatchObject({
    uid: visitor.account.uid,
    email: 'anna@mahlzeit.test',
    loggedIn: true,
    displayName: 'anna',
  });
  expect(registeredSession.account.connectionLink).toBe(
    `${gateway.address.publicUrl}/restaurants#addcontacts/${registeredSession.account.connectionCode}`,
  );
  expect((await getMe(browser, registeredSession.idToken)).body).toMatchObject({
    policyAccepted: gateway.clock.now(),
    policyVersion: 1,
    visible: true,
  });

  const answer = await browser.call('POST', '/api/auth/logout', { body: {}, headers: fromOurPage });
  expect(answer).toMatchObject({ status: 200, body: {} });
  expect(browser.cookie).toBeNull();
  expect(outcomeOf(await getMe(browser, registeredSession.idToken))).toEqual([401, 'unauthenticated']);

  const sessionAgain = sessionOf(
    await browser.call('POST', '/api/auth/login', { body: { email: ' Anna@mahlzeit.test', password: 'mittagspause' } }),
  );
  expect(sessionAgain.account.uid).toBe(visitor.account.uid);
});

it.each<[string, object, [number, string]]>([
  ['without an e-mail', { email: undefined }, [400, 'ErrorEmailEmpty']],
  ['with a blank e-mail', { email: ' ' }, [400, 'ErrorEmailEmpty']],
  ['with half an e-mail', { email: 'anna@' }, [400, 'ErrorEmailInvalid']],
  ['without a password', { password: undefined }, [400, 'ErrorPasswordInvalid']],
  ['with seven characters', { password: '1234567' }, [400, 'ErrorPasswordInvalid']],
  ['without consent', { policyAccepted: false }, [400, 'ErrorGdpr']],
  ['without a word about consent', { policyAccepted: undefined }, [400, 'ErrorGdpr']],
  ['with an e-mail that is no text', { email: 5 }, [400, 'invalidRequest']],
  ['without a word about visibility', { visible: undefined }, [400, 'invalidRequest']],
])('refuses a registration %s', async (_, overrides, refusal) => {
  const { browser } = await startGateway();
  expect(outcomeOf(await browser.call('POST', '/api/auth/register', { body: { ...anna, ...overrides } }))).toEqual(
    refusal,
  );
});

it('refuses a taken address, a second account for who is logged in, and a broken Bearer', async () => {
  const { browser } = await startGateway();
  const { idToken } = sessionOf(await browser.call('POST', '/api/auth/register', { body: anna }));
  expect(
    outcomeOf(await browser.call('POST', '/api/auth/register', { body: { ...anna, email: 'ANNA@mahlzeit.test' } })),
  ).toEqual([409, 'ErrorEmailTaken']);
  expect(
    outcomeOf(
      await browser.call('POST', '/api/auth/register', {
        body: { ...anna, email: 'ben@mahlzeit.test' },
        token: idToken,
      }),
    ),
  ).toEqual([403, 'notAllowed']);
  expect(
    outcomeOf(
      await browser.call('POST', '/api/auth/register', { body: { ...anna, email: 'ben@mahlzeit.test' }, token: 'x' }),
    ),
  ).toEqual([401, 'unauthenticated']);
});

it('names what is wrong with a login', async () => {
  const { browser } = await startGateway();
  await browser.call('POST', '/api/auth/register', { body: anna });
  const login = async (email: string, password: string) =>
    outcomeOf(await browser.call('POST', '/api/auth/login', { body: { email, password } }));
  expect(await login('', 'x')).toEqual([400, 'ErrorEmailEmpty']);
  expect(await login('anna', 'x')).toEqual([400, 'ErrorEmailInvalid']);
  expect(await login(anna.email, '')).toEqual([400, 'ErrorPasswordInvalid']);
  expect(await login('ben@mahlzeit.test', 'mittagspause')).toEqual([401, 'ErrorNoAccount']);
  expect(await login(anna.email, ' mittagspause')).toEqual([401, 'ErrorPasswordIncorrect']);
});

it('limits wrong logins and returns the waiting time', async () => {
  const { browser } = await startGateway({ environment: { RATE_LIMITS: 'default' } });
  await browser.call('POST', '/api/auth/register', { body: anna });
  const login = (password: string) =>
    browser.call('POST', '/api/auth/login', { body: { email: anna.email, password } });
  for (let count = 0; count < 12; count += 1) sessionOf(await login(anna.password));
  for (let count = 0; count < 10; count += 1)
    expect(outcomeOf(await login('wrong'))).toEqual([401, 'ErrorPasswordIncorrect']);
  const loginAnswer = await login(anna.password);
  expect(outcomeOf(loginAnswer)).toEqual([429, 'ErrorTooManyAttempts']);
  const retryAfterS = Number(loginAnswer.headers.get('Retry-After'));
  expect(retryAfterS).toBeGreaterThan(880);
  expect(retryAfterS).toBeLessThanOrEqual(900);
  expect(loginAnswer.body).toMatchObject({ details: { retryAfterMs: expect.any(Number) } });
});

it('gives an address no more than 60 anonymous sessions a minute', async () => {
  const { browser } = await startGateway({ environment: { RATE_LIMITS: 'default' } });
  for (let count = 0; count < 60; count += 1) await anonymous(browser);
  expect(outcomeOf(await browser.call('POST', '/api/auth/anonymous', { body: {} }))).toEqual([
    429,
    'ErrorTooManyAttempts',
  ]);
});

describe('refresh', () => {
  it('continues the session and changes the cookie', async () => {
    const { gateway, browser } = await startGateway();
    const anonymousSession = await anonymous(browser);
    const cookie = browser.cookie;
    gateway.clock.advance(9 * 60_000);
    const sessionAfter = sessionOf(await refresh(browser));
    expect(sessionAfter.account).toEqual(anonymousSession.account);
    expect(sessionAfter.expiresInMs).toBe(600_000);
    expect(browser.cookie).not.toBe(cookie);
    expect((await getMe(browser, sessionAfter.idToken)).status).toBe(200);
  });

  it('needs the header that no foreign page can send', async () => {
    const { browser } = await startGateway();
    await anonymous(browser);
    for (const path of ['/api/auth/refresh', '/api/auth/logout'])
      expect(outcomeOf(await browser.call('POST', path, { body: {} }))).toEqual([403, 'notAllowed']);
    sessionOf(await refresh(browser));
  });

  it('is refused without a cookie', async () => {
    const { browser } = await startGateway();
    expect(outcomeOf(await refresh(browser))).toEqual([401, 'unauthenticated']);
  });

  it('serves tabs that wake at the same moment alike, and each can go on', async () => {
    const { gateway, browser } = await startGateway();
    const { account } = await anonymous(browser);
    const tabs = Array.from({ length: 6 }, () => Object.assign(createBrowser(gateway.url), { cookie: browser.cookie }));
    const sessions = (await Promise.all(tabs.map(refresh))).map(sessionOf);
    expect(new Set(tabs.map((tab) => tab.cookie)).size).toBe(1);
    expect(sessions.every((session) => session.account.uid === account.uid)).toBe(true);
    gateway.clock.advance(60_000);
    for (const tab of tabs) {
      Object.assign(tab, { cookie: tabs[0]?.cookie ?? null });
      sessionOf(await refresh(tab));
    }
  });

  it('ends the session of owner and thief alike when a traded cookie is used again', async () => {
    const { gateway, browser } = await startGateway();
    await anonymous(browser);
    const thief = Object.assign(createBrowser(gateway.url), { cookie: browser.cookie });
    await refresh(browser);
    const { idToken } = sessionOf(await refresh(browser));
    gateway.clock.advance(10_001);
    expect(outcomeOf(await refresh(thief))).toEqual([401, 'unauthenticated']);
    expect(outcomeOf(await refresh(browser))).toEqual([401, 'unauthenticated']);
    expect(outcomeOf(await getMe(browser, idToken))).toEqual([401, 'unauthenticated']);
  });

  it('goes on for a browser whose last answer was lost on the way, however long ago', async () => {
    const { gateway, browser } = await startGateway();
    const { account } = await anonymous(browser);
    const { cookie } = browser;
    await refresh(browser);
    gateway.clock.advance(3_600_000);
    Object.assign(browser, { cookie });
    expect(sessionOf(await refresh(browser)).account.uid).toBe(account.uid);
    expect(sessionOf(await refresh(browser)).account.uid).toBe(account.uid);
  });

  it('survives a restart of the gateway', async () => {
    const { gateway, browser } = await startGateway();
    const { account, idToken } = await anonymous(browser);
    await gateway.close();
    const secondGateway = await gateways.start({
      folder: gateway.folder,
      environment: { PUBLIC_URL: gateway.address.publicUrl },
    });
    const later = Object.assign(createBrowser(secondGateway.url), { cookie: browser.cookie });
    expect((await getMe(later, idToken)).status).toBe(200);
    expect(sessionOf(await refresh(later)).account.uid).toBe(account.uid);
  });
});

it('reports an expired token, and refuses a missing and a forged one', async () => {
  const { gateway, browser } = await startGateway();
  const { idToken } = await anonymous(browser);
  const [tokenHeader, payload] = idToken.split('.');
  expect(outcomeOf(await getMe(browser, `${tokenHeader}.${payload}.${'A'.repeat(86)}`))).toEqual([
    401,
    'unauthenticated',
  ]);
  expect(outcomeOf(await browser.call('GET', '/api/users/me'))).toEqual([401, 'unauthenticated']);
  gateway.clock.advance(11 * 60_000);
  expect(outcomeOf(await getMe(browser, idToken))).toEqual([401, 'tokenExpired']);
});

it('keeps answering while many passwords are checked', async () => {
  const { gateway, browser } = await startGateway();
  await browser.call('POST', '/api/auth/register', { body: anna });
  let doneCount = 0;
  const logins = Promise.all(
    Array.from({ length: 200 }, async () => {
      sessionOf(
        await createBrowser(gateway.url).call('POST', '/api/auth/login', {
          body: { email: anna.email, password: anna.password },
        }),
      );
      doneCount += 1;
    }),
  );
  expect((await browser.call('GET', '/api/versionInfos/5')).status).toBe(200);
  expect(doneCount).toBeLessThan(100);
  await logins;
});
