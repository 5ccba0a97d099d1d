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
const logIn = (
  fakeIdentity: ReturnType<typeof createFakeIdentity>,
  email: string,
  password: string,
  { refreshCookie = null, deviceToken = null }: { refreshCookie?: string | null; deviceToken?: string | null } = {},
) =>
  fakeIdentity.logins.login(
    { email, password },
    {
      address: ipAddress,
      cookie: refreshCookie,
      browser: { device: aSessionDevice, deviceToken },
    },
  );

describe('login', () => {
  it('finds the account by its e-mail in any case and around spaces', async () => {
    const fakeIdentity = createFakeIdentity();
    const { answer } = await signUp(fakeIdentity);
    const session = successValueOf(await logIn(fakeIdentity, ' ANNA@mahlzeit.test', 'mittagspause')).answer;
    expect(session.account.uid).toBe(answer.account.uid);
    expect((await callerOfToken(fakeIdentity, session.idToken)).authTime).toBe(fakeIdentity.clock.realNow());
  });

  it.each([
    ['no e-mail', '', 'x', 'ErrorEmailEmpty'],
    ['no e-mail address', 'anna', 'x', 'ErrorEmailInvalid'],
    ['no password', 'anna@mahlzeit.test', '', 'ErrorPasswordInvalid'],
    ['an unknown address', 'ben@mahlzeit.test', 'mittagspause', 'ErrorNoAccount'],
    ['a wrong password', 'anna@mahlzeit.test', 'Mittagspause', 'ErrorPasswordIncorrect'],
    ['A01 a password with a space more', 'anna@mahlzeit.test', 'mittagspause ', 'ErrorPasswordIncorrect'],
  ])('refuses %s', async (_, email, password, expectedCode) => {
    const fakeIdentity = createFakeIdentity();
    await signUp(fakeIdentity);
    expect(await logIn(fakeIdentity, email, password)).toEqual({ ok: false, error: expectedCode });
  });

  it('takes a password of any age', async () => {
    const fakeIdentity = createFakeIdentity();
    await signUp(fakeIdentity);
    fakeIdentity.clock.advance(10 * 365 * 86_400_000);
    expect(await logIn(fakeIdentity, annaRegistration.email, annaRegistration.password)).toMatchObject({ ok: true });
  });

  it('refuses a password to an account that signs in elsewhere', async () => {
    const fakeIdentity = createFakeIdentity();
    const { uid } = (await signUp(fakeIdentity)).answer.account;
    const user = await fakeIdentity.findUser(uid);
    await fakeIdentity.store.write(async (identityRows) =>
      user === null ? undefined : identityRows.users.update({ ...user, passwordHash: null, thirdParty: 'google' }),
    );
    expect(await logIn(fakeIdentity, annaRegistration.email, annaRegistration.password)).toEqual({
      ok: false,
      error: 'ErrorAuthDisabled',
    });
  });

  it('refuses a disabled user after the right password', async () => {
    const fakeIdentity = createFakeIdentity();
    const { uid } = (await signUp(fakeIdentity)).answer.account;
    const user = await fakeIdentity.findUser(uid);
    await fakeIdentity.store.write(async (identityRows) =>
      user === null ? undefined : identityRows.users.update({ ...user, disabledAt: 1 }),
    );
    expect(await logIn(fakeIdentity, annaRegistration.email, annaRegistration.password)).toEqual({
      ok: false,
      error: 'ErrorAuthDisabled',
    });
    expect(await logIn(fakeIdentity, annaRegistration.email, 'geraten')).toEqual({
      ok: false,
      error: 'ErrorPasswordIncorrect',
    });
  });

  it('takes as long for an unknown address as for a registered one', async () => {
    const fakeIdentity = createFakeIdentity();
    await logIn(fakeIdentity, 'nobody@mahlzeit.test', 'mittagspause');
    expect(fakeIdentity.checkedPasswords).toEqual([null]);
  });

  it('ends what the browser held before', async () => {
    const fakeIdentity = createFakeIdentity();
    await signUp(fakeIdentity);
    const visitorSession = successValueOf(await fakeIdentity.visitors.start(ipAddress));
    successValueOf(
      await logIn(fakeIdentity, annaRegistration.email, annaRegistration.password, {
        refreshCookie: visitorSession.refreshToken,
      }),
    );
    expect(await fakeIdentity.sessions.refresh(visitorSession.refreshToken)).toEqual({
      ok: false,
      error: 'unauthenticated',
    });
    expect(fakeIdentity.rightsChangedFor).toEqual([visitorSession.answer.account.uid]);
  });

  it('begins no session with a password that was replaced while it was checked', async () => {
    const fakeIdentity = createFakeIdentity({
      whileChecking: () =>
        fakeIdentity.store.write(async (identityRows) => {
          const user = await identityRows.users.findByEmail('anna@mahlzeit.test');
          if (user !== null) await identityRows.users.update({ ...user, passwordHash: 'hash of a new one' });
        }),
    });
    const { uid } = (await signUp(fakeIdentity)).answer.account;
    expect(await logIn(fakeIdentity, annaRegistration.email, annaRegistration.password)).toEqual({
      ok: false,
      error: 'ErrorPasswordIncorrect',
    });
    expect(await fakeIdentity.store.read((identityRows) => identityRows.sessions.listOf(uid))).toHaveLength(1);
  });

  it('stops after ten wrong tries at an account, also for the right password', async () => {
    const fakeIdentity = createFakeIdentity();
    await signUp(fakeIdentity);
    for (let attemptNumber = 0; attemptNumber < 10; attemptNumber += 1)
      expect(await logIn(fakeIdentity, annaRegistration.email, 'wrong')).toEqual({
        ok: false,
        error: 'ErrorPasswordIncorrect',
      });
    expect(await logIn(fakeIdentity, annaRegistration.email, annaRegistration.password)).toMatchObject({
      ok: false,
      error: { code: 'ErrorTooManyAttempts', retryAfterMs: 900_000 },
    });
  });

  it('lets the owner in from a device that signed in before, while strangers try', async () => {
    const fakeIdentity = createFakeIdentity();
    await signUp(fakeIdentity);
    const deviceToken = fakeIdentity.knownDevices.issue('anna@mahlzeit.test');
    for (let attemptNumber = 0; attemptNumber < 10; attemptNumber += 1)
      await logIn(fakeIdentity, annaRegistration.email, 'wrong');
    const tokens = {
      own: deviceToken,
      ofAnotherAccount: fakeIdentity.knownDevices.issue('ben@mahlzeit.test'),
      forged: deviceToken.replace(/\.(.)/, (_, initial: string) => (initial === 'A' ? '.B' : '.A')),
      broken: 'x',
    };
    const outcomes: Record<string, boolean> = {};
    for (const [name, token] of Object.entries(tokens))
      outcomes[name] = (
        await logIn(fakeIdentity, annaRegistration.email, annaRegistration.password, { deviceToken: token })
      ).ok;
    expect(outcomes).toEqual({ own: true, ofAnotherAccount: false, forged: false, broken: false });
  });

  it('does not let wrong tries in parallel outrun the count', async () => {
    const fakeIdentity = createFakeIdentity();
    await signUp(fakeIdentity);
    const loginOutcomes = await Promise.all(
      Array.from({ length: 25 }, () => logIn(fakeIdentity, annaRegistration.email, 'wrong')),
    );
    expect(
      loginOutcomes.filter((loginOutcome) => !loginOutcome.ok && loginOutcome.error === 'ErrorPasswordIncorrect'),
    ).toHaveLength(10);
  });

  it('counts wrong tries only: 200 right ones at once all get in', async () => {
    const fakeIdentity = createFakeIdentity();
    await signUp(fakeIdentity);
    const loginOutcomes = await Promise.all(
      Array.from({ length: 200 }, () => logIn(fakeIdentity, annaRegistration.email, annaRegistration.password)),
    );
    expect(loginOutcomes.every((loginOutcome) => loginOutcome.ok)).toBe(true);
  });

  it('stops telling an address who has an account after sixty different ones without', async () => {
    const fakeIdentity = createFakeIdentity();
    await signUp(fakeIdentity);
    for (let attemptNumber = 0; attemptNumber < 60; attemptNumber += 1)
      await logIn(fakeIdentity, `nobody${attemptNumber}@mahlzeit.test`, 'wrong');
    const { email, password } = annaRegistration;
    for (const askedEmail of ['somebody@mahlzeit.test', email])
      expect(await logIn(fakeIdentity, askedEmail, 'wrong')).toMatchObject({
        ok: false,
        error: { code: 'ErrorTooManyAttempts' },
      });
    expect((await logIn(fakeIdentity, email, password)).ok).toBe(true);
  });

  it('stops an address after a hundred wrong tries at whomever', async () => {
    const fakeIdentity = createFakeIdentity();
    for (let attemptNumber = 0; attemptNumber < 100; attemptNumber += 1)
      await logIn(fakeIdentity, `nobody${attemptNumber % 50}@mahlzeit.test`, 'wrong');
    expect(await logIn(fakeIdentity, 'somebody@mahlzeit.test', 'wrong')).toMatchObject({
      ok: false,
      error: { code: 'ErrorTooManyAttempts', retryAfterMs: 60_000 },
    });
  });
});
