import { err, ok } from '@mahlzeit/contract';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { createMemoryStore } from '../../../platform/ephemeral-store';
import { createFakeClock, createFakeIdentity, successValueOf } from '../testing/fake-identity';
import { CLAIMS_CACHE_MS, cacheIdTokens, ID_TOKEN_LIFETIME_MS, MAX_CACHED_TOKENS } from './id-token';
import type { IdTokens } from './id-token';
import { createSigningKeys } from './signing-keys';

describe('an id token', () => {
  const CLOCK_SKEW_MS = 5000;

  const setUpVisitor = async () => {
    const fakeIdentity = createFakeIdentity();
    const { answer } = successValueOf(await fakeIdentity.visitors.start('192.0.2.1'));
    return { ...fakeIdentity, answer };
  };

  const encodeBase64Url = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const payloadOf = (token: string): Record<string, unknown> =>
    JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
  const tokenWithPayload = (token: string, payloadChange: object): string => {
    const [tokenHeader, , tokenSignature] = token.split('.');
    return `${tokenHeader}.${encodeBase64Url({ ...payloadOf(token), ...payloadChange })}.${tokenSignature}`;
  };

  const forgeToken = async (
    token: string,
    payloadChange: object,
    signingKey: Parameters<SignJWT['sign']>[0],
    algorithmName = 'EdDSA',
  ): Promise<string> =>
    new SignJWT({ ...payloadOf(token), ...payloadChange })
      .setProtectedHeader({ alg: algorithmName, typ: 'JWT' })
      .sign(signingKey);

  it('lives ten real minutes', async () => {
    const { answer, clock } = await setUpVisitor();
    expect(answer.expiresInMs).toBe(ID_TOKEN_LIFETIME_MS);
    expect(answer.expiresAt - clock.realNow()).toBe(ID_TOKEN_LIFETIME_MS);
  });

  it('holds no more than who, which session and when', async () => {
    const { answer } = await setUpVisitor();
    expect(Object.keys(payloadOf(answer.idToken)).sort()).toEqual([
      'aud',
      'auth_time',
      'exp',
      'iat',
      'iss',
      'sid',
      'sub',
    ]);
  });

  it('accepts a token until its end and reports its expiry', async () => {
    const { answer, clock, verifier } = await setUpVisitor();
    clock.advance(ID_TOKEN_LIFETIME_MS - 1);
    expect(await verifier.verify(answer.idToken)).toMatchObject({ ok: true, expiresAt: answer.expiresAt });
    clock.advance(CLOCK_SKEW_MS + 1);
    expect(await verifier.verify(answer.idToken)).toEqual({ ok: false, code: 'tokenExpired' });
  });

  it('is refused when it was changed', async () => {
    const { answer, verifier } = await setUpVisitor();
    const token = answer.idToken;
    const [tokenHeader, tokenPayload, tokenSignature] = token.split('.');
    for (const tamperedToken of [
      tokenWithPayload(token, { sub: 'somebody-else' }),
      tokenWithPayload(token, { exp: 4_000_000_000 }),
      `${tokenHeader}.${tokenPayload}.${tokenSignature?.startsWith('A') ? 'B' : 'A'}${tokenSignature?.slice(1)}`,
      `${tokenHeader}.${tokenPayload}.`,
      `${encodeBase64Url({ alg: 'none', typ: 'JWT' })}.${tokenPayload}.`,
      `${encodeBase64Url({ alg: 'HS256', typ: 'JWT' })}.${tokenPayload}.${tokenSignature}`,
      '',
      'x',
      'x.y.z',
      `${token}.x`,
      'ä.ö.ü',
    ])
      expect(await verifier.verify(tamperedToken)).toEqual({ ok: false, code: 'unauthenticated' });
  });

  it('is refused when another key signed it, even with our public key as a password', async () => {
    const { answer, verifier, secrets } = await setUpVisitor();
    const foreignKeyPair = await generateKeyPair('EdDSA', { extractable: true });
    const { publicKey } = createSigningKeys()(secrets.current('idToken'));
    const wrongAlgorithmToken = await forgeToken(
      answer.idToken,
      {},
      new TextEncoder().encode(publicKey.export({ format: 'jwk' }).x),
      'HS256',
    );
    expect(
      await verifier.verify(await forgeToken(answer.idToken, {}, await exportJWK(foreignKeyPair.privateKey))),
    ).toEqual({
      ok: false,
      code: 'unauthenticated',
    });
    expect(await verifier.verify(wrongAlgorithmToken)).toEqual({ ok: false, code: 'unauthenticated' });
  });

  it.each<[string, (nowSeconds: number) => object]>([
    ['of another issuer', () => ({ iss: 'elsewhere' })],
    ['for another audience', () => ({ aud: 'elsewhere' })],
    ['without a session', () => ({ sid: undefined })],
    ['without a person', () => ({ sub: undefined })],
    ['of a person who cannot be', () => ({ sub: 'a b' })],
    ['without an end', () => ({ exp: undefined })],
    ['without a beginning', () => ({ iat: undefined })],
    ['from the future', (now) => ({ iat: now + 60, exp: now + 120 })],
    ['that begins later', (now) => ({ nbf: now + 60 })],
    ["of a session that is another person's", () => ({ sub: 'somebody-else' })],
  ])('is refused %s, although our own key signed it', async (_, createPayloadChange) => {
    const { answer, verifier, secrets, clock } = await setUpVisitor();
    const { privateKey } = createSigningKeys()(secrets.current('idToken'));
    const now = Math.floor(clock.realNow() / 1000);
    expect(await verifier.verify(await forgeToken(answer.idToken, {}, privateKey))).toMatchObject({ ok: true });
    expect(await verifier.verify(await forgeToken(answer.idToken, createPayloadChange(now), privateKey))).toEqual({
      ok: false,
      code: 'unauthenticated',
    });
  });

  it('does not outlive ten minutes by a later end', async () => {
    const { answer, verifier, secrets, clock } = await setUpVisitor();
    const { privateKey } = createSigningKeys()(secrets.current('idToken'));
    const longLivedToken = await forgeToken(
      answer.idToken,
      { exp: Math.floor(clock.realNow() / 1000) + 86_400 },
      privateKey,
    );
    clock.advance(ID_TOKEN_LIFETIME_MS + CLOCK_SKEW_MS + 1000);
    expect(await verifier.verify(longLivedToken)).toEqual({ ok: false, code: 'tokenExpired' });
  });

  it('shows what the user has become since it was issued', async () => {
    const { answer, verifier, store, findUser } = await setUpVisitor();
    const user = await findUser(answer.account.uid);
    await store.write(async (identityRows) =>
      user === null
        ? undefined
        : identityRows.users.update({
            ...user,
            isAnonymous: false,
            isEmailVerified: true,
            deletedAt: 1_782_300_700_000,
          }),
    );
    expect(await verifier.verify(answer.idToken)).toMatchObject({
      ok: true,
      session: { isAnonymous: false, isVerified: true, isDeleted: true },
    });
  });
});

describe('an id token that was read', () => {
  const setUpTokenCache = (tokenLifeMs = 600_000) => {
    const clock = createFakeClock();
    const readTokens: string[] = [];
    const idTokens: IdTokens = {
      issue: async () => ({ idToken: 'new', expiresAt: 0 }),
      async read(token) {
        readTokens.push(token);
        if (token === 'forged') return err('unauthenticated');
        return ok({ uid: token, sessionId: token, authTime: 0, expiresAt: clock.realNow() + tokenLifeMs });
      },
    };
    return { clock, read: readTokens, cached: cacheIdTokens({ idTokens, clock, ...createMemoryStore(clock) }) };
  };

  it('is not read again for a minute', async () => {
    const { clock, read, cached: cachedIdTokens } = setUpTokenCache();
    const firstReadResult = await cachedIdTokens.read('a');
    clock.advance(CLAIMS_CACHE_MS - 1);
    expect(await cachedIdTokens.read('a')).toEqual(firstReadResult);
    expect(read).toEqual(['a']);
    clock.advance(1);
    await cachedIdTokens.read('a');
    expect(read).toEqual(['a', 'a']);
  });

  it('is read again when it has expired before', async () => {
    const { clock, read, cached: cachedIdTokens } = setUpTokenCache(10);
    await cachedIdTokens.read('a');
    clock.advance(10);
    await cachedIdTokens.read('a');
    expect(read).toEqual(['a', 'a']);
  });

  it('is read again each time while it is refused', async () => {
    const { read, cached: cachedIdTokens } = setUpTokenCache();
    expect([await cachedIdTokens.read('forged'), await cachedIdTokens.read('forged')]).toEqual([
      err('unauthenticated'),
      err('unauthenticated'),
    ]);
    expect(read).toEqual(['forged', 'forged']);
  });

  it('is forgotten, the oldest first, before they become too many', async () => {
    const { read, cached: cachedIdTokens } = setUpTokenCache();
    for (let index = 0; index <= MAX_CACHED_TOKENS; index += 1) await cachedIdTokens.read(`token-${index}`);
    await cachedIdTokens.read('token-1');
    expect(read).toHaveLength(MAX_CACHED_TOKENS + 1);
    await cachedIdTokens.read('token-0');
    expect(read).toHaveLength(MAX_CACHED_TOKENS + 2);
  });

  it('is refused at once when its session has ended', async () => {
    const { visitors, verifier, store, clock } = createFakeIdentity();
    const { answer } = successValueOf(await visitors.start('192.0.2.1'));
    expect(await verifier.verify(answer.idToken)).toMatchObject({ ok: true });
    await store.write((identityRows) => identityRows.sessions.endAllOf(answer.account.uid, clock.realNow()));
    expect(await verifier.verify(answer.idToken)).toEqual({ ok: false, code: 'unauthenticated' });
  });
});
