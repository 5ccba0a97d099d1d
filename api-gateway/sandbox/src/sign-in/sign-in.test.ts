import { createHash } from 'node:crypto';
import { createLocalJWKSet, importPKCS8, jwtVerify, SignJWT } from 'jose';
import sharp from 'sharp';
import request, { type Response } from 'supertest';
import { sandboxStages, type SandboxStage } from '../fake-stage';
import type { ProviderName } from './provider';

const verifier = 'v'.repeat(43);
const challenge = createHash('sha256').update(verifier).digest('base64url');
const redirectUri = (provider: ProviderName): string => `http://127.0.0.1:4000/api/auth/${provider}/callback`;

const loginPath = { google: '/google/auth', apple: '/apple/auth/authorize', facebook: '/facebook/v23.0/dialog/oauth' } as const;
const tokenPath = { google: '/google/token', apple: '/apple/auth/token', facebook: '/facebook/v23.0/oauth/access_token' } as const;

const queryOf = ({ sandbox }: SandboxStage, provider: ProviderName, overrides: Readonly<Record<string, string>> = {}): Record<string, string> => ({
  client_id: sandbox.signIn[provider].clientId,
  redirect_uri: redirectUri(provider),
  response_type: 'code',
  scope: provider === 'apple' ? 'openid name email' : 'openid email',
  state: 'state-1',
  nonce: 'nonce-1',
  code_challenge: challenge,
  code_challenge_method: 'S256',
  ...(provider === 'apple' ? { response_mode: 'form_post' } : {}),
  ...overrides,
});

const signIn = async (stage: SandboxStage, provider: ProviderName, body: Readonly<Record<string, unknown>>): Promise<Response> =>
  request(stage.sandbox.app).post(loginPath[provider]).query(queryOf(stage, provider)).send({ result: 'allow', ...body });

/** What the provider sends back, from the address or from the form. */
const answerOf = ({ headers, text }: Response): Map<string, string> => {
  const { location } = headers;
  if (location !== undefined) return new Map(new URL(location).searchParams);
  const unescape = (value: string): string => value.replaceAll('&quot;', '"').replaceAll('&amp;', '&');
  return new Map([...text.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(([, name = '', value = '']) => [name, unescape(value)]));
};

const appleSecret = async ({ sandbox, clock }: SandboxStage, overrides: { readonly kid?: string } = {}): Promise<string> => {
  const { clientId, teamId, keyId, issuer, privateKey } = sandbox.signIn.apple;
  const issuedAt = Math.floor(clock.realNow() / 1000);
  return new SignJWT().setProtectedHeader({ alg: 'ES256', kid: overrides.kid ?? keyId }).setIssuer(teamId).setSubject(clientId).setAudience(issuer).setIssuedAt(issuedAt).setExpirationTime(issuedAt + 300)
    .sign(await importPKCS8(privateKey, 'ES256'));
};

const redeem = async (stage: SandboxStage, provider: ProviderName, fields: Readonly<Record<string, string>>): Promise<Response> => {
  const client = stage.sandbox.signIn[provider];
  const secret = 'clientSecret' in client ? client.clientSecret : await appleSecret(stage);
  const form = { grant_type: 'authorization_code', client_id: client.clientId, client_secret: secret, redirect_uri: redirectUri(provider), code_verifier: verifier, ...fields };
  return request(stage.sandbox.app).post(tokenPath[provider]).type('form').send(form);
};

describe('the sign-in pages', () => {
  const stages = sandboxStages();

  it.each(['google', 'apple', 'facebook'] as const)('of %s shows itself as a copy and sends nobody elsewhere', async (provider) => {
    const stage = await stages.open();
    const page = await request(stage.sandbox.app).get(loginPath[provider]).query(queryOf(stage, provider));
    expect(page.status).toBe(200);
    expect(page.text).toContain('nachgebildete Anmeldeseite');
    expect(page.headers['content-security-policy']).toContain("form-action 'self' http://127.0.0.1:4000;");
    for (const [name, value] of [['client_id', 'x'], ['redirect_uri', 'https://evil.example/'], ['response_type', 'token'], ['code_challenge_method', 'plain']] as const) {
      const wrong = { [name]: value };
      const refused = await request(stage.sandbox.app).post(loginPath[provider]).query(queryOf(stage, provider, wrong)).send({ email: 'a@b.de', result: 'allow' });
      expect([refused.status, refused.headers['location']]).toEqual([400, undefined]);
    }
  });

  it('lets the same address be the same person, also after a restart', async () => {
    const stage = await stages.open();
    const subjects: string[] = [];
    for (const email of ['Anna@Beispiel.de ', 'anna@beispiel.de', 'ben@beispiel.de']) {
      const code = answerOf(await signIn(stage, 'google', { email })).get('code') ?? '';
      const { body } = await redeem(stage, 'google', { code });
      const { payload } = await jwtVerify(body.id_token, createLocalJWKSet((await request(stage.sandbox.app).get('/google/jwks')).body), { currentDate: new Date(stage.clock.realNow()) });
      subjects.push(String(payload.sub));
    }
    expect(subjects[0]).toBe(subjects[1]);
    expect(subjects[2]).not.toBe(subjects[0]);
    const { signIn: before } = stage.sandbox;
    expect((await stage.reopen()).signIn).toEqual(before);
  });

  it.each([
    ['google', { error: 'access_denied' }],
    ['apple', { error: 'user_cancelled_authorize' }],
    ['facebook', { error: 'access_denied', error_reason: 'user_denied' }],
  ] as const)('of %s tells that somebody has cancelled', async (provider, expected) => {
    const stage = await stages.open();
    const answer = Object.fromEntries(answerOf(await signIn(stage, provider, { result: 'cancel' })));
    expect(answer).toMatchObject({ ...expected, state: 'state-1' });
    expect(answer['code']).toBeUndefined();
  });

  it('asks again where the address is none', async () => {
    const stage = await stages.open();
    const again = await signIn(stage, 'google', { email: 'anna' });
    expect([again.status, again.text.includes('Gib eine E-Mail-Adresse ein.')]).toEqual([400, true]);
  });
});

describe('a code of a sign-in page', () => {
  const stages = sandboxStages();

  it('stands for an id token with who it is from and for', async () => {
    const stage = await stages.open();
    const { body: discovery } = await request(stage.sandbox.app).get('/google/.well-known/openid-configuration');
    expect(discovery).toMatchObject({ issuer: 'http://localhost:4100/google', token_endpoint: 'http://localhost:4100/google/token' });
    const { body } = await redeem(stage, 'google', { code: answerOf(await signIn(stage, 'google', { email: 'anna@beispiel.de', name: 'Anna Beispiel' })).get('code') ?? '' });
    const keys = createLocalJWKSet((await request(stage.sandbox.app).get('/google/jwks')).body);
    const { payload } = await jwtVerify(body.id_token, keys, { issuer: discovery.issuer, audience: stage.sandbox.signIn.google.clientId, currentDate: new Date(stage.clock.realNow()) });
    expect(payload).toMatchObject({ email: 'anna@beispiel.de', email_verified: true, name: 'Anna Beispiel', nonce: 'nonce-1' });
    const me = await request(stage.sandbox.app).get('/google/userinfo').set('Authorization', `Bearer ${body.access_token}`);
    expect(me.body).toMatchObject({ sub: payload.sub, email: 'anna@beispiel.de' });
  });

  it.each(['google', 'apple', 'facebook'] as const)('of %s works once, for the one who began, within its time', async (provider) => {
    const stage = await stages.open();
    const fresh = async (): Promise<string> => answerOf(await signIn(stage, provider, { email: 'anna@beispiel.de' })).get('code') ?? '';
    const status = async (fields: Readonly<Record<string, string>>): Promise<number> => (await redeem(stage, provider, fields)).status;
    const code = await fresh();
    expect([await status({ code }), await status({ code })]).toEqual([200, 400]);
    expect(await status({ code: await fresh(), code_verifier: 'w'.repeat(43) })).toBe(400);
    expect(await status({ code: await fresh(), redirect_uri: 'https://evil.example/' })).toBe(400);
    expect([400, 401]).toContain(await status({ code: await fresh(), client_secret: 'x' }));
    const late = await fresh();
    stage.clock.pass(5 * 60_000);
    expect(await status({ code: late })).toBe(400);
  });

  it('of Apple asks for a secret that is signed with the key of the team', async () => {
    const stage = await stages.open();
    const code = answerOf(await signIn(stage, 'apple', { email: 'anna@beispiel.de' })).get('code') ?? '';
    expect((await redeem(stage, 'apple', { code, client_secret: await appleSecret(stage, { kid: 'OTHER' }) })).status).toBe(401);
    expect((await redeem(stage, 'apple', { code })).body.id_token).toBeDefined();
  });
});

describe('Apple', () => {
  const stages = sandboxStages();

  it('sends the answer in a form, and the name the first time alone', async () => {
    const stage = await stages.open();
    const first = answerOf(await signIn(stage, 'apple', { email: 'anna@beispiel.de', name: 'Anna von Beispiel' }));
    expect(JSON.parse(first.get('user') ?? '')).toEqual({ name: { firstName: 'Anna', lastName: 'von Beispiel' }, email: 'anna@beispiel.de' });
    expect(answerOf(await signIn(stage, 'apple', { email: 'anna@beispiel.de', name: 'Anna' })).has('user')).toBe(false);
  });

  it('hides an address behind one of its own', async () => {
    const stage = await stages.open();
    const answer = answerOf(await signIn(stage, 'apple', { email: 'anna@beispiel.de', hidesEmail: 'true' }));
    expect(JSON.parse(answer.get('user') ?? '').email).toMatch(/^\w{10}@privaterelay\.appleid\.test$/);
  });

  it('gives name and address to nobody who asks for them in the query', async () => {
    const stage = await stages.open();
    const page = await request(stage.sandbox.app).get(loginPath.apple).query(queryOf(stage, 'apple', { response_mode: 'query' }));
    expect(page.status).toBe(400);
  });
});

describe('Facebook', () => {
  const stages = sandboxStages();

  const tokenFor = async (stage: SandboxStage, body: Readonly<Record<string, unknown>>): Promise<string> => {
    const answer = await redeem(stage, 'facebook', { code: answerOf(await signIn(stage, 'facebook', body)).get('code') ?? '' });
    return String(answer.body.access_token);
  };

  it('tells who somebody is, without an address where he keeps it', async () => {
    const stage = await stages.open();
    const me = async (token: string) => (await request(stage.sandbox.app).get('/facebook/v23.0/me').query({ fields: 'id,name,email', access_token: token })).body;
    expect(await me(await tokenFor(stage, { email: 'anna@beispiel.de', name: 'Anna' }))).toMatchObject({ name: 'Anna', email: 'anna@beispiel.de' });
    expect(await me(await tokenFor(stage, { email: 'anna@beispiel.de', name: 'Anna', hidesEmail: 'true' }))).not.toHaveProperty('email');
    expect((await me('nonsense')).error).toMatchObject({ type: 'OAuthException', code: 190 });
  });

  it('has a large picture of everybody', async () => {
    const stage = await stages.open();
    const token = await tokenFor(stage, { email: 'anna@beispiel.de', name: 'Anna' });
    const { body } = await request(stage.sandbox.app).get('/facebook/v23.0/me/picture').query({ type: 'large', redirect: 'false', access_token: token });
    expect(body.data).toMatchObject({ width: 200, is_silhouette: false });
    const picture = await request(stage.sandbox.app).get(new URL(body.data.url).pathname).query(new URL(body.data.url).search.slice(1)).buffer(true);
    expect(picture.headers['content-type']).toBe('image/jpeg');
    expect(await sharp(picture.body).metadata()).toMatchObject({ width: 200, format: 'jpeg' });
  });
});
