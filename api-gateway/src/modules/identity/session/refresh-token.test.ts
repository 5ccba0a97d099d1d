import {
  checkRefreshToken,
  fingerprintOf,
  firstSecret,
  formatRefreshToken,
  nextSecret,
  parseRefreshToken,
  ROTATION_GRACE_MS,
} from './refresh-token';
import type { RefreshVerdict, PresentedToken } from './refresh-token';
import type { StoredRefreshToken, StoredSession } from '../store/session-repository';

describe('refresh tokens and their secrets', () => {
  const key = new Uint8Array(32).fill(7);

  it('reads what it writes', () => {
    const token = { sessionId: 'abc_-1', secret: firstSecret() };
    expect(parseRefreshToken(formatRefreshToken(token))).toEqual(token);
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
    const secret = firstSecret();
    expect(nextSecret(key, secret)).toBe(nextSecret(key, secret));
    expect(nextSecret(key, secret)).not.toBe(nextSecret(key, firstSecret()));
    expect(nextSecret(key, secret)).not.toBe(nextSecret(new Uint8Array(32).fill(8), secret));
  });

  it('makes successors that are tokens again', () => {
    expect(parseRefreshToken(`abc.${nextSecret(key, firstSecret())}`)).not.toBeNull();
  });

  it('stores nothing that would do as a secret', () => {
    const secret = firstSecret();
    expect(fingerprintOf(secret)).not.toContain(secret);
    expect(fingerprintOf(secret)).toBe(fingerprintOf(secret));
  });
});

describe('checkRefreshToken', () => {
  const now = 1_000_000;
  const session = (overrides: Partial<StoredSession> = {}): StoredSession => ({
    id: 's',
    uid: 'u',
    authTime: 0,
    expiresAt: now + 1,
    endedAt: null,
    ...overrides,
  });
  const token = (overrides: Partial<StoredRefreshToken> = {}): StoredRefreshToken => ({
    secretHash: 'h',
    sessionId: 's',
    rotatedAt: null,
    ...overrides,
  });

  const unknownToken: PresentedToken = { token: null, successor: null };
  const unusedToken = token({ secretHash: 'next' });
  const usedToken = token({ secretHash: 'next', rotatedAt: now });

  it.each<[string, StoredSession | null, PresentedToken, RefreshVerdict]>([
    ['no such session', null, unknownToken, 'over'],
    ['a session that was ended', session({ endedAt: now - 1 }), { token: token(), successor: null }, 'over'],
    ['a session that ran out this moment', session({ expiresAt: now }), { token: token(), successor: null }, 'over'],
    ['an unknown secret of a live session', session(), unknownToken, 'reused'],
    ['a secret of another session', session(), { token: token({ sessionId: 'other' }), successor: null }, 'reused'],
    ['the secret that the browser holds', session(), { token: token(), successor: null }, 'rotate'],
    [
      'one that was traded this moment',
      session(),
      { token: token({ rotatedAt: now }), successor: unusedToken },
      'follow',
    ],
    [
      'one that was traded long ago, whose successor never arrived',
      session(),
      { token: token({ rotatedAt: 0 }), successor: unusedToken },
      'follow',
    ],
    [
      'one whose successor was used, at the end of the grace',
      session(),
      { token: token({ rotatedAt: now - ROTATION_GRACE_MS }), successor: usedToken },
      'follow',
    ],
    [
      'one whose successor was used, after the grace',
      session(),
      { token: token({ rotatedAt: now - ROTATION_GRACE_MS - 1 }), successor: usedToken },
      'reused',
    ],
    [
      'a traded one of an ended session',
      session({ endedAt: now }),
      { token: token({ rotatedAt: now }), successor: unusedToken },
      'over',
    ],
  ])('checks %s', (_, storedSession, presentedToken, verdict) => {
    expect(checkRefreshToken(storedSession, presentedToken, now)).toBe(verdict);
  });
});
