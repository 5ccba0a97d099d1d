import { describeOnEachEngine } from '../../../platform/testing/temporary-database';
import { createIdentityStore } from './identity-store';
import type { IdentityStore } from './identity-store';
import { sessionRowIdOf } from './session-repository';
import { anonymousUser, registeredUser } from '../user/user-rules';

const fakeOutbox = { enqueue: async () => {} };

describeOnEachEngine('the identity store', (testDatabases) => {
  const openStore = async () =>
    createIdentityStore({
      database: await testDatabases.open(),
      outbox: fakeOutbox,
      onPersonChanged: async () => {},
    });

  describe('users and sessions', () => {
    const storedVisitor = anonymousUser('visitor', 1_782_300_600_000);
    const anna = registeredUser(anonymousUser('anna', 1_782_300_600_000), {
      email: 'anna@mahlzeit.test',
      passwordHash: 'hash',
      visible: true,
      connectionCode: 'ABCDEFGH',
      policyVersion: 3,
      now: 1_782_300_700_000,
    });
    const storedSession = (id: string, uid = 'anna', expiresAt = 2_000_000_000_000) => ({
      id,
      uid,
      authTime: 1_750_000_000_000,
      expiresAt,
      endedAt: null,
    });
    const refreshTokenOf = (secretHash: string, sessionId: string, rotatedAt: number | null = null) => ({
      secretHash,
      sessionId,
      rotatedAt,
    });

    const openFilledStore = async (): Promise<IdentityStore> => {
      const store = await openStore();
      await store.write(async (identityRows) => {
        await identityRows.users.insert(storedVisitor);
        await identityRows.users.insert(anna);
      });
      return store;
    };

    it('gives back users as they were kept', async () => {
      const store = await openFilledStore();
      expect(await store.read((identityRows) => identityRows.users.find('visitor'))).toEqual(storedVisitor);
      expect(await store.read((identityRows) => identityRows.users.findByEmail('anna@mahlzeit.test'))).toEqual(anna);
      expect(await store.read((identityRows) => identityRows.users.find('nobody'))).toBeNull();
      expect(await store.read((identityRows) => identityRows.users.findByEmail('nobody@mahlzeit.test'))).toBeNull();
    });

    it('keeps every field of a changed user', async () => {
      const store = await openFilledStore();
      const changedUserFields = {
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
        releaseChannel: 'beta' as const,
        thirdParty: 'google' as const,
        passwordHash: null,
      };
      await store.write((identityRows) => identityRows.users.update(changedUserFields));
      expect(await store.read((identityRows) => identityRows.users.find('anna'))).toEqual(changedUserFields);
      expect(await store.read((identityRows) => identityRows.users.find('visitor'))).toEqual(storedVisitor);
    });

    it('knows which connection codes are taken', async () => {
      const store = await openFilledStore();
      expect(await store.read((identityRows) => identityRows.users.isConnectionCodeTaken('ABCDEFGH'))).toBe(true);
      expect(await store.read((identityRows) => identityRows.users.isConnectionCodeTaken('HGFEDCBA'))).toBe(false);
    });

    it('keeps, prolongs and ends sessions; an end is not moved by a second one', async () => {
      const store = await openFilledStore();
      await store.write(async (identityRows) => {
        await identityRows.sessions.insert(storedSession('one'));
        await identityRows.sessions.prolong('one', 2_100_000_000_000);
        await identityRows.sessions.end('one', 5);
        await identityRows.sessions.end('one', 6);
      });
      expect(await store.read((identityRows) => identityRows.sessions.find('one'))).toEqual({
        ...storedSession('one'),
        expiresAt: 2_100_000_000_000,
        endedAt: 5,
      });
      expect(await store.read((identityRows) => identityRows.sessions.find('two'))).toBeNull();
    });

    it('finds a session with the present rights of its user', async () => {
      const store = await openFilledStore();
      await store.write(async (identityRows) => {
        await identityRows.sessions.insert(storedSession('one'));
        await identityRows.sessions.insert(storedSession('two', 'visitor'));
        await identityRows.users.update({ ...anna, isEmailVerified: true, deletedAt: 1_782_300_800_000 });
      });
      expect(await store.findCaller('one')).toEqual({
        session: storedSession('one'),
        isAnonymous: false,
        isVerified: true,
        isDeleted: true,
      });
      expect(await store.findCaller('two')).toEqual({
        session: storedSession('two', 'visitor'),
        isAnonymous: true,
        isVerified: false,
        isDeleted: false,
      });
      expect(await store.findCaller('three')).toBeNull();
    });

    it("ends one person's sessions and nobody else's", async () => {
      const store = await openFilledStore();
      await store.write(async (identityRows) => {
        for (const [id, uid] of [
          ['one', 'anna'],
          ['two', 'anna'],
          ['three', 'visitor'],
        ] as const)
          await identityRows.sessions.insert(storedSession(id, uid));
        await identityRows.sessions.endAllOf('anna', 9);
      });
      const sessionEnds = await store.read(async (identityRows) =>
        Promise.all(['one', 'two', 'three'].map(async (id) => (await identityRows.sessions.find(id))?.endedAt)),
      );
      expect(sessionEnds).toEqual([9, 9, null]);
    });

    it('keeps fingerprints, marks them as traded and forgets the old ones of that session', async () => {
      const store = await openFilledStore();
      await store.write(async (identityRows) => {
        await identityRows.sessions.insert(storedSession('one'));
        await identityRows.sessions.insert(storedSession('two'));
        await identityRows.sessions.insertToken(refreshTokenOf('old', 'one', 10));
        await identityRows.sessions.insertToken(refreshTokenOf('recent', 'one', 20));
        await identityRows.sessions.insertToken(refreshTokenOf('current', 'one'));
        await identityRows.sessions.insertToken(refreshTokenOf('elsewhere', 'two', 10));
        await identityRows.sessions.markRotated('current', 30);
        await identityRows.sessions.forgetTokens('one', 20);
      });
      const storedTokens = await store.read(async (identityRows) =>
        Promise.all(
          ['old', 'recent', 'current', 'elsewhere'].map((storedSecretHash) =>
            identityRows.sessions.findToken(storedSecretHash),
          ),
        ),
      );
      expect(storedTokens).toEqual([
        null,
        refreshTokenOf('recent', 'one', 20),
        refreshTokenOf('current', 'one', 30),
        refreshTokenOf('elsewhere', 'two', 10),
      ]);
    });

    it('finds a session by the id in its cookie, of which it stores a hash alone', async () => {
      const store = await openFilledStore();
      const stored = storedSession(sessionRowIdOf('cookie-id'));
      await store.write((identityRows) => identityRows.sessions.insert(stored));
      expect(await store.findCaller('cookie-id')).toMatchObject({ session: stored });
      await store.write(async ({ sessions }) => {
        await sessions.endAllOf('anna', 5, 'cookie-id');
        await sessions.prolong('cookie-id', 7);
        await sessions.updateAuthTime('cookie-id', 8);
      });
      expect(await store.read(({ sessions }) => sessions.find('cookie-id'))).toEqual({
        ...stored,
        expiresAt: 7,
        authTime: 8,
      });
      await store.write(({ sessions }) => sessions.end('cookie-id', 9));
      expect(await store.read(({ sessions }) => sessions.find('cookie-id'))).toMatchObject({ endedAt: 9 });
    });

    it('hashes ids that an earlier release has stored as they are, and keeps sessions and tokens', async () => {
      const store = await openFilledStore();
      await store.write(async ({ sessions }) => {
        await sessions.insert(storedSession('plain'));
        await sessions.insertToken(refreshTokenOf('secret', 'plain'));
        await sessions.insert(storedSession(sessionRowIdOf('hashed')));
        await sessions.hashPlainIds(9);
      });
      const rowIds = ['plain', 'hashed'].map(sessionRowIdOf);
      expect((await store.read(({ sessions }) => sessions.listOf('anna'))).map(({ id }) => id).sort()).toEqual(
        rowIds.sort(),
      );
      expect(await store.read(({ sessions }) => sessions.findToken('secret'))).toEqual(
        refreshTokenOf('secret', sessionRowIdOf('plain')),
      );
    });

    it('removes what is over with its tokens, and then the visitors who are left without a session', async () => {
      const store = await openFilledStore();
      const removedVisitorUids = await store.write(async (identityRows) => {
        await identityRows.users.insert(anonymousUser('present', 1));
        await identityRows.sessions.insert(storedSession('ended', 'anna'));
        await identityRows.sessions.insert(storedSession('expired', 'visitor', 100));
        await identityRows.sessions.insert(storedSession('open', 'present'));
        await identityRows.sessions.insertToken(refreshTokenOf('of-expired', 'expired'));
        await identityRows.sessions.end('ended', 50);
        await identityRows.sessions.removeEnded(100, 500);
        return identityRows.users.removeVisitorsWithoutSession(500);
      });
      expect(removedVisitorUids).toEqual(['visitor']);
      const rowsLeft = await store.read(async (identityRows) =>
        Promise.all([
          identityRows.users.find('anna'),
          identityRows.users.find('visitor'),
          identityRows.users.find('present'),
        ]),
      );
      expect(rowsLeft.map((user) => user?.uid)).toEqual(['anna', undefined, 'present']);
      expect(
        await store.read(async (identityRows) => [
          await identityRows.sessions.find('ended'),
          await identityRows.sessions.find('expired'),
          await identityRows.sessions.findToken('of-expired'),
        ]),
      ).toEqual([null, null, null]);
    });

    it('removes at most `limit` visitors at once', async () => {
      const store = await openFilledStore();
      const removedUids = await store.write(async (identityRows) => {
        await identityRows.users.insert(anonymousUser('second', 1));
        return identityRows.users.removeVisitorsWithoutSession(1);
      });
      expect(removedUids).toHaveLength(1);
    });

    it('refuses a second account with the same e-mail in the database itself', async () => {
      const store = await openStore();
      await store.write((identityRows) => identityRows.users.insert(anna));
      const secondInsert = store.write((identityRows) =>
        identityRows.users.insert({ ...anna, uid: 'other', connectionCode: 'ZZZZZZZZ' }),
      );
      expect(
        await secondInsert.then(
          () => 'kept',
          () => 'refused',
        ),
      ).toBe('refused');
    });
  });

  describe('accounts and what belongs to them', () => {
    const HOUR_MS = 3_600_000;
    const noonMs = 1_782_295_200_000;

    const personWithCode = (uid: string, connectionCode: string) =>
      registeredUser(anonymousUser(uid, noonMs), {
        email: `${uid}@mahlzeit.test`,
        passwordHash: 'hash',
        visible: true,
        connectionCode,
        policyVersion: 3,
        now: noonMs,
      });
    const anna = personWithCode('anna', 'AAAAAAAA');
    const ben = personWithCode('ben', 'BBBBBBBB');
    const cem = personWithCode('cem', 'CCCCCCCC');

    const openFilledStore = async (): Promise<IdentityStore> => {
      const store = await openStore();
      await store.write(async (identityRows) => {
        for (const user of [anna, ben, cem]) await identityRows.users.insert(user);
      });
      return store;
    };

    it('finds who left long enough ago, the first one first', async () => {
      const store = await openFilledStore();
      await store.write(async (identityRows) => {
        await identityRows.users.update({ ...anna, deletedAt: noonMs + HOUR_MS });
        await identityRows.users.update({ ...ben, deletedAt: noonMs });
      });
      const uidsBefore = (beforeMs: number, maxUsers: number) =>
        store.read(async (identityRows) =>
          (await identityRows.users.findDeletedBefore(beforeMs, maxUsers)).map(({ uid }) => uid),
        );
      expect(await uidsBefore(noonMs - 1, 9)).toEqual([]);
      expect(await uidsBefore(noonMs, 9)).toEqual(['ben']);
      expect(await uidsBefore(noonMs + HOUR_MS, 9)).toEqual(['ben', 'anna']);
      expect(await uidsBefore(noonMs + HOUR_MS, 1)).toEqual(['ben']);
    });

    it('removes a user', async () => {
      const store = await openFilledStore();
      await store.write((identityRows) => identityRows.users.remove('anna'));
      expect(await store.read((identityRows) => identityRows.users.find('anna'))).toBeNull();
      expect(await store.read((identityRows) => identityRows.users.find('ben'))).toEqual(ben);
    });

    it('lists the sessions of a user and keeps when they proved their identity', async () => {
      const store = await openFilledStore();
      const storedSession = (id: string, uid: string, authTime: number) => ({
        id,
        uid,
        authTime,
        expiresAt: noonMs + HOUR_MS,
        endedAt: null,
      });
      await store.write(async (identityRows) => {
        await identityRows.sessions.insert(storedSession('two', 'anna', 20));
        await identityRows.sessions.insert(storedSession('one', 'anna', 10));
        await identityRows.sessions.insert(storedSession('other', 'ben', 5));
        await identityRows.sessions.updateAuthTime('two', 30);
      });
      expect(await store.read((identityRows) => identityRows.sessions.listOf('anna'))).toEqual([
        storedSession('one', 'anna', 10),
        storedSession('two', 'anna', 30),
      ]);
    });

    it('keeps one code a user, counts wrong tries and forgets what has expired', async () => {
      const store = await openFilledStore();
      const storedCode = (uid: string, codeHash: string, expiresAt: number) => ({
        uid,
        email: `${uid}@mahlzeit.test`,
        codeHash,
        expiresAt,
        wrongTries: 0,
      });
      await store.write(async (identityRows) => {
        await identityRows.codes.put(storedCode('anna', 'old', noonMs));
        await identityRows.codes.countWrongTry('anna');
        await identityRows.codes.put(storedCode('anna', 'new', noonMs + 2));
        await identityRows.codes.countWrongTry('anna');
        await identityRows.codes.countWrongTry('anna');
        await identityRows.codes.put(storedCode('ben', 'his', noonMs + 1));
        await identityRows.codes.removeExpired(noonMs + 1);
      });
      expect(await store.read((identityRows) => identityRows.codes.find('anna'))).toEqual({
        ...storedCode('anna', 'new', noonMs + 2),
        wrongTries: 2,
      });
      expect(await store.read((identityRows) => identityRows.codes.find('ben'))).toBeNull();
    });

    it('keeps several links of a user, and forgets all of theirs or what has expired', async () => {
      const store = await openFilledStore();
      const resetToken = (tokenHash: string, uid: string, expiresAt: number) => ({ tokenHash, uid, expiresAt });
      const storedTokens = () =>
        store.read(async (identityRows) =>
          Promise.all(
            ['a1', 'a2', 'b1', 'b2'].map(
              async (storedTokenHash) => (await identityRows.resets.find(storedTokenHash))?.uid ?? null,
            ),
          ),
        );
      await store.write(async (identityRows) => {
        for (const storedResetToken of [
          resetToken('a1', 'anna', noonMs),
          resetToken('a2', 'anna', noonMs),
          resetToken('b1', 'ben', noonMs),
          resetToken('b2', 'ben', noonMs + 1),
        ])
          await identityRows.resets.insert(storedResetToken);
      });
      expect(await storedTokens()).toEqual(['anna', 'anna', 'ben', 'ben']);
      await store.write((identityRows) => identityRows.resets.removeAllOf('anna'));
      expect(await storedTokens()).toEqual([null, null, 'ben', 'ben']);
      await store.write((identityRows) => identityRows.resets.removeExpired(noonMs));
      expect(await storedTokens()).toEqual([null, null, null, 'ben']);
    });

    it('keeps one picture a user, byte by byte', async () => {
      const store = await openFilledStore();
      const [oldPicture, currentKey] = [Uint8Array.of(1, 2), Uint8Array.of(0, 255, 0)];
      await store.write(async (identityRows) => {
        await identityRows.avatars.put({ key: 'old', uid: 'anna', picture: oldPicture });
        await identityRows.avatars.put({ key: 'current', uid: 'anna', picture: currentKey });
      });
      const avatarBytesOf = async (key: string) =>
        store.read(async (identityRows) => [...((await identityRows.avatars.find(key)) ?? [])]);
      expect([await avatarBytesOf('old'), await avatarBytesOf('current')]).toEqual([[], [0, 255, 0]]);
      expect(
        await store.read(async (identityRows) => [...((await identityRows.avatars.findOf('anna')) ?? [])]),
      ).toEqual([0, 255, 0]);
      await store.write((identityRows) => identityRows.avatars.removeOf('anna'));
      expect(await avatarBytesOf('current')).toEqual([]);
    });

    it('lets everything go with its user', async () => {
      const store = await openStore();
      await store.write(async (identityRows) => {
        await identityRows.users.insert(anna);
        await identityRows.sessions.insert({ id: 'one', uid: 'anna', authTime: 1, expiresAt: noonMs, endedAt: null });
        await identityRows.codes.put({
          uid: 'anna',
          email: 'anna@mahlzeit.test',
          codeHash: 'a',
          expiresAt: noonMs,
          wrongTries: 0,
        });
        await identityRows.resets.insert({ tokenHash: 'a', uid: 'anna', expiresAt: noonMs });
        await identityRows.avatars.put({ key: 'a', uid: 'anna', picture: Uint8Array.of(1) });
        await identityRows.users.remove('anna');
      });
      expect(
        await store.read(async (identityRows) => [
          await identityRows.sessions.find('one'),
          await identityRows.codes.find('anna'),
          await identityRows.resets.find('a'),
          await identityRows.avatars.find('a'),
        ]),
      ).toEqual([null, null, null, null]);
    });
  });
});
