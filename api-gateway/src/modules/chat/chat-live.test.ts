import { Chat, ChatMessage, ChatRead, chatTopic, type Op } from '@mahlzeit/contract';
import { aRestaurant } from '@mahlzeit/contract/fixtures';
import { isChatUnread } from '@mahlzeit/contract/rules';
import { createRestaurantRepository } from '../discovery/testing/repositories';
import { outcomeOf } from '../identity/testing/people';
import type { LiveTestClient } from '../../platform/testing/live-test-client';
import { testGateways, type TestGateway } from '../../platform/testing/test-gateway';
import { registerCompanion, tablesWith, type Companion } from './testing/companions';
import { makeContacts, blockUser } from '../contacts/testing/relations';
import { CHAT_WINDOW_SIZE } from './chat-topics';
import { createMessageRepository } from './message-repository';

jest.setTimeout(60_000);

describe('live updates of chats', () => {
  const gatewayFactory = testGateways();
  const liveClients: LiveTestClient[] = [];
  let gateway: TestGateway;
  let anna: Companion;
  let ben: Companion;
  let cem: Companion;
  let testCount = 0;

  const followTopic = async (companion: Companion, topic: string): Promise<LiveTestClient> => {
    const client = await companion.follow(topic);
    liveClients.push(client);
    return client;
  };
  const snapshotItemsOf = (client: LiveTestClient, collection: string) =>
    client.frames
      .flatMap((frame) => (frame.op === 'snap' ? frame.items : []))
      .filter((item) => item.collection === collection);
  const nextCollectionOps = async (client: LiveTestClient, collection: string): Promise<Op[]> => {
    for (;;) {
      const collectionOps = (await client.next('delta')).ops.filter((op) => op.collection === collection);
      if (collectionOps.length > 0) return collectionOps;
    }
  };
  const messageNotifications = async (companion: Companion) =>
    (await companion.notices()).filter(({ kind }) => kind === 'message');
  const markRead = async (companion: Companion, chatKey: string, messageKey: string) =>
    outcomeOf(await companion.call('PUT', `/api/chat/${chatKey}/read`, { messageKey }));

  beforeAll(async () => {
    gateway = await gatewayFactory.start();
  });

  beforeEach(async () => {
    testCount += 1;
    [anna, ben, cem] = [
      await registerCompanion(gateway, `anna${testCount}`),
      await registerCompanion(gateway, `ben${testCount}`),
      await registerCompanion(gateway, `cem${testCount}`),
    ];
    await makeContacts(gateway, [anna, ben, cem]);
  });

  afterEach(() => {
    for (const client of liveClients.splice(0)) client.terminate();
  });

  it('send a new message to all open pages of the chat in its stored form, and the chat to all members', async () => {
    const chatKey = await anna.chatWith(ben, cem);
    await anna.say(chatKey, 'vorher');
    const [openClient, listClient, otherClients] = [
      await followTopic(cem, chatTopic(chatKey)),
      await followTopic(ben, 'me'),
      await followTopic(anna, 'me'),
    ];
    expect(
      snapshotItemsOf(openClient, 'participants')
        .map(({ key }) => key)
        .sort(),
    ).toEqual([anna.uid, ben.uid, cem.uid].sort());
    expect(snapshotItemsOf(openClient, 'messages')).toEqual([
      expect.objectContaining({ value: expect.objectContaining({ content: 'vorher' }) }),
    ]);
    const message = await anna.say(chatKey, 'Heute Kantine?');
    const storedMessage = ChatMessage.parse(message);
    expect((await openClient.next('delta')).ops).toEqual([
      { kind: 'put', collection: 'messages', key: storedMessage.key, value: storedMessage },
    ]);
    for (const [client, companion] of [
      [listClient, ben],
      [otherClients, anna],
    ] as const) {
      const [presentedChat] = await companion.chats();
      expect(await nextCollectionOps(client, 'chats')).toEqual([
        { kind: 'put', collection: 'chats', key: chatKey, value: presentedChat },
      ]);
    }
  });

  it('show a new chat to its members only', async () => {
    const [invitedClient, foreignClient] = [await followTopic(ben, 'me'), await followTopic(cem, 'me')];
    const chatKey = await anna.chatWith(ben);
    await anna.say(chatKey, 'Hallo');
    expect((await nextCollectionOps(invitedClient, 'chats')).map(({ key }) => key)).toEqual([chatKey]);
    await cem.chatWith(anna);
    expect((await nextCollectionOps(foreignClient, 'chats')).map(({ key }) => key)).not.toContain(chatKey);
  });

  it('show a chat without messages to those alone who have opened it', async () => {
    const [openingClient, otherClient] = [await followTopic(anna, 'me'), await followTopic(ben, 'me')];
    const [chatKey, groupKey] = [await anna.chatWith(ben), await anna.chatWith(ben, cem)];
    expect((await nextCollectionOps(openingClient, 'chats')).map(({ key }) => key)).toEqual([chatKey]);
    // Cem gets another name, which changes the lists of those members who see the chat.
    await cem.call('PATCH', '/api/users/me', { displayName: 'Cem' });
    expect((await anna.chats()).map(({ key }) => key).sort()).toEqual([chatKey, groupKey].sort());
    expect([await ben.chats(), await cem.chats()]).toEqual([[], []]);
    expect(snapshotItemsOf(await followTopic(ben, 'me'), 'chats')).toEqual([]);
    expect((await ben.call('GET', '/api/users/me/export')).body).toMatchObject({ chats: { chats: [] } });
    expect(await ben.notices()).toEqual([]);
    // All members can still use the key of the chat; a member who opens the chat sees it in the list again.
    expect(await ben.messages(chatKey)).toEqual([]);
    expect(await cem.chatWith(anna, ben)).toBe(groupKey);
    expect((await cem.chats()).map(({ key, lastMessage }) => [key, lastMessage])).toEqual([[groupKey, null]]);
    expect(otherClient.frames.flatMap((frame) => (frame.op === 'delta' ? frame.ops : []))).toEqual(
      expect.not.arrayContaining([expect.objectContaining({ collection: 'chats' })]),
    );
    const message = await anna.say(groupKey, 'Hallo ihr');
    expect((await nextCollectionOps(otherClient, 'chats')).map(({ key }) => key)).toEqual([groupKey]);
    expect((await ben.chats()).map(({ key, lastMessage }) => [key, lastMessage?.key])).toEqual([
      [groupKey, message.key],
    ]);
    expect(snapshotItemsOf(await followTopic(ben, 'me'), 'chats').map(({ key }) => key)).toEqual([groupKey]);
  });

  it('show the same read state on every page, and never an earlier one', async () => {
    const chatKey = await anna.chatWith(ben);
    const [firstMessage, secondMessage] = [await anna.say(chatKey, 'eins'), await anna.say(chatKey, 'zwei')];
    const [phoneClient, desktopClient] = [await followTopic(ben, 'me'), await followTopic(ben, 'me')];
    expect(await markRead(ben, chatKey, secondMessage.key)).toEqual([200]);
    const readState = { key: chatKey, messageKey: secondMessage.key, timestamp: secondMessage.timestamp };
    for (const client of [phoneClient, desktopClient])
      expect(await nextCollectionOps(client, 'chatReads')).toEqual([
        { kind: 'put', collection: 'chatReads', key: chatKey, value: readState },
      ]);
    expect(await markRead(ben, chatKey, firstMessage.key)).toEqual([200]);
    expect(snapshotItemsOf(await followTopic(ben, 'me'), 'chatReads')).toEqual([
      { collection: 'chatReads', key: chatKey, value: readState },
    ]);
    expect(snapshotItemsOf(await followTopic(anna, 'me'), 'chatReads')).toEqual([]);
    const otherMessage = await anna.say(await anna.chatWith(cem), 'woanders');
    for (const messageKey of ['unknown', otherMessage.key])
      expect(await markRead(ben, chatKey, messageKey)).toEqual([404, 'notFound']);
  });

  it("keep a chat read after one's own message and a blocked member's message, on open and new pages, and so its notification", async () => {
    const [chatOfTwoKey, groupChatKey] = [await anna.chatWith(ben), await anna.chatWith(ben, cem)];
    const stayingClient = await followTopic(ben, 'me');
    const isUnread = async (chatKey: string): Promise<boolean[]> => {
      const [chatOps, snapshotValue] = [
        await nextCollectionOps(stayingClient, 'chats'),
        snapshotItemsOf(await followTopic(ben, 'me'), 'chats').find(({ key }) => key === chatKey)?.value,
      ];
      const chatValues = chatOps.flatMap((op) => (op.kind === 'put' && op.key === chatKey ? [op.value] : []));
      expect(chatValues).toEqual([snapshotValue]);
      const storedRead = snapshotItemsOf(await followTopic(ben, 'me'), 'chatReads').find(
        ({ key }) => key === chatKey,
      )?.value;
      const chatRead = storedRead === undefined ? undefined : ChatRead.parse(storedRead);
      return chatValues.map((value) =>
        isChatUnread(Chat.parse(value), { uid: ben.uid, read: chatRead, blocked: new Set([cem.uid]) }),
      );
    };
    const [firstMessage, newestMessage] = [
      await anna.say(chatOfTwoKey, 'Kantine?'),
      await anna.say(chatOfTwoKey, 'Um zwölf?'),
    ];
    await nextCollectionOps(stayingClient, 'chats');
    await nextCollectionOps(stayingClient, 'chats');
    const lateMessage = await ben.say(chatOfTwoKey, 'Von gestern');
    expect(await isUnread(chatOfTwoKey)).toEqual([true]);
    await markRead(ben, chatOfTwoKey, firstMessage.key);
    expect(await messageNotifications(ben)).toHaveLength(1);
    await markRead(ben, chatOfTwoKey, newestMessage.key);
    expect(await messageNotifications(ben)).toHaveLength(0);
    await ben.say(chatOfTwoKey, 'Ja!');
    expect(await isUnread(chatOfTwoKey)).toEqual([false]);
    expect(lateMessage.timestamp).toBeGreaterThan(newestMessage.timestamp);

    await blockUser(gateway, ben, cem);
    const annasMessage = await anna.say(groupChatKey, 'Und ihr?');
    await nextCollectionOps(stayingClient, 'chats');
    await cem.say(groupChatKey, 'Ohne mich');
    expect(await isUnread(groupChatKey)).toEqual([true]);
    await markRead(ben, groupChatKey, annasMessage.key);
    expect(await messageNotifications(ben)).toHaveLength(0);
    await cem.say(groupChatKey, 'Hallo?');
    expect(await isUnread(groupChatKey)).toEqual([false]);
  });

  it('limit a snapshot to fifty messages of a chat and fifty chats of a user', async () => {
    const chatKey = await anna.chatWith(ben);
    for (let index = 0; index < 51; index += 1) await anna.say(chatKey, `Nummer ${index}`);
    expect(
      snapshotItemsOf(await followTopic(ben, chatTopic(chatKey)), 'messages').map(({ value }) => value['content']),
    ).toEqual(Array.from({ length: 50 }, (_, index) => `Nummer ${50 - index}`));
  });

  it('hide a chat from users who are no members', async () => {
    const chatKey = await anna.chatWith(ben);
    const client = await followTopic(cem, 'me');
    client.say({ op: 'sub', id: chatTopic(chatKey), topic: chatTopic(chatKey) });
    expect(await client.next('err')).toMatchObject({ id: chatTopic(chatKey), code: 'notFound' });
  });

  describe('notifications', () => {
    it('reach the other members, one per chat with the last text, until the chat is read', async () => {
      const chatKey = await anna.chatWith(ben);
      await anna.say(chatKey, 'Hallo');
      const lastMessage = await anna.say(chatKey, 'Noch da?');
      const [notification, ...laterNotifications] = await messageNotifications(ben);
      expect([notification, laterNotifications]).toEqual([
        expect.objectContaining({
          title: anna.account.displayName,
          text: 'Noch da?',
          route: `chatmessages/${chatKey}`,
          sent: lastMessage.timestamp,
        }),
        [],
      ]);
      expect(await messageNotifications(anna)).toEqual([]);
      await cem.say(await cem.chatWith(ben), 'Und ich?');
      expect(await messageNotifications(ben)).toHaveLength(2);
      const client = await followTopic(ben, 'me');
      await markRead(ben, chatKey, lastMessage.key);
      expect((await client.next('delta')).ops.map(({ kind, collection, key }) => [kind, collection, key])).toEqual([
        ['put', 'chatReads', chatKey],
        ['del', 'notifications', notification?.key],
      ]);
      expect(await messageNotifications(ben)).toHaveLength(1);
    });

    it('say of a shared place who has shared it, in a title alone', async () => {
      await gateway.database.write(({ knex }) =>
        createRestaurantRepository(knex).insert(aRestaurant({ key: 'elbkantine', routingName: 'elbkantine' }), {
          source: 'test',
          sourceId: 'elbkantine',
        }),
      );
      const card = { userKeys: [ben.uid], type: 'restaurant', contentId: 'elbkantine' };
      outcomeOf(await anna.call('POST', '/api/chat/sendContentMessage', card));
      expect(await messageNotifications(ben)).toMatchObject([
        { title: `${anna.account.displayName} hat ein Lokal mit dir geteilt.`, text: '' },
      ]);
    });

    it('stay open while a newer message is unread', async () => {
      const chatKey = await anna.chatWith(ben);
      const firstMessage = await anna.say(chatKey, 'Hallo');
      await anna.say(chatKey, 'Noch da?');
      await markRead(ben, chatKey, firstMessage.key);
      expect(await messageNotifications(ben)).toHaveLength(1);
    });

    it('skip members who block the author', async () => {
      const chatKey = await anna.chatWith(ben, cem);
      await blockUser(gateway, ben, anna);
      await anna.say(chatKey, 'Hallo');
      expect([(await messageNotifications(ben)).length, (await messageNotifications(cem)).length]).toEqual([0, 1]);
      await ben.say(chatKey, 'Hallo zurück');
      expect(await messageNotifications(anna)).toHaveLength(1);
    });
  });

  it('A09 show a new name at once, in the chat and in the list, and hide a member who has left', async () => {
    const chatKey = await anna.chatWith(ben);
    await ben.say(chatKey, 'Hallo');
    const [openClient, listClient] = [await followTopic(anna, chatTopic(chatKey)), await followTopic(anna, 'me')];
    await ben.call('PATCH', '/api/users/me', { displayName: 'Benjamin' });
    const participant = { key: ben.uid, displayName: 'Benjamin', photoURL: null };
    expect((await openClient.next('delta')).ops).toEqual([
      { kind: 'put', collection: 'participants', key: ben.uid, value: participant },
    ]);
    expect(await nextCollectionOps(listClient, 'chats')).toEqual([
      expect.objectContaining({ key: chatKey, value: expect.objectContaining({ participants: [participant] }) }),
    ]);
    await ben.call('PUT', '/api/users/deleteMe', {});
    expect((await openClient.next('delta')).ops).toEqual([{ kind: 'del', collection: 'participants', key: ben.uid }]);
    const [presentedChat] = await anna.chats();
    expect(presentedChat).toMatchObject({
      key: chatKey,
      participants: [],
      participantKeys: [anna.uid, ben.uid].sort(),
      lastMessage: { content: 'Hallo' },
    });
    expect(outcomeOf(await anna.call('POST', `/api/chat/${chatKey}/messages`, { content: 'Bist du weg?' }))).toEqual([
      403,
      'uninvitable',
    ]);
  });

  it('spread a new name over many chats in steps', async () => {
    const chatKeys = Array.from({ length: 45 }, (_, index) => `many-${testCount}-${index}`);
    await gateway.database.write(async ({ knex }) => {
      for (const [index, key] of chatKeys.entries()) {
        await knex('chat').insert({ key, people: key, created_at: index, updated_at: index, last_seq: 0 });
        await knex('chat_participant').insert([
          { chat_key: key, uid: ben.uid },
          { chat_key: key, uid: anna.uid },
        ]);
      }
    });
    const listClient = await followTopic(anna, 'me');
    await ben.call('PATCH', '/api/users/me', { displayName: 'Benjamin' });
    const receivedKeys = new Set<string>();
    while (receivedKeys.size < chatKeys.length)
      for (const { key } of await nextCollectionOps(listClient, 'chats')) receivedKeys.add(key);
    expect([...receivedKeys].sort()).toEqual(chatKeys.sort());
  });

  it('mark chats as read that are older than the snapshot, also after a member has a new name', async () => {
    const chatKeys = Array.from({ length: CHAT_WINDOW_SIZE + 1 }, (_, index) => `read-${testCount}-${index}`);
    await gateway.database.write(async ({ knex }) => {
      for (const [index, key] of chatKeys.entries()) {
        await knex('chat').insert({ key, people: key, created_at: index, updated_at: index, last_seq: 0 });
        await knex('chat_participant').insert([
          { chat_key: key, uid: ben.uid },
          { chat_key: key, uid: anna.uid },
        ]);
        await createMessageRepository(knex).insert({
          key: `${key}-1`,
          chatKey: key,
          seq: 1,
          author: ben.uid,
          content: 'Hallo',
          contentKind: null,
          contentId: null,
          timestamp: index,
          isReminderSent: false,
          clientKey: null,
          isRemoved: false,
        });
        await createMessageRepository(knex).putRead({ chatKey: key, uid: anna.uid, seq: 1 });
      }
    });
    const listClient = await followTopic(anna, 'me');
    expect(snapshotItemsOf(listClient, 'chats')).toHaveLength(CHAT_WINDOW_SIZE);
    const readStateByChat = new Map(
      snapshotItemsOf(listClient, 'chatReads').map(({ key, value }) => [key, ChatRead.parse(value)]),
    );
    expect([...readStateByChat.keys()].sort()).toEqual([...chatKeys].sort());
    await ben.call('PATCH', '/api/users/me', { displayName: 'Benjamin' });
    const renamedChats = new Map<string, Chat>();
    while (renamedChats.size < chatKeys.length)
      for (const op of await nextCollectionOps(listClient, 'chats'))
        if (op.kind === 'put') renamedChats.set(op.key, Chat.parse(op.value));
    expect(
      [...renamedChats.values()].filter((chat) =>
        isChatUnread(chat, { uid: anna.uid, read: readStateByChat.get(chat.key), blocked: new Set() }),
      ),
    ).toEqual([]);
  });

  it('remove the words of an erased member and keep the chat for the others', async () => {
    const [chatOfTwoKey, groupChatKey] = [await ben.chatWith(cem), await anna.chatWith(ben, cem)];
    await ben.say(chatOfTwoKey, 'Geheim');
    await anna.say(groupChatKey, 'Hallo');
    const vanishingMessage = await ben.say(groupChatKey, 'Meine Adresse ist Deichstraße 7');
    const openClient = await followTopic(anna, chatTopic(groupChatKey));
    const exportAnswer: unknown = (await ben.call('GET', '/api/users/me/export')).body;
    expect(JSON.stringify(exportAnswer)).toContain('Deichstraße 7');
    expect((await cem.call('GET', '/api/users/me/export')).body).toMatchObject({
      chats: { messages: [], chats: expect.arrayContaining([chatOfTwoKey, groupChatKey]) },
    });
    await gateway.database.write(({ knex }) =>
      knex('user').where({ uid: ben.uid }).update({ is_deleted: true, deleted_at: 0 }),
    );
    // Moves the clock, which runs all workers. One of them erases the deleted user.
    await fetch(`${gateway.sandboxUrl}/clock`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ now: gateway.clock.now() + 1000 }),
    });
    expect((await openClient.next('delta')).ops).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          kind: 'put',
          collection: 'messages',
          key: vanishingMessage.key,
          value: expect.objectContaining({ content: '', removed: true }),
        }),
        { kind: 'del', collection: 'participants', key: ben.uid },
      ]),
    );
    expect((await anna.messages(groupChatKey)).map(({ content, removed }) => [content, removed])).toEqual([
      ['', true],
      ['Hallo', false],
    ]);
    expect(await messageNotifications(anna)).toEqual([]);
    expect(await anna.say(groupChatKey, 'Weiter geht es')).toMatchObject({ content: 'Weiter geht es' });
    for (const leakedText of ['Deichstraße', 'Geheim'])
      expect([leakedText, await tablesWith(gateway, leakedText)]).toEqual([leakedText, []]);
    expect((await cem.chats()).map(({ key, participants }) => [key, participants.map((person) => person.key)])).toEqual(
      expect.arrayContaining([
        [chatOfTwoKey, []],
        [groupChatKey, [anna.uid]],
      ]),
    );
  });
});
