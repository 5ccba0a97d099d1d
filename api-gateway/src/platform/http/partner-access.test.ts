import { createMemoryStore } from '../ephemeral-store';
import { createTestClock } from '../testing/test-clock';
import { createLiveVerifier, createPartnerVerifier, partnerCallerName } from './partner-access';

const RESTAURANT_TOKEN = `mzp_${'a'.repeat(43)}`;

const createPartnerAccess = () => {
  const lookedUpTokens: string[] = [];
  const findRestaurant = async (token: string): Promise<string | null> => {
    lookedUpTokens.push(token);
    return token === RESTAURANT_TOKEN ? 'elbkantine' : null;
  };
  const limiter = createMemoryStore(createTestClock(0)).createRateLimiter('partner', { points: 3, durationMs: 60_000 });
  return {
    lookedUpTokens,
    findRestaurant,
    partners: createPartnerVerifier({ partnerToken: 'fuer-alle', findRestaurant, wrongTokenLimiter: limiter }),
  };
};

describe("a partner's token", () => {
  it('is valid for all restaurants, for one, or not at all; a token without the prefix is not looked up', async () => {
    const { partners, lookedUpTokens } = createPartnerAccess();
    expect(await partners.verify('fuer-alle', 'a')).toEqual({ ok: true, value: { restaurantKey: null } });
    expect(await partners.verify(RESTAURANT_TOKEN, 'a')).toEqual({ ok: true, value: { restaurantKey: 'elbkantine' } });
    for (const token of ['geraten', '', 'eyJhbGciOi'])
      expect(await partners.verify(token, 'a')).toEqual({ ok: false, error: 'unauthenticated' });
    expect(lookedUpTokens).toEqual([RESTAURANT_TOKEN]);
  });

  it('has limited guesses by address, while the right one is always accepted', async () => {
    const { partners } = createPartnerAccess();
    for (let attempt = 0; attempt < 10; attempt += 1)
      expect((await partners.verify(RESTAURANT_TOKEN, 'a')).ok).toBe(true);
    for (let time = 0; time < 3; time += 1)
      expect(await partners.verify('mzp_geraten', 'a')).toEqual({ ok: false, error: 'unauthenticated' });
    expect(await partners.verify('mzp_geraten', 'a')).toMatchObject({
      ok: false,
      error: { code: 'ErrorTooManyAttempts' },
    });
    expect(await partners.verify('mzp_geraten', 'b')).toEqual({ ok: false, error: 'unauthenticated' });
    expect(await partners.verify(RESTAURANT_TOKEN, 'a')).toMatchObject({ ok: true });
    expect(await partners.verify('fuer-alle', 'a')).toMatchObject({ ok: true });
  });

  it('gives each partner a caller name of its own', () => {
    expect([{ restaurantKey: null }, { restaurantKey: 'a' }, { restaurantKey: 'b' }].map(partnerCallerName)).toEqual([
      'partner',
      'partner/a',
      'partner/b',
    ]);
  });
});

describe('the live verifier', () => {
  it("accepts a user by their token, a counter by its restaurant's own without expiry, and never the token for all", async () => {
    const { findRestaurant } = createPartnerAccess();
    const session = {
      uid: 'anna',
      sessionId: 's',
      isAnonymous: false,
      isVerified: true,
      isDeleted: false,
      authTime: 0,
    };
    const liveVerifier = createLiveVerifier({
      findRestaurant,
      verifier: {
        verify: async (token) =>
          token === 'annas' ? { ok: true, session, expiresAt: 1 } : { ok: false, code: 'unauthenticated' },
      },
    });
    expect(await liveVerifier.verify('annas')).toEqual({ ok: true, session, expiresAt: 1 });
    expect(await liveVerifier.verify(RESTAURANT_TOKEN)).toMatchObject({
      ok: true,
      expiresAt: Infinity,
      session: { uid: 'partner/elbkantine', restaurantKey: 'elbkantine' },
    });
    for (const token of ['fuer-alle', 'mzp_geraten'])
      expect(await liveVerifier.verify(token)).toEqual({ ok: false, code: 'unauthenticated' });
  });
});
