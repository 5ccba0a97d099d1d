import type { Registration } from '@mahlzeit/contract';
import { callerOf, createIdentityWorld, valueOf } from './fakes/fake-identity-world';

const anna: Registration = { email: 'Anna@Mahlzeit.test', password: 'mittagspause', visible: true, policyAccepted: true };
const address = '192.0.2.1';

const signUp = async (world: ReturnType<typeof createIdentityWorld>) => valueOf(await world.registrations.register(anna, null));

describe('register', () => {
  it('keeps the uid of the visitor and stamps the policy that was accepted', async () => {
    const world = createIdentityWorld();
    const visitor = valueOf(await world.visitors.start(address)).answer;
    const { answer } = valueOf(await world.registrations.register(anna, await callerOf(world, visitor.idToken)));
    expect(answer.account).toMatchObject({ uid: visitor.account.uid, email: 'anna@mahlzeit.test', displayName: 'anna', isAnonymous: false, loggedIn: true, verified: false, visible: true });
    expect(answer.account.connectionLink).toBe(`https://mahlzeit.test/restaurants#addcontacts/${answer.account.connectionCode}`);
    expect(await world.findUser(visitor.account.uid)).toMatchObject({ policyAccepted: world.clock.now(), policyVersion: 4, passwordHash: 'hash of mittagspause' });
    expect(world.store.recorded.at(-1)).toEqual([`user/${visitor.account.uid}`, expect.objectContaining({ kind: 'put', value: expect.objectContaining({ email: 'anna@mahlzeit.test' }) })]);
  });

  it('makes a user where nobody had a session', async () => {
    const world = createIdentityWorld();
    const { answer } = await signUp(world);
    expect(await callerOf(world, answer.idToken)).toMatchObject({ uid: answer.account.uid, isAnonymous: false, isVerified: false });
  });

  it('ends the sessions that the visitor had before', async () => {
    const world = createIdentityWorld();
    const visitor = valueOf(await world.visitors.start(address));
    await world.registrations.register(anna, await callerOf(world, visitor.answer.idToken));
    expect(await world.verifier.verify(visitor.answer.idToken)).toEqual({ ok: false, code: 'unauthenticated' });
    expect(await world.sessions.refresh(visitor.refreshToken)).toEqual({ ok: false, error: 'unauthenticated' });
    expect(world.replaced).toEqual([visitor.answer.account.uid]);
  });

  it('refuses an address that has an account, in whatever case', async () => {
    const world = createIdentityWorld();
    await signUp(world);
    expect(await world.registrations.register({ ...anna, email: ' ANNA@mahlzeit.TEST ' }, null)).toEqual({ ok: false, error: 'ErrorEmailTaken' });
  });

  it('lets one of two registrations at the same moment through', async () => {
    const world = createIdentityWorld();
    const outcomes = await Promise.all([world.registrations.register(anna, null), world.registrations.register(anna, null)]);
    expect(outcomes.map((outcome) => outcome.ok).sort()).toEqual([false, true]);
    expect(outcomes.find((outcome) => !outcome.ok)).toEqual({ ok: false, error: 'ErrorEmailTaken' });
  });

  it('is not for who is logged in', async () => {
    const world = createIdentityWorld();
    const caller = await callerOf(world, (await signUp(world)).answer.idToken);
    expect(await world.registrations.register({ ...anna, email: 'ben@mahlzeit.test' }, caller)).toEqual({ ok: false, error: 'notAllowed' });
  });

  it('lets one visitor become one account although he pressed twice', async () => {
    const world = createIdentityWorld();
    const caller = await callerOf(world, valueOf(await world.visitors.start(address)).answer.idToken);
    const outcomes = await Promise.all([world.registrations.register(anna, caller), world.registrations.register({ ...anna, email: 'ben@mahlzeit.test' }, caller)]);
    expect(outcomes).toEqual([expect.objectContaining({ ok: true }), { ok: false, error: 'notAllowed' }]);
  });

  it('stores nothing of a registration without consent', async () => {
    const world = createIdentityWorld();
    expect(await world.registrations.register({ ...anna, policyAccepted: false }, null)).toEqual({ ok: false, error: 'ErrorGdpr' });
    expect((await world.logins.login(anna, { address, cookie: null }))).toEqual({ ok: false, error: 'ErrorNoAccount' });
  });
});
