import { ReminderSent } from '@mahlzeit/contract';
import { aRestaurant } from '@mahlzeit/contract/fixtures';
import { MAX_OTHERS } from '@mahlzeit/contract/rules';
import { testGateways, type TestGateway } from '../../platform/testing/test-gateway';
import { outcomeOf } from '../identity/testing/people';
import { signInAgain, registerCompanion, type Companion } from '../chat/testing/companions';
import { befriend, block, unblock } from '../contacts/testing/relations';
import {
  answer,
  answersIn,
  inHours,
  invitationsOf,
  invite,
  openPlace,
  PLACE,
  seenBy,
  tryToInvite,
} from './testing/meetups';

jest.setTimeout(120_000);

const MINUTE_MS = 60_000;

describe('invitation routes', () => {
  const gateways = testGateways();
  let gateway: TestGateway;
  let anna: Companion;
  let ben: Companion;
  let cem: Companion;
  let stranger: Companion;
  let count = 0;

  const remind = (who: Companion, { chatKey, messageKey }: { chatKey: string; messageKey: string }) =>
    who.call('POST', '/api/chat/sendInvitationReminder', { chatKey, messageKey });
  const ends = async (call: ReturnType<typeof tryToInvite>) => outcomeOf(await call);

  beforeAll(async () => {
    gateway = await gateways.start();
    await openPlace(gateway, aRestaurant({ key: PLACE, routingName: PLACE, name: 'Elbkantine' }));
  });

  beforeEach(async () => {
    count += 1;
    [anna, ben, cem, stranger] = [
      await registerCompanion(gateway, `anna${count}`),
      await registerCompanion(gateway, `ben${count}`),
      await registerCompanion(gateway, `cem${count}`),
      await registerCompanion(gateway, `wanda${count}`),
    ];
    await befriend(gateway, [anna, ben, cem]);
  });

  describe('sending', () => {
    it('writes a card into the chat of exactly these people, and creates the chat where there is none', async () => {
      const date = inHours(gateway, 2);
      const sent = await invite(gateway, anna, [ben, cem], { date, isTakeAway: true });
      const [card] = await anna.messages(sent.chatKey);
      expect(sent).toMatchObject({
        date,
        status: 'pending',
        isOwn: true,
        isTakeAway: true,
        restaurant: PLACE,
        order: null,
        messageKey: card?.key,
        replacedChatMessageKey: null,
      });
      expect(sent.restaurantInfo).toMatchObject({ key: PLACE, name: 'Elbkantine', initialDistanceKm: null });
      expect(sent.attendees.map(({ uid, key, hasOrdered, status }) => [uid, key, hasOrdered, status])).toEqual([
        [anna.uid, anna.uid, false, 'accepted'],
        [ben.uid, ben.uid, false, 'pending'],
        [cem.uid, cem.uid, false, 'pending'],
      ]);
      expect((await anna.chats())[0]).toMatchObject({
        key: sent.chatKey,
        participantKeys: [anna.uid, ben.uid, cem.uid].sort(),
        lastMessage: { content: 'invitation', contentId: sent.key },
      });
      expect(card).toMatchObject({
        content: 'invitation',
        contentId: sent.key,
        authorKey: anna.uid,
        invitation: sent,
        restaurant: sent.restaurantInfo,
        order: null,
        removed: false,
      });
      expect((await invite(gateway, ben, [cem, anna])).chatKey).toBe(sent.chatKey);
    });

    it('writes into a named chat, which may have more members', async () => {
      const chat = await anna.chatWith(ben, cem);
      const sent = await invite(gateway, anna, [ben], { chatKey: chat });
      expect([sent.chatKey, (await anna.chats()).length]).toEqual([chat, 1]);
      expect((await cem.messages(chat))[0]).toMatchObject({
        key: sent.messageKey,
        contentId: sent.key,
        invitation: null,
        restaurant: null,
        removed: false,
      });
      expect(await ends(tryToInvite(gateway, anna, [ben], { chatKey: await cem.chatWith(ben) }))).toEqual([
        404,
        'notFound',
      ]);
      expect(await ends(tryToInvite(gateway, anna, [ben], { chatKey: 'unknown' }))).toEqual([404, 'notFound']);
    });

    it('S13 replaces the message of a restaurant, so that nothing is shown twice', async () => {
      const chat = await anna.chatWith(ben);
      await ben.call('POST', '/api/chat/sendContentMessage', {
        userKeys: [anna.uid],
        type: 'restaurant',
        contentId: PLACE,
      });
      const [shared] = await anna.messages(chat);
      await ben.say(chat, 'Wann?');
      const text = await ben.say(chat, 'restaurant');
      for (const replaced of [text.key, 'unknown'])
        expect(
          await ends(tryToInvite(gateway, anna, [ben], { chatKey: chat, replacedChatMessageKey: replaced })),
        ).toEqual([404, 'notFound']);
      const sent = await invite(gateway, anna, [ben], { chatKey: chat, replacedChatMessageKey: shared?.key });
      expect(sent).toMatchObject({ messageKey: shared?.key, replacedChatMessageKey: shared?.key });
      const messages = await ben.messages(chat);
      expect(messages.map(({ content }) => content)).toEqual(['restaurant', 'Wann?', 'invitation']);
      expect(messages[2]).toMatchObject({
        key: shared?.key,
        timestamp: shared?.timestamp,
        authorKey: anna.uid,
        contentId: sent.key,
        invitation: { key: sent.key, isOwn: false },
      });
      expect(
        await ends(tryToInvite(gateway, anna, [ben], { chatKey: chat, replacedChatMessageKey: shared?.key })),
      ).toEqual([404, 'notFound']);
    });

    it('S13 closes the notifications of the replaced restaurant, unless a newer message is unread', async () => {
      const share = () =>
        cem.call('POST', '/api/chat/sendContentMessage', {
          userKeys: [anna.uid, ben.uid],
          type: 'restaurant',
          contentId: PLACE,
        });
      const chat = await anna.chatWith(ben, cem);
      await share();
      const [first] = await anna.messages(chat);
      await invite(gateway, anna, [ben], { chatKey: chat, replacedChatMessageKey: first?.key });
      expect([(await anna.notices()).map(({ kind }) => kind), (await ben.notices()).map(({ kind }) => kind)]).toEqual([
        [],
        ['invitation'],
      ]);
      await share();
      const [second] = await anna.messages(chat);
      await cem.say(chat, 'Wann?');
      await invite(gateway, anna, [cem], { chatKey: chat, replacedChatMessageKey: second?.key });
      expect((await ben.notices()).map(({ kind, text }) => [kind, text])).toContainEqual(['message', 'Wann?']);
    });

    it('takes one to nine others, each once', async () => {
      const many = Array.from({ length: MAX_OTHERS + 1 }, (_, index) => `somebody-${index}`);
      expect(await ends(tryToInvite(gateway, anna, [], { attendees: [anna.uid] }))).toEqual([400, 'ErrorNoUsers']);
      expect(await ends(tryToInvite(gateway, anna, [], { attendees: many }))).toEqual([400, 'tooManyAttendees']);
      expect((await invite(gateway, anna, [ben, ben, anna])).attendees).toHaveLength(2);
    });

    it('T10 refuses a past time and a time more than two weeks ahead', async () => {
      const past = new Date(gateway.clock.now() - 1).toISOString();
      expect(await ends(tryToInvite(gateway, anna, [ben], { date: past }))).toEqual([400, 'ErrorDatePast']);
      expect(await ends(tryToInvite(gateway, anna, [ben], { date: inHours(gateway, 14 * 24 + 0.25) }))).toEqual([
        400,
        'ErrorDateLaterTwoWeeks',
      ]);
      expect((await invite(gateway, anna, [ben], { date: inHours(gateway, 14 * 24) })).status).toBe('pending');
      expect((await invite(gateway, anna, [ben], { date: inHours(gateway, 0) })).status).toBe('pending');
    });

    it('S06 refuses people with a block in either direction, strangers and people who have left', async () => {
      expect(await ends(tryToInvite(gateway, anna, [ben, stranger]))).toEqual([403, 'notAContact']);
      expect(await ends(tryToInvite(gateway, anna, [], { attendees: ['unknown'] }))).toEqual([403, 'notAContact']);
      for (const [blocker, blocked] of [
        [anna, ben],
        [ben, anna],
        [ben, cem],
      ] as const) {
        await block(gateway, blocker, blocked);
        expect(await ends(tryToInvite(gateway, anna, [ben, cem]))).toEqual([403, 'uninvitable']);
        await unblock(gateway, blocker, blocked);
      }
      await ben.call('PUT', '/api/users/deleteMe');
      expect(await ends(tryToInvite(gateway, anna, [ben, cem]))).toEqual([403, 'uninvitable']);
      expect(await ends(tryToInvite(gateway, anna, [cem], { restaurant: 'unknown' }))).toEqual([404, 'notFound']);
    });

    it('S07 sends a repeated request once', async () => {
      const body = { date: inHours(gateway, 3), restaurant: PLACE, attendees: [ben.uid], isTakeAway: false };
      const send = () =>
        anna.browser.call('PUT', '/api/invitations', {
          token: anna.idToken,
          body,
          headers: { 'Idempotency-Key': `tap-${count}` },
        });
      const [first, second] = [await send(), await send()];
      expect([first.body, (await invitationsOf(anna)).length]).toEqual([second.body, 1]);
    });

    it('notifies the guests and nobody else', async () => {
      const chat = await anna.chatWith(ben, cem);
      await invite(gateway, anna, [ben], { chatKey: chat });
      await invite(gateway, cem, [ben]);
      expect((await ben.notices()).map(({ kind, title, text, route }) => [kind, title, text, route])).toEqual([
        [
          'invitation',
          'Einladung zum Essen',
          expect.stringMatching(/^anna\d+ lädt dich ein: Elbkantine, Mi\., 24\.06\., \d\d:\d\d Uhr\.$/),
          'invitations',
        ],
        ['invitation', 'Einladung zum Essen', expect.stringMatching(/^cem\d+ lädt dich ein/), 'invitations'],
      ]);
      expect([await anna.notices(), await cem.notices()]).toEqual([[], []]);
    });
  });

  it('shows an invitation to its attendees only', async () => {
    const { key } = await invite(gateway, anna, [ben]);
    expect([await seenBy(ben, key), await seenBy(anna, key)]).toMatchObject([
      { key, isOwn: false },
      { key, isOwn: true },
    ]);
    for (const path of [`/api/invitations/${key}`, '/api/invitations/unknown'])
      expect(outcomeOf(await cem.call('GET', path))).toEqual([404, 'notFound']);
    expect(await invitationsOf(cem)).toEqual([]);
    for (const [method, path] of [
      ['POST', 'share'],
      ['DELETE', 'share'],
    ] as const)
      expect(outcomeOf(await cem.call(method, `/api/invitations/${key}/${path}`, {}))).toEqual([404, 'notFound']);
    expect(await answer(cem, key, 'accepted')).toEqual([404, 'notFound']);
  });

  describe('answering', () => {
    it('takes the answers of guests, which make the status', async () => {
      const { key } = await invite(gateway, anna, [ben, cem]);
      const statuses = async () => [
        (await seenBy(anna, key)).status,
        ...Object.values(answersIn(await seenBy(anna, key))),
      ];
      expect(await answer(ben, key, 'accepted')).toEqual([200]);
      expect(await statuses()).toEqual(['accepted', 'accepted', 'accepted', 'pending']);
      expect(await answer(ben, key, 'declined')).toEqual([200]);
      expect(await statuses()).toEqual(['pending', 'accepted', 'declined', 'pending']);
      expect(await answer(cem, key, 'declined')).toEqual([200]);
      expect(await statuses()).toEqual(['declined', 'accepted', 'declined', 'declined']);
      expect(await answer(ben, key, 'accepted')).toEqual([422, 'transitionNotAllowed']);
    });

    it('changes nothing for the same answer', async () => {
      const { key } = await invite(gateway, anna, [ben]);
      await answer(ben, key, 'accepted');
      const before = await gateway.database.knex('change').count({ count: '*' }).first();
      expect([await answer(ben, key, 'accepted'), await answer(anna, key, 'accepted')]).toEqual([[200], [200]]);
      expect(await gateway.database.knex('change').count({ count: '*' }).first()).toEqual(before);
    });

    it('lets the owner cancel, after which nobody answers', async () => {
      const { key } = await invite(gateway, anna, [ben, cem]);
      await answer(cem, key, 'accepted');
      expect(await answer(ben, key, 'canceled')).toEqual([403, 'notAllowed']);
      expect(await answer(anna, key, 'declined')).toEqual([200]);
      expect((await seenBy(ben, key)).status).toBe('canceled');
      expect([await answer(anna, key, 'canceled'), await answer(anna, key, 'accepted')]).toEqual([
        [200],
        [422, 'transitionNotAllowed'],
      ]);
      expect([
        await answer(ben, key, 'accepted'),
        await answer(cem, key, 'declined'),
        await answer(cem, key, 'accepted'),
      ]).toEqual([[422, 'transitionNotAllowed'], [422, 'transitionNotAllowed'], [200]]);
    });

    it('T12 refuses to decline within 15 minutes of the meetup, and accepts until it begins', async () => {
      const { key } = await invite(gateway, anna, [ben, cem], { date: inHours(gateway, 0.5) });
      const date = Date.parse((await seenBy(anna, key)).date);
      gateway.clock.advance(date - 15 * MINUTE_MS + 1000 - gateway.clock.now());
      [anna, ben, cem] = [
        await signInAgain(gateway, anna),
        await signInAgain(gateway, ben),
        await signInAgain(gateway, cem),
      ];
      const late = await ben.call('PATCH', `/api/invitations/${key}`, { status: 'declined' });
      expect([late.status, late.body]).toMatchObject([406, { code: 'deadlineExceeded', details: { minutes: 15 } }]);
      expect(await answer(anna, key, 'canceled')).toEqual([406, 'deadlineExceeded']);
      gateway.clock.advance(date - gateway.clock.now());
      [anna, ben, cem] = [
        await signInAgain(gateway, anna),
        await signInAgain(gateway, ben),
        await signInAgain(gateway, cem),
      ];
      expect(await answer(ben, key, 'accepted')).toEqual([200]);
      gateway.clock.advance(1);
      expect([await answer(cem, key, 'accepted'), await answer(cem, key, 'declined')]).toEqual([
        [422, 'transitionNotAllowed'],
        [406, 'deadlineExceeded'],
      ]);
    });

    it("T12 refuses the owner's cancellation of a past meetup, also where all guests have declined", async () => {
      const { key } = await invite(gateway, anna, [ben]);
      await answer(ben, key, 'declined');
      gateway.clock.advance(2 * 60 * MINUTE_MS + 1);
      anna = await signInAgain(gateway, anna);
      expect([await answer(anna, key, 'canceled'), await answer(anna, key, 'declined')]).toEqual([
        [406, 'deadlineExceeded'],
        [406, 'deadlineExceeded'],
      ]);
    });

    it("notifies the owner and closes the guest's notification", async () => {
      const { key } = await invite(gateway, anna, [ben, cem]);
      await answer(ben, key, 'accepted');
      expect([await ben.notices(), (await cem.notices()).length]).toEqual([[], 1]);
      expect((await anna.notices()).map(({ kind, text }) => [kind, text])).toEqual([
        ['invitationChanged', expect.stringMatching(/^ben\d+ kommt: Elbkantine/)],
      ]);
      await answer(cem, key, 'declined');
      expect((await anna.notices()).map(({ text }) => text)).toEqual([expect.stringMatching(/^cem\d+ kommt nicht/)]);
      await answer(anna, key, 'canceled');
      expect((await ben.notices()).map(({ kind, title, text }) => [kind, title, text])).toEqual([
        ['invitationChanged', 'Treffen abgesagt', expect.stringMatching(/^anna\d+ hat das Treffen abgesagt/)],
      ]);
      expect(await cem.notices()).toEqual([]);
    });

    it('notifies everybody who has accepted of a cancellation, regardless of blocks', async () => {
      const { key } = await invite(gateway, anna, [ben, cem]);
      await answer(ben, key, 'accepted');
      for (const guest of [ben, cem]) await block(gateway, guest, anna);
      await answer(anna, key, 'canceled');
      expect([(await ben.notices()).map(({ title }) => title), await cem.notices()]).toEqual([
        ['Treffen abgesagt'],
        [],
      ]);
    });

    it('notifies nobody of a user whom they block', async () => {
      const { key } = await invite(gateway, anna, [ben]);
      await block(gateway, anna, ben);
      await answer(ben, key, 'accepted');
      expect(await anna.notices()).toEqual([]);
    });
  });

  describe('reminding', () => {
    it('S09 works once, for the owner, after an acceptance, and notifies the guests who may still come', async () => {
      const sent = await invite(gateway, anna, [ben, cem]);
      expect(outcomeOf(await remind(anna, sent))).toEqual([422, 'transitionNotAllowed']);
      await answer(ben, sent.key, 'accepted');
      await answer(cem, sent.key, 'declined');
      expect(outcomeOf(await remind(ben, sent))).toEqual([403, 'notAllowed']);
      expect(ReminderSent.parse((await remind(anna, sent)).body)).toEqual({ success: true });
      expect((await ben.messages(sent.chatKey))[0]).toMatchObject({ key: sent.messageKey, reminderSent: true });
      expect((await ben.notices()).map(({ kind, text }) => [kind, text])).toEqual([
        ['invitationReminder', expect.stringMatching(/^anna\d+ erinnert dich: Elbkantine/)],
      ]);
      expect(await cem.notices()).toEqual([]);
      expect(outcomeOf(await remind(anna, sent))).toEqual([409, 'reminderSent']);
    });

    it('refuses a message that is no card, and a card of another chat', async () => {
      const sent = await invite(gateway, anna, [ben]);
      const text = await anna.say(sent.chatKey, 'invitation');
      const other = await anna.chatWith(cem);
      for (const card of [
        { ...sent, messageKey: text.key },
        { ...sent, messageKey: 'unknown' },
        { ...sent, chatKey: other },
      ])
        expect(outcomeOf(await remind(anna, card))).toEqual([404, 'notFound']);
      expect(outcomeOf(await remind(stranger, sent))).toEqual([404, 'notFound']);
    });

    it('refuses past and cancelled meetups', async () => {
      const off = await invite(gateway, anna, [ben]);
      await answer(ben, off.key, 'accepted');
      await answer(anna, off.key, 'canceled');
      const over = await invite(gateway, anna, [ben], { date: inHours(gateway, 0) });
      await answer(ben, over.key, 'accepted');
      gateway.clock.advance(1);
      for (const sent of [off, over])
        expect(outcomeOf(await remind(anna, sent))).toEqual([422, 'transitionNotAllowed']);
    });
  });

  describe('listing', () => {
    it('orders by date: the next first, and the latest of the past ones first', async () => {
      const keys: string[] = [];
      for (const minutes of [30, 10, 20])
        keys.push((await invite(gateway, anna, [ben], { date: inHours(gateway, minutes / 60) })).key);
      const [late, early, middle] = keys;
      expect((await invitationsOf(ben)).map(({ key }) => key)).toEqual([early, middle, late]);
      gateway.clock.advance(20 * MINUTE_MS + 1);
      ben = await signInAgain(gateway, ben);
      expect((await invitationsOf(ben)).map(({ key }) => key)).toEqual([late]);
      expect((await invitationsOf(ben, 'when=past')).map(({ key }) => key)).toEqual([middle, early]);
    });

    it('S10 returns each invitation once, page by page, also where one becomes past in between', async () => {
      const keys: string[] = [];
      for (let index = 0; index < 8; index += 1)
        keys.push((await invite(gateway, anna, [ben], { date: inHours(gateway, (index + 1) / 60) })).key);
      const page = async (when: string, before?: string) =>
        (await invitationsOf(ben, `when=${when}&limit=2${before === undefined ? '' : `&before=${before}`}`)).map(
          ({ key }) => key,
        );
      expect(await page('upcoming')).toEqual(keys.slice(0, 2));
      gateway.clock.advance(3 * MINUTE_MS + 1);
      // Since the first page was read, its last invitation and the next one have become past.
      expect(await page('upcoming', keys[1])).toEqual(keys.slice(3, 5));
      expect(await page('past')).toEqual([keys[2], keys[1]]);
      gateway.clock.advance(MINUTE_MS);
      expect(await page('past', keys[1])).toEqual([keys[0]]);
      expect(await page('upcoming', keys[4])).toEqual(keys.slice(5, 7));
      expect(await page('upcoming', keys[6])).toEqual(keys.slice(7));
      expect(await page('upcoming', keys[7])).toEqual([]);
    });

    it('refuses a foreign invitation as the last row, and returns at most fifty', async () => {
      const { key } = await invite(gateway, anna, [ben]);
      for (const query of [
        `when=upcoming&before=${key}`,
        'when=past&before=unknown',
        'when=upcoming&limit=51',
        'when=never',
        '',
      ]) {
        expect(outcomeOf(await cem.call('GET', `/api/invitations?${query}`))).toEqual([400, 'invalidRequest']);
      }
    });
  });
});
