import type { Registration } from '@mahlzeit/contract';
import { callerOf, createIdentityWorld, valueOf } from './fakes/fake-identity-world';

const anna: Registration = { email: 'Anna@Mahlzeit.test', password: 'mittagspause', visible: true, policyAccepted: true };
const address = '192.0.2.1';

const signUp = async (world: ReturnType<typeof createIdentityWorld>) => valueOf(await world.registrations.register(anna, null));
const logIn = (world: ReturnType<typeof createIdentityWorld>, email: string, password: string, cookie: string | null = null) =>
  world.logins.login({ email, password }, { address, cookie });

describe('login', () => {
  it('finds the account by its e-mail in any case and around spaces', async () => {
    const world = createIdentityWorld();
    const { answer } = await signUp(world);
    const opened = valueOf(await logIn(world, ' ANNA@mahlzeit.test', 'mittagspause')).answer;
    expect(opened.account.uid).toBe(answer.account.uid);
    expect((await callerOf(world, opened.idToken)).authTime).toBe(world.clock.realNow());
  });

  it.each([
    ['no e-mail', '', 'x', 'ErrorEmailEmpty'],
    ['no e-mail address', 'anna', 'x', 'ErrorEmailInvalid'],
    ['no password', 'anna@mahlzeit.test', '', 'ErrorPasswordInvalid'],
    ['an unknown address', 'ben@mahlzeit.test', 'mittagspause', 'ErrorNoAccount'],
    ['a wrong password', 'anna@mahlzeit.test', 'Mittagspause', 'ErrorPasswordIncorrect'],
    ['A01 a password with a space more', 'anna@mahlzeit.test', 'mittagspause ', 'ErrorPasswordIncorrect'],
  ])('refuses %s', async (_, email, password, code) => {
    const world = createIdentityWorld();
    await signUp(world);
    expect(await logIn(world, email, password)).toEqual({ ok: false, error: code });
  });

  it('refuses a password to an account that signs in elsewhere', async () => {
    const world = createIdentityWorld();
    const { uid } = (await signUp(world)).answer.account;
    const user = await world.findUser(uid);
    await world.store.write(async (rows) => user === null ? undefined : rows.users.update({ ...user, passwordHash: null, thirdParty: 'google' }));
    expect(await logIn(world, anna.email, anna.password)).toEqual({ ok: false, error: 'ErrorAuthDisabled' });
  });

  it('works as long for an unknown address as for a known one', async () => {
    const world = createIdentityWorld();
    await logIn(world, 'nobody@mahlzeit.test', 'mittagspause');
    expect(world.checked).toEqual([null]);
  });

  it('ends what the browser held before', async () => {
    const world = createIdentityWorld();
    await signUp(world);
    const visitor = valueOf(await world.visitors.start(address));
    valueOf(await logIn(world, anna.email, anna.password, visitor.refreshToken));
    expect(await world.sessions.refresh(visitor.refreshToken)).toEqual({ ok: false, error: 'unauthenticated' });
    expect(world.rejudged).toEqual([visitor.answer.account.uid]);
  });

  it('begins no session with a password that was replaced while it was checked', async () => {
    const world = createIdentityWorld({
      whileChecking: () => world.store.write(async (rows) => {
        const user = await rows.users.findByEmail('anna@mahlzeit.test');
        if (user !== null) await rows.users.update({ ...user, passwordHash: 'hash of a new one' });
      }),
    });
    const { uid } = (await signUp(world)).answer.account;
    expect(await logIn(world, anna.email, anna.password)).toEqual({ ok: false, error: 'ErrorPasswordIncorrect' });
    expect(await world.store.read((rows) => rows.sessions.listOf(uid))).toHaveLength(1);
  });

  it('stops after ten wrong tries at an account, also for the right password', async () => {
    const world = createIdentityWorld();
    await signUp(world);
    for (let count = 0; count < 10; count += 1) expect(await logIn(world, anna.email, 'wrong')).toEqual({ ok: false, error: 'ErrorPasswordIncorrect' });
    expect(await logIn(world, anna.email, anna.password)).toMatchObject({ ok: false, error: { code: 'ErrorTooManyAttempts', retryAfterMs: 900_000 } });
  });

  it('does not let wrong tries in parallel outrun the count', async () => {
    const world = createIdentityWorld();
    await signUp(world);
    const outcomes = await Promise.all(Array.from({ length: 25 }, () => logIn(world, anna.email, 'wrong')));
    expect(outcomes.filter((outcome) => !outcome.ok && outcome.error === 'ErrorPasswordIncorrect')).toHaveLength(10);
  });

  it('counts wrong tries only: 200 right ones at once all get in', async () => {
    const world = createIdentityWorld();
    await signUp(world);
    const outcomes = await Promise.all(Array.from({ length: 200 }, () => logIn(world, anna.email, anna.password)));
    expect(outcomes.every((outcome) => outcome.ok)).toBe(true);
  });

  it('stops an address after a hundred wrong tries at whomever', async () => {
    const world = createIdentityWorld();
    for (let count = 0; count < 100; count += 1) await logIn(world, `nobody${count}@mahlzeit.test`, 'wrong');
    expect(await logIn(world, 'somebody@mahlzeit.test', 'wrong')).toMatchObject({ ok: false, error: { code: 'ErrorTooManyAttempts', retryAfterMs: 60_000 } });
  });
});
