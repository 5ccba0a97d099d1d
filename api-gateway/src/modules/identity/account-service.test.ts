import type { Registration } from '@mahlzeit/contract';
import { callerOf, createIdentityWorld, valueOf } from './fakes/identity-world';

const anna: Registration = { email: 'Anna@Mahlzeit.test', password: 'mittagspause', visible: true, policyAccepted: true };
const address = '192.0.2.1';

const signUp = async (world: ReturnType<typeof createIdentityWorld>, typed: Registration = anna) => valueOf(await world.accounts.register(typed, null));
const logIn = (world: ReturnType<typeof createIdentityWorld>, email: string, password: string, cookie: string | null = null) =>
  world.accounts.login({ email, password }, { address, cookie });

describe('anonymous session', () => {
  it('is a new user each time, visible to nobody', async () => {
    const world = createIdentityWorld();
    const one = valueOf(await world.accounts.startAnonymous(address)).answer;
    const two = valueOf(await world.accounts.startAnonymous(address)).answer;
    expect(one.account.uid).not.toBe(two.account.uid);
    expect(one.account).toMatchObject({ isAnonymous: true, loggedIn: false, email: null, displayName: null, visible: false, connectionLink: null });
  });

  it('tells the live topic of its user', async () => {
    const world = createIdentityWorld();
    const { uid } = valueOf(await world.accounts.startAnonymous(address)).answer.account;
    expect(world.store.recorded).toEqual([[`user/${uid}`, { kind: 'put', collection: 'user', key: uid, value: expect.objectContaining({ uid, email: null }) }]]);
  });

  it('is refused to an address that has had 60 in a minute', async () => {
    const world = createIdentityWorld();
    for (let count = 0; count < 60; count += 1) valueOf(await world.accounts.startAnonymous(address));
    expect(await world.accounts.startAnonymous(address)).toMatchObject({ ok: false, error: { code: 'ErrorTooManyAttempts', retryAfterMs: 60_000 } });
    expect((await world.accounts.startAnonymous('192.0.2.2')).ok).toBe(true);
  });
});

describe('register', () => {
  it('keeps the uid of the visitor and stamps the policy that was accepted', async () => {
    const world = createIdentityWorld();
    const visitor = valueOf(await world.accounts.startAnonymous(address)).answer;
    const { answer } = valueOf(await world.accounts.register(anna, await callerOf(world, visitor.idToken)));
    expect(answer.account).toMatchObject({ uid: visitor.account.uid, email: 'anna@mahlzeit.test', displayName: 'anna', isAnonymous: false, loggedIn: true, verified: false, visible: true });
    expect(answer.account.connectionLink).toBe(`https://mahlzeit.test/restaurants#addcontacts/${answer.account.connectionCode}`);
    expect(await world.accounts.find(visitor.account.uid)).toMatchObject({ policyAccepted: world.clock.now(), policyVersion: 4, passwordHash: 'hash of mittagspause' });
    expect(world.store.recorded.at(-1)).toEqual([`user/${visitor.account.uid}`, expect.objectContaining({ kind: 'put', value: expect.objectContaining({ email: 'anna@mahlzeit.test' }) })]);
  });

  it('makes a user where nobody had a session', async () => {
    const world = createIdentityWorld();
    const { answer } = await signUp(world);
    expect(await callerOf(world, answer.idToken)).toMatchObject({ uid: answer.account.uid, isAnonymous: false, isVerified: false });
  });

  it('ends the sessions that the visitor had before', async () => {
    const world = createIdentityWorld();
    const visitor = valueOf(await world.accounts.startAnonymous(address));
    await world.accounts.register(anna, await callerOf(world, visitor.answer.idToken));
    expect(await world.verifier.verify(visitor.answer.idToken)).toEqual({ ok: false, code: 'unauthenticated' });
    expect(await world.sessions.refresh(visitor.refreshToken)).toEqual({ ok: false, error: 'unauthenticated' });
  });

  it('refuses an address that has an account, in whatever case', async () => {
    const world = createIdentityWorld();
    await signUp(world);
    expect(await world.accounts.register({ ...anna, email: ' ANNA@mahlzeit.TEST ' }, null)).toEqual({ ok: false, error: 'ErrorEmailTaken' });
  });

  it('lets one of two registrations at the same moment through', async () => {
    const world = createIdentityWorld();
    const outcomes = await Promise.all([world.accounts.register(anna, null), world.accounts.register(anna, null)]);
    expect(outcomes.map((outcome) => outcome.ok).sort()).toEqual([false, true]);
    expect(outcomes.find((outcome) => !outcome.ok)).toEqual({ ok: false, error: 'ErrorEmailTaken' });
  });

  it('is not for who is logged in', async () => {
    const world = createIdentityWorld();
    const caller = await callerOf(world, (await signUp(world)).answer.idToken);
    expect(await world.accounts.register({ ...anna, email: 'ben@mahlzeit.test' }, caller)).toEqual({ ok: false, error: 'notAllowed' });
  });

  it('lets one visitor become one account although he pressed twice', async () => {
    const world = createIdentityWorld();
    const caller = await callerOf(world, valueOf(await world.accounts.startAnonymous(address)).answer.idToken);
    const outcomes = await Promise.all([world.accounts.register(anna, caller), world.accounts.register({ ...anna, email: 'ben@mahlzeit.test' }, caller)]);
    expect(outcomes).toEqual([expect.objectContaining({ ok: true }), { ok: false, error: 'notAllowed' }]);
  });

  it('stores nothing of a registration without consent', async () => {
    const world = createIdentityWorld();
    expect(await world.accounts.register({ ...anna, policyAccepted: false }, null)).toEqual({ ok: false, error: 'ErrorGdpr' });
    expect((await logIn(world, anna.email, anna.password))).toEqual({ ok: false, error: 'ErrorNoAccount' });
  });
});

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
    const user = await world.accounts.find(uid);
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
    const visitor = valueOf(await world.accounts.startAnonymous(address));
    valueOf(await logIn(world, anna.email, anna.password, visitor.refreshToken));
    expect(await world.sessions.refresh(visitor.refreshToken)).toEqual({ ok: false, error: 'unauthenticated' });
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
