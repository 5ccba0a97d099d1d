import { createIdentityWorld, valueOf } from '../fakes/fake-identity-world';

it('leaves the address alone where the password was replaced while it was checked', async () => {
  const world = createIdentityWorld({
    whileChecking: () => world.store.write(async (rows) => {
      const user = await rows.users.findByEmail('anna@mahlzeit.test');
      if (user !== null) await rows.users.update({ ...user, passwordHash: 'hash of a new one' });
    }),
  });
  const opened = valueOf(await world.registrations.register({ email: 'anna@mahlzeit.test', password: 'mittagspause', visible: true, policyAccepted: true }, null));
  const { uid } = opened.answer.account;
  const changed = await world.emailChanges.change({ uid, address: '192.0.2.1' }, { email: 'dieb@mahlzeit.test', password: 'mittagspause' });
  expect(changed).toEqual({ ok: false, error: 'ErrorPasswordIncorrect' });
  expect(await world.findUser(uid)).toMatchObject({ email: 'anna@mahlzeit.test' });
});
