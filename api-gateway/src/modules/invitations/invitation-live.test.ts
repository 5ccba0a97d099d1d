import { ChatMessage, chatTopic, Invitation, type Op } from '@mahlzeit/contract';
import { aRestaurant } from '@mahlzeit/contract/fixtures';
import { MAX_ATTENDEES } from '@mahlzeit/contract/rules';
import * as z from 'zod/mini';
import { userLogName } from '../../platform';
import { readHead } from '../../platform/database/change-log';
import type { LiveTestClient } from '../../platform/testing/live-test-client';
import { reducedRounds } from '../../platform/testing/rounds';
import { testGateways, type TestGateway } from '../../platform/testing/test-gateway';
import { signInAgain, registerCompanion, type Companion } from '../chat/testing/companions';
import { makeContacts } from '../contacts/testing/relations';
import { createInvitationRemoval } from './invitation-removal';
import {
  sendAnswer,
  answersByUid,
  inHours,
  invite,
  joinByLink,
  insertRestaurant,
  RESTAURANT_KEY,
  invitationSeenBy,
  tokenOf,
} from './testing/meetups';

jest.setTimeout(300_000);

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** Returns the invitations that an open page has received, after waiting for all committed changes. */
const trackInvitations = async (
  gateway: TestGateway,
  watchingCompanion: Companion,
  livePage: LiveTestClient,
): Promise<Map<string, Invitation>> => {
  const { seq } = await readHead(gateway.database.knex, userLogName(watchingCompanion.uid));
  const receivedSeq = (): number =>
    Math.max(
      ...livePage.frames.map((liveFrame) => ('cursor' in liveFrame ? Number(liveFrame.cursor.split('.')[1]) : 0)),
    );
  while (receivedSeq() < seq) await livePage.next('delta');
  const invitationByKey = new Map<string, Invitation>();
  const applyOp = (recordedOp: Op): void => {
    if (recordedOp.collection !== 'invitations') return;
    if (recordedOp.kind === 'put') invitationByKey.set(recordedOp.key, z.parse(Invitation, recordedOp.value));
    else invitationByKey.delete(recordedOp.key);
  };
  for (const liveFrame of livePage.frames) {
    if (liveFrame.op === 'snap') for (const snapshotItem of liveFrame.items) applyOp({ kind: 'put', ...snapshotItem });
    if (liveFrame.op === 'delta') liveFrame.ops.forEach(applyOp);
  }
  return invitationByKey;
};

describe('live updates of invitations', () => {
  const gateways = testGateways();
  const openPages: LiveTestClient[] = [];
  let gateway: TestGateway;
  let anna: Companion;
  let ben: Companion;
  let cem: Companion;
  let testCount = 0;

  const followTopic = async (followingCompanion: Companion, topicName = 'me'): Promise<LiveTestClient> => {
    const livePage = await followingCompanion.follow(topicName);
    openPages.push(livePage);
    return livePage;
  };
  const advanceAndSignIn = async (milliseconds: number): Promise<void> => {
    gateway.clock.advance(milliseconds);
    [anna, ben, cem] = [
      await signInAgain(gateway, anna),
      await signInAgain(gateway, ben),
      await signInAgain(gateway, cem),
    ];
  };

  const removeOldInvitations = () => createInvitationRemoval(gateway).run();

  beforeAll(async () => {
    gateway = await gateways.start();
    await insertRestaurant(
      gateway,
      aRestaurant({ key: RESTAURANT_KEY, routingName: RESTAURANT_KEY, name: 'Elbkantine' }),
    );
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
    for (const livePage of openPages.splice(0)) livePage.terminate();
  });

  it('show every step to all attendees, each in their own view, and to nobody else', async () => {
    const [annaPage, benPage, cemPage] = [await followTopic(anna), await followTopic(ben), await followTopic(cem)];
    const { key } = await invite(gateway, anna, [ben]);
    await sendAnswer(ben, key, 'accepted');
    for (const [companion, livePage] of [
      [anna, annaPage],
      [ben, benPage],
    ] as const)
      expect((await trackInvitations(gateway, companion, livePage)).get(key)).toEqual(
        await invitationSeenBy(companion, key),
      );
    await sendAnswer(anna, key, 'canceled');
    expect((await trackInvitations(gateway, ben, benPage)).get(key)).toMatchObject({
      status: 'canceled',
      isOwn: false,
    });
    expect((await trackInvitations(gateway, cem, cemPage)).size).toBe(0);
  });

  it('S10 contain upcoming invitations in the snapshot, and changes of past ones as well', async () => {
    const [soonInvitation, laterInvitation] = [
      await invite(gateway, anna, [ben], { date: inHours(gateway, 0.5) }),
      await invite(gateway, anna, [ben]),
    ];
    const earlyPage = await followTopic(ben);
    await advanceAndSignIn(31 * MINUTE_MS);
    expect([...(await trackInvitations(gateway, ben, earlyPage)).keys()].sort()).toEqual(
      [soonInvitation.key, laterInvitation.key].sort(),
    );
    const freshPage = await followTopic(ben);
    expect([...(await trackInvitations(gateway, ben, freshPage)).keys()]).toEqual([laterInvitation.key]);
    await anna.call('PATCH', '/api/users/me', { displayName: 'Anna Neu' });
    expect((await trackInvitations(gateway, ben, freshPage)).get(soonInvitation.key)?.attendees[0]).toMatchObject({
      uid: anna.uid,
      name: 'Anna Neu',
    });
  });

  it('S09 end the reminder on every page that shows the card', async () => {
    const { key, chatKey, messageKey } = await invite(gateway, anna, [ben]);
    await sendAnswer(ben, key, 'accepted');
    const livePage = await followTopic(anna, chatTopic(chatKey));
    await anna.call('POST', '/api/chat/sendInvitationReminder', { chatKey, messageKey });
    const [firstOp] = (await livePage.next('delta')).ops;
    expect(firstOp).toMatchObject({
      kind: 'put',
      collection: 'messages',
      key: messageKey,
      value: { reminderSent: true, contentId: key },
    });
    if (firstOp?.kind === 'put') expect(z.parse(ChatMessage, firstOp.value).removed).toBe(false);
  });

  it("S13 replace a restaurant's message on open pages, and remove the card a week after the meetup", async () => {
    const chatKey = await anna.chatWith(ben);
    await anna.call('POST', '/api/chat/sendContentMessage', {
      userKeys: [ben.uid],
      type: 'restaurant',
      contentId: RESTAURANT_KEY,
    });
    const [sharedMessage] = await ben.messages(chatKey);
    const livePage = await followTopic(ben, chatTopic(chatKey));
    const { key, date } = await invite(gateway, anna, [ben], {
      chatKey,
      replacedChatMessageKey: sharedMessage?.key,
    });
    expect((await livePage.next('delta')).ops).toEqual([
      {
        kind: 'put',
        collection: 'messages',
        key: sharedMessage?.key,
        value: expect.objectContaining({
          content: 'invitation',
          contentId: key,
          authorKey: anna.uid,
          timestamp: sharedMessage?.timestamp,
        }),
      },
    ]);
    expect((await ben.chats())[0]?.lastMessage).toMatchObject({
      key: sharedMessage?.key,
      content: 'invitation',
      contentId: key,
      removed: false,
    });
    // A newer message follows the invitation in this chat and stays its last message, so the removal of the invitation
    // doesn't change the list of chats.
    const discussedInvitation = await invite(gateway, anna, [ben, cem]);
    await ben.say(discussedInvitation.chatKey, 'Bis gleich');

    await advanceAndSignIn(Date.parse(date) + 7 * DAY_MS - gateway.clock.now());
    await removeOldInvitations();
    expect((await invitationSeenBy(ben, key)).key).toBe(key);
    await advanceAndSignIn(1);
    const [userPage, chatPage] = [await followTopic(ben), await followTopic(ben, chatTopic(chatKey))];
    await removeOldInvitations();
    expect((await chatPage.next('delta')).ops).toEqual([
      {
        kind: 'put',
        collection: 'messages',
        key: sharedMessage?.key,
        value: expect.objectContaining({ content: 'invitation', contentId: key, removed: true }),
      },
    ]);
    const userOps = (await userPage.next('delta')).ops;
    for (const removedKey of [key, discussedInvitation.key])
      expect(userOps).toContainEqual({ kind: 'del', collection: 'invitations', key: removedKey });
    const listedChat = (await ben.chats()).find((chatSummary) => chatSummary.key === chatKey);
    expect(listedChat?.lastMessage).toMatchObject({ key: sharedMessage?.key, content: 'invitation', removed: true });
    expect(userOps.filter(({ collection }) => collection === 'chats')).toEqual([
      { kind: 'put', collection: 'chats', key: chatKey, value: listedChat },
    ]);
    for (const [companion, expectedStatus] of [
      [anna, 410],
      [ben, 410],
      [cem, 404],
    ] as const)
      expect((await companion.call('GET', `/api/invitations/${key}`)).status).toBe(expectedStatus);
    expect(await sendAnswer(ben, key, 'declined')).toEqual([410, 'invitationDeleted']);
    expect(
      (
        await anna.call('POST', '/api/chat/sendInvitationReminder', {
          chatKey,
          messageKey: sharedMessage?.key,
        })
      ).status,
    ).toBe(410);
    expect((await ben.messages(chatKey))[0]).toMatchObject({
      removed: true,
      content: 'invitation',
      contentId: key,
      invitation: null,
      restaurant: null,
    });
    expect(await ben.notices()).toEqual([]);
    // After thirty more days the records of deleted invitations are removed, so nothing stores any more who met whom.
    await advanceAndSignIn(30 * DAY_MS);
    await removeOldInvitations();
    expect((await ben.call('GET', `/api/invitations/${key}`)).status).toBe(404);
    expect((await ben.messages(chatKey))[0]).toMatchObject({ removed: true, content: 'invitation', contentId: key });
  });

  describe('at the same instant', () => {
    const RACE_ROUNDS = reducedRounds(200);

    it(`one accepts and the owner cancels, ${RACE_ROUNDS} times: all pages show the same as a new one`, async () => {
      const watchingPages = [
        [anna, await followTopic(anna)],
        [ben, await followTopic(ben)],
        [cem, await followTopic(cem)],
      ] as const;
      for (let roundIndex = 0; roundIndex < RACE_ROUNDS; roundIndex += 1) {
        const { key } = await invite(gateway, anna, [ben, cem]);
        const [acceptOutcome, cancelOutcome] = await Promise.all([
          sendAnswer(ben, key, 'accepted'),
          sendAnswer(anna, key, 'canceled'),
        ]);
        expect(cancelOutcome).toEqual([200]);
        expect(['200', '422,transitionNotAllowed']).toContain(String(acceptOutcome));
        const seenInvitation = await invitationSeenBy(ben, key);
        expect([seenInvitation.status, answersByUid(seenInvitation)[ben.uid]]).toEqual([
          'canceled',
          acceptOutcome[0] === 200 ? 'accepted' : 'pending',
        ]);
      }
      for (const [companion, livePage] of watchingPages) {
        const freshPage = await followTopic(companion);
        expect(await trackInvitations(gateway, companion, livePage)).toEqual(
          await trackInvitations(gateway, companion, freshPage),
        );
        expect((await trackInvitations(gateway, companion, freshPage)).size).toBe(RACE_ROUNDS);
      }
    });

    it(`two join for the last seat, ${RACE_ROUNDS} times: never an eleventh attendee, and all pages show the same`, async () => {
      const otherGuests: Companion[] = [];
      for (let index = 0; index < MAX_ATTENDEES - 2; index += 1)
        otherGuests.push(await registerCompanion(gateway, `crowd${index}-${testCount}`));
      await makeContacts(gateway, [anna, ...otherGuests]);
      const watchingPages = [
        [anna, await followTopic(anna)],
        [ben, await followTopic(ben)],
        [cem, await followTopic(cem)],
      ] as const;
      for (let roundIndex = 0; roundIndex < RACE_ROUNDS; roundIndex += 1) {
        const { key } = await invite(gateway, anna, otherGuests);
        const token = await tokenOf(anna, key);
        const joinOutcomes = await Promise.all([joinByLink(ben, token), joinByLink(cem, token)]);
        expect(joinOutcomes.map(String).sort()).toEqual(['200', '409,invitationFull']);
        expect((await invitationSeenBy(anna, key)).attendees).toHaveLength(MAX_ATTENDEES);
      }
      for (const [companion, livePage] of watchingPages)
        expect(await trackInvitations(gateway, companion, livePage)).toEqual(
          await trackInvitations(gateway, companion, await followTopic(companion)),
        );
    });
  });
});
