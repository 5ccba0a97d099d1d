import { fixtureNow } from '@mahlzeit/contract/fixtures';
import type { OpenDatabase } from '../../platform/database/open-database';
import { describeOnEachEngine } from '../../platform/testing/temporary-database';
import { seedAccounts } from '../identity';
import { createChatRepository } from './chat-repository';
import { createMessageRepository, type StoredMessage } from './message-repository';

const aMessage = (fields: Partial<StoredMessage> = {}): StoredMessage => ({
  key: 'm1',
  chatKey: 'c1',
  seq: 1,
  author: 'anna',
  content: 'Hallo',
  contentKind: null,
  contentId: null,
  timestamp: fixtureNow,
  isReminderSent: false,
  clientKey: null,
  isRemoved: false,
  ...fields,
});

describeOnEachEngine('chat repository', (databaseFactory) => {
  let database: OpenDatabase;

  const getChatRepository = () => createChatRepository(database.knex);
  const getMessageRepository = () => createMessageRepository(database.knex);
  const addChat = (chatKey: string, uids: readonly string[], createdAt = fixtureNow) =>
    database.write(({ knex }) => createChatRepository(knex).insert({ key: chatKey, uids, createdAt }));
  const addMessages = (...drafts: Partial<StoredMessage>[]) =>
    database.write(async ({ knex }) => {
      for (const fields of drafts) await createMessageRepository(knex).insert(aMessage(fields));
    });

  beforeEach(async () => {
    database = await databaseFactory.open();
  });

  it('stores one chat for each set of people, in any order and from two gateways at once', async () => {
    await addChat('c1', ['ben', 'anna']);
    await addChat('c2', ['anna', 'ben', 'anna']);
    await addChat('c3', ['anna', 'ben', 'cem']);
    expect(await getChatRepository().findOfPeople(['anna', 'ben'])).toEqual({
      key: 'c1',
      participantKeys: ['anna', 'ben'],
      formerKeys: [],
      createdAt: fixtureNow,
      updatedAt: fixtureNow,
      last: null,
      saidAt: new Map(),
      listedUids: [],
    });
    expect((await getChatRepository().findOfPeople(['cem', 'ben', 'anna']))?.key).toBe('c3');
    expect([await getChatRepository().findOfPeople(['anna']), await getChatRepository().find('c2')]).toEqual([
      null,
      null,
    ]);
    expect([
      await getChatRepository().isParticipant('c3', 'cem'),
      await getChatRepository().isParticipant('c1', 'cem'),
    ]).toEqual([true, false]);
  });

  it('stores one own chat for each meetup, which has further members and is the chat of no set of people', async () => {
    const addMeetupChat = (key: string, invitationKey: string) =>
      database.write(({ knex }) =>
        createChatRepository(knex).insert({ key, uids: ['ben', 'anna'], createdAt: fixtureNow, invitationKey }),
      );
    await addChat('c1', ['anna', 'ben']);
    await addMeetupChat('c2', 'lunch');
    await addMeetupChat('c3', 'lunch');
    await addMeetupChat('c4', 'dinner');
    await addMessages({ chatKey: 'c2' });
    for (const uid of ['cem', 'alex'])
      await database.write(({ knex }) => createChatRepository(knex).addMember(uid, 'c2'));
    expect(await getChatRepository().findOfMeetup('lunch')).toMatchObject({
      key: 'c2',
      participantKeys: ['ben', 'anna', 'cem', 'alex'],
      listedUids: ['ben', 'anna', 'cem', 'alex'],
    });
    expect((await getChatRepository().findOfMeetup('dinner'))?.key).toBe('c4');
    expect((await getChatRepository().findOfPeople(['anna', 'ben']))?.key).toBe('c1');
    expect([
      await getChatRepository().findOfPeople(['anna', 'ben', 'cem', 'alex']),
      await getChatRepository().findOfMeetup('breakfast'),
      await getChatRepository().find('c3'),
    ]).toEqual([null, null, null]);
  });

  it('keeps who has left the own chat of a meetup apart from its members, and at their place', async () => {
    await database.write(async ({ knex }) => {
      const chats = createChatRepository(knex);
      await chats.insert({ key: 'c1', uids: ['ben', 'anna', 'cem'], createdAt: fixtureNow, invitationKey: 'lunch' });
      await createMessageRepository(knex).insert(aMessage({ chatKey: 'c1', author: 'anna' }));
      await chats.removeMember('anna', 'c1');
    });
    const findChat = () => getChatRepository().find('c1');
    expect(await findChat()).toMatchObject({
      participantKeys: ['ben', 'cem'],
      formerKeys: ['anna'],
      listedUids: ['ben', 'cem'],
    });
    expect([
      await getChatRepository().isParticipant('c1', 'anna'),
      await getChatRepository().isParticipant('c1', 'ben'),
      await getChatRepository().listAllKeysOf('anna'),
      await getChatRepository().listKeysOf('anna', { after: '', limit: 9 }),
    ]).toEqual([false, true, [], ['c1']]);
    expect(await getChatRepository().findCompanions('anna', ['ben', 'cem'])).toEqual(new Set());
    expect(await getChatRepository().findCompanions('ben', ['anna', 'cem'])).toEqual(new Set(['cem']));
    await database.write(({ knex }) => createChatRepository(knex).addMember('anna', 'c1'));
    expect(await findChat()).toMatchObject({ participantKeys: ['ben', 'anna', 'cem'], formerKeys: [] });
  });

  it('lists chats by their last message, page by page, also those of one instant', async () => {
    for (const [key, otherKey] of [
      ['a', 'x1'],
      ['b', 'x2'],
      ['c', 'x3'],
      ['d', 'x4'],
    ] as const)
      await addChat(key, ['anna', otherKey]);
    for (const key of ['a', 'c', 'd'])
      await database.write(({ knex }) => createChatRepository(knex).addToListOf('anna', key));
    await addChat('unopened', ['anna', 'x5']);
    await addChat('foreign', ['ben', 'cem'], fixtureNow + 99);
    await addMessages({ key: 'm1', chatKey: 'b', timestamp: fixtureNow + 5 });
    const listChatKeys = async (limit: number, beforeKey: string | null) => {
      const beforeChat = beforeKey === null ? null : await getChatRepository().find(beforeKey);
      return (await getChatRepository().listChatsOf('anna', { limit, beforeChat })).map(({ key }) => key);
    };
    expect(await listChatKeys(2, null)).toEqual(['b', 'd']);
    expect(await listChatKeys(2, 'd')).toEqual(['c', 'a']);
    expect(await listChatKeys(2, 'a')).toEqual([]);
    expect((await getChatRepository().listChatsOf('anna', { limit: 1, beforeChat: null }))[0]).toMatchObject({
      updatedAt: fixtureNow + 5,
      last: { key: 'm1' },
      participantKeys: ['anna', 'x2'],
    });
    expect(await getChatRepository().listKeysOf('anna', { after: 'a', limit: 2 })).toEqual(['b', 'c']);
    expect(await getChatRepository().listAllKeysOf('anna')).toEqual(['a', 'b', 'c', 'd']);
    expect(await getChatRepository().listAllKeysOf('x2')).toEqual(['b']);
    expect([
      (await getChatRepository().find('a'))?.listedUids,
      (await getChatRepository().find('b'))?.listedUids,
    ]).toEqual([['anna'], ['anna', 'x2']]);
  });

  it('finds the people who share a chat with a user', async () => {
    await addChat('c1', ['anna', 'ben', 'cem']);
    await addChat('c2', ['dana', 'ben']);
    expect(await getChatRepository().findCompanions('anna', ['ben', 'dana', 'cem', 'nobody'])).toEqual(
      new Set(['ben', 'cem']),
    );
  });

  it('lists messages in the order of their numbers', async () => {
    await addChat('c1', ['anna', 'ben']);
    await addMessages(
      ...[1, 2, 3, 4].map((seq) => ({
        key: `m${seq}`,
        seq,
        author: seq % 2 === 0 ? 'ben' : 'anna',
        timestamp: fixtureNow + seq,
      })),
    );
    expect((await getMessageRepository().list('c1', { limit: 2, before: null })).map(({ key }) => key)).toEqual([
      'm4',
      'm3',
    ]);
    expect((await getMessageRepository().list('c1', { limit: 9, before: 3 })).map(({ key }) => key)).toEqual([
      'm2',
      'm1',
    ]);
    expect((await getMessageRepository().listByAuthor('ben')).map(({ key }) => key)).toEqual(['m2', 'm4']);
    expect((await getChatRepository().find('c1'))?.last?.key).toBe('m4');
  });

  it("stores the time of each member's last message, also after a message has a new author", async () => {
    await addChat('c1', ['anna', 'ben', 'cem']);
    await addMessages(
      { key: 'm1', author: 'ben', timestamp: fixtureNow + 1 },
      { key: 'm2', seq: 2, timestamp: fixtureNow + 2 },
      { key: 'm3', seq: 3, timestamp: fixtureNow + 3 },
    );
    const readSaidTimes = async () => (await getChatRepository().find('c1'))?.saidAt;
    expect(await readSaidTimes()).toEqual(
      new Map([
        ['anna', fixtureNow + 3],
        ['ben', fixtureNow + 1],
      ]),
    );
    await database.write(({ knex }) => createMessageRepository(knex).update(aMessage({ key: 'm3', author: 'cem' })));
    expect(await readSaidTimes()).toEqual(
      new Map([
        ['anna', fixtureNow + 2],
        ['ben', fixtureNow + 1],
        ['cem', fixtureNow + 3],
      ]),
    );
    await database.write(({ knex }) => createMessageRepository(knex).update(aMessage({ key: 'm1', author: 'cem' })));
    expect(await readSaidTimes()).toEqual(
      new Map([
        ['anna', fixtureNow + 2],
        ['cem', fixtureNow + 3],
      ]),
    );
  });

  it('stores one message for each client key of an author, and the same key of another author', async () => {
    await addChat('c1', ['anna', 'ben']);
    await addMessages(
      { key: 'm1', clientKey: 'k' },
      { key: 'm2', seq: 2, author: 'ben', clientKey: 'k' },
      { key: 'm3', seq: 3 },
      { key: 'm4', seq: 4 },
    );
    await expect(addMessages({ key: 'm5', seq: 5, clientKey: 'k' })).rejects.toMatchObject({
      message: expect.stringMatching(/unique/i),
    });
    expect((await getMessageRepository().findByClientKey('c1', 'ben', 'k'))?.key).toBe('m2');
    expect(await getMessageRepository().findByClientKey('c1', 'cem', 'k')).toBeNull();
  });

  it('empties a message and keeps its client key', async () => {
    await addChat('c1', ['anna', 'ben']);
    const sharedContent = {
      contentKind: 'restaurant',
      contentId: 'elbkantine',
      content: 'restaurant',
      clientKey: 'k',
    } as const;
    await addMessages({ key: 'm1', ...sharedContent }, { key: 'm2', seq: 2, ...sharedContent, clientKey: 'k2' });
    await database.write(({ knex }) => createMessageRepository(knex).removeContent('m1'));
    expect(await getMessageRepository().find('m1')).toEqual(aMessage({ content: '', clientKey: 'k', isRemoved: true }));
    await database.write(({ knex }) => createMessageRepository(knex).emptyMessagesOf('anna'));
    expect(await getMessageRepository().listByAuthor('anna')).toEqual([
      aMessage({ content: '', isRemoved: true }),
      aMessage({ key: 'm2', seq: 2, content: '', isRemoved: true }),
    ]);
  });

  it('stores how far each member has read', async () => {
    await addChat('c1', ['anna', 'ben']);
    await addMessages({ key: 'm1' }, { key: 'm2', seq: 2 });
    for (const seq of [1, 2])
      await database.write(({ knex }) => createMessageRepository(knex).putRead({ chatKey: 'c1', uid: 'ben', seq }));
    expect(
      [...(await getMessageRepository().findReads('ben', ['c1', 'c2']))].map(([chat, { key }]) => [chat, key]),
    ).toEqual([['c1', 'm2']]);
    expect((await getMessageRepository().findAllReads('ben')).map(({ key }) => key)).toEqual(['m2']);
    expect(await getMessageRepository().findAllReads('anna')).toEqual([]);
    expect(await getMessageRepository().listReadsOf('ben')).toEqual([{ chatKey: 'c1', seq: 2 }]);
    await database.write(({ knex }) => createMessageRepository(knex).removeReadsOf('ben'));
    expect(await getMessageRepository().findReads('ben', ['c1'])).toEqual(new Map());
  });

  it('removes a chat with its last member who has an account', async () => {
    const person = {
      password: 'mittagspause',
      firstName: 'A',
      lastName: 'B',
      isVerified: true,
      isVisible: true,
      isDeleted: false,
      tasteKeys: [],
    };
    await database.write(({ knex }) =>
      seedAccounts(
        knex,
        ['anna', 'ben'].map((uid, index) => ({
          ...person,
          uid,
          email: `${uid}@mahlzeit.test`,
          connectionCode: `CODE000${index}`,
        })),
        { now: fixtureNow, policyVersion: 1 },
      ),
    );
    await addChat('left', ['anna', 'erased']);
    await addChat('inhabited', ['anna', 'ben']);
    await addChat('foreign', ['gone', 'erased']);
    await addMessages({ chatKey: 'left' });
    expect(
      await database.write(({ knex }) => createChatRepository(knex).removeChatsWithoutOtherAccounts('anna')),
    ).toEqual(['left']);
    expect((await getChatRepository().findAll(['left', 'inhabited', 'foreign'])).map(({ key }) => key)).toEqual([
      'inhabited',
      'foreign',
    ]);
    expect(await getMessageRepository().find('m1')).toBeNull();
  });
});
