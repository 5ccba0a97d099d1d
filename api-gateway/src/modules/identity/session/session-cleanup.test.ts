import { createFakeIdentity, valueOf } from '../testing/fake-identity';
import { SESSION_IDLE_MS } from './refresh-token';
import { createSessionCleanup } from './session-cleanup';

const visit = async (identity: ReturnType<typeof createFakeIdentity>) =>
  valueOf(await identity.visitors.start('192.0.2.1'));

it('removes visitors without a session and records that in their topics', async () => {
  const identity = createFakeIdentity();
  const cleanup = createSessionCleanup(identity);
  const gone = await visit(identity);
  identity.clock.advance(SESSION_IDLE_MS / 2);
  const present = await visit(identity);
  identity.clock.advance(SESSION_IDLE_MS / 2);
  await cleanup.run();
  expect(await identity.findUser(gone.answer.account.uid)).toBeNull();
  expect(await identity.findUser(present.answer.account.uid)).not.toBeNull();
  expect(identity.store.recorded.at(-1)).toEqual([
    `user/${gone.answer.account.uid}`,
    { kind: 'del', collection: 'user', key: gone.answer.account.uid },
  ]);
});

it('keeps accounts whose sessions are all over', async () => {
  const identity = createFakeIdentity();
  const { answer } = valueOf(
    await identity.registrations.register(
      { email: 'anna@mahlzeit.test', password: 'mittagspause', visible: true, policyAccepted: true },
      null,
    ),
  );
  identity.clock.advance(SESSION_IDLE_MS + 1);
  await createSessionCleanup(identity).run();
  expect(await identity.findUser(answer.account.uid)).not.toBeNull();
});
