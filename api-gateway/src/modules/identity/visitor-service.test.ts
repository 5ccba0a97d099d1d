import { createFakeIdentity, valueOf } from './fakes/fake-identity-world';

const address = '192.0.2.1';

describe('anonymous session', () => {
  it('is a new user each time, visible to nobody', async () => {
    const identity = createFakeIdentity();
    const one = valueOf(await identity.visitors.start(address)).answer;
    const two = valueOf(await identity.visitors.start(address)).answer;
    expect(one.account.uid).not.toBe(two.account.uid);
    expect(one.account).toMatchObject({ isAnonymous: true, loggedIn: false, email: null, displayName: null, visible: false, connectionLink: null });
  });

  it('tells the live topic of its user', async () => {
    const identity = createFakeIdentity();
    const { uid } = valueOf(await identity.visitors.start(address)).answer.account;
    expect(identity.store.recorded).toEqual([[`user/${uid}`, { kind: 'put', collection: 'user', key: uid, value: expect.objectContaining({ uid, email: null }) }]]);
  });

  it('is refused to an address that has had 60 in a minute', async () => {
    const identity = createFakeIdentity();
    for (let count = 0; count < 60; count += 1) valueOf(await identity.visitors.start(address));
    expect(await identity.visitors.start(address)).toMatchObject({ ok: false, error: { code: 'ErrorTooManyAttempts', retryAfterMs: 60_000 } });
    expect((await identity.visitors.start('192.0.2.2')).ok).toBe(true);
  });
});
