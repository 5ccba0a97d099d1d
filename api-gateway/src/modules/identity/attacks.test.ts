import { createSemaphore } from '../../platform';
import type { Semaphore } from '../../platform';
import { connectLive } from '../../platform/testing/live-test-client';
import { testGateways } from '../../platform/testing/test-gateway';
import {
  codeFor,
  createBrowser,
  outcomeOf,
  TEST_PASSWORD,
  register,
  resetTokenFor,
  signIn,
  visit,
} from './testing/people';

const gateways = testGateways();

const startGateway = async (environment: Readonly<Record<string, string>> = {}) => {
  const gateway = await gateways.start({ environment });
  const anna = await register(gateway, 'anna@mahlzeit.test');
  const logIn = async (
    password: string,
    { email = anna.email, headers = {} }: { email?: string; headers?: Readonly<Record<string, string>> } = {},
  ) =>
    outcomeOf(await createBrowser(gateway.url).call('POST', '/api/auth/login', { body: { email, password }, headers }));
  return { gateway, anna, login: logIn };
};

const limitedEnvironment = { RATE_LIMITS: 'default', TRUST_PROXY: '1' };
const requestOptionsFromAddress = (addressNumber: number) => ({
  headers: { 'X-Forwarded-For': `198.51.100.${addressNumber}` },
});
const limitReachedOutcome = [429, 'ErrorTooManyAttempts'];

describe('attack: guessing a password', () => {
  it('from one address: ten tries in 15 minutes', async () => {
    const { gateway, login } = await startGateway({ RATE_LIMITS: 'default' });
    for (let attempt = 0; attempt < 10; attempt += 1)
      expect(await login(`geraten ${attempt}`)).toEqual([401, 'ErrorPasswordIncorrect']);
    expect([await login('geraten 11'), await login(TEST_PASSWORD)]).toEqual([limitReachedOutcome, limitReachedOutcome]);
    // Moves the gateway's clock, which doesn't reset the rate limit, because the limit uses real time.
    gateway.clock.moveTo(gateway.clock.now() + 86_400_000);
    expect(await login(TEST_PASSWORD)).toEqual(limitReachedOutcome);
  });

  it('from many addresses: the account counts all of them', async () => {
    const { login } = await startGateway(limitedEnvironment);
    for (let accountNumber = 1; accountNumber <= 10; accountNumber += 1)
      expect(await login('geraten', requestOptionsFromAddress(accountNumber))).toEqual([401, 'ErrorPasswordIncorrect']);
    expect(await login(TEST_PASSWORD, requestOptionsFromAddress(99))).toEqual(limitReachedOutcome);
  });

  it('from one address at many accounts: a hundred tries a minute', async () => {
    const { login } = await startGateway(limitedEnvironment);
    const sprayOutcomes = [];
    for (let attemptNumber = 0; attemptNumber < 100; attemptNumber += 1)
      sprayOutcomes.push(
        await login('mittagspause1', {
          ...requestOptionsFromAddress(1),
          email: `person-${attemptNumber % 50}@mahlzeit.test`,
        }),
      );
    expect(new Set(sprayOutcomes.map(([status]) => status))).toEqual(new Set([401]));
    expect(
      await login('mittagspause1', { ...requestOptionsFromAddress(1), email: 'person-101@mahlzeit.test' }),
    ).toEqual(limitReachedOutcome);
    expect(await login(TEST_PASSWORD, requestOptionsFromAddress(2))).toEqual([200]);
  });

  it('under made-up addresses: without a proxy in front no header says where a request comes from', async () => {
    const { login } = await startGateway({ RATE_LIMITS: 'default' });
    for (let attemptNumber = 0; attemptNumber < 100; attemptNumber += 1)
      await login('geraten', {
        ...requestOptionsFromAddress(attemptNumber),
        email: `person-${attemptNumber}@mahlzeit.test`,
      });
    expect(await login('geraten', { ...requestOptionsFromAddress(200), email: 'person-200@mahlzeit.test' })).toEqual(
      limitReachedOutcome,
    );
  });

  it('in another writing of the address: it is the same account', async () => {
    const { login } = await startGateway({ RATE_LIMITS: 'default' });
    const emailSpellings = ['anna@mahlzeit.test', 'ANNA@mahlzeit.test', ' anna@mahlzeit.test', 'Anna@Mahlzeit.Test '];
    for (let attempt = 0; attempt < 10; attempt += 1)
      await login('geraten', { email: emailSpellings[attempt % emailSpellings.length] ?? '' });
    expect(await login(TEST_PASSWORD)).toEqual(limitReachedOutcome);
  });
});

describe('attack: asking who has an account', () => {
  it('by resets, registrations and logins: a client learns of sixty addresses an hour, and others go on', async () => {
    const { gateway, anna, login } = await startGateway(limitedEnvironment);
    const client = requestOptionsFromAddress(1);
    const post = async (path: string, body: object, { headers } = client) =>
      outcomeOf(await createBrowser(gateway.url).call('POST', path, { body, headers }));
    const resetFor = (email: string, options = client) => post('/api/auth/password-reset', { email }, options);
    const registerAs = (email: string) =>
      post('/api/auth/register', { email, password: TEST_PASSWORD, visible: false, policyAccepted: true });
    expect(await registerAs(anna.email)).toEqual([409, 'ErrorEmailTaken']);
    for (let attempt = 0; attempt < 29; attempt += 1)
      expect(await login('geraten', { ...client, email: `nobody${attempt}@mahlzeit.test` })).toEqual([
        401,
        'ErrorNoAccount',
      ]);
    for (let attempt = 30; attempt < 60; attempt += 1)
      expect(await resetFor(`nobody${attempt}@mahlzeit.test`)).toEqual([404, 'ErrorNoAccount']);
    for (const outcome of [
      await resetFor('nobody61@mahlzeit.test'),
      await resetFor(anna.email),
      await registerAs(anna.email),
      await registerAs('new@mahlzeit.test'),
      await login('geraten', client),
    ])
      expect(outcome).toEqual(limitReachedOutcome);
    expect(await login(TEST_PASSWORD, client)).toEqual([200]);
    expect(await resetFor(anna.email, requestOptionsFromAddress(2))).toEqual([200]);
  });
});

describe('attack: visitors without an account', () => {
  it('by many of them at one address: their writes share one limit', async () => {
    const gateway = await gateways.start({ environment: { RATE_LIMITS: 'default' } });
    const outcomes: number[] = [];
    for (let visitorNumber = 0; visitorNumber < 7; visitorNumber += 1) {
      const visitor = await visit(gateway);
      for (let write = 0; write < 20; write += 1)
        outcomes.push((await visitor.call('PATCH', '/api/users/me', { languageCode: 'de' })).status);
    }
    expect([outcomes.slice(0, 120), outcomes.slice(120)].map((part) => [...new Set(part)])).toEqual([[200], [429]]);
    const visitor = await visit(gateway);
    expect((await visitor.call('GET', '/api/users/me')).status).toBe(200);
  });
});

describe('attack: a stolen or made-up token', () => {
  const encodeTokenPart = (tokenPart: object): string => Buffer.from(JSON.stringify(tokenPart)).toString('base64url');
  const claimsOf = (token: string): object =>
    JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());

  it('without a signature: refused over HTTP and on the socket', async () => {
    const { gateway, anna } = await startGateway();
    const [, tokenPayload] = anna.idToken.split('.');
    for (const algorithmName of ['none', 'None', 'HS256']) {
      const token = `${encodeTokenPart({ alg: algorithmName, typ: 'JWT' })}.${tokenPayload}.`;
      expect(outcomeOf(await anna.browser.call('GET', '/api/users/me', { token }))).toEqual([401, 'unauthenticated']);
      expect(await (await connectLive(gateway.url, { token })).whenClosed).toBe(4401);
    }
  });

  it('with another person’s uid: refused', async () => {
    const { gateway, anna } = await startGateway();
    const ben = await register(gateway, 'ben@mahlzeit.test');
    const [tokenHeader, , tokenSignature] = anna.idToken.split('.');
    const token = `${tokenHeader}.${encodeTokenPart({ ...claimsOf(anna.idToken), sub: ben.account.uid })}.${tokenSignature}`;
    expect(outcomeOf(await anna.browser.call('GET', '/api/users/me', { token }))).toEqual([401, 'unauthenticated']);
  });

  it('of who has left: worth nothing, and the cookie neither', async () => {
    const { gateway, anna } = await startGateway();
    const previousCookie = anna.browser.cookie;
    await anna.call('PUT', '/api/users/deleteMe');
    expect(outcomeOf(await anna.call('GET', '/api/users/me'))).toEqual([401, 'unauthenticated']);
    expect(await (await connectLive(gateway.url, { token: anna.idToken })).whenClosed).toBe(4401);
    const thiefBrowser = createBrowser(gateway.url);
    thiefBrowser.cookie = previousCookie;
    expect(
      outcomeOf(await thiefBrowser.call('POST', '/api/auth/refresh', { body: {}, headers: { 'X-Mahlzeit': '1' } })),
    ).toEqual([401, 'unauthenticated']);
  });

  it('of the visitor that somebody was: worth nothing after the registration', async () => {
    const { gateway } = await startGateway();
    const visitorSession = await visit(gateway);
    const { browser, idToken } = visitorSession;
    await browser.call('POST', '/api/auth/register', {
      token: idToken,
      body: { email: 'ben@mahlzeit.test', password: TEST_PASSWORD, visible: true, policyAccepted: true },
    });
    expect(outcomeOf(await visitorSession.call('GET', '/api/users/me'))).toEqual([401, 'unauthenticated']);
  });
});

describe('attack: a foreign page', () => {
  const crossSiteHeaders = { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' };

  it.each(['application/x-www-form-urlencoded', 'text/plain', 'multipart/form-data; boundary=x'])(
    'logs somebody in as the attacker by a form (%s): refused, no cookie',
    async (mediaType) => {
      const { gateway, anna } = await startGateway();
      const body = JSON.stringify({ email: anna.email, password: TEST_PASSWORD });
      const response = await fetch(`${gateway.url}/api/auth/login`, {
        method: 'POST',
        headers: { ...crossSiteHeaders, 'Content-Type': mediaType },
        body,
      });
      expect([response.status, response.headers.getSetCookie()]).toEqual([415, []]);
    },
  );

  it.each(['/api/auth/refresh', '/api/auth/logout'])(
    'uses the cookie for %s: refused, and the session goes on',
    async (path) => {
      const { anna } = await startGateway();
      expect(outcomeOf(await anna.browser.call('POST', path, { body: {}, headers: crossSiteHeaders }))).toEqual([
        403,
        'notAllowed',
      ]);
      expect(
        outcomeOf(await anna.browser.call('POST', '/api/auth/refresh', { body: {}, headers: { 'X-Mahlzeit': '1' } })),
      ).toEqual([200]);
    },
  );

  it.each([
    ['/api/auth/anonymous', {}],
    [
      '/api/auth/register',
      { email: 'neu@mahlzeit.test', password: TEST_PASSWORD, visible: true, policyAccepted: true },
    ],
    ['/api/auth/login', { email: 'anna@mahlzeit.test', password: TEST_PASSWORD }],
    ['/api/auth/refresh', {}],
    ['/api/auth/logout', {}],
  ])('replaces a session by %s: refused, no cookie, and nothing is made', async (path, body) => {
    const { gateway, anna } = await startGateway();
    const previousUserCount = await gateway.database.knex('user').count();
    const { cookie } = anna.browser;
    const senderHeaders: readonly Readonly<Record<string, string>>[] = [
      crossSiteHeaders,
      { 'Sec-Fetch-Site': 'cross-site' },
      { Origin: 'https://evil.example' },
      { Origin: 'null' },
    ];
    for (const foreignHeaders of senderHeaders) {
      expect(
        outcomeOf(await anna.browser.call('POST', path, { body, headers: { 'X-Mahlzeit': '1', ...foreignHeaders } })),
      ).toEqual([403, 'notAllowed']);
      expect(anna.browser.cookie).toBe(cookie);
    }
    expect(await gateway.database.knex('user').count()).toEqual(previousUserCount);
    expect(
      outcomeOf(await anna.browser.call('POST', '/api/auth/refresh', { body: {}, headers: { 'X-Mahlzeit': '1' } })),
    ).toEqual([200]);
  });

  it('replaces a session by an empty form, which needs no JSON: refused, no cookie', async () => {
    const { gateway } = await startGateway();
    const crossSiteAnswer = await fetch(`${gateway.url}/api/auth/anonymous`, {
      method: 'POST',
      headers: { ...crossSiteHeaders, 'Content-Type': 'application/x-www-form-urlencoded' },
    });
    expect([crossSiteAnswer.status, crossSiteAnswer.headers.getSetCookie()]).toEqual([403, []]);
  });

  it.each([
    ['the page itself', (url: string) => ({ Origin: url, 'Sec-Fetch-Site': 'same-origin' })],
    ['a browser that says only where it comes from', (url: string) => ({ Origin: url })],
    ['a remote alone, on another port', () => ({ Origin: 'http://127.0.0.1:4202' })],
    ['a page behind a proxy', () => ({ Origin: 'http://localhost:4202', 'Sec-Fetch-Site': 'same-origin' })],
    ['a program', () => ({})],
  ])('is not %s, which gets its session', async (_title, createHeaders) => {
    const { gateway } = await startGateway();
    const crossSiteAnswer = await fetch(`${gateway.url}/api/auth/anonymous`, {
      method: 'POST',
      headers: createHeaders(gateway.url),
    });
    expect(crossSiteAnswer.status).toBe(200);
  });

  it('asks whether it may send what only our pages send: it is told nothing that would allow it', async () => {
    const { gateway } = await startGateway();
    for (const path of ['/api/auth/refresh', '/api/auth/login', '/api/users/me']) {
      const refusedAnswer = await fetch(`${gateway.url}${path}`, {
        method: 'OPTIONS',
        headers: {
          ...crossSiteHeaders,
          'Access-Control-Request-Method': 'POST',
          'Access-Control-Request-Headers': 'x-mahlzeit',
        },
      });
      expect(refusedAnswer.headers.get('Access-Control-Allow-Origin')).toBeNull();
      expect(refusedAnswer.headers.get('Access-Control-Allow-Credentials')).toBeNull();
    }
  });
});

describe('attack: mailing strangers', () => {
  it('by registering one address after the other: sixty new people a minute come from one address, with a session or without', async () => {
    const gateway = await gateways.start({ environment: { RATE_LIMITS: 'default' } });
    const registerNumbered = (attemptNumber: number, token?: string) =>
      createBrowser(gateway.url).call('POST', '/api/auth/register', {
        body: {
          email: `fremd-${attemptNumber}@mahlzeit.test`,
          password: TEST_PASSWORD,
          visible: false,
          policyAccepted: true,
        },
        ...(token !== undefined && { token }),
      });
    const visitorSession = await visit(gateway);
    for (let attemptNumber = 1; attemptNumber <= 59; attemptNumber += 1)
      expect(outcomeOf(await registerNumbered(attemptNumber))).toEqual([200]);
    expect(outcomeOf(await registerNumbered(60))).toEqual(limitReachedOutcome);
    // A visitor who has a session can still register, because the limit concerns only registrations without a session.
    expect(outcomeOf(await registerNumbered(61, visitorSession.idToken))).toEqual([200]);
  });
});

describe('attack: passwords that nobody waits for', () => {
  it('by leaving as soon as a registration is sent: it costs nothing and leaves no account', async () => {
    // Semaphore with a single slot, which is occupied until the test aborts the request.
    const passwordSemaphore = createSemaphore(1);
    let [releaseOccupiedSlot, onSlotRequested, hashedPasswordCount] = [
      (): void => undefined,
      (_signal: AbortSignal | undefined): void => undefined,
      0,
    ];
    const occupyingJob = passwordSemaphore.run(
      () =>
        new Promise<void>((resolve) => {
          releaseOccupiedSlot = resolve;
        }),
    );
    const slotRequested = new Promise<AbortSignal | undefined>((resolve) => {
      onSlotRequested = resolve;
    });
    const passwordSlots: Semaphore = {
      run(slotJob, abortSignal) {
        onSlotRequested(abortSignal);
        return passwordSemaphore.run(() => {
          hashedPasswordCount += 1;
          return slotJob();
        }, abortSignal);
      },
    };
    const gateway = await gateways.start({ passwordSlots });
    const registerAs = (emailName: string, abortSignalOfRequest: AbortSignal | null = null) =>
      fetch(`${gateway.url}/api/auth/register`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({
          email: `${emailName}@mahlzeit.test`,
          password: TEST_PASSWORD,
          visible: false,
          policyAccepted: true,
        }),
        signal: abortSignalOfRequest,
      });
    const departureController = new AbortController();
    const abandonedRegistration = registerAs('gone', departureController.signal);
    const registrationSignal = await slotRequested;
    const registrationAborted = new Promise((resolve) =>
      registrationSignal?.addEventListener('abort', resolve, { once: true }),
    );
    departureController.abort();
    await expect(abandonedRegistration).rejects.toThrow('aborted');
    await registrationAborted;
    releaseOccupiedSlot();
    await occupyingJob;
    expect([(await registerAs('carla')).status, hashedPasswordCount]).toEqual([200, 1]);
    expect(
      outcomeOf(
        await createBrowser(gateway.url).call('POST', '/api/auth/login', {
          body: { email: 'gone@mahlzeit.test', password: TEST_PASSWORD },
        }),
      ),
    ).toEqual([401, 'ErrorNoAccount']);
  });
});

describe('attack: taking over an account', () => {
  it('by registering with another’s address first: the reset link ends every session of the squatter', async () => {
    const { gateway, anna: squatterAccount } = await startGateway();
    await squatterAccount.browser.call('POST', '/api/auth/password-reset', { body: { email: squatterAccount.email } });
    const token = await resetTokenFor(gateway, squatterAccount.email);
    await createBrowser(gateway.url).call('POST', '/api/auth/password-reset/confirm', {
      body: { token, password: 'mein eigenes' },
    });
    expect(outcomeOf(await squatterAccount.call('GET', '/api/users/me'))).toEqual([401, 'unauthenticated']);
    expect((await signIn(gateway, squatterAccount.email, 'mein eigenes')).account.uid).toBe(
      squatterAccount.account.uid,
    );
  });

  it('by fields that nobody may set: refused or passed over', async () => {
    const { anna } = await startGateway();
    for (const body of [
      { verificationCode: true },
      { email: 'b@mahlzeit.test' },
      { deleted: false },
      { uid: 'x' },
      { photoURL: '//evil.example/a.png' },
    ]) {
      expect(outcomeOf(await anna.call('PATCH', '/api/users/me', body))).toEqual([400, 'invalidRequest']);
    }
    await anna.call('PATCH', '/api/users/me', {
      isEmailVerified: true,
      passwordHash: 'x',
      thirdParty: 'google',
      policyVersion: 99,
      languageCode: 'de',
    });
    expect((await anna.call('GET', '/api/users/me')).body).toMatchObject({
      verificationCode: false,
      policyVersion: 1,
      languageCode: 'de',
    });
  });

  it('by verifying another’s address: a code counts for the address that it was mailed to', async () => {
    const { gateway, anna } = await startGateway();
    const verificationCode = await codeFor(gateway, anna.email);
    await anna.call('POST', '/api/users/verifyEmail', { code: verificationCode });
    await anna.call('PUT', '/api/auth/email', { email: 'opfer@mahlzeit.test', password: TEST_PASSWORD });
    if (verificationCode !== (await codeFor(gateway, 'opfer@mahlzeit.test')))
      expect((await anna.call('POST', '/api/users/verifyEmail', { code: verificationCode })).body).toEqual({
        success: false,
      });
    expect((await anna.call('GET', '/api/users/me')).body).toMatchObject({
      email: anna.email,
      pendingEmail: 'opfer@mahlzeit.test',
    });
  });
});
