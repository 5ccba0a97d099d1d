import { createHash } from 'node:crypto';
import { createLocalJWKSet, importPKCS8, jwtVerify, SignJWT } from 'jose';
import sharp from 'sharp';
import request, { type Response } from 'supertest';
import { sandboxHarnesses, type SandboxHarness } from '../testing/sandbox-harness';
import type { ProviderName } from './provider';

const harnessFactory = sandboxHarnesses();
const codeVerifier = 'v'.repeat(43);
const codeChallenge = createHash('sha256').update(codeVerifier).digest('base64url');
const redirectUriOf = (provider: ProviderName): string => `http://127.0.0.1:4000/api/auth/${provider}/callback`;

const loginPathByProvider = {
  google: '/google/auth',
  apple: '/apple/auth/authorize',
  facebook: '/facebook/v23.0/dialog/oauth',
} as const;
const tokenPathByProvider = {
  google: '/google/token',
  apple: '/apple/auth/token',
  facebook: '/facebook/v23.0/oauth/access_token',
} as const;

const authorizationQueryOf = (
  { sandbox }: SandboxHarness,
  provider: ProviderName,
  overrides: Readonly<Record<string, string>> = {},
): Record<string, string> => ({
  client_id: sandbox.signIn[provider].clientId,
  redirect_uri: redirectUriOf(provider),
  response_type: 'code',
  scope: provider === 'apple' ? 'openid name email' : 'openid email',
  state: 'state-1',
  nonce: 'nonce-1',
  code_challenge: codeChallenge,
  code_challenge_method: 'S256',
  ...(provider === 'apple' ? { response_mode: 'form_post' } : {}),
  ...overrides,
});

const signIn = async (
  harness: SandboxHarness,
  provider: ProviderName,
  body: Readonly<Record<string, unknown>>,
): Promise<Response> =>
  request(harness.sandbox.app)
    .post(loginPathByProvider[provider])
    .query(authorizationQueryOf(harness, provider))
    .send({ result: 'allow', ...body });

/** Reads the parameters that a sign-in provider sends back, from the redirect URL or from the form. */
const answerFieldsOf = ({ headers, text }: Response): Map<string, string> => {
  const { location } = headers;
  if (location !== undefined) return new Map(new URL(location).searchParams);
  const unescapeHtml = (value: string): string => value.replaceAll('&quot;', '"').replaceAll('&amp;', '&');
  return new Map(
    [...text.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(([, name = '', value = '']) => [name, unescapeHtml(value)]),
  );
};

/** Signs a user in at an imitated provider. Returns the code that the provider sends back to the product. */
const requestCodeFor = async (
  harness: SandboxHarness,
  provider: ProviderName,
  body: Readonly<Record<string, unknown>>,
): Promise<string> => answerFieldsOf(await signIn(harness, provider, body)).get('code') ?? '';

const createAppleSecret = async (
  { sandbox, clock }: SandboxHarness,
  overrides: { readonly kid?: string } = {},
): Promise<string> => {
  const { clientId, teamId, keyId, issuer, privateKey } = sandbox.signIn.apple;
  const issuedAt = Math.floor(clock.realNow() / 1000);
  return new SignJWT()
    .setProtectedHeader({ alg: 'ES256', kid: overrides.kid ?? keyId })
    .setIssuer(teamId)
    .setSubject(clientId)
    .setAudience(issuer)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + 300)
    .sign(await importPKCS8(privateKey, 'ES256'));
};

const redeemCode = async (
  harness: SandboxHarness,
  provider: ProviderName,
  tokenFields: Readonly<Record<string, string>>,
): Promise<Response> => {
  const client = harness.sandbox.signIn[provider];
  const secret = 'clientSecret' in client ? client.clientSecret : await createAppleSecret(harness);
  const tokenForm = {
    grant_type: 'authorization_code',
    client_id: client.clientId,
    client_secret: secret,
    redirect_uri: redirectUriOf(provider),
    code_verifier: codeVerifier,
    ...tokenFields,
  };
  return request(harness.sandbox.app).post(tokenPathByProvider[provider]).type('form').send(tokenForm);
};

describe('the sign-in pages', () => {
  it.each(['google', 'apple', 'facebook'] as const)(
    'of %s says that it is a copy, and redirects nowhere else',
    async (provider) => {
      const harness = await harnessFactory.open();
      const page = await request(harness.sandbox.app)
        .get(loginPathByProvider[provider])
        .query(authorizationQueryOf(harness, provider));
      expect(page.status).toBe(200);
      expect(page.text).toContain('nachgebildete Anmeldeseite');
      expect(page.headers['content-security-policy']).toContain("form-action 'self' http://127.0.0.1:4000;");
      for (const [name, value] of [
        ['client_id', 'x'],
        ['redirect_uri', 'https://evil.example/'],
        ['response_type', 'token'],
        ['code_challenge_method', 'plain'],
      ] as const) {
        const wrongParameter = { [name]: value };
        const response = await request(harness.sandbox.app)
          .post(loginPathByProvider[provider])
          .query(authorizationQueryOf(harness, provider, wrongParameter))
          .send({ email: 'a@b.de', result: 'allow' });
        expect([response.status, response.headers['location']]).toEqual([400, undefined]);
      }
    },
  );

  it('sign the same address in as the same user, also after a restart', async () => {
    const harness = await harnessFactory.open();
    const subjects: string[] = [];
    for (const email of ['Anna@Beispiel.de ', 'anna@beispiel.de', 'ben@beispiel.de']) {
      const { body } = await redeemCode(harness, 'google', {
        code: await requestCodeFor(harness, 'google', { email }),
      });
      const { payload } = await jwtVerify(
        body.id_token,
        createLocalJWKSet((await request(harness.sandbox.app).get('/google/jwks')).body),
        { currentDate: new Date(harness.clock.realNow()) },
      );
      subjects.push(String(payload.sub));
    }
    expect(subjects[0]).toBe(subjects[1]);
    expect(subjects[2]).not.toBe(subjects[0]);
    const { signIn: previousSignIn } = harness.sandbox;
    expect((await harness.reopen()).signIn).toEqual(previousSignIn);
  });

  it.each([
    ['google', { error: 'access_denied' }],
    ['apple', { error: 'user_cancelled_authorize' }],
    ['facebook', { error: 'access_denied', error_reason: 'user_denied' }],
  ] as const)('of %s tells that somebody has cancelled', async (provider, expectedFields) => {
    const harness = await harnessFactory.open();
    const answerFields = Object.fromEntries(answerFieldsOf(await signIn(harness, provider, { result: 'cancel' })));
    expect(answerFields).toMatchObject({ ...expectedFields, state: 'state-1' });
    expect(answerFields['code']).toBeUndefined();
  });

  it('ask again for an invalid address', async () => {
    const harness = await harnessFactory.open();
    const secondSignIn = await signIn(harness, 'google', { email: 'anna' });
    expect([secondSignIn.status, secondSignIn.text.includes('Gib eine E-Mail-Adresse ein.')]).toEqual([400, true]);
  });
});

describe('a code of a sign-in page', () => {
  it('stands for an id token with issuer and audience', async () => {
    const harness = await harnessFactory.open();
    const { body: discoveryDocument } = await request(harness.sandbox.app).get(
      '/google/.well-known/openid-configuration',
    );
    expect(discoveryDocument).toMatchObject({
      issuer: 'http://localhost:4100/google',
      token_endpoint: 'http://localhost:4100/google/token',
    });
    const { body } = await redeemCode(harness, 'google', {
      code: await requestCodeFor(harness, 'google', { email: 'anna@beispiel.de', name: 'Anna Beispiel' }),
    });
    const keySet = createLocalJWKSet((await request(harness.sandbox.app).get('/google/jwks')).body);
    const { payload } = await jwtVerify(body.id_token, keySet, {
      issuer: discoveryDocument.issuer,
      audience: harness.sandbox.signIn.google.clientId,
      currentDate: new Date(harness.clock.realNow()),
    });
    expect(payload).toMatchObject({
      email: 'anna@beispiel.de',
      email_verified: true,
      name: 'Anna Beispiel',
      nonce: 'nonce-1',
    });
    const response = await request(harness.sandbox.app)
      .get('/google/userinfo')
      .set('Authorization', `Bearer ${body.access_token}`);
    expect(response.body).toMatchObject({ sub: payload.sub, email: 'anna@beispiel.de' });
  });

  it.each(['google', 'apple', 'facebook'] as const)(
    'of %s works once, for its client, within its time',
    async (provider) => {
      const harness = await harnessFactory.open();
      const requestSignInCode = (): Promise<string> => requestCodeFor(harness, provider, { email: 'anna@beispiel.de' });
      const status = async (tokenFields: Readonly<Record<string, string>>): Promise<number> =>
        (await redeemCode(harness, provider, tokenFields)).status;
      const signInCode = await requestSignInCode();
      expect([await status({ code: signInCode }), await status({ code: signInCode })]).toEqual([200, 400]);
      expect(await status({ code: await requestSignInCode(), code_verifier: 'w'.repeat(43) })).toBe(400);
      expect(await status({ code: await requestSignInCode(), redirect_uri: 'https://evil.example/' })).toBe(400);
      expect([400, 401]).toContain(await status({ code: await requestSignInCode(), client_secret: 'x' }));
      const lateCode = await requestSignInCode();
      harness.clock.passTime(5 * 60_000);
      expect(await status({ code: lateCode })).toBe(400);
    },
  );

  it('of Apple requires a secret that is signed with the team’s key', async () => {
    const harness = await harnessFactory.open();
    const signInCode = await requestCodeFor(harness, 'apple', { email: 'anna@beispiel.de' });
    expect(
      (
        await redeemCode(harness, 'apple', {
          code: signInCode,
          client_secret: await createAppleSecret(harness, { kid: 'OTHER' }),
        })
      ).status,
    ).toBe(401);
    expect((await redeemCode(harness, 'apple', { code: signInCode })).body.id_token).toBeDefined();
  });
});

describe('Apple', () => {
  it('sends the answer in a form, and the name only the first time', async () => {
    const harness = await harnessFactory.open();
    const firstAnswerFields = answerFieldsOf(
      await signIn(harness, 'apple', { email: 'anna@beispiel.de', name: 'Anna von Beispiel' }),
    );
    expect(JSON.parse(firstAnswerFields.get('user') ?? '')).toEqual({
      name: { firstName: 'Anna', lastName: 'von Beispiel' },
      email: 'anna@beispiel.de',
    });
    expect(
      answerFieldsOf(await signIn(harness, 'apple', { email: 'anna@beispiel.de', name: 'Anna' })).has('user'),
    ).toBe(false);
  });

  it('hides an address behind a relay address', async () => {
    const harness = await harnessFactory.open();
    const answerFields = answerFieldsOf(
      await signIn(harness, 'apple', { email: 'anna@beispiel.de', hidesEmail: 'true' }),
    );
    expect(JSON.parse(answerFields.get('user') ?? '').email).toMatch(/^\w{10}@privaterelay\.appleid\.test$/);
  });

  it('refuses a query that requests name and address', async () => {
    const harness = await harnessFactory.open();
    const page = await request(harness.sandbox.app)
      .get(loginPathByProvider.apple)
      .query(authorizationQueryOf(harness, 'apple', { response_mode: 'query' }));
    expect(page.status).toBe(400);
  });
});

describe('Facebook', () => {
  const accessTokenFor = async (harness: SandboxHarness, body: Readonly<Record<string, unknown>>): Promise<string> => {
    const tokenResponse = await redeemCode(harness, 'facebook', {
      code: await requestCodeFor(harness, 'facebook', body),
    });
    return String(tokenResponse.body.access_token);
  };

  it('returns the user, without an address that wasn’t shared', async () => {
    const harness = await harnessFactory.open();
    const getMe = async (token: string) =>
      (
        await request(harness.sandbox.app)
          .get('/facebook/v23.0/me')
          .query({ fields: 'id,name,email', access_token: token })
      ).body;
    expect(await getMe(await accessTokenFor(harness, { email: 'anna@beispiel.de', name: 'Anna' }))).toMatchObject({
      name: 'Anna',
      email: 'anna@beispiel.de',
    });
    expect(
      await getMe(await accessTokenFor(harness, { email: 'anna@beispiel.de', name: 'Anna', hidesEmail: 'true' })),
    ).not.toHaveProperty('email');
    expect((await getMe('nonsense')).error).toMatchObject({ type: 'OAuthException', code: 190 });
  });

  it('has a large picture of every user', async () => {
    const harness = await harnessFactory.open();
    const token = await accessTokenFor(harness, { email: 'anna@beispiel.de', name: 'Anna' });
    const { body } = await request(harness.sandbox.app)
      .get('/facebook/v23.0/me/picture')
      .query({ type: 'large', redirect: 'false', access_token: token });
    expect(body.data).toMatchObject({ width: 200, is_silhouette: false });
    const pictureResponse = await request(harness.sandbox.app)
      .get(new URL(body.data.url).pathname)
      .query(new URL(body.data.url).search.slice(1))
      .buffer(true);
    expect(pictureResponse.headers['content-type']).toBe('image/jpeg');
    expect(await sharp(pictureResponse.body).metadata()).toMatchObject({ width: 200, format: 'jpeg' });
  });
});
