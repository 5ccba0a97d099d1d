import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose';
import type { CryptoKey, GenerateKeyPairResult, JWTPayload } from 'jose';
import { createGoogleClient } from './providers';
import type { ProviderClient } from './provider-client';

const now = Date.parse('2026-06-24T09:30:00Z');
const seconds = now / 1000;

/** An issuer that says whatever it is told to. */
interface Issuer {
  readonly url: string;
  readonly client: ProviderClient;
  /** The answer of its token endpoint. */
  tokens: { status: number; body: object };
  /** The issuer that its discovery names; null: its own address. */
  calledName: string | null;
  readonly asked: string[];
  claims(overrides?: JWTPayload): JWTPayload;
  sign(claims: JWTPayload, how?: { readonly alg?: string; readonly kid?: string; readonly key?: CryptoKey | Uint8Array }): Promise<string>;
}

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

const portOf = (address: string | AddressInfo | null): number => (typeof address === 'object' && address !== null ? address.port : 0);

// Made once: such keys take their time.
let own: GenerateKeyPairResult;
let others: GenerateKeyPairResult;
beforeAll(async () => {
  own = await generateKeyPair('RS256', { extractable: true });
  others = await generateKeyPair('RS256');
});

const openIssuer = async (): Promise<Issuer> => {
  const { privateKey, publicKey } = own;
  const jwk = { ...(await exportJWK(publicKey)), kid: 'one', alg: 'RS256', use: 'sig' };
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      issuer.asked.push(`${path} ${body}`);
      const { url } = issuer;
      const discovery = { issuer: issuer.calledName ?? url, authorization_endpoint: `${url}/auth`, token_endpoint: `${url}/token`, jwks_uri: `${url}/keys` };
      const [status, answer] = path === '/token' ? [issuer.tokens.status, issuer.tokens.body] : [200, path === '/keys' ? { keys: [jwk] } : discovery];
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(answer));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${portOf(server.address())}`;
  const issuer: Issuer = {
    url,
    client: createGoogleClient({ issuer: url, clientId: 'mahlzeit', clientSecret: 'geheim' }, () => now),
    tokens: { status: 200, body: {} },
    calledName: null,
    asked: [],
    claims: (overrides = {}) => ({ iss: url, aud: 'mahlzeit', sub: '42', email: 'Anna@Beispiel.de', email_verified: true, nonce: 'nonce-1', iat: seconds, exp: seconds + 3600, ...overrides }),
    sign: (claims, { alg = 'RS256', kid = 'one', key = privateKey } = {}) => new SignJWT(claims).setProtectedHeader({ alg, kid }).sign(key),
  };
  return issuer;
};

const identify = ({ client }: Issuer) =>
  client.identify({ fields: new Map([['code', 'code-1'], ['state', 'state-1']]), redirectUri: 'http://127.0.0.1:4000/api/auth/google/callback', nonce: 'nonce-1', verifier: 'verifier-1' });

it('trades the code with verifier and secret, and knows who it is', async () => {
  const issuer = await openIssuer();
  issuer.tokens.body = { id_token: await issuer.sign(issuer.claims()) };
  expect(await identify(issuer)).toEqual({ ok: true, value: { subject: '42', email: 'anna@beispiel.de', isEmailVerified: true, name: null, pictureUrl: null } });
  const form = new URLSearchParams(issuer.asked.find((line) => line.startsWith('/token '))?.slice('/token '.length));
  expect(Object.fromEntries(form)).toEqual({
    grant_type: 'authorization_code', code: 'code-1', redirect_uri: 'http://127.0.0.1:4000/api/auth/google/callback', code_verifier: 'verifier-1', client_id: 'mahlzeit', client_secret: 'geheim',
  });
});

it('does not take an address for verified that the issuer does not vouch for', async () => {
  const issuer = await openIssuer();
  issuer.tokens.body = { id_token: await issuer.sign(issuer.claims({ email_verified: false })) };
  expect(await identify(issuer)).toMatchObject({ ok: true, value: { isEmailVerified: false } });
});

const forge = async (issuer: Issuer, how: string): Promise<string> => {
  const right = await issuer.sign(issuer.claims());
  const [header = '', payload = '', signature = ''] = right.split('.');
  const without = (name: string): JWTPayload => Object.fromEntries(Object.entries(issuer.claims()).filter(([claim]) => claim !== name));
  const tokens: Readonly<Record<string, () => string | Promise<string>>> = {
    'alg none': () => new UnsecuredJWT(issuer.claims()).encode(),
    'no signature': () => `${header}.${payload}.`,
    'the key of somebody else': () => issuer.sign(issuer.claims(), { key: others.privateKey }),
    'an unknown key': () => issuer.sign(issuer.claims(), { kid: 'two' }),
    'a symmetric key': () => issuer.sign(issuer.claims(), { alg: 'HS256', key: new TextEncoder().encode('geheim'.repeat(8)) }),
    'another payload': () => `${header}.${Buffer.from(JSON.stringify(issuer.claims({ sub: '43' }))).toString('base64url')}.${signature}`,
    'another issuer': () => issuer.sign(issuer.claims({ iss: 'https://evil.example' })),
    'another audience': () => issuer.sign(issuer.claims({ aud: 'other-app' })),
    'several audiences and another holder': () => issuer.sign(issuer.claims({ aud: ['mahlzeit', 'other-app'], azp: 'other-app' })),
    'another nonce': () => issuer.sign(issuer.claims({ nonce: 'nonce-2' })),
    'no nonce': () => issuer.sign(without('nonce')),
    'nobody in it': () => issuer.sign(without('sub')),
    'no end': () => issuer.sign(without('exp')),
    'its end behind it': () => issuer.sign(issuer.claims({ exp: seconds - 61 })),
    'its beginning in the future': () => issuer.sign(issuer.claims({ iat: seconds + 61 })),
    'an age of a day': () => issuer.sign(issuer.claims({ iat: seconds - 86_400 })),
    'no token in it': () => 'nonsense',
  };
  return tokens[how]?.() ?? '';
};

it.each([
  'alg none', 'no signature', 'the key of somebody else', 'an unknown key', 'a symmetric key', 'another payload', 'another issuer', 'another audience', 'several audiences and another holder', 'another nonce',
  'no nonce', 'nobody in it', 'no end', 'its end behind it', 'its beginning in the future', 'an age of a day', 'no token in it',
])('attack: forged id token. Refuses one with %s', async (how) => {
  const issuer = await openIssuer();
  issuer.tokens.body = { id_token: await forge(issuer, how) };
  expect(await identify(issuer)).toMatchObject({ ok: false, error: { code: 'notAllowed' } });
});

it('attack: false issuer. Refuses one that calls itself otherwise', async () => {
  const issuer = await openIssuer();
  issuer.calledName = 'https://accounts.google.com';
  expect(await identify(issuer)).toMatchObject({ ok: false, error: { code: 'notAllowed' } });
  expect(issuer.asked.some((line) => line.startsWith('/token'))).toBe(false);
});

it.each([
  [400, { error: 'invalid_grant' }, 'notAllowed'],
  [401, { error: 'invalid_client' }, 'notAllowed'],
  [503, {}, 'unavailable'],
  [200, { access_token: 'x' }, 'unavailable'],
] as const)('tells from status %s with %j that it is %s', async (status, body, code) => {
  const issuer = await openIssuer();
  issuer.tokens = { status, body };
  expect(await identify(issuer)).toMatchObject({ ok: false, error: { code } });
});

it('asks again where the issuer was away, and remembers one that was there', async () => {
  const issuer = await openIssuer();
  issuer.tokens.body = { id_token: await issuer.sign(issuer.claims()) };
  issuer.calledName = 'somebody else';
  await identify(issuer);
  issuer.calledName = null;
  await identify(issuer);
  await identify(issuer);
  expect(issuer.asked.filter((line) => line.startsWith('/.well-known'))).toHaveLength(2);
  const away = createGoogleClient({ issuer: 'http://127.0.0.1:1', clientId: 'mahlzeit', clientSecret: 'geheim' }, () => now);
  const question = { redirectUri: 'http://127.0.0.1:4000/api/auth/google/callback', state: 's', nonce: 'n', challenge: 'c', intent: 'signIn' } as const;
  expect(await away.pageFor(question)).toMatchObject({ ok: false, error: { code: 'unavailable' } });
});
