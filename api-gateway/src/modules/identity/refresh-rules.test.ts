import { checkRefreshToken, ROTATION_GRACE_MS } from './refresh-rules';
import type { RefreshVerdict } from './refresh-rules';
import type { StoredRefreshToken, StoredSession } from './session-repository';

const now = 1_000_000;
const session = (overrides: Partial<StoredSession> = {}): StoredSession => ({ id: 's', uid: 'u', authTime: 0, expiresAt: now + 1, endedAt: null, ...overrides });
const token = (overrides: Partial<StoredRefreshToken> = {}): StoredRefreshToken => ({ secretHash: 'h', sessionId: 's', rotatedAt: null, ...overrides });

it.each<[string, StoredSession | null, StoredRefreshToken | null, RefreshVerdict]>([
  ['no such session', null, null, 'over'],
  ['a session that was ended', session({ endedAt: now - 1 }), token(), 'over'],
  ['a session that ran out this moment', session({ expiresAt: now }), token(), 'over'],
  ['an unknown secret of a live session', session(), null, 'reused'],
  ['a secret of another session', session(), token({ sessionId: 'other' }), 'reused'],
  ['the secret that the browser holds', session(), token(), 'rotate'],
  ['one that was traded this moment', session(), token({ rotatedAt: now }), 'follow'],
  ['one at the end of the grace', session(), token({ rotatedAt: now - ROTATION_GRACE_MS }), 'follow'],
  ['one after the grace', session(), token({ rotatedAt: now - ROTATION_GRACE_MS - 1 }), 'reused'],
  ['a traded one of an ended session', session({ endedAt: now }), token({ rotatedAt: now }), 'over'],
])('checks %s', (_, storedSession, storedToken, verdict) => {
  expect(checkRefreshToken(storedSession, storedToken, now)).toBe(verdict);
});
