import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inspect } from 'node:util';
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose';
import type { CryptoKey, GenerateKeyPairResult, JWTPayload } from 'jose';
import { createGoogleProvider } from './providers';
import type { ProviderClient } from './provider-client';

const now = Date.parse('2026-06-24T09:30:00Z');
const nowS = now / 1000;

/** A fake OpenID issuer with configurable responses. */
interface Issuer {
  readonly url: string;
  readonly client: ProviderClient;
  /** Response of the issuer's token endpoint. */
  tokens: { status: number; body: object };
  /** Issuer name in the discovery document; null for the issuer's own URL. */
  calledName: string | null;
  /** Paths of the endpoints that respond with status 503. */
  readonly downPaths: Set<string>;
  readonly requestedUrls: string[];
  /** Sets the id token that the issuer's token endpoint returns from now on. */
  issueIdToken(idToken: string): void;
  claims(overrides?: JWTPayload): JWTPayload;
  sign(
    claims: JWTPayload,
    forgery?: { readonly alg?: string; readonly kid?: string; readonly key?: CryptoKey | Uint8Array },
  ): Promise<string>;
}

const closeFunctions: (() => void)[] = [];
afterEach(() => {
  for (const close of closeFunctions.splice(0)) close();
});

const portOf = (address: string | AddressInfo | null): number =>
  typeof address === 'object' && address !== null ? address.port : 0;

// The keys are created once for all tests, because generating RSA keys is slow.
let issuerKeys: GenerateKeyPairResult;
let foreignKeys: GenerateKeyPairResult;
beforeAll(async () => {
  issuerKeys = await generateKeyPair('RS256', { extractable: true });
  foreignKeys = await generateKeyPair('RS256');
});

const openIssuer = async (): Promise<Issuer> => {
  const { privateKey, publicKey } = issuerKeys;
  const publicJwk = { ...(await exportJWK(publicKey)), kid: 'one', alg: 'RS256', use: 'sig' };
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      issuer.requestedUrls.push(`${path} ${body}`);
      const { url } = issuer;
      // The document also offers HS256 and `none`, because the OpenID package would accept even unsigned tokens.
      const discovery = {
        issuer: issuer.calledName ?? url,
        authorization_endpoint: `${url}/auth`,
        token_endpoint: `${url}/token`,
        jwks_uri: `${url}/keys`,
        id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'],
      };
      const [status, failedAnswer] =
        path === '/token'
          ? [issuer.tokens.status, issuer.tokens.body]
          : [200, path === '/keys' ? { keys: [publicJwk] } : discovery];
      response
        .writeHead(issuer.downPaths.has(path) ? 503 : status, { 'Content-Type': 'application/json' })
        .end(JSON.stringify(failedAnswer));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closeFunctions.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${portOf(server.address())}`;
  const issuer: Issuer = {
    url,
    client: createGoogleProvider({ issuer: url, clientId: 'mahlzeit', clientSecret: 'geheim' }, () => now),
    tokens: { status: 200, body: {} },
    calledName: null,
    downPaths: new Set(),
    requestedUrls: [],
    issueIdToken(idToken) {
      issuer.tokens = { status: 200, body: { access_token: 'access-1', token_type: 'Bearer', id_token: idToken } };
    },
    claims: (overrides = {}) => ({
      iss: url,
      aud: 'mahlzeit',
      sub: '42',
      email: 'Anna@Beispiel.de',
      email_verified: true,
      nonce: 'nonce-1',
      iat: nowS,
      exp: nowS + 3600,
      ...overrides,
    }),
    sign: (claims, { alg = 'RS256', kid = 'one', key = privateKey } = {}) =>
      new SignJWT(claims).setProtectedHeader({ alg, kid }).sign(key),
  };
  return issuer;
};

const redirectUri = 'http://127.0.0.1:4000/api/auth/google/callback';

const identify = (
  { client }: Issuer,
  fields: Readonly<Record<string, string>> = { code: 'code-1', state: 'state-1' },
) =>
  client.identify({ fields: new Map(Object.entries(fields)), redirectUri, nonce: 'nonce-1', verifier: 'verifier-1' });

const signInRequest = { redirectUri, state: 's', nonce: 'n', challenge: 'c', intent: 'signIn' } as const;

it('trades the code with verifier and secret, and knows who it is', async () => {
  const issuer = await openIssuer();
  issuer.issueIdToken(await issuer.sign(issuer.claims()));
  expect(await identify(issuer)).toEqual({
    ok: true,
    value: { subject: '42', email: 'anna@beispiel.de', isEmailVerified: true, name: null, pictureUrl: null },
  });
  const form = new URLSearchParams(
    issuer.requestedUrls.find((requestedUrl) => requestedUrl.startsWith('/token '))?.slice('/token '.length),
  );
  expect(Object.fromEntries(form)).toEqual({
    grant_type: 'authorization_code',
    code: 'code-1',
    redirect_uri: redirectUri,
    code_verifier: 'verifier-1',
    client_id: 'mahlzeit',
    client_secret: 'geheim',
  });
});

it('does not take an address for verified that the issuer does not vouch for', async () => {
  const issuer = await openIssuer();
  issuer.issueIdToken(await issuer.sign(issuer.claims({ email_verified: false })));
  expect(await identify(issuer)).toMatchObject({ ok: true, value: { isEmailVerified: false } });
});

const forge = async (issuer: Issuer, forgery: string): Promise<string> => {
  const validToken = await issuer.sign(issuer.claims());
  const [header = '', payload = '', signature = ''] = validToken.split('.');
  const claimsWithout = (name: string): JWTPayload =>
    Object.fromEntries(Object.entries(issuer.claims()).filter(([claim]) => claim !== name));
  const tokenByForgery: Readonly<Record<string, () => string | Promise<string>>> = {
    'alg none': () => new UnsecuredJWT(issuer.claims()).encode(),
    'no signature': () => `${header}.${payload}.`,
    'the key of somebody else': () => issuer.sign(issuer.claims(), { key: foreignKeys.privateKey }),
    'an unknown key': () => issuer.sign(issuer.claims(), { kid: 'two' }),
    'a symmetric key': () =>
      issuer.sign(issuer.claims(), { alg: 'HS256', key: new TextEncoder().encode('geheim'.repeat(8)) }),
    'another payload': () =>
      `${header}.${Buffer.from(JSON.stringify(issuer.claims({ sub: '43' }))).toString('base64url')}.${signature}`,
    'another issuer': () => issuer.sign(issuer.claims({ iss: 'https://evil.example' })),
    'another audience': () => issuer.sign(issuer.claims({ aud: 'other-app' })),
    'several audiences and another holder': () =>
      issuer.sign(issuer.claims({ aud: ['mahlzeit', 'other-app'], azp: 'other-app' })),
    'another nonce': () => issuer.sign(issuer.claims({ nonce: 'nonce-2' })),
    'no nonce': () => issuer.sign(claimsWithout('nonce')),
    'nobody in it': () => issuer.sign(claimsWithout('sub')),
    'no end': () => issuer.sign(claimsWithout('exp')),
    'its end behind it': () => issuer.sign(issuer.claims({ exp: nowS - 61 })),
    'its beginning in the future': () => issuer.sign(issuer.claims({ iat: nowS + 61 })),
    'an age of a day': () => issuer.sign(issuer.claims({ iat: nowS - 86_400 })),
    'no token in it': () => 'nonsense',
  };
  return tokenByForgery[forgery]?.() ?? '';
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
])('attack: forged id token. Refuses one with %s', async (forgery) => {
  const issuer = await openIssuer();
  issuer.issueIdToken(await issuer.sign(issuer.claims()));
  expect(await identify(issuer)).toMatchObject({ ok: true });
  issuer.issueIdToken(await forge(issuer, forgery));
  expect(await identify(issuer)).toMatchObject({ ok: false, error: { code: 'notAllowed' } });
});

it('attack: false issuer. Refuses one that calls itself otherwise', async () => {
  const issuer = await openIssuer();
  issuer.calledName = 'https://accounts.google.com';
  expect(await identify(issuer)).toMatchObject({ ok: false, error: { code: 'notAllowed' } });
  expect(issuer.requestedUrls.some((requestedUrl) => requestedUrl.startsWith('/token'))).toBe(false);
});

it.each([
  [400, { error: 'invalid_grant' }, 'notAllowed'],
  [401, { error: 'invalid_client' }, 'notAllowed'],
  [503, {}, 'unavailable'],
  [429, {}, 'unavailable'],
  [302, {}, 'unavailable'],
  [200, { access_token: 'x', token_type: 'Bearer' }, 'notAllowed'],
] as const)('tells from status %s with %j that it is %s', async (status, body, code) => {
  const issuer = await openIssuer();
  issuer.tokens = { status, body };
  expect(await identify(issuer)).toMatchObject({ ok: false, error: { code } });
});

it('attack: mix-up. Takes no code that another issuer has sent', async () => {
  const issuer = await openIssuer();
  issuer.issueIdToken(await issuer.sign(issuer.claims()));
  expect(await identify(issuer, { code: 'code-1', iss: 'https://evil.example' })).toMatchObject({
    ok: false,
    error: { code: 'notAllowed' },
  });
  expect(issuer.requestedUrls.some((requestedUrl) => requestedUrl.startsWith('/token'))).toBe(false);
  expect(await identify(issuer, { code: 'code-1', iss: issuer.url })).toMatchObject({ ok: true });
});

it('refuses an answer without a code', async () => {
  expect(await identify(await openIssuer(), { state: 'state-1' })).toMatchObject({
    ok: false,
    error: { code: 'notAllowed' },
  });
});

it('attack: eavesdropping. Uses plain HTTP only for an issuer that has a plain address itself', async () => {
  const issuer = 'https://issuer.example';
  const failedAnswer = () =>
    Response.json({
      issuer,
      authorization_endpoint: 'http://issuer.example/auth',
      token_endpoint: 'http://issuer.example/token',
      jwks_uri: 'http://issuer.example/keys',
    });
  const fetchSpy = jest.spyOn(globalThis, 'fetch').mockImplementation(async () => failedAnswer());
  closeFunctions.push(() => fetchSpy.mockRestore());
  const client = createGoogleProvider({ issuer, clientId: 'mahlzeit', clientSecret: 'geheim' }, () => now);
  expect(await client.signInPageUrl(signInRequest)).toMatchObject({ ok: false, error: { code: 'notAllowed' } });
  expect(
    await client.identify({
      fields: new Map([['code', 'code-1']]),
      redirectUri,
      nonce: 'nonce-1',
      verifier: 'verifier-1',
    }),
  ).toMatchObject({ ok: false, error: { code: 'notAllowed' } });
  expect(fetchSpy.mock.calls.map(([url]) => `${String(url)}`)).toEqual([`${issuer}/.well-known/openid-configuration`]);
});

it('attack: secrets in the log. Says why it failed without a word of code, verifier, secret or token', async () => {
  const issuer = await openIssuer();
  const idToken = await forge(issuer, 'the key of somebody else');
  const causes: unknown[] = [];
  const expectFailure = async (fields?: Readonly<Record<string, string>>) => {
    const personResult = await identify(issuer, fields);
    causes.push(personResult.ok ? 'nothing failed' : personResult.error.cause);
  };
  issuer.issueIdToken(idToken);
  await expectFailure();
  await expectFailure({ code: 'code-1', iss: 'https://evil.example' });
  issuer.tokens = { status: 400, body: { error: 'invalid_grant', error_description: 'code-1 is over' } };
  await expectFailure();
  issuer.tokens = { status: 200, body: { access_token: 'access-1', id_token: idToken } };
  await expectFailure();
  const loggedText = inspect(causes, { depth: null, showHidden: true });
  for (const logText of ['signature', 'iss', '400 invalid_grant', 'token_type']) expect(loggedText).toContain(logText);
  for (const secret of ['nothing failed', 'code-1', 'verifier-1', 'geheim', 'access-1', ...idToken.split('.')])
    expect(loggedText).not.toContain(secret);
});

it('distinguishes unavailable keys from a forged token', async () => {
  const issuer = await openIssuer();
  issuer.issueIdToken(await issuer.sign(issuer.claims()));
  issuer.downPaths.add('/keys');
  expect(await identify(issuer)).toMatchObject({ ok: false, error: { code: 'unavailable' } });
  issuer.downPaths.clear();
  expect(await identify(issuer)).toMatchObject({ ok: true });
});

it('asks again where the issuer was away, and remembers one that was there with its keys', async () => {
  const issuer = await openIssuer();
  issuer.issueIdToken(await issuer.sign(issuer.claims()));
  issuer.downPaths.add('/.well-known/openid-configuration');
  expect(await issuer.client.signInPageUrl(signInRequest)).toMatchObject({ ok: false, error: { code: 'unavailable' } });
  issuer.downPaths.clear();
  expect(await issuer.client.signInPageUrl(signInRequest)).toMatchObject({ ok: true });
  expect([await identify(issuer), await identify(issuer)]).toMatchObject([{ ok: true }, { ok: true }]);
  const countRequests = (path: string) =>
    issuer.requestedUrls.filter((requestedUrl) => requestedUrl.startsWith(path)).length;
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
