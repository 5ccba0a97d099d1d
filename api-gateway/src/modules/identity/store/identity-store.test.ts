import { describeOnEachEngine } from '../../../platform/testing/temporary-database';
import { createIdentityStore } from './identity-store';
import type { IdentityStore } from './identity-store';
import { createIdentitySecrets } from '../session/identity-secrets';
import { anonymousUser, registeredUser } from '../user/user-rules';

const noOutbox = { enqueue: async () => {} };

describeOnEachEngine('the identity store', (databases) => {
  const openStore = async () =>
    createIdentityStore({ database: await databases.open(), outbox: noOutbox, onPersonChanged: async () => {} });

  describe('users and sessions', () => {
    const visitor = anonymousUser('visitor', 1_782_300_600_000);
    const anna = registeredUser(anonymousUser('anna', 1_782_300_600_000), {
      email: 'anna@mahlzeit.test',
      passwordHash: 'hash',
      visible: true,
      connectionCode: 'ABCDEFGH',
      policyVersion: 3,
      now: 1_782_300_700_000,
    });
    const session = (id: string, uid = 'anna', expiresAt = 2_000_000_000_000) => ({
      id,
      uid,
      authTime: 1_750_000_000_000,
      expiresAt,
      endedAt: null,
    });
    const token = (secretHash: string, sessionId: string, rotatedAt: number | null = null) => ({
      secretHash,
      sessionId,
      rotatedAt,
    });

    const openFilledStore = async (): Promise<IdentityStore> => {
      const store = await openStore();
      await store.write(async (rows) => {
        await rows.users.insert(visitor);
        await rows.users.insert(anna);
      });
      return store;
    };

    it('gives back users as they were kept', async () => {
      const store = await openFilledStore();
      expect(await store.read((rows) => rows.users.find('visitor'))).toEqual(visitor);
      expect(await store.read((rows) => rows.users.findByEmail('anna@mahlzeit.test'))).toEqual(anna);
      expect(await store.read((rows) => rows.users.find('nobody'))).toBeNull();
      expect(await store.read((rows) => rows.users.findByEmail('nobody@mahlzeit.test'))).toBeNull();
    });

    it('keeps every field of a changed user', async () => {
      const store = await openFilledStore();
      const changedFields = {
        ...anna,
        isEmailVerified: true,
        deletedAt: 1_782_300_800_000,
        isVisible: false,
        photoURL: '/media/a.webp',
        phoneNumber: '+49 40 1',
        firstName: 'Anna',
        lastName: 'Öz',
        favorites: ['a', 'b'],
        tasteKeys: ['c'],
        languageCode: 'de',
        selectedDiscountId: 'd',
        meetupMails: false,
        thirdParty: 'google' as const,
        passwordHash: null,
      };
      await store.write((rows) => rows.users.update(changedFields));
      expect(await store.read((rows) => rows.users.find('anna'))).toEqual(changedFields);
      expect(await store.read((rows) => rows.users.find('visitor'))).toEqual(visitor);
    });

    it('knows which connection codes are taken', async () => {
      const store = await openFilledStore();
      expect(await store.read((rows) => rows.users.isConnectionCodeTaken('ABCDEFGH'))).toBe(true);
      expect(await store.read((rows) => rows.users.isConnectionCodeTaken('HGFEDCBA'))).toBe(false);
    });

    it('keeps, prolongs and ends sessions; an end is not moved by a second one', async () => {
      const store = await openFilledStore();
      await store.write(async (rows) => {
        await rows.sessions.insert(session('one'));
        await rows.sessions.prolong('one', 2_100_000_000_000);
        await rows.sessions.end('one', 5);
        await rows.sessions.end('one', 6);
      });
      expect(await store.read((rows) => rows.sessions.find('one'))).toEqual({
        ...session('one'),
        expiresAt: 2_100_000_000_000,
        endedAt: 5,
      });
      expect(await store.read((rows) => rows.sessions.find('two'))).toBeNull();
    });

    it('finds a session with the present rights of its user', async () => {
      const store = await openFilledStore();
      await store.write(async (rows) => {
        await rows.sessions.insert(session('one'));
        await rows.sessions.insert(session('two', 'visitor'));
        await rows.users.update({ ...anna, isEmailVerified: true, deletedAt: 1_782_300_800_000 });
      });
      expect(await store.findCaller('one')).toEqual({
        session: session('one'),
        isAnonymous: false,
        isVerified: true,
        isDeleted: true,
      });
      expect(await store.findCaller('two')).toEqual({
        session: session('two', 'visitor'),
        isAnonymous: true,
        isVerified: false,
        isDeleted: false,
      });
      expect(await store.findCaller('three')).toBeNull();
    });

    it("ends one person's sessions and nobody else's", async () => {
      const store = await openFilledStore();
      await store.write(async (rows) => {
        for (const [id, uid] of [
          ['one', 'anna'],
          ['two', 'anna'],
          ['three', 'visitor'],
        ] as const)
          await rows.sessions.insert(session(id, uid));
        await rows.sessions.endAllOf('anna', 9);
      });
      const ends = await store.read(async (rows) =>
        Promise.all(['one', 'two', 'three'].map(async (id) => (await rows.sessions.find(id))?.endedAt)),
      );
      expect(ends).toEqual([9, 9, null]);
    });

    it('keeps fingerprints, marks them as traded and forgets the old ones of that session', async () => {
      const store = await openFilledStore();
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
      const storedTokens = await store.read(async (rows) =>
        Promise.all(['old', 'recent', 'current', 'elsewhere'].map((hash) => rows.sessions.findToken(hash))),
      );
      expect(storedTokens).toEqual([
        null,
        token('recent', 'one', 20),
        token('current', 'one', 30),
        token('elsewhere', 'two', 10),
      ]);
    });

    it('removes what is over with its tokens, and then the visitors who are left without a session', async () => {
      const store = await openFilledStore();
      const lostUids = await store.write(async (rows) => {
        await rows.users.insert(anonymousUser('present', 1));
        await rows.sessions.insert(session('ended', 'anna'));
        await rows.sessions.insert(session('expired', 'visitor', 100));
        await rows.sessions.insert(session('open', 'present'));
        await rows.sessions.insertToken(token('of-expired', 'expired'));
        await rows.sessions.end('ended', 50);
        await rows.sessions.removeEnded(100, 500);
        return rows.users.removeVisitorsWithoutSession(500);
      });
      expect(lostUids).toEqual(['visitor']);
      const rowsLeft = await store.read(async (rows) =>
        Promise.all([rows.users.find('anna'), rows.users.find('visitor'), rows.users.find('present')]),
      );
      expect(rowsLeft.map((user) => user?.uid)).toEqual(['anna', undefined, 'present']);
      expect(
        await store.read(async (rows) => [
          await rows.sessions.find('ended'),
          await rows.sessions.find('expired'),
          await rows.sessions.findToken('of-expired'),
        ]),
      ).toEqual([null, null, null]);
    });

    it('removes at most `limit` visitors at once', async () => {
      const store = await openFilledStore();
      const removedUids = await store.write(async (rows) => {
        await rows.users.insert(anonymousUser('second', 1));
        return rows.users.removeVisitorsWithoutSession(1);
      });
      expect(removedUids).toHaveLength(1);
    });

    it('keeps the first of two secrets of one name', async () => {
      const store = await openStore();
      expect(await store.read((rows) => rows.secrets.find('chain'))).toBeUndefined();
      expect(await store.write((rows) => rows.secrets.insertIfMissing('chain', { key: 'a' }))).toEqual({ key: 'a' });
      expect(await store.write((rows) => rows.secrets.insertIfMissing('chain', { key: 'b' }))).toEqual({ key: 'a' });
      expect(await store.read((rows) => rows.secrets.find('chain'))).toEqual({ key: 'a' });
    });

    it('refuses a second account with the same e-mail in the database itself', async () => {
      const store = await openStore();
      await store.write((rows) => rows.users.insert(anna));
      const secondInsert = store.write((rows) =>
        rows.users.insert({ ...anna, uid: 'other', connectionCode: 'ZZZZZZZZ' }),
      );
      expect(
        await secondInsert.then(
          () => 'kept',
          () => 'refused',
        ),
      ).toBe('refused');
    });

    it('lets every gateway of a database make tokens with the same secrets', async () => {
      const secrets = createIdentitySecrets(await openStore());
      const otherSecrets = createIdentitySecrets(await openStore());
      const [keys, otherKeys] = await Promise.all([secrets.idTokenKeys(), otherSecrets.idTokenKeys()]);
      expect(keys).toEqual(otherKeys);
      expect(await secrets.chainKey()).toEqual(await otherSecrets.chainKey());
    });
  });

  describe('accounts and what belongs to them', () => {
    const HOUR = 3_600_000;
    const noon = 1_782_295_200_000;

    const person = (uid: string, code: string) =>
      registeredUser(anonymousUser(uid, noon), {
        email: `${uid}@mahlzeit.test`,
        passwordHash: 'hash',
        visible: true,
        connectionCode: code,
        policyVersion: 3,
        now: noon,
      });
    const anna = person('anna', 'AAAAAAAA');
    const ben = person('ben', 'BBBBBBBB');
    const cem = person('cem', 'CCCCCCCC');

    const openFilledStore = async (): Promise<IdentityStore> => {
      const store = await openStore();
      await store.write(async (rows) => {
        for (const user of [anna, ben, cem]) await rows.users.insert(user);
      });
      return store;
    };

    it('finds who left long enough ago, the first one first', async () => {
      const store = await openFilledStore();
      await store.write(async (rows) => {
        await rows.users.update({ ...anna, deletedAt: noon + HOUR });
        await rows.users.update({ ...ben, deletedAt: noon });
      });
      const uidsBefore = (before: number, limit: number) =>
        store.read(async (rows) => (await rows.users.findDeletedBefore(before, limit)).map(({ uid }) => uid));
      expect(await uidsBefore(noon - 1, 9)).toEqual([]);
      expect(await uidsBefore(noon, 9)).toEqual(['ben']);
      expect(await uidsBefore(noon + HOUR, 9)).toEqual(['ben', 'anna']);
      expect(await uidsBefore(noon + HOUR, 1)).toEqual(['ben']);
    });

    it('removes a user', async () => {
      const store = await openFilledStore();
      await store.write((rows) => rows.users.remove('anna'));
      expect(await store.read((rows) => rows.users.find('anna'))).toBeNull();
      expect(await store.read((rows) => rows.users.find('ben'))).toEqual(ben);
    });

    it('lists the sessions of a user and keeps when they proved their identity', async () => {
      const store = await openFilledStore();
      const session = (id: string, uid: string, authTime: number) => ({
        id,
        uid,
        authTime,
        expiresAt: noon + HOUR,
        endedAt: null,
      });
      await store.write(async (rows) => {
        await rows.sessions.insert(session('two', 'anna', 20));
        await rows.sessions.insert(session('one', 'anna', 10));
        await rows.sessions.insert(session('other', 'ben', 5));
        await rows.sessions.updateAuthTime('two', 30);
      });
      expect(await store.read((rows) => rows.sessions.listOf('anna'))).toEqual([
        session('one', 'anna', 10),
        session('two', 'anna', 30),
      ]);
    });

    it('keeps one code a user, counts wrong tries and forgets what has expired', async () => {
      const store = await openFilledStore();
      const code = (uid: string, codeHash: string, expiresAt: number) => ({
        uid,
        email: `${uid}@mahlzeit.test`,
        codeHash,
        expiresAt,
        wrongTries: 0,
      });
      await store.write(async (rows) => {
        await rows.codes.put(code('anna', 'old', noon));
        await rows.codes.countWrongTry('anna');
        await rows.codes.put(code('anna', 'new', noon + 2));
        await rows.codes.countWrongTry('anna');
        await rows.codes.countWrongTry('anna');
        await rows.codes.put(code('ben', 'his', noon + 1));
        await rows.codes.removeExpired(noon + 1);
      });
      expect(await store.read((rows) => rows.codes.find('anna'))).toEqual({
        ...code('anna', 'new', noon + 2),
        wrongTries: 2,
      });
      expect(await store.read((rows) => rows.codes.find('ben'))).toBeNull();
    });

    it('keeps several links of a user, and forgets all of theirs or what has expired', async () => {
      const store = await openFilledStore();
      const resetToken = (tokenHash: string, uid: string, expiresAt: number) => ({ tokenHash, uid, expiresAt });
      const storedTokens = () =>
        store.read(async (rows) =>
          Promise.all(['a1', 'a2', 'b1', 'b2'].map(async (hash) => (await rows.resets.find(hash))?.uid ?? null)),
        );
      await store.write(async (rows) => {
        for (const token of [
          resetToken('a1', 'anna', noon),
          resetToken('a2', 'anna', noon),
          resetToken('b1', 'ben', noon),
          resetToken('b2', 'ben', noon + 1),
        ])
          await rows.resets.insert(token);
      });
      expect(await storedTokens()).toEqual(['anna', 'anna', 'ben', 'ben']);
      await store.write((rows) => rows.resets.removeAllOf('anna'));
      expect(await storedTokens()).toEqual([null, null, 'ben', 'ben']);
      await store.write((rows) => rows.resets.removeExpired(noon));
      expect(await storedTokens()).toEqual([null, null, null, 'ben']);
    });

    it('keeps one picture a user, byte by byte', async () => {
      const store = await openFilledStore();
      const [oldKey, currentKey] = [Uint8Array.of(1, 2), Uint8Array.of(0, 255, 0)];
      await store.write(async (rows) => {
        await rows.avatars.put({ key: 'old', uid: 'anna', picture: oldKey });
        await rows.avatars.put({ key: 'current', uid: 'anna', picture: currentKey });
      });
      const bytesOf = async (key: string) => store.read(async (rows) => [...((await rows.avatars.find(key)) ?? [])]);
      expect([await bytesOf('old'), await bytesOf('current')]).toEqual([[], [0, 255, 0]]);
      expect(await store.read(async (rows) => [...((await rows.avatars.findOf('anna')) ?? [])])).toEqual([0, 255, 0]);
      await store.write((rows) => rows.avatars.removeOf('anna'));
      expect(await bytesOf('current')).toEqual([]);
    });

    it('lets everything go with its user', async () => {
      const store = await openStore();
      await store.write(async (rows) => {
        await rows.users.insert(anna);
        await rows.sessions.insert({ id: 'one', uid: 'anna', authTime: 1, expiresAt: noon, endedAt: null });
        await rows.codes.put({
          uid: 'anna',
          email: 'anna@mahlzeit.test',
          codeHash: 'a',
          expiresAt: noon,
          wrongTries: 0,
        });
        await rows.resets.insert({ tokenHash: 'a', uid: 'anna', expiresAt: noon });
        await rows.avatars.put({ key: 'a', uid: 'anna', picture: Uint8Array.of(1) });
        await rows.users.remove('anna');
      });
      expect(
        await store.read(async (rows) => [
          await rows.sessions.find('one'),
          await rows.codes.find('anna'),
          await rows.resets.find('a'),
          await rows.avatars.find('a'),
        ]),
      ).toEqual([null, null, null, null]);
    });
  });
});
