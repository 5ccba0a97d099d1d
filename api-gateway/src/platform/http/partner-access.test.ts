import { createMemoryStore } from '../ephemeral-store';
import { createTestClock } from '../testing/test-clock';
import { createLiveVerifier, createPartnerVerifier, partnerName } from './partner-access';

const OWN = `mzp_${'a'.repeat(43)}`;

const createAccess = () => {
  const lookedUpTokens: string[] = [];
  const findRestaurant = async (token: string): Promise<string | null> => {
    lookedUpTokens.push(token);
    return token === OWN ? 'elbkantine' : null;
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
    const { partners, lookedUpTokens } = createAccess();
    expect(await partners.verify('fuer-alle', 'a')).toEqual({ ok: true, value: { restaurantKey: null } });
    expect(await partners.verify(OWN, 'a')).toEqual({ ok: true, value: { restaurantKey: 'elbkantine' } });
    for (const token of ['geraten', '', 'eyJhbGciOi'])
      expect(await partners.verify(token, 'a')).toEqual({ ok: false, error: 'unauthenticated' });
    expect(lookedUpTokens).toEqual([OWN]);
  });

  it('has limited guesses by address, while the right one is always accepted', async () => {
    const { partners } = createAccess();
    for (let time = 0; time < 10; time += 1) expect((await partners.verify(OWN, 'a')).ok).toBe(true);
    for (let time = 0; time < 3; time += 1)
      expect(await partners.verify('mzp_geraten', 'a')).toEqual({ ok: false, error: 'unauthenticated' });
    expect(await partners.verify('mzp_geraten', 'a')).toMatchObject({
      ok: false,
      error: { code: 'ErrorTooManyAttempts' },
    });
    expect(await partners.verify('mzp_geraten', 'b')).toEqual({ ok: false, error: 'unauthenticated' });
    expect(await partners.verify(OWN, 'a')).toMatchObject({ ok: true });
    expect(await partners.verify('fuer-alle', 'a')).toMatchObject({ ok: true });
  });

  it('gives each partner a caller name of its own', () => {
    expect([{ restaurantKey: null }, { restaurantKey: 'a' }, { restaurantKey: 'b' }].map(partnerName)).toEqual([
      'partner',
      'partner/a',
      'partner/b',
    ]);
  });
});

describe('the live verifier', () => {
  it("accepts a user by their token, a counter by its restaurant's own without expiry, and never the token for all", async () => {
    const { findRestaurant } = createAccess();
    const session = {
      uid: 'anna',
      sessionId: 's',
      isAnonymous: false,
      isVerified: true,
      isDeleted: false,
      authTime: 0,
    };
    const live = createLiveVerifier({
      findRestaurant,
      verifier: {
        verify: async (token) =>
          token === 'annas' ? { ok: true, session, expiresAt: 1 } : { ok: false, code: 'unauthenticated' },
      },
    });
    expect(await live.verify('annas')).toEqual({ ok: true, session, expiresAt: 1 });
    expect(await live.verify(OWN)).toMatchObject({
      ok: true,
      expiresAt: Infinity,
      session: { uid: 'partner/elbkantine', restaurantKey: 'elbkantine' },
    });
    for (const token of ['fuer-alle', 'mzp_geraten'])
      expect(await live.verify(token)).toEqual({ ok: false, code: 'unauthenticated' });
  });
});
