import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inspect } from 'node:util';
import type { SignInIntent } from '@mahlzeit/contract';
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose';
import type { CryptoKey, GenerateKeyPairResult, JWTPayload } from 'jose';
import { createGoogleProvider } from './providers';
import type { ProviderClient } from './provider-client';

const now = Date.parse('2026-06-24T09:30:00Z');
const nowSeconds = now / 1000;

/** A fake OpenID issuer of the tests, with configurable responses. */
interface FakeIssuer {
  readonly url: string;
  readonly client: ProviderClient;
  /** Response of the fake issuer's token endpoint. */
  tokens: { status: number; body: object };
  /** Issuer name in the discovery document; null for the issuer's own URL. */
  calledName: string | null;
  /** Paths of the fake issuer's endpoints that respond with status 503. */
  readonly downPaths: Set<string>;
  readonly requestedUrls: string[];
  /** Sets the id token that the issuer's token endpoint returns from now on. */
  issueIdToken(idToken: string): void;
  claims(claimOverrides?: JWTPayload): JWTPayload;
  sign(
    claims: JWTPayload,
    forgeryOptions?: { readonly alg?: string; readonly kid?: string; readonly key?: CryptoKey | Uint8Array },
  ): Promise<string>;
}

const serverClosers: (() => void)[] = [];
afterEach(() => {
  for (const closeServer of serverClosers.splice(0)) closeServer();
});

const listeningPortOf = (address: string | AddressInfo | null): number =>
  typeof address === 'object' && address !== null ? address.port : 0;

// RSA keys of the fake issuer, created once for all tests, because generating them is slow.
let issuerKeys: GenerateKeyPairResult;
let foreignKeys: GenerateKeyPairResult;
beforeAll(async () => {
  issuerKeys = await generateKeyPair('RS256', { extractable: true });
  foreignKeys = await generateKeyPair('RS256');
});

const openIssuer = async (): Promise<FakeIssuer> => {
  const { privateKey, publicKey } = issuerKeys;
  const publicJwk = { ...(await exportJWK(publicKey)), kid: 'one', alg: 'RS256', use: 'sig' };
  const issuerServer = createServer((request, response) => {
    const path = request.url ?? '';
    let requestBody = '';
    request.on('data', (bodyChunk: Buffer) => (requestBody += bodyChunk.toString()));
    request.on('end', () => {
      fakeIssuer.requestedUrls.push(`${path} ${requestBody}`);
      const { url } = fakeIssuer;
      // Discovery document of the fake issuer. It also offers HS256 and `none`, because the OpenID package would accept
      // even unsigned tokens.
      const discoveryDocument = {
        issuer: fakeIssuer.calledName ?? url,
        authorization_endpoint: `${url}/auth`,
        token_endpoint: `${url}/token`,
        jwks_uri: `${url}/keys`,
        id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'],
      };
      const [tokenStatus, failureBody] =
        path === '/token'
          ? [fakeIssuer.tokens.status, fakeIssuer.tokens.body]
          : [200, path === '/keys' ? { keys: [publicJwk] } : discoveryDocument];
      response
        .writeHead(fakeIssuer.downPaths.has(path) ? 503 : tokenStatus, { 'Content-Type': 'application/json' })
        .end(JSON.stringify(failureBody));
    });
  });
  await new Promise<void>((resolve) => issuerServer.listen(0, '127.0.0.1', resolve));
  serverClosers.push(() => {
    issuerServer.closeAllConnections();
    issuerServer.close();
  });
  const url = `http://127.0.0.1:${listeningPortOf(issuerServer.address())}`;
  const fakeIssuer: FakeIssuer = {
    url,
    client: createGoogleProvider({ issuer: url, clientId: 'mahlzeit', clientSecret: 'geheim' }, () => now),
    tokens: { status: 200, body: {} },
    calledName: null,
    downPaths: new Set(),
    requestedUrls: [],
    issueIdToken(idToken) {
      fakeIssuer.tokens = { status: 200, body: { access_token: 'access-1', token_type: 'Bearer', id_token: idToken } };
    },
    claims: (claimOverrides = {}) => ({
      iss: url,
      aud: 'mahlzeit',
      sub: '42',
      email: 'Anna@Beispiel.de',
      email_verified: true,
      nonce: 'nonce-1',
      iat: nowSeconds,
      exp: nowSeconds + 3600,
      ...claimOverrides,
    }),
    sign: (claims, { alg = 'RS256', kid = 'one', key = privateKey } = {}) =>
      new SignJWT(claims).setProtectedHeader({ alg, kid }).sign(key),
  };
  return fakeIssuer;
};

const redirectUri = 'http://127.0.0.1:4000/api/auth/google/callback';

const identifyAt = (
  { client }: FakeIssuer,
  callbackFields: Readonly<Record<string, string>> = { code: 'code-1', state: 'state-1' },
  intent: SignInIntent = 'signIn',
) =>
  client.identify({
    fields: new Map(Object.entries(callbackFields)),
    redirectUri,
    nonce: 'nonce-1',
    verifier: 'verifier-1',
    intent,
  });

const signInRequest = { redirectUri, state: 's', nonce: 'n', challenge: 'c', intent: 'signIn' } as const;

it('trades the code with verifier and secret, and knows who it is', async () => {
  const fakeIssuer = await openIssuer();
  fakeIssuer.issueIdToken(await fakeIssuer.sign(fakeIssuer.claims()));
  expect(await identifyAt(fakeIssuer)).toEqual({
    ok: true,
    value: { subject: '42', email: 'anna@beispiel.de', isEmailVerified: true, name: null, pictureUrl: null },
  });
  const tokenForm = new URLSearchParams(
    fakeIssuer.requestedUrls.find((requestedUrl) => requestedUrl.startsWith('/token '))?.slice('/token '.length),
  );
  expect(Object.fromEntries(tokenForm)).toEqual({
    grant_type: 'authorization_code',
    code: 'code-1',
    redirect_uri: redirectUri,
    code_verifier: 'verifier-1',
    client_id: 'mahlzeit',
    client_secret: 'geheim',
  });
});

it('does not take an address for verified that the issuer does not vouch for', async () => {
  const fakeIssuer = await openIssuer();
  fakeIssuer.issueIdToken(await fakeIssuer.sign(fakeIssuer.claims({ email_verified: false })));
  expect(await identifyAt(fakeIssuer)).toMatchObject({ ok: true, value: { isEmailVerified: false } });
});

const forgeIdToken = async (fakeIssuer: FakeIssuer, forgeryName: string): Promise<string> => {
  const validToken = await fakeIssuer.sign(fakeIssuer.claims());
  const [tokenHeader = '', tokenPayload = '', tokenSignature = ''] = validToken.split('.');
  const claimsWithout = (claimName: string): JWTPayload =>
    Object.fromEntries(Object.entries(fakeIssuer.claims()).filter(([claimKey]) => claimKey !== claimName));
  const forgedTokenByName: Readonly<Record<string, () => string | Promise<string>>> = {
    'alg none': () => new UnsecuredJWT(fakeIssuer.claims()).encode(),
    'no signature': () => `${tokenHeader}.${tokenPayload}.`,
    'the key of somebody else': () => fakeIssuer.sign(fakeIssuer.claims(), { key: foreignKeys.privateKey }),
    'an unknown key': () => fakeIssuer.sign(fakeIssuer.claims(), { kid: 'two' }),
    'a symmetric key': () =>
      fakeIssuer.sign(fakeIssuer.claims(), { alg: 'HS256', key: new TextEncoder().encode('geheim'.repeat(8)) }),
    'another payload': () =>
      `${tokenHeader}.${Buffer.from(JSON.stringify(fakeIssuer.claims({ sub: '43' }))).toString('base64url')}.${tokenSignature}`,
    'another issuer': () => fakeIssuer.sign(fakeIssuer.claims({ iss: 'https://evil.example' })),
    'another audience': () => fakeIssuer.sign(fakeIssuer.claims({ aud: 'other-app' })),
    'several audiences and another holder': () =>
      fakeIssuer.sign(fakeIssuer.claims({ aud: ['mahlzeit', 'other-app'], azp: 'other-app' })),
    'another nonce': () => fakeIssuer.sign(fakeIssuer.claims({ nonce: 'nonce-2' })),
    'no nonce': () => fakeIssuer.sign(claimsWithout('nonce')),
    'nobody in it': () => fakeIssuer.sign(claimsWithout('sub')),
    'no end': () => fakeIssuer.sign(claimsWithout('exp')),
    'its end behind it': () => fakeIssuer.sign(fakeIssuer.claims({ exp: nowSeconds - 61 })),
    'its beginning in the future': () => fakeIssuer.sign(fakeIssuer.claims({ iat: nowSeconds + 61 })),
    'an age of a day': () => fakeIssuer.sign(fakeIssuer.claims({ iat: nowSeconds - 86_400 })),
    'no token in it': () => 'nonsense',
  };
  return forgedTokenByName[forgeryName]?.() ?? '';
};

it.each([
  'alg none',
  'no signature',
  'the key of somebody else',
  'an unknown key',
  'a symmetric key',
  'another payload',
  'another issuer',
  'another audience',
  'several audiences and another holder',
  'another nonce',
  'no nonce',
  'nobody in it',
  'no end',
  'its end behind it',
  'its beginning in the future',
  'an age of a day',
  'no token in it',
])('attack: forged id token. Refuses one with %s', async (forgeryName) => {
  const fakeIssuer = await openIssuer();
  fakeIssuer.issueIdToken(await fakeIssuer.sign(fakeIssuer.claims()));
  expect(await identifyAt(fakeIssuer)).toMatchObject({ ok: true });
  fakeIssuer.issueIdToken(await forgeIdToken(fakeIssuer, forgeryName));
  expect(await identifyAt(fakeIssuer)).toMatchObject({ ok: false, error: { code: 'notAllowed' } });
});

it('attack: false issuer. Refuses one that calls itself otherwise', async () => {
  const fakeIssuer = await openIssuer();
  fakeIssuer.calledName = 'https://accounts.google.com';
  expect(await identifyAt(fakeIssuer)).toMatchObject({ ok: false, error: { code: 'notAllowed' } });
  expect(fakeIssuer.requestedUrls.some((requestedUrl) => requestedUrl.startsWith('/token'))).toBe(false);
});

it.each([
  [400, { error: 'invalid_grant' }, 'notAllowed'],
  [401, { error: 'invalid_client' }, 'notAllowed'],
  [503, {}, 'unavailable'],
  [429, {}, 'unavailable'],
  [302, {}, 'unavailable'],
  [200, { access_token: 'x', token_type: 'Bearer' }, 'notAllowed'],
] as const)('tells from status %s with %j that it is %s', async (answerStatus, responseBody, expectedCode) => {
  const fakeIssuer = await openIssuer();
  fakeIssuer.tokens = { status: answerStatus, body: responseBody };
  expect(await identifyAt(fakeIssuer)).toMatchObject({ ok: false, error: { code: expectedCode } });
});

it('attack: mix-up. Takes no code that another issuer has sent', async () => {
  const fakeIssuer = await openIssuer();
  fakeIssuer.issueIdToken(await fakeIssuer.sign(fakeIssuer.claims()));
  expect(await identifyAt(fakeIssuer, { code: 'code-1', iss: 'https://evil.example' })).toMatchObject({
    ok: false,
    error: { code: 'notAllowed' },
  });
  expect(fakeIssuer.requestedUrls.some((requestedUrl) => requestedUrl.startsWith('/token'))).toBe(false);
  expect(await identifyAt(fakeIssuer, { code: 'code-1', iss: fakeIssuer.url })).toMatchObject({ ok: true });
});

it('refuses an answer without a code', async () => {
  expect(await identifyAt(await openIssuer(), { state: 'state-1' })).toMatchObject({
    ok: false,
    error: { code: 'notAllowed' },
  });
});

it('attack: eavesdropping. Uses plain HTTP only for an issuer that has a plain address itself', async () => {
  const issuerUrl = 'https://issuer.example';
  const createFailedAnswer = () =>
    Response.json({
      issuer: issuerUrl,
      authorization_endpoint: 'http://issuer.example/auth',
      token_endpoint: 'http://issuer.example/token',
      jwks_uri: 'http://issuer.example/keys',
    });
  const fetchSpy = jest.spyOn(globalThis, 'fetch').mockImplementation(async () => createFailedAnswer());
  serverClosers.push(() => fetchSpy.mockRestore());
  const googleProvider = createGoogleProvider(
    { issuer: issuerUrl, clientId: 'mahlzeit', clientSecret: 'geheim' },
    () => now,
  );
  expect(await googleProvider.signInPageUrl(signInRequest)).toMatchObject({ ok: false, error: { code: 'notAllowed' } });
  expect(
    await googleProvider.identify({
      fields: new Map([['code', 'code-1']]),
      redirectUri,
      nonce: 'nonce-1',
      verifier: 'verifier-1',
      intent: 'signIn',
    }),
  ).toMatchObject({ ok: false, error: { code: 'notAllowed' } });
  expect(fetchSpy.mock.calls.map(([url]) => `${String(url)}`)).toEqual([
    `${issuerUrl}/.well-known/openid-configuration`,
  ]);
});

it('attack: secrets in the log. Says why it failed without a word of code, verifier, secret or token', async () => {
  const fakeIssuer = await openIssuer();
  const idToken = await forgeIdToken(fakeIssuer, 'the key of somebody else');
  const errorCauses: unknown[] = [];
  const expectFailure = async (callbackFields?: Readonly<Record<string, string>>) => {
    const personResult = await identifyAt(fakeIssuer, callbackFields);
    errorCauses.push(personResult.ok ? 'nothing failed' : personResult.error.cause);
  };
  fakeIssuer.issueIdToken(idToken);
  await expectFailure();
  await expectFailure({ code: 'code-1', iss: 'https://evil.example' });
  fakeIssuer.tokens = { status: 400, body: { error: 'invalid_grant', error_description: 'code-1 is over' } };
  await expectFailure();
  fakeIssuer.tokens = { status: 200, body: { access_token: 'access-1', id_token: idToken } };
  await expectFailure();
  const loggedText = inspect(errorCauses, { depth: null, showHidden: true });
  for (const expectedText of ['signature', 'iss', '400 invalid_grant', 'token_type'])
    expect(loggedText).toContain(expectedText);
  for (const secretText of ['nothing failed', 'code-1', 'verifier-1', 'geheim', 'access-1', ...idToken.split('.')])
    expect(loggedText).not.toContain(secretText);
});

it('distinguishes unavailable keys from a forged token', async () => {
  const fakeIssuer = await openIssuer();
  fakeIssuer.issueIdToken(await fakeIssuer.sign(fakeIssuer.claims()));
  fakeIssuer.downPaths.add('/keys');
  expect(await identifyAt(fakeIssuer)).toMatchObject({ ok: false, error: { code: 'unavailable' } });
  fakeIssuer.downPaths.clear();
  expect(await identifyAt(fakeIssuer)).toMatchObject({ ok: true });
});

it('asks again where the issuer was away, and remembers one that was there with its keys', async () => {
  const fakeIssuer = await openIssuer();
  fakeIssuer.issueIdToken(await fakeIssuer.sign(fakeIssuer.claims()));
  fakeIssuer.downPaths.add('/.well-known/openid-configuration');
  expect(await fakeIssuer.client.signInPageUrl(signInRequest)).toMatchObject({
    ok: false,
    error: { code: 'unavailable' },
  });
  fakeIssuer.downPaths.clear();
  expect(await fakeIssuer.client.signInPageUrl(signInRequest)).toMatchObject({ ok: true });
  expect([await identifyAt(fakeIssuer), await identifyAt(fakeIssuer)]).toMatchObject([{ ok: true }, { ok: true }]);
  const countRequests = (path: string) =>
    fakeIssuer.requestedUrls.filter((requestedUrl) => requestedUrl.startsWith(path)).length;
  expect([countRequests('/.well-known'), countRequests('/keys')]).toEqual([2, 1]);
});

it('reports an unreachable issuer as unavailable', async () => {
  const unreachableProvider = createGoogleProvider(
    { issuer: 'http://127.0.0.1:1', clientId: 'mahlzeit', clientSecret: 'geheim' },
    () => now,
  );
  expect(await unreachableProvider.signInPageUrl(signInRequest)).toMatchObject({
    ok: false,
    error: { code: 'unavailable' },
  });
});

describe('a proof of identity', () => {
  const proveWith = async (authTime: number | undefined) => {
    const issuer = await openIssuer();
    issuer.issueIdToken(await issuer.sign(issuer.claims(authTime === undefined ? {} : { auth_time: authTime })));
    return identifyAt(issuer, { code: 'code-1', state: 'state-1' }, 'reauthenticate');
  };

  it('counts when the person has signed in within the last five minutes', async () => {
    expect(await proveWith(nowSeconds - 4 * 60)).toMatchObject({ ok: true, value: { subject: '42' } });
  });

  it.each([
    ['is too old', nowSeconds - 7 * 60],
    ['has no time', undefined],
  ])('is refused where the sign-in %s', async (_title, authTime) => {
    expect(await proveWith(authTime)).toMatchObject({ ok: false, error: { code: 'notAllowed' } });
  });
});
