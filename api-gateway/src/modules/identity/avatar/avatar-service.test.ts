import { createFakeIdentity, valueOf } from '../fakes/fake-identity-world';
import { createAvatarService } from './avatar-service';

it('keeps no picture of who left while it was sent', async () => {
  const identity = createFakeIdentity();
  const avatars = createAvatarService(identity.store);
  const { uid } = valueOf(await identity.registrations.register({ email: 'anna@mahlzeit.test', password: 'mittagspause', visible: true, policyAccepted: true }, null)).answer.account;
  expect(await avatars.put(uid, new Uint8Array([1]))).toMatchObject({ ok: true });
  await avatars.remove(uid);
  await identity.deletions.leave({ uid, sessionId: 'any', isAnonymous: false, isVerified: false, isDeleted: false, authTime: identity.clock.realNow() });
  expect(await avatars.put(uid, new Uint8Array([1]))).toEqual({ ok: false, error: 'accountDeleted' });
  expect(await identity.findUser(uid)).toMatchObject({ photoURL: null });
});
