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
const logIn = (
  identity: ReturnType<typeof createFakeIdentity>,
  email: string,
  password: string,
  cookie: string | null = null,
) => identity.logins.login({ email, password }, { address, cookie });

describe('login', () => {
  it('finds the account by its e-mail in any case and around spaces', async () => {
    const identity = createFakeIdentity();
    const { answer } = await signUp(identity);
    const session = valueOf(await logIn(identity, ' ANNA@mahlzeit.test', 'mittagspause')).answer;
    expect(session.account.uid).toBe(answer.account.uid);
    expect((await callerOf(identity, session.idToken)).authTime).toBe(identity.clock.realNow());
  });

  it.each([
    ['no e-mail', '', 'x', 'ErrorEmailEmpty'],
    ['no e-mail address', 'anna', 'x', 'ErrorEmailInvalid'],
    ['no password', 'anna@mahlzeit.test', '', 'ErrorPasswordInvalid'],
    ['an unknown address', 'ben@mahlzeit.test', 'mittagspause', 'ErrorNoAccount'],
    ['a wrong password', 'anna@mahlzeit.test', 'Mittagspause', 'ErrorPasswordIncorrect'],
    ['A01 a password with a space more', 'anna@mahlzeit.test', 'mittagspause ', 'ErrorPasswordIncorrect'],
  ])('refuses %s', async (_, email, password, code) => {
    const identity = createFakeIdentity();
    await signUp(identity);
    expect(await logIn(identity, email, password)).toEqual({ ok: false, error: code });
  });

  it('refuses a password to an account that signs in elsewhere', async () => {
    const identity = createFakeIdentity();
    const { uid } = (await signUp(identity)).answer.account;
    const user = await identity.findUser(uid);
    await identity.store.write(async (rows) =>
      user === null ? undefined : rows.users.update({ ...user, passwordHash: null, thirdParty: 'google' }),
    );
    expect(await logIn(identity, anna.email, anna.password)).toEqual({ ok: false, error: 'ErrorAuthDisabled' });
  });

  it('refuses a disabled user after the right password', async () => {
    const identity = createFakeIdentity();
    const { uid } = (await signUp(identity)).answer.account;
    const user = await identity.findUser(uid);
    await identity.store.write(async (rows) =>
      user === null ? undefined : rows.users.update({ ...user, disabledAt: 1 }),
    );
    expect(await logIn(identity, anna.email, anna.password)).toEqual({ ok: false, error: 'ErrorAuthDisabled' });
    expect(await logIn(identity, anna.email, 'geraten')).toEqual({ ok: false, error: 'ErrorPasswordIncorrect' });
  });

  it('takes as long for an unknown address as for a registered one', async () => {
    const identity = createFakeIdentity();
    await logIn(identity, 'nobody@mahlzeit.test', 'mittagspause');
    expect(identity.checkedPasswords).toEqual([null]);
  });

  it('ends what the browser held before', async () => {
    const identity = createFakeIdentity();
    await signUp(identity);
    const visitor = valueOf(await identity.visitors.start(address));
    valueOf(await logIn(identity, anna.email, anna.password, visitor.refreshToken));
    expect(await identity.sessions.refresh(visitor.refreshToken)).toEqual({ ok: false, error: 'unauthenticated' });
    expect(identity.rightsChangedFor).toEqual([visitor.answer.account.uid]);
  });

  it('begins no session with a password that was replaced while it was checked', async () => {
    const identity = createFakeIdentity({
      whileChecking: () =>
        identity.store.write(async (rows) => {
          const user = await rows.users.findByEmail('anna@mahlzeit.test');
          if (user !== null) await rows.users.update({ ...user, passwordHash: 'hash of a new one' });
        }),
    });
    const { uid } = (await signUp(identity)).answer.account;
    expect(await logIn(identity, anna.email, anna.password)).toEqual({ ok: false, error: 'ErrorPasswordIncorrect' });
    expect(await identity.store.read((rows) => rows.sessions.listOf(uid))).toHaveLength(1);
  });

  it('stops after ten wrong tries at an account, also for the right password', async () => {
    const identity = createFakeIdentity();
    await signUp(identity);
    for (let count = 0; count < 10; count += 1)
      expect(await logIn(identity, anna.email, 'wrong')).toEqual({ ok: false, error: 'ErrorPasswordIncorrect' });
    expect(await logIn(identity, anna.email, anna.password)).toMatchObject({
      ok: false,
      error: { code: 'ErrorTooManyAttempts', retryAfterMs: 900_000 },
    });
  });

  it('does not let wrong tries in parallel outrun the count', async () => {
    const identity = createFakeIdentity();
    await signUp(identity);
    const outcomes = await Promise.all(Array.from({ length: 25 }, () => logIn(identity, anna.email, 'wrong')));
    expect(outcomes.filter((outcome) => !outcome.ok && outcome.error === 'ErrorPasswordIncorrect')).toHaveLength(10);
  });

  it('counts wrong tries only: 200 right ones at once all get in', async () => {
    const identity = createFakeIdentity();
    await signUp(identity);
    const outcomes = await Promise.all(Array.from({ length: 200 }, () => logIn(identity, anna.email, anna.password)));
    expect(outcomes.every((outcome) => outcome.ok)).toBe(true);
  });

  it('stops an address after a hundred wrong tries at whomever', async () => {
    const identity = createFakeIdentity();
    for (let count = 0; count < 100; count += 1) await logIn(identity, `nobody${count}@mahlzeit.test`, 'wrong');
    expect(await logIn(identity, 'somebody@mahlzeit.test', 'wrong')).toMatchObject({
      ok: false,
      error: { code: 'ErrorTooManyAttempts', retryAfterMs: 60_000 },
    });
  });
});
