import { describeOnEachEngine } from '../../platform/testing/temporary-database';
import { createFakeIdentityStore } from './fakes/fake-identity-store';
import { createIdentitySecrets } from './identity-secrets';
import { createIdentityStore } from './identity-store';
import type { IdentityStore } from './identity-store';
import { anonymousUser, registeredUser } from './user-rules';

const visitor = anonymousUser('visitor', 1_782_300_600_000);
const anna = registeredUser(anonymousUser('anna', 1_782_300_600_000), {
  email: 'anna@mahlzeit.test', passwordHash: 'hash', visible: true, connectionCode: 'ABCDEFGH', policyVersion: 3, now: 1_782_300_700_000,
});
const session = (id: string, uid = 'anna', expiresAt = 2_000_000_000_000) => ({ id, uid, authTime: 1_750_000_000_000, expiresAt, endedAt: null });
const token = (secretHash: string, sessionId: string, rotatedAt: number | null = null) => ({ secretHash, sessionId, rotatedAt });

const noOutbox = { enqueue: async () => {} };

const behavesLikeAnIdentityStore = (open: () => Promise<IdentityStore>): void => {
  const filled = async (): Promise<IdentityStore> => {
    const store = await open();
    await store.write(async (rows) => {
      await rows.users.insert(visitor);
      await rows.users.insert(anna);
    });
    return store;
  };

  it('gives back users as they were kept', async () => {
    const store = await filled();
    expect(await store.read((rows) => rows.users.find('visitor'))).toEqual(visitor);
    expect(await store.read((rows) => rows.users.findByEmail('anna@mahlzeit.test'))).toEqual(anna);
    expect(await store.read((rows) => rows.users.find('nobody'))).toBeNull();
    expect(await store.read((rows) => rows.users.findByEmail('nobody@mahlzeit.test'))).toBeNull();
  });

  it('keeps every field of a changed user', async () => {
    const store = await filled();
    const changed = {
      ...anna, isEmailVerified: true, deletedAt: 1_782_300_800_000, isVisible: false, photoURL: '/media/a.webp', phoneNumber: '+49 40 1', firstName: 'Anna', lastName: 'Öz',
      favorites: ['a', 'b'], tasteKeys: ['c'], languageCode: 'de', selectedDiscountId: 'd', thirdParty: 'google' as const, passwordHash: null,
    };
    await store.write((rows) => rows.users.update(changed));
    expect(await store.read((rows) => rows.users.find('anna'))).toEqual(changed);
    expect(await store.read((rows) => rows.users.find('visitor'))).toEqual(visitor);
  });

  it('knows which connection codes are taken', async () => {
    const store = await filled();
    expect(await store.read((rows) => rows.users.isConnectionCodeTaken('ABCDEFGH'))).toBe(true);
    expect(await store.read((rows) => rows.users.isConnectionCodeTaken('HGFEDCBA'))).toBe(false);
  });

  it('keeps, prolongs and ends sessions; an end is not moved by a second one', async () => {
    const store = await filled();
    await store.write(async (rows) => {
      await rows.sessions.insert(session('one'));
      await rows.sessions.prolong('one', 2_100_000_000_000);
      await rows.sessions.end('one', 5);
      await rows.sessions.end('one', 6);
    });
    expect(await store.read((rows) => rows.sessions.find('one'))).toEqual({ ...session('one'), expiresAt: 2_100_000_000_000, endedAt: 5 });
    expect(await store.read((rows) => rows.sessions.find('two'))).toBeNull();
  });

  it('tells a session with what its user may do now', async () => {
    const store = await filled();
    await store.write(async (rows) => {
      await rows.sessions.insert(session('one'));
      await rows.sessions.insert(session('two', 'visitor'));
      await rows.users.update({ ...anna, isEmailVerified: true, deletedAt: 1_782_300_800_000 });
    });
    expect(await store.findCaller('one')).toEqual({ session: session('one'), isAnonymous: false, isVerified: true, isDeleted: true });
    expect(await store.findCaller('two')).toEqual({ session: session('two', 'visitor'), isAnonymous: true, isVerified: false, isDeleted: false });
    expect(await store.findCaller('three')).toBeNull();
  });

  it("ends one person's sessions and nobody else's", async () => {
    const store = await filled();
    await store.write(async (rows) => {
      for (const [id, uid] of [['one', 'anna'], ['two', 'anna'], ['three', 'visitor']] as const) await rows.sessions.insert(session(id, uid));
      await rows.sessions.endAllOf('anna', 9);
    });
    const ends = await store.read(async (rows) => Promise.all(['one', 'two', 'three'].map(async (id) => (await rows.sessions.find(id))?.endedAt)));
    expect(ends).toEqual([9, 9, null]);
  });

  it('keeps fingerprints, marks them as traded and forgets the old ones of that session', async () => {
    const store = await filled();
    await store.write(async (rows) => {
      await rows.sessions.insert(session('one'));
      await rows.sessions.insert(session('two'));
      await rows.sessions.insertToken(token('old', 'one', 10));
      await rows.sessions.insertToken(token('recent', 'one', 20));
      await rows.sessions.insertToken(token('current', 'one'));
      await rows.sessions.insertToken(token('elsewhere', 'two', 10));
      await rows.sessions.markRotated('current', 30);
      await rows.sessions.forgetTokens('one', 20);
    });
    const kept = await store.read(async (rows) => Promise.all(['old', 'recent', 'current', 'elsewhere'].map((hash) => rows.sessions.findToken(hash))));
    expect(kept).toEqual([null, token('recent', 'one', 20), token('current', 'one', 30), token('elsewhere', 'two', 10)]);
  });

  it('removes what is over with its tokens, and then the visitors who are left without a session', async () => {
    const store = await filled();
    const lost = await store.write(async (rows) => {
      await rows.users.insert(anonymousUser('present', 1));
      await rows.sessions.insert(session('ended', 'anna'));
      await rows.sessions.insert(session('expired', 'visitor', 100));
      await rows.sessions.insert(session('open', 'present'));
      await rows.sessions.insertToken(token('of-expired', 'expired'));
      await rows.sessions.end('ended', 50);
      await rows.sessions.removeOver(100, 500);
      return rows.users.removeLostVisitors(500);
    });
    expect(lost).toEqual(['visitor']);
    const left = await store.read(async (rows) => Promise.all([rows.users.find('anna'), rows.users.find('visitor'), rows.users.find('present')]));
    expect(left.map((user) => user?.uid)).toEqual(['anna', undefined, 'present']);
    expect(await store.read(async (rows) => [await rows.sessions.find('ended'), await rows.sessions.find('expired'), await rows.sessions.findToken('of-expired')])).toEqual([null, null, null]);
  });

  it('removes no more visitors at once than it was told', async () => {
    const store = await filled();
    const removed = await store.write(async (rows) => {
      await rows.users.insert(anonymousUser('second', 1));
      return rows.users.removeLostVisitors(1);
    });
    expect(removed).toHaveLength(1);
  });

  it('keeps the first of two secrets of one name', async () => {
    const store = await open();
    expect(await store.read((rows) => rows.secrets.find('chain'))).toBeUndefined();
    expect(await store.write((rows) => rows.secrets.keep('chain', { key: 'a' }))).toEqual({ key: 'a' });
    expect(await store.write((rows) => rows.secrets.keep('chain', { key: 'b' }))).toEqual({ key: 'a' });
    expect(await store.read((rows) => rows.secrets.find('chain'))).toEqual({ key: 'a' });
  });
};

describe('the fake identity store', () => behavesLikeAnIdentityStore(async () => createFakeIdentityStore()));

describeOnEachEngine('the identity store', (databases) => {
  behavesLikeAnIdentityStore(async () => createIdentityStore(await databases.open(), noOutbox));

  it('refuses a second account of one e-mail even where nobody looked', async () => {
    const store = createIdentityStore(await databases.open(), noOutbox);
    await store.write((rows) => rows.users.insert(anna));
    const second = store.write((rows) => rows.users.insert({ ...anna, uid: 'other', connectionCode: 'ZZZZZZZZ' }));
    expect(await second.then(() => 'kept', () => 'refused')).toBe('refused');
  });

  it('lets every gateway of a database make tokens with the same secrets', async () => {
    const one = createIdentitySecrets(createIdentityStore(await databases.open(), noOutbox));
    const two = createIdentitySecrets(createIdentityStore(await databases.open(), noOutbox));
    const [keys, otherKeys] = await Promise.all([one.idTokenKeys(), two.idTokenKeys()]);
    expect(keys).toEqual(otherKeys);
    expect(await one.chainKey()).toEqual(await two.chainKey());
  });
});
