import { err, ok } from '@mahlzeit/contract';
import { createFakeClock } from './fakes/fake-clock';
import { createFakeIdentity, valueOf } from './fakes/fake-identity-world';
import type { IdTokens } from './id-token';
import { MAX_CACHED_TOKENS, CACHED_MS, cacheIdTokens } from './remembered-id-tokens';

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
  return { clock, read, remembered: cacheIdTokens(idTokens, clock) };
};

describe('a token that was read', () => {
  it('is not read again for a minute', async () => {
    const { clock, read, remembered } = setUp();
    const first = await remembered.read('a');
    clock.advance(CACHED_MS - 1);
    expect(await remembered.read('a')).toEqual(first);
    expect(read).toEqual(['a']);
    clock.advance(1);
    await remembered.read('a');
    expect(read).toEqual(['a', 'a']);
  });

  it('is read again when it has expired before', async () => {
    const { clock, read, remembered } = setUp(10);
    await remembered.read('a');
    clock.advance(10);
    await remembered.read('a');
    expect(read).toEqual(['a', 'a']);
  });

  it('is read again each time while it is refused', async () => {
    const { read, remembered } = setUp();
    expect([await remembered.read('forged'), await remembered.read('forged')]).toEqual([err('unauthenticated'), err('unauthenticated')]);
    expect(read).toEqual(['forged', 'forged']);
  });

  it('is forgotten, the oldest first, before they become too many', async () => {
    const { read, remembered } = setUp();
    for (let index = 0; index <= MAX_CACHED_TOKENS; index += 1) await remembered.read(`token-${index}`);
    await remembered.read('token-1');
    expect(read).toHaveLength(MAX_CACHED_TOKENS + 1);
    await remembered.read('token-0');
    expect(read).toHaveLength(MAX_CACHED_TOKENS + 2);
  });
});

it('is refused at once when its session has ended', async () => {
  const { visitors, verifier, store, clock } = createFakeIdentity();
  const { answer } = valueOf(await visitors.start('192.0.2.1'));
  const verdict = await verifier.verify(answer.idToken);
  expect(verdict).toMatchObject({ ok: true });
  await store.write((rows) => rows.sessions.endAllOf(answer.account.uid, clock.realNow()));
  expect(await verifier.verify(answer.idToken)).toEqual({ ok: false, code: 'unauthenticated' });
});
