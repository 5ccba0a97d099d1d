import { aRestaurant } from '@mahlzeit/contract/fixtures';
import { MAX_OTHER_PEOPLE } from '@mahlzeit/contract/rules';
import { createRestaurantRepository } from '../discovery/testing/repositories';
import { outcomeOf, visit } from '../identity/testing/people';
import { insertableRow } from '../../platform/testing/stored-rows';
import { testGateways, type TestGateway } from '../../platform/testing/test-gateway';
import { signInAgain, registerCompanion, type Companion } from './testing/companions';
import { makeContacts, blockUser, unblockUser } from '../contacts/testing/relations';

jest.setTimeout(60_000);

describe('chat routes', () => {
  const gatewayFactory = testGateways();
  let gateway: TestGateway;
  let anna: Companion;
  let ben: Companion;
  let cem: Companion;
  let stranger: Companion;

  const createChat = async (companion: Companion, userKeys: readonly string[]) =>
    outcomeOf(await companion.call('POST', '/api/chat/create', { participantKeys: userKeys }));
  const sendMessage = async (companion: Companion, chatKey: string, body: object) =>
    outcomeOf(await companion.call('POST', `/api/chat/${chatKey}/messages`, body));
  const openRestaurant = (restaurantKey: string) =>
    gateway.database.write(({ knex }) =>
      createRestaurantRepository(knex).insert(aRestaurant({ key: restaurantKey, routingName: restaurantKey }), {
        source: 'test',
        sourceId: restaurantKey,
      }),
    );
  const shareContent = async (companion: Companion, body: object) =>
    outcomeOf(
      await companion.call('POST', '/api/chat/sendContentMessage', {
        type: 'restaurant',
        contentId: 'elbkantine',
        ...body,
      }),
    );

  beforeAll(async () => {
    gateway = await gatewayFactory.start();
    [anna, ben, cem, stranger] = [
      await registerCompanion(gateway, 'anna'),
      await registerCompanion(gateway, 'ben'),
      await registerCompanion(gateway, 'cem'),
      await registerCompanion(gateway, 'stranger'),
    ];
    await makeContacts(gateway, [anna, ben, cem]);
    await openRestaurant('elbkantine');
  });

  describe('a new chat', () => {
    it('is the existing chat of the same people, in any order, also at the same time', async () => {
      const chatKeys = await Promise.all([
        anna.chatWith(ben, cem),
        cem.chatWith(anna, ben),
        ben.chatWith(cem, ben, anna, cem),
      ]);
      expect(new Set(chatKeys).size).toBe(1);
      expect(await anna.chatWith(ben)).not.toBe(chatKeys[0]);
      const [chat] = (await cem.chats()).filter(({ key }) => key === chatKeys[0]);
      expect(chat).toEqual({
        key: chatKeys[0],
        participantKeys: [anna.uid, ben.uid, cem.uid].sort(),
        saidAt: {},
        participants: [anna, ben]
          .map(({ uid, account }) => ({ key: uid, displayName: account.displayName, photoURL: null }))
          .sort((a, b) => (a.key < b.key ? -1 : 1)),
        createdAt: chat?.createdAt,
        updatedAt: chat?.createdAt,
        lastMessage: null,
      });
    });

    it('S05 takes one to nine others, counted once and without the caller', async () => {
      const tooManyUids = Array.from({ length: MAX_OTHER_PEOPLE + 1 }, (_, index) => `nobody-${index}`);
      expect(await createChat(anna, [])).toEqual([400, 'ErrorNoUsers']);
      expect(await createChat(anna, [anna.uid])).toEqual([400, 'ErrorNoUsers']);
      expect(await createChat(anna, tooManyUids)).toEqual([400, 'tooManyAttendees']);
      expect(await createChat(anna, tooManyUids.slice(1))).toEqual([403, 'notAContact']);
      expect(
        await createChat(
          anna,
          Array.from({ length: 30 }, () => ben.uid),
        ),
      ).toEqual([200]);
    });

    it('takes contacts and people who share a chat with the caller', async () => {
      const dana = await registerCompanion(gateway, 'dana');
      expect(await createChat(dana, [anna.uid])).toEqual([403, 'notAContact']);
      expect(await createChat(anna, [ben.uid, dana.uid])).toEqual([403, 'notAContact']);
      expect(await createChat(anna, [(await visit(gateway)).account.uid])).toEqual([403, 'notAContact']);
      await gateway.database.write(({ knex }) =>
        knex('contact').insert({ owner_uid: ben.uid, contact_uid: dana.uid, created_at: 0 }),
      );
      await ben.chatWith(anna, dana);
      expect(await createChat(dana, [anna.uid])).toEqual([200]);
    });

    it('refuses people who have left', async () => {
      const leaver = await registerCompanion(gateway, 'leaver');
      await makeContacts(gateway, [anna, leaver]);
      await gateway.database.write(({ knex }) =>
        knex('user').where({ uid: leaver.uid }).update({ is_deleted: true, deleted_at: gateway.clock.now() }),
      );
      expect(await createChat(anna, [leaver.uid])).toEqual([403, 'uninvitable']);
    });

    it.each([
      ['who blocks', true],
      ['who is blocked', false],
    ])('is refused to the user %s with the other one, alone and among others', async (_title, doesEvaBlock) => {
      const [eva, fritz, gesa] = [
        await registerCompanion(gateway, `eva-${doesEvaBlock}`),
        await registerCompanion(gateway, `fritz-${doesEvaBlock}`),
        await registerCompanion(gateway, `gesa-${doesEvaBlock}`),
      ];
      await makeContacts(gateway, [eva, fritz, gesa]);
      await blockUser(gateway, doesEvaBlock ? eva : fritz, doesEvaBlock ? fritz : eva);
      expect(await createChat(eva, [fritz.uid])).toEqual([403, 'uninvitable']);
      expect(await createChat(eva, [fritz.uid, gesa.uid])).toEqual([403, 'uninvitable']);
      expect(await shareContent(eva, { userKeys: [fritz.uid] })).toEqual([403, 'uninvitable']);
      expect(await createChat(gesa, [fritz.uid])).toEqual([200]);
      expect(await eva.chats()).toEqual([]);
    });

    it('opens with all to whom its maker may write, whoever of them blocks whom', async () => {
      const [olga, paul, rosa] = [
        await registerCompanion(gateway, 'olga'),
        await registerCompanion(gateway, 'paul'),
        await registerCompanion(gateway, 'rosa'),
      ];
      await makeContacts(gateway, [olga, paul, rosa]);
      await blockUser(gateway, paul, rosa);
      expect(await createChat(olga, [paul.uid, rosa.uid])).toEqual([200]);
      expect(await shareContent(olga, { userKeys: [paul.uid, rosa.uid] })).toEqual([200]);
    });

    it('is refused to strangers alike, whatever stands between them', async () => {
      const [known, blocking, blocked] = [
        await registerCompanion(gateway, 'known'),
        await registerCompanion(gateway, 'blocking'),
        await registerCompanion(gateway, 'blocked'),
      ];
      await makeContacts(gateway, [stranger, known]);
      await blockUser(gateway, blocking, stranger);
      await blockUser(gateway, stranger, blocked);
      await blockUser(gateway, blocking, known);
      for (const { uid } of [blocking, blocked, anna, { uid: 'unknown' }]) {
        expect(await createChat(stranger, [uid])).toEqual([403, 'notAContact']);
        expect(await createChat(stranger, [known.uid, uid])).toEqual([403, 'notAContact']);
        expect(await shareContent(stranger, { userKeys: [uid] })).toEqual([403, 'notAContact']);
      }
    });
  });

  describe('messages', () => {
    let chatKey = '';
    beforeAll(async () => {
      chatKey = await anna.chatWith(ben);
    });

    it('are returned as they were stored, to every member', async () => {
      const message = await anna.say(chatKey, '  Heute wieder Kantine?  ', 'k1');
      expect(message).toEqual({
        key: expect.stringMatching(/^[\w-]{16,64}$/),
        chatKey,
        authorKey: anna.uid,
        content: 'Heute wieder Kantine?',
        contentId: null,
        timestamp: message.timestamp,
        reminderSent: false,
        clientKey: 'k1',
        removed: false,
        isOwn: true,
        restaurant: null,
        invitation: null,
        order: null,
      });
      expect(await ben.messages(chatKey)).toEqual([{ ...message, isOwn: false }]);
      expect((await ben.chats())[0]).toMatchObject({
        key: chatKey,
        updatedAt: message.timestamp,
        lastMessage: {
          key: message.key,
          content: message.content,
          contentId: null,
          authorKey: anna.uid,
          timestamp: message.timestamp,
        },
      });
    });

    it('have different instants while the clock stands still', async () => {
      const messageTimes = [
        (await anna.say(chatKey, 'eins')).timestamp,
        (await ben.say(chatKey, 'zwei')).timestamp,
        (await anna.say(chatKey, 'drei')).timestamp,
      ];
      expect(new Set(messageTimes).size).toBe(3);
      expect([...messageTimes].sort((a, b) => a - b)).toEqual(messageTimes);
      gateway.clock.advance(-3_600_000);
      expect((await anna.say(chatKey, 'nach der Zeitumstellung')).timestamp).toBeGreaterThan(Math.max(...messageTimes));
      gateway.clock.advance(3_600_000);
    });

    it('S02 are texts, whatever they contain', async () => {
      expect(await anna.say(chatKey, 'restaurant')).toMatchObject({
        content: 'restaurant',
        contentId: null,
        restaurant: null,
        removed: false,
      });
      expect(await anna.say(chatKey, 'invitation')).toMatchObject({ contentId: null });
    });

    it('S03 have one to a hundred characters as people count them', async () => {
      for (const invalidContent of [
        '',
        '   ',
        '\u200b',
        '\u2800',
        '\u3164',
        '\ufe0f\u200d',
        'x'.repeat(101),
        '🍜'.repeat(101),
        null,
        7,
      ])
        expect(await sendMessage(anna, chatKey, { content: invalidContent })).toEqual([400, 'invalidRequest']);
      expect((await anna.say(chatKey, '👨‍👩‍👧')).content).toBe('👨‍👩‍👧');
      expect((await anna.say(chatKey, '🍜'.repeat(100))).content).toBe('🍜'.repeat(100));
      expect((await anna.say(chatKey, ` ${'x'.repeat(100)} `)).content).toHaveLength(100);
    });

    it('are stored once for a client key, at once and later, apart from the same key of others', async () => {
      const message = await Promise.all(
        Array.from({ length: 5 }, () => anna.say(chatKey, 'Bin unterwegs', 'offline-1')),
      );
      expect(new Set(message.map(({ key }) => key)).size).toBe(1);
      expect(await anna.say(chatKey, 'Bin doch nicht unterwegs', 'offline-1')).toEqual(message[0]);
      expect((await ben.say(chatKey, 'Ich auch', 'offline-1')).key).not.toBe(message[0]?.key);
      expect((await anna.messages(chatKey)).filter(({ clientKey }) => clientKey === 'offline-1')).toHaveLength(2);
    });

    it('are listed page by page, at most fifty, the newest first', async () => {
      const [dora, emil] = [await registerCompanion(gateway, 'dora'), await registerCompanion(gateway, 'emil')];
      await makeContacts(gateway, [dora, emil]);
      const longChatKey = await dora.chatWith(emil);
      const keys: string[] = [];
      for (let messageNumber = 0; messageNumber < 53; messageNumber += 1)
        keys.unshift((await dora.say(longChatKey, `Nummer ${messageNumber}`)).key);
      const newestMessages = await emil.messages(longChatKey);
      expect(newestMessages.map(({ key }) => key)).toEqual(keys.slice(0, 50));
      expect((await emil.messages(longChatKey, `?before=${newestMessages.at(-1)?.key}`)).map(({ key }) => key)).toEqual(
        keys.slice(50),
      );
      expect((await emil.messages(longChatKey, `?limit=2&before=${keys[3]}`)).map(({ key }) => key)).toEqual(
        keys.slice(4, 6),
      );
      for (const query of [
        `before=${(await anna.messages(chatKey))[0]?.key}`,
        'before=unknown',
        'limit=51',
        'limit=0',
        'limit=x',
      ]) {
        expect([query, outcomeOf(await emil.call('GET', `/api/chat/${longChatKey}/messages?${query}`))]).toEqual([
          query,
          [400, 'invalidRequest'],
        ]);
      }
    });

    it('are hidden from users who are no members', async () => {
      const [message] = await anna.messages(chatKey);
      for (const [method, path, body] of [
        ['GET', 'messages', undefined],
        ['POST', 'messages', { content: 'Hallo' }],
        ['PUT', 'read', { messageKey: message?.key }],
      ] as const) {
        for (const key of [chatKey, 'unknown'])
          expect(outcomeOf(await stranger.call(method, `/api/chat/${key}/${path}`, body))).toEqual([404, 'notFound']);
      }
      expect(await stranger.chats()).toEqual([]);
    });

    it('are refused between two people of whom one blocks the other, except repeats; larger chats stay open', async () => {
      const [felix, henrike, hanna] = [
        await registerCompanion(gateway, 'fox'),
        await registerCompanion(gateway, 'hen'),
        await registerCompanion(gateway, 'hare'),
      ];
      await makeContacts(gateway, [felix, henrike, hanna]);
      const [chatOfTwoKey, groupChatKey] = [await felix.chatWith(henrike), await felix.chatWith(henrike, hanna)];
      const earlierMessage = await felix.say(chatOfTwoKey, 'Hallo', 'before');
      await blockUser(gateway, henrike, felix);
      for (const companion of [felix, henrike]) {
        expect(await sendMessage(companion, chatOfTwoKey, { content: 'Hallo?' })).toEqual([403, 'uninvitable']);
        expect(await sendMessage(companion, groupChatKey, { content: 'Hallo alle' })).toEqual([200]);
        const otherCompanion = companion === felix ? henrike : felix;
        expect(await createChat(companion, [otherCompanion.uid])).toEqual([403, 'uninvitable']);
        expect(await shareContent(companion, { userKeys: [otherCompanion.uid] })).toEqual([403, 'uninvitable']);
        expect(await shareContent(companion, { userKeys: [otherCompanion.uid, hanna.uid] })).toEqual([200]);
      }
      expect(await felix.say(chatOfTwoKey, 'Hallo', 'before')).toEqual(earlierMessage);
      expect((await henrike.messages(chatOfTwoKey)).map(({ content }) => content)).toEqual(['Hallo']);
      await unblockUser(gateway, henrike, felix);
      expect(await sendMessage(felix, chatOfTwoKey, { content: 'Danke' })).toEqual([200]);
    });
  });

  describe('shared content', () => {
    it('is shown as a card with its restaurant, in the chat of exactly these people', async () => {
      const chatKey = await anna.chatWith(cem);
      expect(await shareContent(anna, { userKeys: [cem.uid, anna.uid] })).toEqual([200]);
      const [presentedCard] = await cem.messages(chatKey);
      expect(presentedCard).toMatchObject({
        content: 'restaurant',
        contentId: 'elbkantine',
        isOwn: false,
        removed: false,
        restaurant: { key: 'elbkantine', routingName: 'elbkantine', name: 'Elbkantine' },
      });
      expect((await cem.chats())[0]).toMatchObject({
        key: chatKey,
        lastMessage: { content: 'restaurant', contentId: 'elbkantine' },
      });
    });

    it('is shown as removed once the content is removed', async () => {
      await openRestaurant('imbiss');
      const chatKey = await anna.chatWith(cem);
      await shareContent(anna, { userKeys: [cem.uid], contentId: 'imbiss' });
      await gateway.database.write(({ knex }) =>
        knex('restaurant').where({ key: 'imbiss' }).update({ deactivated_at: 1 }),
      );
      expect((await cem.messages(chatKey))[0]).toMatchObject({
        content: 'restaurant',
        contentId: 'imbiss',
        removed: true,
        restaurant: null,
      });
    });

    it('must exist', async () => {
      for (const body of [
        { contentId: 'nirgendwo' },
        { contentId: 'imbiss' },
        { type: 'invitation', contentId: 'elbkantine' },
      ])
        expect(await shareContent(anna, { userKeys: [cem.uid], ...body })).toEqual([404, 'notFound']);
      expect(await shareContent(anna, { userKeys: [] })).toEqual([400, 'ErrorNoUsers']);
      expect(await shareContent(anna, { userKeys: [stranger.uid] })).toEqual([403, 'notAContact']);
    });
  });

  it('lists chats by their last message, page by page', async () => {
    const [ida, ...otherCompanions] = [
      await registerCompanion(gateway, 'ida'),
      await registerCompanion(gateway, 'jan'),
      await registerCompanion(gateway, 'kai'),
      await registerCompanion(gateway, 'lea'),
    ];
    await makeContacts(gateway, [ida, ...otherCompanions]);
    const keys: string[] = [];
    for (const otherCompanion of otherCompanions) {
      gateway.clock.advance(1000);
      keys.unshift(await ida.chatWith(otherCompanion));
    }
    gateway.clock.advance(1000);
    await ida.say(keys[1] ?? '', 'Hallo');
    const expected = [keys[1], keys[0], keys[2]];
    expect((await ida.chats()).map(({ key }) => key)).toEqual(expected);
    expect((await ida.chats('?limit=2')).map(({ key }) => key)).toEqual(expected.slice(0, 2));
    expect((await ida.chats(`?limit=2&before=${expected[1]}`)).map(({ key }) => key)).toEqual(expected.slice(2));
    for (const beforeKey of ['unknown', await anna.chatWith(ben)])
      expect(outcomeOf(await ida.call('GET', `/api/chat?before=${beforeKey}`))).toEqual([400, 'invalidRequest']);
  });

  it('limits the new chats of a user per day, and no existing ones', async () => {
    const limitedGateway = await gatewayFactory.start({ environment: { RATE_LIMITS: 'default' } });
    const [first, second] = [
      await registerCompanion(limitedGateway, 'first'),
      await registerCompanion(limitedGateway, 'second'),
    ];
    const crowdUids = Array.from({ length: 51 }, (_, index) => `crowd-${index}`);
    await limitedGateway.database.write(async ({ knex }) => {
      // Makes the account older, because new accounts have lower limits.
      await knex('user').update({ created_at: 0 });
      const userRow = await knex('user').where({ uid: second.uid }).first();
      for (const uid of crowdUids) {
        await knex('user').insert({ ...insertableRow(userRow), uid, email: null, connection_code: null });
        await knex('contact').insert({ owner_uid: first.uid, contact_uid: uid, created_at: 0 });
      }
    });
    for (let attempt = 0; attempt < 3; attempt += 1)
      expect(await createChat(first, [second.uid])).toEqual([403, 'notAContact']);
    for (const uid of crowdUids.slice(0, 50)) expect(await createChat(first, [uid])).toEqual([200]);
    expect(await createChat(first, crowdUids.slice(50))).toEqual([429, 'ErrorTooManyAttempts']);
    expect(await shareContent(first, { userKeys: crowdUids.slice(50) })).toEqual([429, 'ErrorTooManyAttempts']);
    expect(await createChat(first, crowdUids.slice(0, 1))).toEqual([200]);
    await makeContacts(limitedGateway, [first, second]);
    expect(await createChat(second, [first.uid])).toEqual([200]);
  });

  it('limits the messages of a user per minute, without repeats', async () => {
    const limitedGateway = await gatewayFactory.start({ environment: { RATE_LIMITS: 'default' } });
    const [max, moritz] = [
      await registerCompanion(limitedGateway, 'max'),
      await registerCompanion(limitedGateway, 'moritz'),
    ];
    await makeContacts(limitedGateway, [max, moritz]);
    const chatKey = await max.chatWith(moritz);
    const firstMessage = await max.say(chatKey, 'Nummer 0', 'k0');
    for (let messageNumber = 1; messageNumber < 60; messageNumber += 1)
      await max.say(chatKey, `Nummer ${messageNumber}`);
    expect(await max.say(chatKey, 'Nummer 0', 'k0')).toEqual(firstMessage);
    const limitedResponse = await max.call('POST', `/api/chat/${chatKey}/messages`, { content: 'zu viel' });
    expect([outcomeOf(limitedResponse), Number(limitedResponse.headers.get('Retry-After')) > 0]).toEqual([
      [429, 'ErrorTooManyAttempts'],
      true,
    ]);
    expect(await sendMessage(moritz, chatKey, { content: 'Ich darf' })).toEqual([200]);
  });

  it('returns the stored message for a repeat, also after a day', async () => {
    const chatKey = await anna.chatWith(ben);
    const message = await anna.say(chatKey, 'Aus dem Funkloch', 'late');
    gateway.clock.advance(25 * 3_600_000);
    expect(await (await signInAgain(gateway, anna)).say(chatKey, 'Aus dem Funkloch', 'late')).toEqual(message);
  });
});
