import { describeOnEachEngine } from '../../platform/testing/temporary-database';
import { createFakeIdentityStore } from './fakes/fake-identity-store';
import { createIdentityStore } from './identity-store';
import type { IdentityStore } from './identity-store';
import { anonymousUser, registeredUser } from './user-rules';

const HOUR = 3_600_000;
const noon = 1_782_295_200_000;

const person = (uid: string, code: string) =>
  registeredUser(anonymousUser(uid, noon), { email: `${uid}@mahlzeit.test`, passwordHash: 'hash', visible: true, connectionCode: code, policyVersion: 3, now: noon });
const anna = person('anna', 'AAAAAAAA');
const ben = person('ben', 'BBBBBBBB');
const cem = person('cem', 'CCCCCCCC');

const behavesLikeAnIdentityStore = (open: () => Promise<IdentityStore>): void => {
  const filled = async (): Promise<IdentityStore> => {
    const store = await open();
    await store.write(async (rows) => {
      for (const user of [anna, ben, cem]) await rows.users.insert(user);
    });
    return store;
  };

  it('finds who left long enough ago, the first one first', async () => {
    const store = await filled();
    await store.write(async (rows) => {
      await rows.users.update({ ...anna, deletedAt: noon + HOUR });
      await rows.users.update({ ...ben, deletedAt: noon });
    });
    const uidsBefore = (before: number, limit: number) => store.read(async (rows) => (await rows.users.findDeletedBefore(before, limit)).map(({ uid }) => uid));
    expect(await uidsBefore(noon - 1, 9)).toEqual([]);
    expect(await uidsBefore(noon, 9)).toEqual(['ben']);
    expect(await uidsBefore(noon + HOUR, 9)).toEqual(['ben', 'anna']);
    expect(await uidsBefore(noon + HOUR, 1)).toEqual(['ben']);
  });

  it('removes a user', async () => {
    const store = await filled();
    await store.write((rows) => rows.users.remove('anna'));
    expect(await store.read((rows) => rows.users.find('anna'))).toBeNull();
    expect(await store.read((rows) => rows.users.find('ben'))).toEqual(ben);
  });

  it('lists the sessions of a user and keeps when they proved their identity', async () => {
    const store = await filled();
    const session = (id: string, uid: string, authTime: number) => ({ id, uid, authTime, expiresAt: noon + HOUR, endedAt: null });
    await store.write(async (rows) => {
      await rows.sessions.insert(session('two', 'anna', 20));
      await rows.sessions.insert(session('one', 'anna', 10));
      await rows.sessions.insert(session('other', 'ben', 5));
      await rows.sessions.prove('two', 30);
    });
    expect(await store.read((rows) => rows.sessions.listOf('anna'))).toEqual([session('one', 'anna', 10), session('two', 'anna', 30)]);
  });

  it('keeps one code a user, counts wrong tries and forgets what has expired', async () => {
    const store = await filled();
    const code = (uid: string, codeHash: string, expiresAt: number) => ({ uid, email: `${uid}@mahlzeit.test`, codeHash, expiresAt, wrongTries: 0 });
    await store.write(async (rows) => {
      await rows.codes.put(code('anna', 'old', noon));
      await rows.codes.countWrong('anna');
      await rows.codes.put(code('anna', 'new', noon + 2));
      await rows.codes.countWrong('anna');
      await rows.codes.countWrong('anna');
      await rows.codes.put(code('ben', 'his', noon + 1));
      await rows.codes.removeExpired(noon + 1);
    });
    expect(await store.read((rows) => rows.codes.find('anna'))).toEqual({ ...code('anna', 'new', noon + 2), wrongTries: 2 });
    expect(await store.read((rows) => rows.codes.find('ben'))).toBeNull();
  });

  it('keeps several links of a user, and forgets all of theirs or what has expired', async () => {
    const store = await filled();
    const reset = (tokenHash: string, uid: string, expiresAt: number) => ({ tokenHash, uid, expiresAt });
    const kept = () => store.read(async (rows) => Promise.all(['a1', 'a2', 'b1', 'b2'].map(async (hash) => (await rows.resets.find(hash))?.uid ?? null)));
    await store.write(async (rows) => {
      for (const one of [reset('a1', 'anna', noon), reset('a2', 'anna', noon), reset('b1', 'ben', noon), reset('b2', 'ben', noon + 1)]) await rows.resets.insert(one);
    });
    expect(await kept()).toEqual(['anna', 'anna', 'ben', 'ben']);
    await store.write((rows) => rows.resets.removeAllOf('anna'));
    expect(await kept()).toEqual([null, null, 'ben', 'ben']);
    await store.write((rows) => rows.resets.removeExpired(noon));
    expect(await kept()).toEqual([null, null, null, 'ben']);
  });

  it('keeps one picture a user, byte by byte', async () => {
    const store = await filled();
    const [old, current] = [Uint8Array.of(1, 2), Uint8Array.of(0, 255, 0)];
    await store.write(async (rows) => {
      await rows.avatars.put({ key: 'old', uid: 'anna', picture: old });
      await rows.avatars.put({ key: 'current', uid: 'anna', picture: current });
    });
    const bytesOf = async (key: string) => store.read(async (rows) => [...((await rows.avatars.find(key)) ?? [])]);
    expect([await bytesOf('old'), await bytesOf('current')]).toEqual([[], [0, 255, 0]]);
    expect(await store.read(async (rows) => [...((await rows.avatars.findOf('anna')) ?? [])])).toEqual([0, 255, 0]);
    await store.write((rows) => rows.avatars.removeOf('anna'));
    expect(await bytesOf('current')).toEqual([]);
  });
};

describe('the fake identity store', () => behavesLikeAnIdentityStore(async () => createFakeIdentityStore()));

describeOnEachEngine('the identity store', (databases) => {
  const open = async () => createIdentityStore(await databases.open(), { enqueue: async () => {} });
  behavesLikeAnIdentityStore(open);

  it('lets everything go with its user', async () => {
    const store = await open();
    await store.write(async (rows) => {
      await rows.users.insert(anna);
      await rows.sessions.insert({ id: 'one', uid: 'anna', authTime: 1, expiresAt: noon, endedAt: null });
      await rows.codes.put({ uid: 'anna', email: 'anna@mahlzeit.test', codeHash: 'a', expiresAt: noon, wrongTries: 0 });
      await rows.resets.insert({ tokenHash: 'a', uid: 'anna', expiresAt: noon });
      await rows.avatars.put({ key: 'a', uid: 'anna', picture: Uint8Array.of(1) });
      await rows.users.remove('anna');
    });
    expect(await store.read(async (rows) => [await rows.sessions.find('one'), await rows.codes.find('anna'), await rows.resets.find('a'), await rows.avatars.find('a')])).toEqual([null, null, null, null]);
  });
});
