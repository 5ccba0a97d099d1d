import { createFakeIdentity, successValueOf } from '../testing/fake-identity';

it('leaves the address alone where the password was replaced while it was checked', async () => {
  const fakeIdentity = createFakeIdentity({
    whileChecking: () =>
      fakeIdentity.store.write(async (identityRows) => {
        const user = await identityRows.users.findByEmail('anna@mahlzeit.test');
        if (user !== null) await identityRows.users.update({ ...user, passwordHash: 'hash of a new one' });
      }),
  });
  const openedSession = successValueOf(
    await fakeIdentity.registrations.register(
      { email: 'anna@mahlzeit.test', password: 'mittagspause', visible: true, policyAccepted: true },
      null,
    ),
  );
  const { uid } = openedSession.answer.account;
  const changeResult = await fakeIdentity.emailChanges.change(
    { uid, address: '192.0.2.1' },
    { email: 'dieb@mahlzeit.test', password: 'mittagspause' },
  );
  expect(changeResult).toEqual({ ok: false, error: 'ErrorPasswordIncorrect' });
  expect(await fakeIdentity.findUser(uid)).toMatchObject({ email: 'anna@mahlzeit.test' });
});
