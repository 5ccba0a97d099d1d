import { createFakeIdentity, valueOf } from '../testing/fake-identity';
import { ROTATION_GRACE_MS, SESSION_IDLE_MS } from './refresh-token';

const address = '192.0.2.1';

describe('createSessionService', () => {
  const visit = async () => {
    const identity = createFakeIdentity();
    const opened = valueOf(await identity.visitors.start(address));
    const isAlive = async (token: string) => (await identity.verifier.verify(token)).ok;
    return { identity, opened, isAlive };
  };

  const refused = { ok: false, error: 'unauthenticated' };

  it('trades a refresh token for a new one and the same person', async () => {
    const { identity, opened } = await visit();
    identity.clock.advance(60_000);
    const next = valueOf(await identity.sessions.refresh(opened.refreshToken));
    expect(next.refreshToken).not.toBe(opened.refreshToken);
    expect(next.answer.account).toEqual(opened.answer.account);
    expect(next.answer.expiresAt).toBeGreaterThan(opened.answer.expiresAt);
  });

  it('keeps the time of the last proof of identity over refreshes', async () => {
    const { identity, opened } = await visit();
    const signedInAt = identity.clock.realNow();
    identity.clock.advance(3_600_000);
    const { answer } = valueOf(await identity.sessions.refresh(opened.refreshToken));
    expect(await identity.verifier.verify(answer.idToken)).toMatchObject({
      ok: true,
      session: { authTime: signedInAt },
    });
  });

  it('gives parallel tabs the same successor', async () => {
    const { identity, opened, isAlive } = await visit();
    const tabs = (
      await Promise.all(Array.from({ length: 8 }, () => identity.sessions.refresh(opened.refreshToken)))
    ).map(valueOf);
    expect(new Set(tabs.map((tab) => tab.refreshToken)).size).toBe(1);
    for (const tab of tabs) expect(await isAlive(tab.answer.idToken)).toBe(true);
    expect(identity.reused).toEqual([]);
  });

  it('leads a slow tab to the end of the chain when another one has gone two steps meanwhile', async () => {
    const { identity, opened } = await visit();
    const second = valueOf(await identity.sessions.refresh(opened.refreshToken));
    const third = valueOf(await identity.sessions.refresh(second.refreshToken));
    identity.clock.advance(ROTATION_GRACE_MS);
    expect(valueOf(await identity.sessions.refresh(opened.refreshToken)).refreshToken).toBe(third.refreshToken);
  });

  it.each([15_000, 24 * 3_600_000])(
    'hands the successor out again after %i ms to who never got it, until it is first used',
    async (later) => {
      const { identity, opened } = await visit();
      const lost = valueOf(await identity.sessions.refresh(opened.refreshToken));
      identity.clock.advance(later);
      const again = valueOf(await identity.sessions.refresh(opened.refreshToken));
      expect(again.refreshToken).toBe(lost.refreshToken);
      expect(identity.reused).toEqual([]);
      valueOf(await identity.sessions.refresh(again.refreshToken));
      expect(await identity.sessions.refresh(opened.refreshToken)).toEqual(refused);
      expect(identity.reused).toHaveLength(1);
    },
  );

  it('ends the session for everybody when a token whose successor was used is shown after the grace', async () => {
    const { identity, opened, isAlive } = await visit();
    const next = valueOf(await identity.sessions.refresh(opened.refreshToken));
    const last = valueOf(await identity.sessions.refresh(next.refreshToken));
    identity.clock.advance(ROTATION_GRACE_MS + 1);
    expect(await identity.sessions.refresh(opened.refreshToken)).toEqual(refused);
    expect(await identity.sessions.refresh(last.refreshToken)).toEqual(refused);
    expect(await isAlive(last.answer.idToken)).toBe(false);
    expect(identity.reused).toHaveLength(1);
    expect(identity.rightsChangedFor).toEqual([opened.answer.account.uid]);
  });

  it('ends the session when a secret is guessed or long forgotten', async () => {
    const { identity, opened } = await visit();
    const [sessionId] = opened.refreshToken.split('.');
    expect(await identity.sessions.refresh(`${sessionId}.${'A'.repeat(43)}`)).toEqual(refused);
    expect(await identity.sessions.refresh(opened.refreshToken)).toEqual(refused);
  });

  it('forgets traded tokens after an hour, and still ends the session of who shows one', async () => {
    const { identity, opened } = await visit();
    let token = opened.refreshToken;
    for (let count = 0; count < 3; count += 1) {
      token = valueOf(await identity.sessions.refresh(token)).refreshToken;
      identity.clock.advance(40 * 60_000);
    }
    expect(await identity.sessions.refresh(opened.refreshToken)).toEqual(refused);
    expect(await identity.sessions.refresh(token)).toEqual(refused);
  });

  it('stays open with one visit in 30 days', async () => {
    const { identity, opened } = await visit();
    identity.clock.advance(SESSION_IDLE_MS - 1);
    const next = valueOf(await identity.sessions.refresh(opened.refreshToken));
    identity.clock.advance(SESSION_IDLE_MS - 1);
    const last = valueOf(await identity.sessions.refresh(next.refreshToken));
    identity.clock.advance(SESSION_IDLE_MS);
    expect(await identity.sessions.refresh(last.refreshToken)).toEqual(refused);
  });

  it.each(['', 'nonsense', `unknown.${'A'.repeat(43)}`])('refuses the cookie %j', async (cookie) => {
    const { identity } = await visit();
    expect(await identity.sessions.refresh(cookie)).toEqual(refused);
  });

  it('ends a session at once: refresh token and id token are worth nothing any more', async () => {
    const { identity, opened, isAlive } = await visit();
    await identity.sessions.end(opened.refreshToken);
    expect(identity.rightsChangedFor).toEqual([opened.answer.account.uid]);
    expect(await identity.sessions.refresh(opened.refreshToken)).toEqual(refused);
    expect(await isAlive(opened.answer.idToken)).toBe(false);
  });

  it('does not end a session by its id alone', async () => {
    const { identity, opened, isAlive } = await visit();
    const [sessionId] = opened.refreshToken.split('.');
    await identity.sessions.end(`${sessionId}.${'A'.repeat(43)}`);
    expect(identity.rightsChangedFor).toEqual([]);
    expect(await isAlive(opened.answer.idToken)).toBe(true);
  });
});

describe('an anonymous session', () => {
  it('creates a new invisible user each time', async () => {
    const identity = createFakeIdentity();
    const one = valueOf(await identity.visitors.start(address)).answer;
    const two = valueOf(await identity.visitors.start(address)).answer;
    expect(one.account.uid).not.toBe(two.account.uid);
    expect(one.account).toMatchObject({
      isAnonymous: true,
      loggedIn: false,
      email: null,
      displayName: null,
      visible: false,
      connectionLink: null,
    });
  });

  it('records the new user in the live topic', async () => {
    const identity = createFakeIdentity();
    const { uid } = valueOf(await identity.visitors.start(address)).answer.account;
    expect(identity.store.recorded).toEqual([
      [
        `user/${uid}`,
        { kind: 'put', collection: 'user', key: uid, value: expect.objectContaining({ uid, email: null }) },
      ],
    ]);
  });

  it('is refused to an address that has had 60 in a minute', async () => {
    const identity = createFakeIdentity();
    for (let count = 0; count < 60; count += 1) valueOf(await identity.visitors.start(address));
    expect(await identity.visitors.start(address)).toMatchObject({
      ok: false,
      error: { code: 'ErrorTooManyAttempts', retryAfterMs: 60_000 },
    });
    expect((await identity.visitors.start('192.0.2.2')).ok).toBe(true);
  });
});
