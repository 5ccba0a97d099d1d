import { err, ok } from '@mahlzeit/contract';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { createMemoryStore } from '../../../platform/ephemeral-store';
import { createFakeClock, createFakeIdentity, valueOf } from '../testing/fake-identity';
import { CLAIMS_CACHE_MS, cacheIdTokens, ID_TOKEN_LIFETIME_MS, MAX_CACHED_TOKENS } from './id-token';
import type { IdTokens } from './id-token';

describe('an id token', () => {
  const SKEW_MS = 5000;

  const setUp = async () => {
    const identity = createFakeIdentity();
    const { answer } = valueOf(await identity.visitors.start('192.0.2.1'));
    return { ...identity, answer };
  };

  const base64 = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const payloadOf = (token: string): Record<string, unknown> =>
    JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
  const withPayload = (token: string, change: object): string => {
    const [tokenHeader, , signature] = token.split('.');
    return `${tokenHeader}.${base64({ ...payloadOf(token), ...change })}.${signature}`;
  };

  const forge = async (
    token: string,
    change: object,
    key: Parameters<SignJWT['sign']>[0],
    alg = 'EdDSA',
  ): Promise<string> =>
    new SignJWT({ ...payloadOf(token), ...change }).setProtectedHeader({ alg, typ: 'JWT' }).sign(key);

  it('lives ten real minutes', async () => {
    const { answer, clock } = await setUp();
    expect(answer.expiresInMs).toBe(ID_TOKEN_LIFETIME_MS);
    expect(answer.expiresAt - clock.realNow()).toBe(ID_TOKEN_LIFETIME_MS);
  });

  it('holds no more than who, which session and when', async () => {
    const { answer } = await setUp();
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
    const { answer, clock, verifier } = await setUp();
    clock.advance(ID_TOKEN_LIFETIME_MS - 1);
    expect(await verifier.verify(answer.idToken)).toMatchObject({ ok: true, expiresAt: answer.expiresAt });
    clock.advance(SKEW_MS + 1);
    expect(await verifier.verify(answer.idToken)).toEqual({ ok: false, code: 'tokenExpired' });
  });

  it('is refused when it was changed', async () => {
    const { answer, verifier } = await setUp();
    const token = answer.idToken;
    const [tokenHeader, payload, signature] = token.split('.');
    for (const tamperedToken of [
      withPayload(token, { sub: 'somebody-else' }),
      withPayload(token, { exp: 4_000_000_000 }),
      `${tokenHeader}.${payload}.${signature?.startsWith('A') ? 'B' : 'A'}${signature?.slice(1)}`,
      `${tokenHeader}.${payload}.`,
      `${base64({ alg: 'none', typ: 'JWT' })}.${payload}.`,
      `${base64({ alg: 'HS256', typ: 'JWT' })}.${payload}.${signature}`,
      '',
      'x',
      'x.y.z',
      `${token}.x`,
      'ä.ö.ü',
    ])
      expect(await verifier.verify(tamperedToken)).toEqual({ ok: false, code: 'unauthenticated' });
  });

  it('is refused when another key signed it, even with our public key as a password', async () => {
    const { answer, verifier, secrets } = await setUp();
    const stranger = await generateKeyPair('EdDSA', { extractable: true });
    const { publicKey } = await secrets.idTokenKeys();
    const wrongAlgorithmToken = await forge(answer.idToken, {}, new TextEncoder().encode(publicKey.x), 'HS256');
    expect(await verifier.verify(await forge(answer.idToken, {}, await exportJWK(stranger.privateKey)))).toEqual({
      ok: false,
      code: 'unauthenticated',
    });
    expect(await verifier.verify(wrongAlgorithmToken)).toEqual({ ok: false, code: 'unauthenticated' });
  });

  it.each<[string, (seconds: number) => object]>([
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
  ])('is refused %s, although our own key signed it', async (_, change) => {
    const { answer, verifier, secrets, clock } = await setUp();
    const { privateKey } = await secrets.idTokenKeys();
    const now = Math.floor(clock.realNow() / 1000);
    expect(await verifier.verify(await forge(answer.idToken, {}, privateKey))).toMatchObject({ ok: true });
    expect(await verifier.verify(await forge(answer.idToken, change(now), privateKey))).toEqual({
      ok: false,
      code: 'unauthenticated',
    });
  });

  it('does not outlive ten minutes by a later end', async () => {
    const { answer, verifier, secrets, clock } = await setUp();
    const { privateKey } = await secrets.idTokenKeys();
    const longLivedToken = await forge(
      answer.idToken,
      { exp: Math.floor(clock.realNow() / 1000) + 86_400 },
      privateKey,
    );
    clock.advance(ID_TOKEN_LIFETIME_MS + SKEW_MS + 1000);
    expect(await verifier.verify(longLivedToken)).toEqual({ ok: false, code: 'tokenExpired' });
  });

  it('shows what the user has become since it was issued', async () => {
    const { answer, verifier, store, findUser } = await setUp();
    const user = await findUser(answer.account.uid);
    await store.write(async (rows) =>
      user === null
        ? undefined
        : rows.users.update({ ...user, isAnonymous: false, isEmailVerified: true, deletedAt: 1_782_300_700_000 }),
    );
    expect(await verifier.verify(answer.idToken)).toMatchObject({
      ok: true,
      session: { isAnonymous: false, isVerified: true, isDeleted: true },
    });
  });
});

describe('an id token that was read', () => {
  const setUp = (lifeMs = 600_000) => {
    const clock = createFakeClock();
    const read: string[] = [];
    const idTokens: IdTokens = {
      issue: async () => ({ idToken: 'new', expiresAt: 0 }),
      async read(token) {
        read.push(token);
        if (token === 'forged') return err('unauthenticated');
        return ok({ uid: token, sessionId: token, authTime: 0, expiresAt: clock.realNow() + lifeMs });
      },
    };
    return { clock, read, cached: cacheIdTokens({ idTokens, clock, ...createMemoryStore(clock) }) };
  };

  it('is not read again for a minute', async () => {
    const { clock, read, cached: cachedTokens } = setUp();
    const firstRead = await cachedTokens.read('a');
    clock.advance(CLAIMS_CACHE_MS - 1);
    expect(await cachedTokens.read('a')).toEqual(firstRead);
    expect(read).toEqual(['a']);
    clock.advance(1);
    await cachedTokens.read('a');
    expect(read).toEqual(['a', 'a']);
  });

  it('is read again when it has expired before', async () => {
    const { clock, read, cached: cachedTokens } = setUp(10);
    await cachedTokens.read('a');
    clock.advance(10);
    await cachedTokens.read('a');
    expect(read).toEqual(['a', 'a']);
  });

  it('is read again each time while it is refused', async () => {
    const { read, cached: cachedTokens } = setUp();
    expect([await cachedTokens.read('forged'), await cachedTokens.read('forged')]).toEqual([
      err('unauthenticated'),
      err('unauthenticated'),
    ]);
    expect(read).toEqual(['forged', 'forged']);
  });

  it('is forgotten, the oldest first, before they become too many', async () => {
    const { read, cached: cachedTokens } = setUp();
    for (let index = 0; index <= MAX_CACHED_TOKENS; index += 1) await cachedTokens.read(`token-${index}`);
    await cachedTokens.read('token-1');
    expect(read).toHaveLength(MAX_CACHED_TOKENS + 1);
    await cachedTokens.read('token-0');
    expect(read).toHaveLength(MAX_CACHED_TOKENS + 2);
  });

  it('is refused at once when its session has ended', async () => {
    const { visitors, verifier, store, clock } = createFakeIdentity();
    const { answer } = valueOf(await visitors.start('192.0.2.1'));
    expect(await verifier.verify(answer.idToken)).toMatchObject({ ok: true });
    await store.write((rows) => rows.sessions.endAllOf(answer.account.uid, clock.realNow()));
    expect(await verifier.verify(answer.idToken)).toEqual({ ok: false, code: 'unauthenticated' });
  });
});
