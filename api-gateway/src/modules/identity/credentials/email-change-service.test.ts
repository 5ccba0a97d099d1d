import { createFakeIdentity, valueOf } from '../testing/fake-identity';

it('leaves the address alone where the password was replaced while it was checked', async () => {
  const identity = createFakeIdentity({
    whileChecking: () =>
      identity.store.write(async (rows) => {
        const user = await rows.users.findByEmail('anna@mahlzeit.test');
        if (user !== null) await rows.users.update({ ...user, passwordHash: 'hash of a new one' });
      }),
  });
  const session = valueOf(
    await identity.registrations.register(
      { email: 'anna@mahlzeit.test', password: 'mittagspause', visible: true, policyAccepted: true },
      null,
    ),
  );
  const { uid } = session.answer.account;
  const result = await identity.emailChanges.change(
    { uid, address: '192.0.2.1' },
    { email: 'dieb@mahlzeit.test', password: 'mittagspause' },
  );
  expect(result).toEqual({ ok: false, error: 'ErrorPasswordIncorrect' });
  expect(await identity.findUser(uid)).toMatchObject({ email: 'anna@mahlzeit.test' });
});
