import { createFakeIdentity, successValueOf } from '../testing/fake-identity';
import { ROTATION_GRACE_MS, SESSION_IDLE_MS } from './refresh-token';

const ipAddress = '192.0.2.1';

describe('createSessionService', () => {
  const openVisit = async () => {
    const fakeIdentity = createFakeIdentity();
    const visitSession = successValueOf(await fakeIdentity.visitors.start(ipAddress));
    const isTokenAccepted = async (token: string) => (await fakeIdentity.verifier.verify(token)).ok;
    return { identity: fakeIdentity, session: visitSession, isAlive: isTokenAccepted };
  };

  const expectedRefusal = { ok: false, error: 'unauthenticated' };

  it('trades a refresh token for a new one and the same person', async () => {
    const { identity, session } = await openVisit();
    identity.clock.advance(60_000);
    const nextSession = successValueOf(await identity.sessions.refresh(session.refreshToken));
    expect(nextSession.refreshToken).not.toBe(session.refreshToken);
    expect(nextSession.answer.account).toEqual(session.answer.account);
    expect(nextSession.answer.expiresAt).toBeGreaterThan(session.answer.expiresAt);
  });

  it('keeps the time of the last proof of identity over refreshes', async () => {
    const { identity, session } = await openVisit();
    const signedInAt = identity.clock.realNow();
    identity.clock.advance(3_600_000);
    const { answer } = successValueOf(await identity.sessions.refresh(session.refreshToken));
    expect(await identity.verifier.verify(answer.idToken)).toMatchObject({
      ok: true,
      session: { authTime: signedInAt },
    });
  });

  it('gives parallel tabs the same successor', async () => {
    const { identity, session, isAlive } = await openVisit();
    const tabSessions = (
      await Promise.all(Array.from({ length: 8 }, () => identity.sessions.refresh(session.refreshToken)))
    ).map(successValueOf);
    expect(new Set(tabSessions.map((tabSession) => tabSession.refreshToken)).size).toBe(1);
    for (const tabSession of tabSessions) expect(await isAlive(tabSession.answer.idToken)).toBe(true);
    expect(identity.reusedTokens).toEqual([]);
  });

  it('leads a slow tab to the end of the chain when another one has gone two steps meanwhile', async () => {
    const { identity, session } = await openVisit();
    const refreshedSession = successValueOf(await identity.sessions.refresh(session.refreshToken));
    const thirdSession = successValueOf(await identity.sessions.refresh(refreshedSession.refreshToken));
    identity.clock.advance(ROTATION_GRACE_MS);
    expect(successValueOf(await identity.sessions.refresh(session.refreshToken)).refreshToken).toBe(
      thirdSession.refreshToken,
    );
  });

  it.each([15_000, 24 * 3_600_000])(
    'hands the successor out again after %i ms to who never got it, until it is first used',
    async (laterMs) => {
      const { identity, session } = await openVisit();
      const lostAnswerSession = successValueOf(await identity.sessions.refresh(session.refreshToken));
      identity.clock.advance(laterMs);
      const secondRefreshedSession = successValueOf(await identity.sessions.refresh(session.refreshToken));
      expect(secondRefreshedSession.refreshToken).toBe(lostAnswerSession.refreshToken);
      expect(identity.reusedTokens).toEqual([]);
      successValueOf(await identity.sessions.refresh(secondRefreshedSession.refreshToken));
      expect(await identity.sessions.refresh(session.refreshToken)).toEqual(expectedRefusal);
      expect(identity.reusedTokens).toHaveLength(1);
    },
  );

  it('ends the session for everybody when a token whose successor was used is shown after the grace', async () => {
    const { identity, session, isAlive } = await openVisit();
    const nextSession = successValueOf(await identity.sessions.refresh(session.refreshToken));
    const lastSession = successValueOf(await identity.sessions.refresh(nextSession.refreshToken));
    identity.clock.advance(ROTATION_GRACE_MS + 1);
    expect(await identity.sessions.refresh(session.refreshToken)).toEqual(expectedRefusal);
    expect(await identity.sessions.refresh(lastSession.refreshToken)).toEqual(expectedRefusal);
    expect(await isAlive(lastSession.answer.idToken)).toBe(false);
    expect(identity.reusedTokens).toHaveLength(1);
    expect(identity.rightsChangedFor).toEqual([session.answer.account.uid]);
  });

  it('ends the session when a secret is guessed or long forgotten', async () => {
    const { identity, session } = await openVisit();
    const [sessionId] = session.refreshToken.split('.');
    expect(await identity.sessions.refresh(`${sessionId}.${'A'.repeat(43)}`)).toEqual(expectedRefusal);
    expect(await identity.sessions.refresh(session.refreshToken)).toEqual(expectedRefusal);
  });

  it('forgets traded tokens after an hour, and still ends the session of who shows one', async () => {
    const { identity, session } = await openVisit();
    let token = session.refreshToken;
    for (let refreshNumber = 0; refreshNumber < 3; refreshNumber += 1) {
      token = successValueOf(await identity.sessions.refresh(token)).refreshToken;
      identity.clock.advance(40 * 60_000);
    }
    expect(await identity.sessions.refresh(session.refreshToken)).toEqual(expectedRefusal);
    expect(await identity.sessions.refresh(token)).toEqual(expectedRefusal);
  });

  it('stays open with one visit in 30 days', async () => {
    const { identity, session } = await openVisit();
    identity.clock.advance(SESSION_IDLE_MS - 1);
    const nextSession = successValueOf(await identity.sessions.refresh(session.refreshToken));
    identity.clock.advance(SESSION_IDLE_MS - 1);
    const lastSession = successValueOf(await identity.sessions.refresh(nextSession.refreshToken));
    identity.clock.advance(SESSION_IDLE_MS);
    expect(await identity.sessions.refresh(lastSession.refreshToken)).toEqual(expectedRefusal);
  });

  it('ends 365 days after the last proof of identity, however often it is used', async () => {
    const { identity, session } = await openVisit();
    const { uid } = session.answer.account;
    await identity.store.write(async (identityRows) => {
      const user = await identityRows.users.find(uid);
      if (user !== null) await identityRows.users.update({ ...user, isAnonymous: false });
    });
    const visitor = successValueOf(await identity.visitors.start(ipAddress));
    const tokens = { member: session.refreshToken, visitor: visitor.refreshToken };
    for (let visitNumber = 0; visitNumber < 13; visitNumber += 1) {
      identity.clock.advance(28 * 86_400_000);
      tokens.member = successValueOf(await identity.sessions.refresh(tokens.member)).refreshToken;
      tokens.visitor = successValueOf(await identity.sessions.refresh(tokens.visitor)).refreshToken;
    }
    identity.clock.advance(86_400_000);
    expect(await identity.sessions.refresh(tokens.member)).toEqual(expectedRefusal);
    expect(await identity.sessions.refresh(tokens.visitor)).toMatchObject({ ok: true });
  });

  it.each(['', 'nonsense', `unknown.${'A'.repeat(43)}`])('refuses the cookie %j', async (invalidCookie) => {
    const { identity } = await openVisit();
    expect(await identity.sessions.refresh(invalidCookie)).toEqual(expectedRefusal);
  });

  it('ends a session at once: refresh token and id token are worth nothing any more', async () => {
    const { identity, session, isAlive } = await openVisit();
    await identity.sessions.end(session.refreshToken);
    expect(identity.rightsChangedFor).toEqual([session.answer.account.uid]);
    expect(await identity.sessions.refresh(session.refreshToken)).toEqual(expectedRefusal);
    expect(await isAlive(session.answer.idToken)).toBe(false);
  });

  it('does not end a session by its id alone', async () => {
    const { identity, session, isAlive } = await openVisit();
    const [sessionId] = session.refreshToken.split('.');
    await identity.sessions.end(`${sessionId}.${'A'.repeat(43)}`);
    expect(identity.rightsChangedFor).toEqual([]);
    expect(await isAlive(session.answer.idToken)).toBe(true);
  });
});

describe('an anonymous session', () => {
  it('creates a new invisible user each time', async () => {
    const fakeIdentity = createFakeIdentity();
    const firstSession = successValueOf(await fakeIdentity.visitors.start(ipAddress)).answer;
    const secondSession = successValueOf(await fakeIdentity.visitors.start(ipAddress)).answer;
    expect(firstSession.account.uid).not.toBe(secondSession.account.uid);
    expect(firstSession.account).toMatchObject({
      isAnonymous: true,
      loggedIn: false,
      email: null,
      displayName: null,
      visible: false,
      connectionLink: null,
    });
  });

  it('records the new user in the live topic', async () => {
    const fakeIdentity = createFakeIdentity();
    const { uid } = successValueOf(await fakeIdentity.visitors.start(ipAddress)).answer.account;
    expect(fakeIdentity.store.recorded).toEqual([
      [
        `user/${uid}`,
        { kind: 'put', collection: 'user', key: uid, value: expect.objectContaining({ uid, email: null }) },
      ],
    ]);
  });

  it('is refused to an address that has had 60 in a minute', async () => {
    const fakeIdentity = createFakeIdentity();
    for (let visitNumber = 0; visitNumber < 60; visitNumber += 1)
      successValueOf(await fakeIdentity.visitors.start(ipAddress));
    expect(await fakeIdentity.visitors.start(ipAddress)).toMatchObject({
      ok: false,
      error: { code: 'ErrorTooManyAttempts', retryAfterMs: 60_000 },
    });
    expect((await fakeIdentity.visitors.start('192.0.2.2')).ok).toBe(true);
  });
});
