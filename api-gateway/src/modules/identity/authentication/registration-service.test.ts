import type { Registration } from '@mahlzeit/contract';
import { callerOf, createFakeIdentity, valueOf } from '../testing/fake-identity';

const anna: Registration = {
  email: 'Anna@Mahlzeit.test',
  password: 'mittagspause',
  visible: true,
  policyAccepted: true,
};
const address = '192.0.2.1';

const signUp = async (identity: ReturnType<typeof createFakeIdentity>) =>
  valueOf(await identity.registrations.register(anna, null));

describe('registration', () => {
  it('keeps the uid of the visitor and stamps the policy that was accepted', async () => {
    const identity = createFakeIdentity();
    const visitor = valueOf(await identity.visitors.start(address)).answer;
    const { answer } = valueOf(await identity.registrations.register(anna, await callerOf(identity, visitor.idToken)));
    expect(answer.account).toMatchObject({
      uid: visitor.account.uid,
      email: 'anna@mahlzeit.test',
      displayName: 'anna',
      isAnonymous: false,
      loggedIn: true,
      verified: false,
      visible: true,
    });
    expect(answer.account.connectionLink).toBe(
      `https://mahlzeit.test/restaurants#addcontacts/${answer.account.connectionCode}`,
    );
    expect(await identity.findUser(visitor.account.uid)).toMatchObject({
      policyAccepted: identity.clock.now(),
      policyVersion: 4,
      passwordHash: 'hash of mittagspause',
    });
    expect(identity.store.recorded.at(-1)).toEqual([
      `user/${visitor.account.uid}`,
      expect.objectContaining({ kind: 'put', value: expect.objectContaining({ email: 'anna@mahlzeit.test' }) }),
    ]);
  });

  it('creates a user for a registration without a session', async () => {
    const identity = createFakeIdentity();
    const { answer } = await signUp(identity);
    expect(await callerOf(identity, answer.idToken)).toMatchObject({
      uid: answer.account.uid,
      isAnonymous: false,
      isVerified: false,
    });
  });

  it('ends the sessions that the visitor had before', async () => {
    const identity = createFakeIdentity();
    const visitor = valueOf(await identity.visitors.start(address));
    await identity.registrations.register(anna, await callerOf(identity, visitor.answer.idToken));
    expect(await identity.verifier.verify(visitor.answer.idToken)).toEqual({ ok: false, code: 'unauthenticated' });
    expect(await identity.sessions.refresh(visitor.refreshToken)).toEqual({ ok: false, error: 'unauthenticated' });
    expect(identity.replacedTokens).toEqual([visitor.answer.account.uid]);
  });

  it('refuses a taken address in any letter case', async () => {
    const identity = createFakeIdentity();
    await signUp(identity);
    expect(await identity.registrations.register({ ...anna, email: ' ANNA@mahlzeit.TEST ' }, null)).toEqual({
      ok: false,
      error: 'ErrorEmailTaken',
    });
  });

  it('lets one of two registrations at the same moment through', async () => {
    const identity = createFakeIdentity();
    const outcomes = await Promise.all([
      identity.registrations.register(anna, null),
      identity.registrations.register(anna, null),
    ]);
    expect(outcomes.map((outcome) => outcome.ok).sort()).toEqual([false, true]);
    expect(outcomes.find((outcome) => !outcome.ok)).toEqual({ ok: false, error: 'ErrorEmailTaken' });
  });

  it('is not for who is logged in', async () => {
    const identity = createFakeIdentity();
    const caller = await callerOf(identity, (await signUp(identity)).answer.idToken);
    expect(await identity.registrations.register({ ...anna, email: 'ben@mahlzeit.test' }, caller)).toEqual({
      ok: false,
      error: 'notAllowed',
    });
  });

  it('hashes no password for an aborted request', async () => {
    const identity = createFakeIdentity();
    await expect(identity.registrations.register(anna, null, AbortSignal.abort())).rejects.toThrow('aborted');
    expect(identity.hashedPasswords).toEqual([]);
    expect(await identity.registrations.register(anna, null)).toMatchObject({ ok: true });
  });

  it('pays for one password however often a visitor asks at once', async () => {
    const identity = createFakeIdentity();
    const caller = await callerOf(identity, valueOf(await identity.visitors.start(address)).answer.idToken);
    const presses = await Promise.all(
      Array.from({ length: 50 }, (_, number) =>
        identity.registrations.register({ ...anna, email: `anna-${number}@mahlzeit.test` }, caller),
      ),
    );
    expect(presses.filter(({ ok }) => ok)).toHaveLength(1);
    expect(identity.hashedPasswords).toEqual(['mittagspause']);
  });

  it('lets an address register sixty times a minute, successful or not', async () => {
    const { registrations } = createFakeIdentity();
    for (let count = 0; count < 60; count += 1) valueOf(await registrations.admitAddress(address));
    expect(await registrations.admitAddress(address)).toMatchObject({
      ok: false,
      error: { code: 'ErrorTooManyAttempts', retryAfterMs: 60_000 },
    });
    expect((await registrations.admitAddress('192.0.2.2')).ok).toBe(true);
  });

  it('lets one visitor become one account although they pressed twice', async () => {
    const identity = createFakeIdentity();
    const caller = await callerOf(identity, valueOf(await identity.visitors.start(address)).answer.idToken);
    const outcomes = await Promise.all([
      identity.registrations.register(anna, caller),
      identity.registrations.register({ ...anna, email: 'ben@mahlzeit.test' }, caller),
    ]);
    expect(outcomes).toEqual([expect.objectContaining({ ok: true }), { ok: false, error: 'notAllowed' }]);
  });

  it('stores nothing of a registration without consent', async () => {
    const identity = createFakeIdentity();
    expect(await identity.registrations.register({ ...anna, policyAccepted: false }, null)).toEqual({
      ok: false,
      error: 'ErrorGdpr',
    });
    expect(await identity.logins.login(anna, { address, cookie: null })).toEqual({
      ok: false,
      error: 'ErrorNoAccount',
    });
  });
});
