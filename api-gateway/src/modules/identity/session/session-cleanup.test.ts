import { createFakeIdentity, successValueOf } from '../testing/fake-identity';
import { SESSION_IDLE_MS } from './refresh-token';
import { createSessionCleanup } from './session-cleanup';

const startVisit = async (fakeIdentity: ReturnType<typeof createFakeIdentity>) =>
  successValueOf(await fakeIdentity.visitors.start('192.0.2.1'));

it('removes visitors without a session and records that in their topics', async () => {
  const fakeIdentity = createFakeIdentity();
  const sessionCleanup = createSessionCleanup(fakeIdentity);
  const expiredSession = await startVisit(fakeIdentity);
  fakeIdentity.clock.advance(SESSION_IDLE_MS / 2);
  const presentSession = await startVisit(fakeIdentity);
  fakeIdentity.clock.advance(SESSION_IDLE_MS / 2);
  await sessionCleanup.run();
  expect(await fakeIdentity.findUser(expiredSession.answer.account.uid)).toBeNull();
  expect(await fakeIdentity.findUser(presentSession.answer.account.uid)).not.toBeNull();
  expect(fakeIdentity.store.recorded.at(-1)).toEqual([
    `user/${expiredSession.answer.account.uid}`,
    { kind: 'del', collection: 'user', key: expiredSession.answer.account.uid },
  ]);
});

it('keeps accounts whose sessions are all over', async () => {
  const fakeIdentity = createFakeIdentity();
  const { answer } = successValueOf(
    await fakeIdentity.registrations.register(
      { email: 'anna@mahlzeit.test', password: 'mittagspause', visible: true, policyAccepted: true },
      null,
    ),
  );
  fakeIdentity.clock.advance(SESSION_IDLE_MS + 1);
  await createSessionCleanup(fakeIdentity).run();
  expect(await fakeIdentity.findUser(answer.account.uid)).not.toBeNull();
});
