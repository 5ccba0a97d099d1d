import { User } from '@mahlzeit/contract';
import { testGateways } from '../../../platform/testing/test-gateway';
import { createBrowser, outcomeOf, sessionOf } from '../testing/people';
import type { HttpAnswer, TestBrowser } from '../testing/people';

const gateways = testGateways();
const ownPageHeaders = { 'X-Mahlzeit': '1' };
const annaRegistration = { email: 'anna@mahlzeit.test', password: 'mittagspause', visible: true, policyAccepted: true };

const startAnonymousSession = async (browser: TestBrowser) =>
  sessionOf(await browser.call('POST', '/api/auth/anonymous', { body: {} }));
const refreshSession = (browser: TestBrowser) =>
  browser.call('POST', '/api/auth/refresh', { body: {}, headers: ownPageHeaders });
const getOwnUser = (browser: TestBrowser, token: string) => browser.call('GET', '/api/users/me', { token });
const startGateway = async (gatewayOptions?: Parameters<typeof gateways.start>[0]) => {
  const gateway = await gateways.start(gatewayOptions);
  return { gateway, browser: createBrowser(gateway.url) };
};

it('begins anonymously, with the cookie of this port and nothing of it in the answer', async () => {
  const { gateway, browser } = await startGateway();
  const anonymousAnswer = await browser.call('POST', '/api/auth/anonymous', { body: {} });
  const { idToken, account } = sessionOf(anonymousAnswer);
  const [sessionCookie = ''] = anonymousAnswer.headers.getSetCookie();
  expect(sessionCookie).toMatch(
    new RegExp(
      `^mahlzeit_rt_${gateway.address.port}=[^;]+; Max-Age=2592000; Path=/api/auth; HttpOnly; SameSite=Strict$`,
    ),
  );
  expect(JSON.stringify(anonymousAnswer.body)).not.toContain(sessionCookie.split(/[=;]/)[1]);
  expect(anonymousAnswer.headers.get('Cache-Control')).toBe('no-store');
  expect(User.parse((await getOwnUser(browser, idToken)).body)).toMatchObject({
    uid: account.uid,
    email: null,
    verificationCode: false,
    policyAccepted: null,
  });
});

it('guards the cookie by Secure where the site is served over https', async () => {
  const { browser } = await startGateway({ environment: { PUBLIC_URL: 'https://mahlzeit.test' } });
  const [sessionCookie] = (await browser.call('POST', '/api/auth/anonymous', { body: {} })).headers.getSetCookie();
  expect(sessionCookie).toMatch(/^__Secure-mahlzeit_rt_443=.*; Secure/);
});

it('lets the owner in from a browser that registered or signed in before, while strangers lock the account', async () => {
  const { gateway, browser } = await startGateway({ environment: { RATE_LIMITS: 'default' } });
  const deviceCookieOf = ({ headers }: HttpAnswer): string =>
    headers
      .getSetCookie()
      .find((cookie) => cookie.startsWith('mahlzeit_device_'))
      ?.split(';')[0] ?? '';
  const logIn = (password: string, headers: Record<string, string> = {}) =>
    createBrowser(gateway.url).call('POST', '/api/auth/login', {
      body: { email: 'anna@mahlzeit.test', password },
      headers,
    });
  const registration = await browser.call('POST', '/api/auth/register', { body: annaRegistration });
  const cookieOfRegistration = deviceCookieOf(registration);
  const cookieOfLogin = deviceCookieOf(await logIn('mittagspause'));
  expect(registration.headers.getSetCookie().at(-1)).toMatch(
    /^mahlzeit_device_\d+=[\w-]{22}\.[\w-]{43}; Max-Age=34560000; Path=\/api\/auth; HttpOnly; SameSite=Strict$/,
  );
  for (let count = 0; count < 10; count += 1) await logIn('geraten');
  expect(outcomeOf(await logIn('mittagspause'))).toEqual([429, 'ErrorTooManyAttempts']);
  for (const cookie of [cookieOfRegistration, cookieOfLogin])
    expect(outcomeOf(await logIn('mittagspause', { Cookie: cookie }))).toEqual([200]);
  // A failed login sets no cookie by which the browser would be recognised later.
  expect((await logIn('geraten', { Cookie: cookieOfLogin })).headers.getSetCookie()).toEqual([]);
});

it('registers a visitor under their uid, logs them out and in again', async () => {
  const { gateway, browser } = await startGateway();
  const visitorSession = await startAnonymousSession(browser);
  const registeredSession = sessionOf(
    await browser.call('POST', '/api/auth/register', { body: annaRegistration, token: visitorSession.idToken }),
  );
  expect(registeredSession.account).toMatchObject({
    uid: visitorSession.account.uid,
    email: 'anna@mahlzeit.test',
    loggedIn: true,
    displayName: 'anna',
  });
  expect(registeredSession.account.connectionLink).toBe(
    `${gateway.address.publicUrl}/restaurants#addcontacts/${registeredSession.account.connectionCode}`,
  );
  expect((await getOwnUser(browser, registeredSession.idToken)).body).toMatchObject({
    policyAccepted: gateway.clock.now(),
    policyVersion: 1,
    visible: true,
  });

  const logoutAnswer = await browser.call('POST', '/api/auth/logout', { body: {}, headers: ownPageHeaders });
  expect(logoutAnswer).toMatchObject({ status: 200, body: {} });
  expect(browser.cookie).toBeNull();
  expect(outcomeOf(await getOwnUser(browser, registeredSession.idToken))).toEqual([401, 'unauthenticated']);

  const sessionAfterLogout = sessionOf(
    await browser.call('POST', '/api/auth/login', { body: { email: ' Anna@mahlzeit.test', password: 'mittagspause' } }),
  );
  expect(sessionAfterLogout.account.uid).toBe(visitorSession.account.uid);
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
])('refuses a registration %s', async (_, registrationOverrides, expectedRefusal) => {
  const { browser } = await startGateway();
  expect(
    outcomeOf(
      await browser.call('POST', '/api/auth/register', { body: { ...annaRegistration, ...registrationOverrides } }),
    ),
  ).toEqual(expectedRefusal);
});

it('refuses a taken address, a second account for who is logged in, and a broken Bearer', async () => {
  const { browser } = await startGateway();
  const { idToken } = sessionOf(await browser.call('POST', '/api/auth/register', { body: annaRegistration }));
  expect(
    outcomeOf(
      await browser.call('POST', '/api/auth/register', { body: { ...annaRegistration, email: 'ANNA@mahlzeit.test' } }),
    ),
  ).toEqual([409, 'ErrorEmailTaken']);
  expect(
    outcomeOf(
      await browser.call('POST', '/api/auth/register', {
        body: { ...annaRegistration, email: 'ben@mahlzeit.test' },
        token: idToken,
      }),
    ),
  ).toEqual([403, 'notAllowed']);
  expect(
    outcomeOf(
      await browser.call('POST', '/api/auth/register', {
        body: { ...annaRegistration, email: 'ben@mahlzeit.test' },
        token: 'x',
      }),
    ),
  ).toEqual([401, 'unauthenticated']);
});

it('names what is wrong with a login', async () => {
  const { browser } = await startGateway();
  await browser.call('POST', '/api/auth/register', { body: annaRegistration });
  const logIn = async (email: string, password: string) =>
    outcomeOf(await browser.call('POST', '/api/auth/login', { body: { email, password } }));
  expect(await logIn('', 'x')).toEqual([400, 'ErrorEmailEmpty']);
  expect(await logIn('anna', 'x')).toEqual([400, 'ErrorEmailInvalid']);
  expect(await logIn(annaRegistration.email, '')).toEqual([400, 'ErrorPasswordInvalid']);
  expect(await logIn('ben@mahlzeit.test', 'mittagspause')).toEqual([401, 'ErrorNoAccount']);
  expect(await logIn(annaRegistration.email, ' mittagspause')).toEqual([401, 'ErrorPasswordIncorrect']);
});

it('limits wrong logins and returns the waiting time', async () => {
  const { browser } = await startGateway({ environment: { RATE_LIMITS: 'default' } });
  await browser.call('POST', '/api/auth/register', { body: annaRegistration });
  const logIn = (password: string) =>
    browser.call('POST', '/api/auth/login', { body: { email: annaRegistration.email, password } });
  for (let attemptNumber = 0; attemptNumber < 12; attemptNumber += 1) sessionOf(await logIn(annaRegistration.password));
  for (let attemptNumber = 0; attemptNumber < 10; attemptNumber += 1)
    expect(outcomeOf(await logIn('wrong'))).toEqual([401, 'ErrorPasswordIncorrect']);
  const loginAnswer = await logIn(annaRegistration.password);
  expect(outcomeOf(loginAnswer)).toEqual([429, 'ErrorTooManyAttempts']);
  const retryAfterSeconds = Number(loginAnswer.headers.get('Retry-After'));
  expect(retryAfterSeconds).toBeGreaterThan(880);
  expect(retryAfterSeconds).toBeLessThanOrEqual(900);
  expect(loginAnswer.body).toMatchObject({ details: { retryAfterMs: expect.any(Number) } });
});

it('gives an address no more than 60 anonymous sessions a minute', async () => {
  const { browser } = await startGateway({ environment: { RATE_LIMITS: 'default' } });
  for (let attemptNumber = 0; attemptNumber < 60; attemptNumber += 1) await startAnonymousSession(browser);
  expect(outcomeOf(await browser.call('POST', '/api/auth/anonymous', { body: {} }))).toEqual([
    429,
    'ErrorTooManyAttempts',
  ]);
});

describe('refresh', () => {
  it('continues the session and changes the cookie', async () => {
    const { gateway, browser } = await startGateway();
    const anonymousSession = await startAnonymousSession(browser);
    const previousCookie = browser.cookie;
    gateway.clock.advance(9 * 60_000);
    const sessionAfterRefresh = sessionOf(await refreshSession(browser));
    expect(sessionAfterRefresh.account).toEqual(anonymousSession.account);
    expect(sessionAfterRefresh.expiresInMs).toBe(600_000);
    expect(browser.cookie).not.toBe(previousCookie);
    expect((await getOwnUser(browser, sessionAfterRefresh.idToken)).status).toBe(200);
  });

  it('needs the header that no foreign page can send', async () => {
    const { browser } = await startGateway();
    await startAnonymousSession(browser);
    for (const path of ['/api/auth/refresh', '/api/auth/logout'])
      expect(outcomeOf(await browser.call('POST', path, { body: {} }))).toEqual([403, 'notAllowed']);
    sessionOf(await refreshSession(browser));
  });

  it('is refused without a cookie', async () => {
    const { browser } = await startGateway();
    expect(outcomeOf(await refreshSession(browser))).toEqual([401, 'unauthenticated']);
  });

  it('serves tabs that wake at the same moment alike, and each can go on', async () => {
    const { gateway, browser } = await startGateway();
    const { account } = await startAnonymousSession(browser);
    const browserTabs = Array.from({ length: 6 }, () =>
      Object.assign(createBrowser(gateway.url), { cookie: browser.cookie }),
    );
    const refreshedSessions = (await Promise.all(browserTabs.map(refreshSession))).map(sessionOf);
    expect(new Set(browserTabs.map((browserTab) => browserTab.cookie)).size).toBe(1);
    expect(refreshedSessions.every((refreshedSession) => refreshedSession.account.uid === account.uid)).toBe(true);
    gateway.clock.advance(60_000);
    for (const browserTab of browserTabs) {
      Object.assign(browserTab, { cookie: browserTabs[0]?.cookie ?? null });
      sessionOf(await refreshSession(browserTab));
    }
  });

  it('ends the session of owner and thief alike when a traded cookie is used again', async () => {
    const { gateway, browser } = await startGateway();
    await startAnonymousSession(browser);
    const thiefBrowser = Object.assign(createBrowser(gateway.url), { cookie: browser.cookie });
    await refreshSession(browser);
    const { idToken } = sessionOf(await refreshSession(browser));
    gateway.clock.advance(10_001);
    expect(outcomeOf(await refreshSession(thiefBrowser))).toEqual([401, 'unauthenticated']);
    expect(outcomeOf(await refreshSession(browser))).toEqual([401, 'unauthenticated']);
    expect(outcomeOf(await getOwnUser(browser, idToken))).toEqual([401, 'unauthenticated']);
  });

  it('goes on for a browser whose last answer was lost on the way, however long ago', async () => {
    const { gateway, browser } = await startGateway();
    const { account } = await startAnonymousSession(browser);
    const { cookie } = browser;
    await refreshSession(browser);
    gateway.clock.advance(3_600_000);
    Object.assign(browser, { cookie });
    expect(sessionOf(await refreshSession(browser)).account.uid).toBe(account.uid);
    expect(sessionOf(await refreshSession(browser)).account.uid).toBe(account.uid);
  });

  it('survives a restart of the gateway', async () => {
    const { gateway, browser } = await startGateway();
    const { account, idToken } = await startAnonymousSession(browser);
    await gateway.close();
    const secondGateway = await gateways.start({
      folder: gateway.folder,
      environment: { PUBLIC_URL: gateway.address.publicUrl },
    });
    const laterBrowser = Object.assign(createBrowser(secondGateway.url), { cookie: browser.cookie });
    expect((await getOwnUser(laterBrowser, idToken)).status).toBe(200);
    expect(sessionOf(await refreshSession(laterBrowser)).account.uid).toBe(account.uid);
  });
});

it('reports an expired token, and refuses a missing and a forged one', async () => {
  const { gateway, browser } = await startGateway();
  const { idToken } = await startAnonymousSession(browser);
  const [tokenHeader, tokenPayload] = idToken.split('.');
  expect(outcomeOf(await getOwnUser(browser, `${tokenHeader}.${tokenPayload}.${'A'.repeat(86)}`))).toEqual([
    401,
    'unauthenticated',
  ]);
  expect(outcomeOf(await browser.call('GET', '/api/users/me'))).toEqual([401, 'unauthenticated']);
  gateway.clock.advance(11 * 60_000);
  expect(outcomeOf(await getOwnUser(browser, idToken))).toEqual([401, 'tokenExpired']);
});

it('keeps answering while many passwords are checked', async () => {
  const { gateway, browser } = await startGateway();
  await browser.call('POST', '/api/auth/register', { body: annaRegistration });
  let finishedLoginCount = 0;
  const concurrentLogins = Promise.all(
    Array.from({ length: 200 }, async () => {
      sessionOf(
        await createBrowser(gateway.url).call('POST', '/api/auth/login', {
          body: { email: annaRegistration.email, password: annaRegistration.password },
        }),
      );
      finishedLoginCount += 1;
    }),
  );
  expect((await browser.call('GET', '/api/versionInfos/5')).status).toBe(200);
  expect(finishedLoginCount).toBeLessThan(100);
  await concurrentLogins;
});
