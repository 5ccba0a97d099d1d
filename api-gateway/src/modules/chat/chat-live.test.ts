import { Chat, ChatMessage, ChatRead, chatTopic, type Op } from '@mahlzeit/contract';
import { isChatUnread } from '@mahlzeit/contract/rules';
import { outcomeOf } from '../identity/testing/people';
import type { LiveTestClient } from '../../platform/testing/live-test-client';
import { testGateways, type TestGateway } from '../../platform/testing/test-gateway';
import { registerCompanion, tablesWith, type Companion } from './testing/companions';
import { makeContacts, blockUser } from '../contacts/testing/relations';
import { CHAT_WINDOW } from './chat-topics';
import { createMessageRepository } from './message-repository';

jest.setTimeout(60_000);

describe('live updates of chats', () => {
  const gateways = testGateways();
  const pages: LiveTestClient[] = [];
  let gateway: TestGateway;
  let anna: Companion;
  let ben: Companion;
  let cem: Companion;
  let count = 0;

  const followTopic = async (companion: Companion, topic: string): Promise<LiveTestClient> => {
    const page = await companion.follow(topic);
    pages.push(page);
    return page;
  };
  const snapshotOf = (page: LiveTestClient, collection: string) =>
    page.frames
      .flatMap((frame) => (frame.op === 'snap' ? frame.items : []))
      .filter((item) => item.collection === collection);
  const nextOps = async (page: LiveTestClient, collection: string): Promise<Op[]> => {
    for (;;) {
      const ops = (await page.next('delta')).ops.filter((op) => op.collection === collection);
      if (ops.length > 0) return ops;
    }
  };
  const messageNotifications = async (companion: Companion) =>
    (await companion.notices()).filter(({ kind }) => kind === 'message');
  const markRead = async (companion: Companion, chat: string, messageKey: string) =>
    outcomeOf(await companion.call('PUT', `/api/chat/${chat}/read`, { messageKey }));

  beforeAll(async () => {
    gateway = await gateways.start();
  });

  beforeEach(async () => {
    count += 1;
    [anna, ben, cem] = [
      await registerCompanion(gateway, `anna${count}`),
      await registerCompanion(gateway, `ben${count}`),
      await registerCompanion(gateway, `cem${count}`),
    ];
    await makeContacts(gateway, [anna, ben, cem]);
  });

  afterEach(() => {
    for (const page of pages.splice(0)) page.terminate();
  });

  it('send a new message to all open pages of the chat in its stored form, and the chat to all members', async () => {
    const chat = await anna.chatWith(ben, cem);
    await anna.say(chat, 'vorher');
    const [openClient, listClient, otherClients] = [
      await followTopic(cem, chatTopic(chat)),
      await followTopic(ben, 'me'),
      await followTopic(anna, 'me'),
    ];
    expect(
      snapshotOf(openClient, 'participants')
        .map(({ key }) => key)
        .sort(),
    ).toEqual([anna.uid, ben.uid, cem.uid].sort());
    expect(snapshotOf(openClient, 'messages')).toEqual([
      expect.objectContaining({ value: expect.objectContaining({ content: 'vorher' }) }),
    ]);
    const message = await anna.say(chat, 'Heute Kantine?');
    const storedMessage = ChatMessage.parse(message);
    expect((await openClient.next('delta')).ops).toEqual([
      { kind: 'put', collection: 'messages', key: storedMessage.key, value: storedMessage },
    ]);
    for (const [page, companion] of [
      [listClient, ben],
      [otherClients, anna],
    ] as const) {
      const [chatItem] = await companion.chats();
      expect(await nextOps(page, 'chats')).toEqual([{ kind: 'put', collection: 'chats', key: chat, value: chatItem }]);
    }
  });

  it('show a new chat to its members only', async () => {
    const [invitedClient, foreignClient] = [await followTopic(ben, 'me'), await followTopic(cem, 'me')];
    const chat = await anna.chatWith(ben);
    expect((await nextOps(invitedClient, 'chats')).map(({ key }) => key)).toEqual([chat]);
    await cem.chatWith(anna);
    expect((await nextOps(foreignClient, 'chats')).map(({ key }) => key)).not.toContain(chat);
  });

  it('show the same read state on every page, and never an earlier one', async () => {
    const chat = await anna.chatWith(ben);
    const [firstMessage, secondMessage] = [await anna.say(chat, 'eins'), await anna.say(chat, 'zwei')];
    const [phoneClient, desktopClient] = [await followTopic(ben, 'me'), await followTopic(ben, 'me')];
    expect(await markRead(ben, chat, secondMessage.key)).toEqual([200]);
    const readState = { key: chat, messageKey: secondMessage.key, timestamp: secondMessage.timestamp };
    for (const page of [phoneClient, desktopClient])
      expect(await nextOps(page, 'chatReads')).toEqual([
        { kind: 'put', collection: 'chatReads', key: chat, value: readState },
      ]);
    expect(await markRead(ben, chat, firstMessage.key)).toEqual([200]);
    expect(snapshotOf(await followTopic(ben, 'me'), 'chatReads')).toEqual([
      { collection: 'chatReads', key: chat, value: readState },
    ]);
    expect(snapshotOf(await followTopic(anna, 'me'), 'chatReads')).toEqual([]);
    const otherMessage = await anna.say(await anna.chatWith(cem), 'woanders');
    for (const key of ['unknown', otherMessage.key]) expect(await markRead(ben, chat, key)).toEqual([404, 'notFound']);
  });

  it("keep a chat read after one's own message and a blocked member's message, on open and new pages, and so its notification", async () => {
    const [chatOfTwo, groupChat] = [await anna.chatWith(ben), await anna.chatWith(ben, cem)];
    const stayingClient = await followTopic(ben, 'me');
    const isUnread = async (chat: string): Promise<boolean[]> => {
      const [ops, snapshotValue] = [
        await nextOps(stayingClient, 'chats'),
        snapshotOf(await followTopic(ben, 'me'), 'chats').find(({ key }) => key === chat)?.value,
      ];
      const chatValues = ops.flatMap((op) => (op.kind === 'put' && op.key === chat ? [op.value] : []));
      expect(chatValues).toEqual([snapshotValue]);
      const storedRead = snapshotOf(await followTopic(ben, 'me'), 'chatReads').find(({ key }) => key === chat)?.value;
      const read = storedRead === undefined ? undefined : ChatRead.parse(storedRead);
      return chatValues.map((value) =>
        isChatUnread(Chat.parse(value), { uid: ben.uid, read, blocked: new Set([cem.uid]) }),
      );
    };
    const [firstMessage, newestMessage] = [
      await anna.say(chatOfTwo, 'Kantine?'),
      await anna.say(chatOfTwo, 'Um zwölf?'),
    ];
    await nextOps(stayingClient, 'chats');
    await nextOps(stayingClient, 'chats');
    const lateMessage = await ben.say(chatOfTwo, 'Von gestern');
    expect(await isUnread(chatOfTwo)).toEqual([true]);
    await markRead(ben, chatOfTwo, firstMessage.key);
    expect(await messageNotifications(ben)).toHaveLength(1);
    await markRead(ben, chatOfTwo, newestMessage.key);
    expect(await messageNotifications(ben)).toHaveLength(0);
    await ben.say(chatOfTwo, 'Ja!');
    expect(await isUnread(chatOfTwo)).toEqual([false]);
    expect(lateMessage.timestamp).toBeGreaterThan(newestMessage.timestamp);

    await blockUser(gateway, ben, cem);
    const annasMessage = await anna.say(groupChat, 'Und ihr?');
    await nextOps(stayingClient, 'chats');
    await cem.say(groupChat, 'Ohne mich');
    expect(await isUnread(groupChat)).toEqual([true]);
    await markRead(ben, groupChat, annasMessage.key);
    expect(await messageNotifications(ben)).toHaveLength(0);
    await cem.say(groupChat, 'Hallo?');
    expect(await isUnread(groupChat)).toEqual([false]);
  });

  it('limit a snapshot to fifty messages of a chat and fifty chats of a user', async () => {
    const chat = await anna.chatWith(ben);
    for (let index = 0; index < 51; index += 1) await anna.say(chat, `Nummer ${index}`);
    expect(
      snapshotOf(await followTopic(ben, chatTopic(chat)), 'messages').map(({ value }) => value['content']),
    ).toEqual(Array.from({ length: 50 }, (_, index) => `Nummer ${50 - index}`));
  });

  it('hide a chat from users who are no members', async () => {
    const chat = await anna.chatWith(ben);
    const page = await followTopic(cem, 'me');
    page.say({ op: 'sub', id: chatTopic(chat), topic: chatTopic(chat) });
    expect(await page.next('err')).toMatchObject({ id: chatTopic(chat), code: 'notFound' });
  });

  describe('notifications', () => {
    it('reach the other members, one per chat with the last text, until the chat is read', async () => {
      const chat = await anna.chatWith(ben);
      await anna.say(chat, 'Hallo');
      const lastMessage = await anna.say(chat, 'Noch da?');
      const [notification, ...laterNotifications] = await messageNotifications(ben);
      expect([notification, laterNotifications]).toEqual([
        expect.objectContaining({
          title: anna.account.displayName,
          text: 'Noch da?',
          route: `chatmessages/${chat}`,
          sent: lastMessage.timestamp,
        }),
        [],
      ]);
      expect(await messageNotifications(anna)).toEqual([]);
      await cem.say(await cem.chatWith(ben), 'Und ich?');
      expect(await messageNotifications(ben)).toHaveLength(2);
      const page = await followTopic(ben, 'me');
      await markRead(ben, chat, lastMessage.key);
      expect((await page.next('delta')).ops.map(({ kind, collection, key }) => [kind, collection, key])).toEqual([
        ['put', 'chatReads', chat],
        ['del', 'notifications', notification?.key],
      ]);
      expect(await messageNotifications(ben)).toHaveLength(1);
    });

    it('stay open while a newer message is unread', async () => {
      const chat = await anna.chatWith(ben);
      const firstMessage = await anna.say(chat, 'Hallo');
      await anna.say(chat, 'Noch da?');
      await markRead(ben, chat, firstMessage.key);
      expect(await messageNotifications(ben)).toHaveLength(1);
    });

    it('skip members who block the author', async () => {
      const chat = await anna.chatWith(ben, cem);
      await blockUser(gateway, ben, anna);
      await anna.say(chat, 'Hallo');
      expect([(await messageNotifications(ben)).length, (await messageNotifications(cem)).length]).toEqual([0, 1]);
      await ben.say(chat, 'Hallo zurück');
      expect(await messageNotifications(anna)).toHaveLength(1);
    });
  });

  it('A09 show a new name at once, in the chat and in the list, and hide a member who has left', async () => {
    const chat = await anna.chatWith(ben);
    await ben.say(chat, 'Hallo');
    const [openClient, listClient] = [await followTopic(anna, chatTopic(chat)), await followTopic(anna, 'me')];
    await ben.call('PATCH', '/api/users/me', { displayName: 'Benjamin' });
    const participant = { key: ben.uid, displayName: 'Benjamin', photoURL: null };
    expect((await openClient.next('delta')).ops).toEqual([
      { kind: 'put', collection: 'participants', key: ben.uid, value: participant },
    ]);
    expect(await nextOps(listClient, 'chats')).toEqual([
      expect.objectContaining({ key: chat, value: expect.objectContaining({ participants: [participant] }) }),
    ]);
    await ben.call('PUT', '/api/users/deleteMe', {});
    expect((await openClient.next('delta')).ops).toEqual([{ kind: 'del', collection: 'participants', key: ben.uid }]);
    const [row] = await anna.chats();
    expect(row).toMatchObject({
      key: chat,
      participants: [],
      participantKeys: [anna.uid, ben.uid].sort(),
      lastMessage: { content: 'Hallo' },
    });
    expect(outcomeOf(await anna.call('POST', `/api/chat/${chat}/messages`, { content: 'Bist du weg?' }))).toEqual([
      403,
      'uninvitable',
    ]);
  });

  it('spread a new name over many chats in steps', async () => {
    const keys: string[] = [];
    await gateway.database.write(async ({ knex }) => {
      for (let index = 0; index < 45; index += 1) {
        const key = `many-${count}-${index}`;
        keys.push(key);
        await knex('chat').insert({ key, people: key, created_at: index, updated_at: index, last_seq: 0 });
        await knex('chat_participant').insert([
          { chat_key: key, uid: ben.uid },
          { chat_key: key, uid: anna.uid },
        ]);
      }
    });
    const list = await followTopic(anna, 'me');
    await ben.call('PATCH', '/api/users/me', { displayName: 'Benjamin' });
    const receivedKeys = new Set<string>();
    while (receivedKeys.size < 45) for (const { key } of await nextOps(list, 'chats')) receivedKeys.add(key);
    expect([...receivedKeys].sort()).toEqual(keys.sort());
  });

  it('mark chats as read that are older than the snapshot, also after a member has a new name', async () => {
    const keys = Array.from({ length: CHAT_WINDOW + 1 }, (_, index) => `read-${count}-${index}`);
    await gateway.database.write(async ({ knex }) => {
      for (const [index, key] of keys.entries()) {
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
    const list = await followTopic(anna, 'me');
    expect(snapshotOf(list, 'chats')).toHaveLength(CHAT_WINDOW);
    const reads = new Map(snapshotOf(list, 'chatReads').map(({ key, value }) => [key, ChatRead.parse(value)]));
    expect([...reads.keys()].sort()).toEqual([...keys].sort());
    await ben.call('PATCH', '/api/users/me', { displayName: 'Benjamin' });
    const renamedChats = new Map<string, Chat>();
    while (renamedChats.size < keys.length)
      for (const op of await nextOps(list, 'chats'))
        if (op.kind === 'put') renamedChats.set(op.key, Chat.parse(op.value));
    expect(
      [...renamedChats.values()].filter((chat) =>
        isChatUnread(chat, { uid: anna.uid, read: reads.get(chat.key), blocked: new Set() }),
      ),
    ).toEqual([]);
  });

  it('remove the words of an erased member and keep the chat for the others', async () => {
    const [chatOfTwo, groupChat] = [await ben.chatWith(cem), await anna.chatWith(ben, cem)];
    await ben.say(chatOfTwo, 'Geheim');
    await anna.say(groupChat, 'Hallo');
    const vanishingMessage = await ben.say(groupChat, 'Meine Adresse ist Deichstraße 7');
    const openClient = await followTopic(anna, chatTopic(groupChat));
    const exportAnswer: unknown = (await ben.call('GET', '/api/users/me/export')).body;
    expect(JSON.stringify(exportAnswer)).toContain('Deichstraße 7');
    expect((await cem.call('GET', '/api/users/me/export')).body).toMatchObject({
      chats: { messages: [], chats: expect.arrayContaining([chatOfTwo, groupChat]) },
    });
    await gateway.database.write(({ knex }) =>
      knex('user').where({ uid: ben.uid }).update({ is_deleted: true, deleted_at: 0 }),
    );
    // Moving the clock runs all workers. One of them erases the deleted user.
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
    expect((await anna.messages(groupChat)).map(({ content, removed }) => [content, removed])).toEqual([
      ['', true],
      ['Hallo', false],
    ]);
    expect(await messageNotifications(anna)).toEqual([]);
    expect(await anna.say(groupChat, 'Weiter geht es')).toMatchObject({ content: 'Weiter geht es' });
    for (const address of ['Deichstraße', 'Geheim'])
      expect([address, await tablesWith(gateway, address)]).toEqual([address, []]);
    expect((await cem.chats()).map(({ key, participants }) => [key, participants.map((person) => person.key)])).toEqual(
      expect.arrayContaining([
        [chatOfTwo, []],
        [groupChat, [anna.uid]],
      ]),
    );
  });
});
