import { createIdentityWorld, valueOf } from './fakes/fake-identity-world';
import { SESSION_IDLE_MS } from './refresh-rules';
import { createSessionSweep } from './session-sweep';

const visit = async (world: ReturnType<typeof createIdentityWorld>) => valueOf(await world.visitors.start('192.0.2.1'));

it('forgets visitors who can never come back, and tells their topics', async () => {
  const world = createIdentityWorld();
  const sweep = createSessionSweep(world);
  const gone = await visit(world);
  world.clock.advance(SESSION_IDLE_MS / 2);
  const present = await visit(world);
  world.clock.advance(SESSION_IDLE_MS / 2);
  await sweep.run();
  expect(await world.findUser(gone.answer.account.uid)).toBeNull();
  expect(await world.findUser(present.answer.account.uid)).not.toBeNull();
  expect(world.store.recorded.at(-1)).toEqual([`user/${gone.answer.account.uid}`, { kind: 'del', collection: 'user', key: gone.answer.account.uid }]);
});

it('keeps accounts whose sessions are all over', async () => {
  const world = createIdentityWorld();
  const { answer } = valueOf(await world.registrations.register({ email: 'anna@mahlzeit.test', password: 'mittagspause', visible: true, policyAccepted: true }, null));
  world.clock.advance(SESSION_IDLE_MS + 1);
  await createSessionSweep(world).run();
  expect(await world.findUser(answer.account.uid)).not.toBeNull();
});
