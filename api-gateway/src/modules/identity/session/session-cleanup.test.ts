import { createFakeIdentity, valueOf } from '../testing/fake-identity';
import { SESSION_IDLE_MS } from './refresh-token';
import { createSessionCleanup } from './session-cleanup';

const visit = async (identity: ReturnType<typeof createFakeIdentity>) =>
  valueOf(await identity.visitors.start('192.0.2.1'));

it('removes visitors without a session and records that in their topics', async () => {
  const identity = createFakeIdentity();
  const cleanup = createSessionCleanup(identity);
  const expiredSession = await visit(identity);
  identity.clock.advance(SESSION_IDLE_MS / 2);
  const presentSession = await visit(identity);
  identity.clock.advance(SESSION_IDLE_MS / 2);
  await cleanup.run();
  expect(await identity.findUser(expiredSession.answer.account.uid)).toBeNull();
  expect(await identity.findUser(presentSession.answer.account.uid)).not.toBeNull();
  expect(identity.store.recorded.at(-1)).toEqual([
    `user/${expiredSession.answer.account.uid}`,
    { kind: 'del', collection: 'user', key: expiredSession.answer.account.uid },
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
