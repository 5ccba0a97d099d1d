import type { Registration } from '@mahlzeit/contract';
import { aSessionDevice, callerOfToken, createFakeIdentity, successValueOf } from '../testing/fake-identity';

const annaRegistration: Registration = {
  email: 'Anna@Mahlzeit.test',
  password: 'mittagspause',
  visible: true,
  policyAccepted: true,
};
const ipAddress = '192.0.2.1';

const signUp = async (fakeIdentity: ReturnType<typeof createFakeIdentity>) =>
  successValueOf(await fakeIdentity.registrations.register(annaRegistration, null));

describe('registration', () => {
  it('keeps the uid of the visitor and stamps the policy that was accepted', async () => {
    const fakeIdentity = createFakeIdentity();
    const visitorSession = successValueOf(await fakeIdentity.visitors.start(ipAddress)).answer;
    const { answer } = successValueOf(
      await fakeIdentity.registrations.register(
        annaRegistration,
        await callerOfToken(fakeIdentity, visitorSession.idToken),
      ),
    );
    expect(answer.account).toMatchObject({
      uid: visitorSession.account.uid,
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
    expect(await fakeIdentity.findUser(visitorSession.account.uid)).toMatchObject({
      policyAccepted: fakeIdentity.clock.now(),
      policyVersion: 4,
      passwordHash: 'hash of mittagspause',
    });
    expect(fakeIdentity.store.recorded.at(-1)).toEqual([
      `user/${visitorSession.account.uid}`,
      expect.objectContaining({ kind: 'put', value: expect.objectContaining({ email: 'anna@mahlzeit.test' }) }),
    ]);
  });

  it('creates a user for a registration without a session', async () => {
    const fakeIdentity = createFakeIdentity();
    const { answer } = await signUp(fakeIdentity);
    expect(await callerOfToken(fakeIdentity, answer.idToken)).toMatchObject({
      uid: answer.account.uid,
      isAnonymous: false,
      isVerified: false,
    });
  });

  it('ends the sessions that the visitor had before', async () => {
    const fakeIdentity = createFakeIdentity();
    const visitorSession = successValueOf(await fakeIdentity.visitors.start(ipAddress));
    await fakeIdentity.registrations.register(
      annaRegistration,
      await callerOfToken(fakeIdentity, visitorSession.answer.idToken),
    );
    expect(await fakeIdentity.verifier.verify(visitorSession.answer.idToken)).toEqual({
      ok: false,
      code: 'unauthenticated',
    });
    expect(await fakeIdentity.sessions.refresh(visitorSession.refreshToken)).toEqual({
      ok: false,
      error: 'unauthenticated',
    });
    expect(fakeIdentity.replacedTokens).toEqual([visitorSession.answer.account.uid]);
  });

  it('refuses a taken address in any letter case', async () => {
    const fakeIdentity = createFakeIdentity();
    await signUp(fakeIdentity);
    expect(
      await fakeIdentity.registrations.register({ ...annaRegistration, email: ' ANNA@mahlzeit.TEST ' }, null),
    ).toEqual({
      ok: false,
      error: 'ErrorEmailTaken',
    });
  });

  it('lets one of two registrations at the same moment through', async () => {
    const fakeIdentity = createFakeIdentity();
    const registrationOutcomes = await Promise.all([
      fakeIdentity.registrations.register(annaRegistration, null),
      fakeIdentity.registrations.register(annaRegistration, null),
    ]);
    expect(registrationOutcomes.map((registrationOutcome) => registrationOutcome.ok).sort()).toEqual([false, true]);
    expect(registrationOutcomes.find((registrationOutcome) => !registrationOutcome.ok)).toEqual({
      ok: false,
      error: 'ErrorEmailTaken',
    });
  });

  it('is not for who is logged in', async () => {
    const fakeIdentity = createFakeIdentity();
    const callerSession = await callerOfToken(fakeIdentity, (await signUp(fakeIdentity)).answer.idToken);
    expect(
      await fakeIdentity.registrations.register({ ...annaRegistration, email: 'ben@mahlzeit.test' }, callerSession),
    ).toEqual({
      ok: false,
      error: 'notAllowed',
    });
  });

  it('hashes no password for an aborted request', async () => {
    const fakeIdentity = createFakeIdentity();
    await expect(
      fakeIdentity.registrations.register(annaRegistration, null, { abortSignal: AbortSignal.abort() }),
    ).rejects.toThrow('aborted');
    expect(fakeIdentity.hashedPasswords).toEqual([]);
    expect(await fakeIdentity.registrations.register(annaRegistration, null)).toMatchObject({ ok: true });
  });

  it('pays for one password however often a visitor asks at once', async () => {
    const fakeIdentity = createFakeIdentity();
    const callerSession = await callerOfToken(
      fakeIdentity,
      successValueOf(await fakeIdentity.visitors.start(ipAddress)).answer.idToken,
    );
    const registrationAttempts = await Promise.all(
      Array.from({ length: 50 }, (_, attemptIndex) =>
        fakeIdentity.registrations.register(
          { ...annaRegistration, email: `anna-${attemptIndex}@mahlzeit.test` },
          callerSession,
        ),
      ),
    );
    expect(registrationAttempts.filter(({ ok }) => ok)).toHaveLength(1);
    expect(fakeIdentity.hashedPasswords).toEqual(['mittagspause']);
  });

  it('lets an address register sixty times a minute, successful or not', async () => {
    const { registrations } = createFakeIdentity();
    for (let admissionNumber = 0; admissionNumber < 60; admissionNumber += 1)
      successValueOf(await registrations.admitAddress(ipAddress));
    expect(await registrations.admitAddress(ipAddress)).toMatchObject({
      ok: false,
      error: { code: 'ErrorTooManyAttempts', retryAfterMs: 60_000 },
    });
    expect((await registrations.admitAddress('192.0.2.2')).ok).toBe(true);
  });

  it('lets one visitor become one account although they pressed twice', async () => {
    const fakeIdentity = createFakeIdentity();
    const callerSession = await callerOfToken(
      fakeIdentity,
      successValueOf(await fakeIdentity.visitors.start(ipAddress)).answer.idToken,
    );
    const registrationOutcomes = await Promise.all([
      fakeIdentity.registrations.register(annaRegistration, callerSession),
      fakeIdentity.registrations.register({ ...annaRegistration, email: 'ben@mahlzeit.test' }, callerSession),
    ]);
    expect(registrationOutcomes).toEqual([expect.objectContaining({ ok: true }), { ok: false, error: 'notAllowed' }]);
  });

  it('stores nothing of a registration without consent', async () => {
    const fakeIdentity = createFakeIdentity();
    expect(await fakeIdentity.registrations.register({ ...annaRegistration, policyAccepted: false }, null)).toEqual({
      ok: false,
      error: 'ErrorGdpr',
    });
    expect(
      await fakeIdentity.logins.login(annaRegistration, {
        address: ipAddress,
        cookie: null,
        browser: { device: aSessionDevice, deviceToken: null },
      }),
    ).toEqual({
      ok: false,
      error: 'ErrorNoAccount',
    });
  });
});
