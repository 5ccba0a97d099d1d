import {
  checkRefreshToken,
  secretFingerprintOf,
  createFirstSecret,
  formatRefreshToken,
  deriveNextSecret,
  parseRefreshToken,
  ROTATION_GRACE_MS,
} from './refresh-token';
import type { RefreshVerdict, PresentedToken } from './refresh-token';
import type { StoredRefreshToken, StoredSession } from '../store/session-repository';

describe('refresh tokens and their secrets', () => {
  const chainKey = new Uint8Array(32).fill(7);

  it('reads what it writes', () => {
    const refreshToken = { sessionId: 'abc_-1', secret: createFirstSecret() };
    expect(parseRefreshToken(formatRefreshToken(refreshToken))).toEqual(refreshToken);
  });

  it.each([
    '',
    '.',
    'abc',
    'abc.',
    `.${'a'.repeat(43)}`,
    `abc.${'a'.repeat(42)}`,
    `a c.${'a'.repeat(43)}`,
    `abc.${'a'.repeat(43)}.x`,
  ])('refuses %j', (text) => {
    expect(parseRefreshToken(text)).toBeNull();
  });

  it('derives the same successor for the same secret, another for another secret or key', () => {
    const initialSecret = createFirstSecret();
    expect(deriveNextSecret(chainKey, initialSecret)).toBe(deriveNextSecret(chainKey, initialSecret));
    expect(deriveNextSecret(chainKey, initialSecret)).not.toBe(deriveNextSecret(chainKey, createFirstSecret()));
    expect(deriveNextSecret(chainKey, initialSecret)).not.toBe(
      deriveNextSecret(new Uint8Array(32).fill(8), initialSecret),
    );
  });

  it('makes successors that are tokens again', () => {
    expect(parseRefreshToken(`abc.${deriveNextSecret(chainKey, createFirstSecret())}`)).not.toBeNull();
  });

  it('stores nothing that would do as a secret', () => {
    const initialSecret = createFirstSecret();
    expect(secretFingerprintOf(initialSecret)).not.toContain(initialSecret);
    expect(secretFingerprintOf(initialSecret)).toBe(secretFingerprintOf(initialSecret));
  });
});

describe('checkRefreshToken', () => {
  const now = 1_000_000;
  const sessionWith = (overriddenFields: Partial<StoredSession> = {}): StoredSession => ({
    id: 's',
    uid: 'u',
    authTime: 0,
    expiresAt: now + 1,
    endedAt: null,
    ...overriddenFields,
  });
  const refreshTokenWith = (overriddenFields: Partial<StoredRefreshToken> = {}): StoredRefreshToken => ({
    secretHash: 'h',
    sessionId: 's',
    rotatedAt: null,
    ...overriddenFields,
  });

  const unknownPresentedToken: PresentedToken = { token: null, successor: null };
  const unusedRefreshToken = refreshTokenWith({ secretHash: 'next' });
  const rotatedRefreshToken = refreshTokenWith({ secretHash: 'next', rotatedAt: now });

  it.each<[string, StoredSession | null, PresentedToken, RefreshVerdict]>([
    ['no such session', null, unknownPresentedToken, 'over'],
    [
      'a session that was ended',
      sessionWith({ endedAt: now - 1 }),
      { token: refreshTokenWith(), successor: null },
      'over',
    ],
    [
      'a session that ran out this moment',
      sessionWith({ expiresAt: now }),
      { token: refreshTokenWith(), successor: null },
      'over',
    ],
    ['an unknown secret of a live session', sessionWith(), unknownPresentedToken, 'reused'],
    [
      'a secret of another session',
      sessionWith(),
      { token: refreshTokenWith({ sessionId: 'other' }), successor: null },
      'reused',
    ],
    ['the secret that the browser holds', sessionWith(), { token: refreshTokenWith(), successor: null }, 'rotate'],
    [
      'one that was traded this moment',
      sessionWith(),
      { token: refreshTokenWith({ rotatedAt: now }), successor: unusedRefreshToken },
      'follow',
    ],
    [
      'one that was traded long ago, whose successor never arrived',
      sessionWith(),
      { token: refreshTokenWith({ rotatedAt: 0 }), successor: unusedRefreshToken },
      'follow',
    ],
    [
      'one whose successor was used, at the end of the grace',
      sessionWith(),
      { token: refreshTokenWith({ rotatedAt: now - ROTATION_GRACE_MS }), successor: rotatedRefreshToken },
      'follow',
    ],
    [
      'one whose successor was used, after the grace',
      sessionWith(),
      { token: refreshTokenWith({ rotatedAt: now - ROTATION_GRACE_MS - 1 }), successor: rotatedRefreshToken },
      'reused',
    ],
    [
      'a traded one of an ended session',
      sessionWith({ endedAt: now }),
      { token: refreshTokenWith({ rotatedAt: now }), successor: unusedRefreshToken },
      'over',
    ],
  ])('checks %s', (_, storedSession, presentedToken, expectedVerdict) => {
    expect(checkRefreshToken(storedSession, presentedToken, now)).toBe(expectedVerdict);
  });
});
