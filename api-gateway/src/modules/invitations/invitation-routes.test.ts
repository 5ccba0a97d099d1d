import { ReminderSent } from '@mahlzeit/contract';
import { aRestaurant } from '@mahlzeit/contract/fixtures';
import { MAX_OTHER_PEOPLE } from '@mahlzeit/contract/rules';
import { testGateways, type TestGateway } from '../../platform/testing/test-gateway';
import { outcomeOf } from '../identity/testing/people';
import { signInAgain, registerCompanion, type Companion } from '../chat/testing/companions';
import { makeContacts, blockUser, unblockUser } from '../contacts/testing/relations';
import {
  sendAnswer,
  answersByUid,
  inHours,
  invitationsOf,
  invite,
  insertRestaurant,
  RESTAURANT_KEY,
  invitationSeenBy,
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
  let testCount = 0;

  const sendReminder = (companion: Companion, { chatKey, messageKey }: { chatKey: string; messageKey: string }) =>
    companion.call('POST', '/api/chat/sendInvitationReminder', { chatKey, messageKey });
  const awaitOutcomeOf = async (call: ReturnType<typeof tryToInvite>) => outcomeOf(await call);

  beforeAll(async () => {
    gateway = await gateways.start();
    await insertRestaurant(
      gateway,
      aRestaurant({ key: RESTAURANT_KEY, routingName: RESTAURANT_KEY, name: 'Elbkantine' }),
    );
  });

  beforeEach(async () => {
    testCount += 1;
    [anna, ben, cem, stranger] = [
      await registerCompanion(gateway, `anna${testCount}`),
      await registerCompanion(gateway, `ben${testCount}`),
      await registerCompanion(gateway, `cem${testCount}`),
      await registerCompanion(gateway, `wanda${testCount}`),
    ];
    await makeContacts(gateway, [anna, ben, cem]);
  });

  describe('sending', () => {
    it('writes a card into the chat of exactly these people, and creates the chat where there is none', async () => {
      const meetupDate = inHours(gateway, 2);
      const sentInvitation = await invite(gateway, anna, [ben, cem], { date: meetupDate, isTakeAway: true });
      const [invitationCard] = await anna.messages(sentInvitation.chatKey);
      expect(sentInvitation).toMatchObject({
        date: meetupDate,
        status: 'pending',
        isOwn: true,
        isTakeAway: true,
        restaurant: RESTAURANT_KEY,
        order: null,
        messageKey: invitationCard?.key,
        replacedChatMessageKey: null,
      });
      expect(sentInvitation.restaurantInfo).toMatchObject({
        key: RESTAURANT_KEY,
        name: 'Elbkantine',
        initialDistanceKm: null,
      });
      expect(
        sentInvitation.attendees.map(({ uid, key, hasOrdered, status }) => [uid, key, hasOrdered, status]),
      ).toEqual([
        [anna.uid, anna.uid, false, 'accepted'],
        [ben.uid, ben.uid, false, 'pending'],
        [cem.uid, cem.uid, false, 'pending'],
      ]);
      expect((await anna.chats())[0]).toMatchObject({
        key: sentInvitation.chatKey,
        participantKeys: [anna.uid, ben.uid, cem.uid].sort(),
        lastMessage: { content: 'invitation', contentId: sentInvitation.key },
      });
      expect(invitationCard).toMatchObject({
        content: 'invitation',
        contentId: sentInvitation.key,
        authorKey: anna.uid,
        invitation: sentInvitation,
        restaurant: sentInvitation.restaurantInfo,
        order: null,
        removed: false,
      });
      expect((await invite(gateway, ben, [cem, anna])).chatKey).toBe(sentInvitation.chatKey);
    });

    it('writes into a named chat, which may have more members', async () => {
      const chatKey = await anna.chatWith(ben, cem);
      const sentInvitation = await invite(gateway, anna, [ben], { chatKey });
      expect([sentInvitation.chatKey, (await anna.chats()).length]).toEqual([chatKey, 1]);
      expect((await cem.messages(chatKey))[0]).toMatchObject({
        key: sentInvitation.messageKey,
        contentId: sentInvitation.key,
        invitation: null,
        restaurant: null,
        removed: false,
      });
      expect(await awaitOutcomeOf(tryToInvite(gateway, anna, [ben], { chatKey: await cem.chatWith(ben) }))).toEqual([
        404,
        'notFound',
      ]);
      expect(await awaitOutcomeOf(tryToInvite(gateway, anna, [ben], { chatKey: 'unknown' }))).toEqual([
        404,
        'notFound',
      ]);
    });

    it('S13 replaces the message of a restaurant, so that nothing is shown twice', async () => {
      const chatKey = await anna.chatWith(ben);
      await ben.call('POST', '/api/chat/sendContentMessage', {
        userKeys: [anna.uid],
        type: 'restaurant',
        contentId: RESTAURANT_KEY,
      });
      const [sharedMessage] = await anna.messages(chatKey);
      await ben.say(chatKey, 'Wann?');
      const text = await ben.say(chatKey, 'restaurant');
      for (const replacedKey of [text.key, 'unknown'])
        expect(
          await awaitOutcomeOf(tryToInvite(gateway, anna, [ben], { chatKey, replacedChatMessageKey: replacedKey })),
        ).toEqual([404, 'notFound']);
      const sentInvitation = await invite(gateway, anna, [ben], {
        chatKey,
        replacedChatMessageKey: sharedMessage?.key,
      });
      expect(sentInvitation).toMatchObject({
        messageKey: sharedMessage?.key,
        replacedChatMessageKey: sharedMessage?.key,
      });
      const chatMessages = await ben.messages(chatKey);
      expect(chatMessages.map(({ content }) => content)).toEqual(['restaurant', 'Wann?', 'invitation']);
      expect(chatMessages[2]).toMatchObject({
        key: sharedMessage?.key,
        timestamp: sharedMessage?.timestamp,
        authorKey: anna.uid,
        contentId: sentInvitation.key,
        invitation: { key: sentInvitation.key, isOwn: false },
      });
      expect(
        await awaitOutcomeOf(
          tryToInvite(gateway, anna, [ben], { chatKey, replacedChatMessageKey: sharedMessage?.key }),
        ),
      ).toEqual([404, 'notFound']);
    });

    it('S13 closes the notifications of the replaced restaurant, unless a newer message is unread', async () => {
      const shareRestaurant = () =>
        cem.call('POST', '/api/chat/sendContentMessage', {
          userKeys: [anna.uid, ben.uid],
          type: 'restaurant',
          contentId: RESTAURANT_KEY,
        });
      const chatKey = await anna.chatWith(ben, cem);
      await shareRestaurant();
      const [firstMessage] = await anna.messages(chatKey);
      await invite(gateway, anna, [ben], { chatKey, replacedChatMessageKey: firstMessage?.key });
      expect([(await anna.notices()).map(({ kind }) => kind), (await ben.notices()).map(({ kind }) => kind)]).toEqual([
        [],
        ['invitation'],
      ]);
      await shareRestaurant();
      const [secondMessage] = await anna.messages(chatKey);
      await cem.say(chatKey, 'Wann?');
      await invite(gateway, anna, [cem], { chatKey, replacedChatMessageKey: secondMessage?.key });
      expect((await ben.notices()).map(({ kind, text }) => [kind, text])).toContainEqual(['message', 'Wann?']);
    });

    it('takes one to nine others, each once', async () => {
      const tooManyUids = Array.from({ length: MAX_OTHER_PEOPLE + 1 }, (_, index) => `somebody-${index}`);
      expect(await awaitOutcomeOf(tryToInvite(gateway, anna, [], { attendees: [anna.uid] }))).toEqual([
        400,
        'ErrorNoUsers',
      ]);
      expect(await awaitOutcomeOf(tryToInvite(gateway, anna, [], { attendees: tooManyUids }))).toEqual([
        400,
        'tooManyAttendees',
      ]);
      expect((await invite(gateway, anna, [ben, ben, anna])).attendees).toHaveLength(2);
    });

    it('T10 refuses a past time and a time more than two weeks ahead', async () => {
      const pastDate = new Date(gateway.clock.now() - 1).toISOString();
      expect(await awaitOutcomeOf(tryToInvite(gateway, anna, [ben], { date: pastDate }))).toEqual([
        400,
        'ErrorDatePast',
      ]);
      expect(
        await awaitOutcomeOf(tryToInvite(gateway, anna, [ben], { date: inHours(gateway, 14 * 24 + 0.25) })),
      ).toEqual([400, 'ErrorDateLaterTwoWeeks']);
      expect((await invite(gateway, anna, [ben], { date: inHours(gateway, 14 * 24) })).status).toBe('pending');
      expect((await invite(gateway, anna, [ben], { date: inHours(gateway, 0) })).status).toBe('pending');
    });

    it('S06 refuses people with a block in either direction, strangers and people who have left', async () => {
      expect(await awaitOutcomeOf(tryToInvite(gateway, anna, [ben, stranger]))).toEqual([403, 'notAContact']);
      expect(await awaitOutcomeOf(tryToInvite(gateway, anna, [], { attendees: ['unknown'] }))).toEqual([
        403,
        'notAContact',
      ]);
      for (const [blockingCompanion, blockedCompanion] of [
        [anna, ben],
        [ben, anna],
      ] as const) {
        await blockUser(gateway, blockingCompanion, blockedCompanion);
        expect(await awaitOutcomeOf(tryToInvite(gateway, anna, [ben, cem]))).toEqual([403, 'uninvitable']);
        await unblockUser(gateway, blockingCompanion, blockedCompanion);
      }
      await ben.call('PUT', '/api/users/deleteMe');
      expect(await awaitOutcomeOf(tryToInvite(gateway, anna, [ben, cem]))).toEqual([403, 'uninvitable']);
      expect(await awaitOutcomeOf(tryToInvite(gateway, anna, [cem], { restaurant: 'unknown' }))).toEqual([
        404,
        'notFound',
      ]);
    });

    it('invites two guests of whom one blocks the other, who both may come', async () => {
      await blockUser(gateway, ben, cem);
      const { key } = await invite(gateway, anna, [ben, cem]);
      for (const guest of [ben, cem]) expect(await sendAnswer(guest, key, 'accepted')).toEqual([200]);
      await unblockUser(gateway, ben, cem);
    });

    it('S07 sends a repeated request once', async () => {
      const body = { date: inHours(gateway, 3), restaurant: RESTAURANT_KEY, attendees: [ben.uid], isTakeAway: false };
      const sendInvitation = () =>
        anna.browser.call('PUT', '/api/invitations', {
          token: anna.idToken,
          body,
          headers: { 'Idempotency-Key': `tap-${testCount}` },
        });
      const [firstSendAnswer, secondSendAnswer] = [await sendInvitation(), await sendInvitation()];
      expect([firstSendAnswer.body, (await invitationsOf(anna)).length]).toEqual([secondSendAnswer.body, 1]);
    });

    it('notifies the guests and nobody else', async () => {
      const chatKey = await anna.chatWith(ben, cem);
      await invite(gateway, anna, [ben], { chatKey });
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
    expect([await invitationSeenBy(ben, key), await invitationSeenBy(anna, key)]).toMatchObject([
      { key, isOwn: false },
      { key, isOwn: true },
    ]);
    for (const path of [`/api/invitations/${key}`, '/api/invitations/unknown'])
      expect(outcomeOf(await cem.call('GET', path))).toEqual([404, 'notFound']);
    expect(await invitationsOf(cem)).toEqual([]);
    for (const [httpMethod, path] of [
      ['POST', 'share'],
      ['DELETE', 'share'],
    ] as const)
      expect(outcomeOf(await cem.call(httpMethod, `/api/invitations/${key}/${path}`, {}))).toEqual([404, 'notFound']);
    expect(await sendAnswer(cem, key, 'accepted')).toEqual([404, 'notFound']);
  });

  describe('answering', () => {
    it('takes the answers of guests, which make the status', async () => {
      const { key } = await invite(gateway, anna, [ben, cem]);
      const readInvitationStatuses = async () => [
        (await invitationSeenBy(anna, key)).status,
        ...Object.values(answersByUid(await invitationSeenBy(anna, key))),
      ];
      expect(await sendAnswer(ben, key, 'accepted')).toEqual([200]);
      expect(await readInvitationStatuses()).toEqual(['accepted', 'accepted', 'accepted', 'pending']);
      expect(await sendAnswer(ben, key, 'declined')).toEqual([200]);
      expect(await readInvitationStatuses()).toEqual(['pending', 'accepted', 'declined', 'pending']);
      expect(await sendAnswer(cem, key, 'declined')).toEqual([200]);
      expect(await readInvitationStatuses()).toEqual(['declined', 'accepted', 'declined', 'declined']);
      expect(await sendAnswer(ben, key, 'accepted')).toEqual([422, 'transitionNotAllowed']);
    });

    it('changes nothing for the same answer', async () => {
      const { key } = await invite(gateway, anna, [ben]);
      await sendAnswer(ben, key, 'accepted');
      const previousChangeCount = await gateway.database.knex('change').count({ count: '*' }).first();
      expect([await sendAnswer(ben, key, 'accepted'), await sendAnswer(anna, key, 'accepted')]).toEqual([[200], [200]]);
      expect(await gateway.database.knex('change').count({ count: '*' }).first()).toEqual(previousChangeCount);
    });

    it('lets the owner cancel, after which nobody answers', async () => {
      const { key } = await invite(gateway, anna, [ben, cem]);
      await sendAnswer(cem, key, 'accepted');
      expect(await sendAnswer(ben, key, 'canceled')).toEqual([403, 'notAllowed']);
      expect(await sendAnswer(anna, key, 'declined')).toEqual([200]);
      expect((await invitationSeenBy(ben, key)).status).toBe('canceled');
      expect([await sendAnswer(anna, key, 'canceled'), await sendAnswer(anna, key, 'accepted')]).toEqual([
        [200],
        [422, 'transitionNotAllowed'],
      ]);
      expect([
        await sendAnswer(ben, key, 'accepted'),
        await sendAnswer(cem, key, 'declined'),
        await sendAnswer(cem, key, 'accepted'),
      ]).toEqual([[422, 'transitionNotAllowed'], [422, 'transitionNotAllowed'], [200]]);
    });

    it('T12 refuses to decline within 15 minutes of the meetup, and accepts until it begins', async () => {
      const { key } = await invite(gateway, anna, [ben, cem], { date: inHours(gateway, 0.5) });
      const meetupTime = Date.parse((await invitationSeenBy(anna, key)).date);
      gateway.clock.advance(meetupTime - 15 * MINUTE_MS + 1000 - gateway.clock.now());
      [anna, ben, cem] = [
        await signInAgain(gateway, anna),
        await signInAgain(gateway, ben),
        await signInAgain(gateway, cem),
      ];
      const lateAnswer = await ben.call('PATCH', `/api/invitations/${key}`, { status: 'declined' });
      expect([lateAnswer.status, lateAnswer.body]).toMatchObject([
        406,
        { code: 'deadlineExceeded', details: { minutes: 15 } },
      ]);
      expect(await sendAnswer(anna, key, 'canceled')).toEqual([406, 'deadlineExceeded']);
      gateway.clock.advance(meetupTime - gateway.clock.now());
      [anna, ben, cem] = [
        await signInAgain(gateway, anna),
        await signInAgain(gateway, ben),
        await signInAgain(gateway, cem),
      ];
      expect(await sendAnswer(ben, key, 'accepted')).toEqual([200]);
      gateway.clock.advance(1);
      expect([await sendAnswer(cem, key, 'accepted'), await sendAnswer(cem, key, 'declined')]).toEqual([
        [422, 'transitionNotAllowed'],
        [406, 'deadlineExceeded'],
      ]);
    });

    it("T12 refuses the owner's cancellation of a past meetup, also where all guests have declined", async () => {
      const { key } = await invite(gateway, anna, [ben]);
      await sendAnswer(ben, key, 'declined');
      gateway.clock.advance(2 * 60 * MINUTE_MS + 1);
      anna = await signInAgain(gateway, anna);
      expect([await sendAnswer(anna, key, 'canceled'), await sendAnswer(anna, key, 'declined')]).toEqual([
        [406, 'deadlineExceeded'],
        [406, 'deadlineExceeded'],
      ]);
    });

    it("notifies the owner and closes the guest's notification", async () => {
      const { key } = await invite(gateway, anna, [ben, cem]);
      await sendAnswer(ben, key, 'accepted');
      expect([await ben.notices(), (await cem.notices()).length]).toEqual([[], 1]);
      expect((await anna.notices()).map(({ kind, text }) => [kind, text])).toEqual([
        ['invitationChanged', expect.stringMatching(/^ben\d+ kommt: Elbkantine/)],
      ]);
      await sendAnswer(cem, key, 'declined');
      expect((await anna.notices()).map(({ text }) => text)).toEqual([expect.stringMatching(/^cem\d+ kommt nicht/)]);
      await sendAnswer(anna, key, 'canceled');
      expect((await ben.notices()).map(({ kind, title, text }) => [kind, title, text])).toEqual([
        ['invitationChanged', 'Treffen abgesagt', expect.stringMatching(/^anna\d+ hat das Treffen abgesagt/)],
      ]);
      expect(await cem.notices()).toEqual([]);
    });

    it('notifies everybody who has accepted of a cancellation, regardless of blocks', async () => {
      const { key } = await invite(gateway, anna, [ben, cem]);
      await sendAnswer(ben, key, 'accepted');
      for (const blockingGuest of [ben, cem]) await blockUser(gateway, blockingGuest, anna);
      await sendAnswer(anna, key, 'canceled');
      expect([(await ben.notices()).map(({ title }) => title), await cem.notices()]).toEqual([
        ['Treffen abgesagt'],
        [],
      ]);
    });

    it('notifies nobody of a user whom they block', async () => {
      const { key } = await invite(gateway, anna, [ben]);
      await blockUser(gateway, anna, ben);
      await sendAnswer(ben, key, 'accepted');
      expect(await anna.notices()).toEqual([]);
    });
  });

  describe('reminding', () => {
    it('S09 works once, for the owner, after an acceptance, and notifies the guests who may still come', async () => {
      const sentInvitation = await invite(gateway, anna, [ben, cem]);
      expect(outcomeOf(await sendReminder(anna, sentInvitation))).toEqual([422, 'transitionNotAllowed']);
      await sendAnswer(ben, sentInvitation.key, 'accepted');
      await sendAnswer(cem, sentInvitation.key, 'declined');
      expect(outcomeOf(await sendReminder(ben, sentInvitation))).toEqual([403, 'notAllowed']);
      expect(ReminderSent.parse((await sendReminder(anna, sentInvitation)).body)).toEqual({ success: true });
      expect((await ben.messages(sentInvitation.chatKey))[0]).toMatchObject({
        key: sentInvitation.messageKey,
        reminderSent: true,
      });
      expect((await ben.notices()).map(({ kind, text }) => [kind, text])).toEqual([
        ['invitationReminder', expect.stringMatching(/^anna\d+ erinnert dich: Elbkantine/)],
      ]);
      expect(await cem.notices()).toEqual([]);
      expect(outcomeOf(await sendReminder(anna, sentInvitation))).toEqual([409, 'reminderSent']);
    });

    it('refuses a message that is no card, and a card of another chat', async () => {
      const sentInvitation = await invite(gateway, anna, [ben]);
      const text = await anna.say(sentInvitation.chatKey, 'invitation');
      const otherChatKey = await anna.chatWith(cem);
      for (const unknownCard of [
        { ...sentInvitation, messageKey: text.key },
        { ...sentInvitation, messageKey: 'unknown' },
        { ...sentInvitation, chatKey: otherChatKey },
      ])
        expect(outcomeOf(await sendReminder(anna, unknownCard))).toEqual([404, 'notFound']);
      expect(outcomeOf(await sendReminder(stranger, sentInvitation))).toEqual([404, 'notFound']);
    });

    it('refuses past and cancelled meetups', async () => {
      const canceledInvitation = await invite(gateway, anna, [ben]);
      await sendAnswer(ben, canceledInvitation.key, 'accepted');
      await sendAnswer(anna, canceledInvitation.key, 'canceled');
      const pastInvitation = await invite(gateway, anna, [ben], { date: inHours(gateway, 0) });
      await sendAnswer(ben, pastInvitation.key, 'accepted');
      gateway.clock.advance(1);
      for (const sentInvitation of [canceledInvitation, pastInvitation])
        expect(outcomeOf(await sendReminder(anna, sentInvitation))).toEqual([422, 'transitionNotAllowed']);
    });
  });
});
