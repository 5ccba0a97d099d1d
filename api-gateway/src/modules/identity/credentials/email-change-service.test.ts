import { createFakeIdentity, successValueOf } from '../testing/fake-identity';
import { createProofCleanup } from './proof-cleanup';

const registerAnna = async (fakeIdentity: ReturnType<typeof createFakeIdentity>): Promise<string> =>
  successValueOf(
    await fakeIdentity.registrations.register(
      { email: 'anna@mahlzeit.test', password: 'mittagspause', visible: true, policyAccepted: true },
      null,
    ),
  ).answer.account.uid;

it('leaves the address alone where the password was replaced while it was checked', async () => {
  const fakeIdentity = createFakeIdentity({
    whileChecking: () =>
      fakeIdentity.store.write(async (identityRows) => {
        const user = await identityRows.users.findByEmail('anna@mahlzeit.test');
        if (user !== null) await identityRows.users.update({ ...user, passwordHash: 'hash of a new one' });
      }),
  });
  const uid = await registerAnna(fakeIdentity);
  const changeResult = await fakeIdentity.emailChanges.change(
    { uid, sessionId: 'session', address: '192.0.2.1' },
    { email: 'dieb@mahlzeit.test', password: 'mittagspause' },
  );
  expect(changeResult).toEqual({ ok: false, error: 'ErrorPasswordIncorrect' });
  expect(await fakeIdentity.findUser(uid)).toMatchObject({ email: 'anna@mahlzeit.test', emailChange: null });
});

it('forgets a change whose code was not entered within a day', async () => {
  const fakeIdentity = createFakeIdentity();
  const { clock, store } = fakeIdentity;
  const uid = await registerAnna(fakeIdentity);
  const cleanup = createProofCleanup({ store, clock });
  await fakeIdentity.emailChanges.change(
    { uid, sessionId: 'session', address: '192.0.2.1' },
    { email: 'neu@mahlzeit.test', password: 'mittagspause' },
  );
  clock.advance(24 * 60 * 60_000 - 1);
  await cleanup.run();
  expect(await fakeIdentity.findUser(uid)).toMatchObject({ emailChange: { email: 'neu@mahlzeit.test' } });
  clock.advance(1);
  await cleanup.run();
  expect(await fakeIdentity.findUser(uid)).toMatchObject({ email: 'anna@mahlzeit.test', emailChange: null });
});

it('sends only so many codes a day to the same new address', async () => {
  const fakeIdentity = createFakeIdentity();
  const uid = await registerAnna(fakeIdentity);
  const requestChange = () =>
    fakeIdentity.emailChanges.change(
      { uid, sessionId: 'session', address: '192.0.2.1' },
      { email: 'fremd@mahlzeit.test', password: 'mittagspause' },
    );
  for (let request = 0; request < 5; request += 1) expect(await requestChange()).toMatchObject({ ok: true });
  expect(await requestChange()).toMatchObject({ ok: false, error: { code: 'ErrorTooManyAttempts' } });
});
