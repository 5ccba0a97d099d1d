import { ChatMessage, chatTopic, Invitation, type Op } from '@mahlzeit/contract';
import { aRestaurant } from '@mahlzeit/contract/fixtures';
import { MAX_ATTENDEES } from '@mahlzeit/contract/rules';
import * as z from 'zod/mini';
import { userLogName } from '../../platform';
import { readHead } from '../../platform/database/change-log';
import type { LiveTestClient } from '../../platform/testing/live-test-client';
import { roundsOf } from '../../platform/testing/rounds';
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
  PLACE,
  invitationSeenBy,
  tokenOf,
} from './testing/meetups';

jest.setTimeout(300_000);

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** Returns the invitations that an open page has received, after waiting for all committed changes. */
const invitationsOn = async (
  gateway: TestGateway,
  companion: Companion,
  page: LiveTestClient,
): Promise<Map<string, Invitation>> => {
  const { seq } = await readHead(gateway.database.knex, userLogName(companion.uid));
  const receivedSeq = (): number =>
    Math.max(...page.frames.map((frame) => ('cursor' in frame ? Number(frame.cursor.split('.')[1]) : 0)));
  while (receivedSeq() < seq) await page.next('delta');
  const items = new Map<string, Invitation>();
  const applyOp = (op: Op): void => {
    if (op.collection !== 'invitations') return;
    if (op.kind === 'put') items.set(op.key, z.parse(Invitation, op.value));
    else items.delete(op.key);
  };
  for (const frame of page.frames) {
    if (frame.op === 'snap') for (const item of frame.items) applyOp({ kind: 'put', ...item });
    if (frame.op === 'delta') frame.ops.forEach(applyOp);
  }
  return items;
};

describe('live updates of invitations', () => {
  const gateways = testGateways();
  const pages: LiveTestClient[] = [];
  let gateway: TestGateway;
  let anna: Companion;
  let ben: Companion;
  let cem: Companion;
  let testCount = 0;

  const followTopic = async (companion: Companion, topic = 'me'): Promise<LiveTestClient> => {
    const page = await companion.follow(topic);
    pages.push(page);
    return page;
  };
  const advanceAndSignIn = async (ms: number): Promise<void> => {
    gateway.clock.advance(ms);
    [anna, ben, cem] = [
      await signInAgain(gateway, anna),
      await signInAgain(gateway, ben),
      await signInAgain(gateway, cem),
    ];
  };

  const runRemoval = () => createInvitationRemoval(gateway).run();

  beforeAll(async () => {
    gateway = await gateways.start();
    await insertRestaurant(gateway, aRestaurant({ key: PLACE, routingName: PLACE, name: 'Elbkantine' }));
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
    for (const page of pages.splice(0)) page.terminate();
  });

  it('show every step to all attendees, each in their own view, and to nobody else', async () => {
    const [annaPage, benPage, cemPage] = [await followTopic(anna), await followTopic(ben), await followTopic(cem)];
    const { key } = await invite(gateway, anna, [ben]);
    await sendAnswer(ben, key, 'accepted');
    for (const [companion, page] of [
      [anna, annaPage],
      [ben, benPage],
    ] as const)
      expect((await invitationsOn(gateway, companion, page)).get(key)).toEqual(await invitationSeenBy(companion, key));
    await sendAnswer(anna, key, 'canceled');
    expect((await invitationsOn(gateway, ben, benPage)).get(key)).toMatchObject({ status: 'canceled', isOwn: false });
    expect((await invitationsOn(gateway, cem, cemPage)).size).toBe(0);
  });

  it('S10 contain upcoming invitations in the snapshot, and changes of past ones as well', async () => {
    const [soonInvitation, laterInvitation] = [
      await invite(gateway, anna, [ben], { date: inHours(gateway, 0.5) }),
      await invite(gateway, anna, [ben]),
    ];
    const earlyPage = await followTopic(ben);
    await advanceAndSignIn(31 * MINUTE_MS);
    expect([...(await invitationsOn(gateway, ben, earlyPage)).keys()].sort()).toEqual(
      [soonInvitation.key, laterInvitation.key].sort(),
    );
    const freshPage = await followTopic(ben);
    expect([...(await invitationsOn(gateway, ben, freshPage)).keys()]).toEqual([laterInvitation.key]);
    await anna.call('PATCH', '/api/users/me', { displayName: 'Anna Neu' });
    expect((await invitationsOn(gateway, ben, freshPage)).get(soonInvitation.key)?.attendees[0]).toMatchObject({
      uid: anna.uid,
      name: 'Anna Neu',
    });
  });

  it('S09 end the reminder on every page that shows the card', async () => {
    const { key, chatKey, messageKey } = await invite(gateway, anna, [ben]);
    await sendAnswer(ben, key, 'accepted');
    const page = await followTopic(anna, chatTopic(chatKey));
    await anna.call('POST', '/api/chat/sendInvitationReminder', { chatKey, messageKey });
    const [op] = (await page.next('delta')).ops;
    expect(op).toMatchObject({
      kind: 'put',
      collection: 'messages',
      key: messageKey,
      value: { reminderSent: true, contentId: key },
    });
    if (op?.kind === 'put') expect(z.parse(ChatMessage, op.value).removed).toBe(false);
  });

  it("S13 replace a restaurant's message on open pages, and remove the card a week after the meetup", async () => {
    const chatKey = await anna.chatWith(ben);
    await anna.call('POST', '/api/chat/sendContentMessage', {
      userKeys: [ben.uid],
      type: 'restaurant',
      contentId: PLACE,
    });
    const [sharedMessage] = await ben.messages(chatKey);
    const page = await followTopic(ben, chatTopic(chatKey));
    const { key, date } = await invite(gateway, anna, [ben], {
      chatKey,
      replacedChatMessageKey: sharedMessage?.key,
    });
    expect((await page.next('delta')).ops).toEqual([
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
    // The newer message stays the last message of this chat when the invitation is removed, so the list of chats
    // doesn't change.
    const talkedInvitation = await invite(gateway, anna, [ben, cem]);
    await ben.say(talkedInvitation.chatKey, 'Bis gleich');

    await advanceAndSignIn(Date.parse(date) + 7 * DAY_MS - gateway.clock.now());
    await runRemoval();
    expect((await invitationSeenBy(ben, key)).key).toBe(key);
    await advanceAndSignIn(1);
    const [userPage, chatPage] = [await followTopic(ben), await followTopic(ben, chatTopic(chatKey))];
    await runRemoval();
    expect((await chatPage.next('delta')).ops).toEqual([
      {
        kind: 'put',
        collection: 'messages',
        key: sharedMessage?.key,
        value: expect.objectContaining({ content: 'invitation', contentId: key, removed: true }),
      },
    ]);
    const ops = (await userPage.next('delta')).ops;
    for (const removedKey of [key, talkedInvitation.key])
      expect(ops).toContainEqual({ kind: 'del', collection: 'invitations', key: removedKey });
    const chatRow = (await ben.chats()).find((chatSummary) => chatSummary.key === chatKey);
    expect(chatRow?.lastMessage).toMatchObject({ key: sharedMessage?.key, content: 'invitation', removed: true });
    expect(ops.filter(({ collection }) => collection === 'chats')).toEqual([
      { kind: 'put', collection: 'chats', key: chatKey, value: chatRow },
    ]);
    for (const [companion, status] of [
      [anna, 410],
      [ben, 410],
      [cem, 404],
    ] as const)
      expect((await companion.call('GET', `/api/invitations/${key}`)).status).toBe(status);
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
    // After thirty more days the tombstones are removed, so nothing stores any more who met whom.
    await advanceAndSignIn(30 * DAY_MS);
    await runRemoval();
    expect((await ben.call('GET', `/api/invitations/${key}`)).status).toBe(404);
    expect((await ben.messages(chatKey))[0]).toMatchObject({ removed: true, content: 'invitation', contentId: key });
  });

  describe('at the same instant', () => {
    const ROUNDS = roundsOf(200);

    it(`one accepts and the owner cancels, ${ROUNDS} times: all pages show the same as a new one`, async () => {
      const watchingPages = [
        [anna, await followTopic(anna)],
        [ben, await followTopic(ben)],
        [cem, await followTopic(cem)],
      ] as const;
      for (let round = 0; round < ROUNDS; round += 1) {
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
      for (const [companion, page] of watchingPages) {
        const freshPage = await followTopic(companion);
        expect(await invitationsOn(gateway, companion, page)).toEqual(
          await invitationsOn(gateway, companion, freshPage),
        );
        expect((await invitationsOn(gateway, companion, freshPage)).size).toBe(ROUNDS);
      }
    });

    it(`two join for the last seat, ${ROUNDS} times: never an eleventh attendee, and all pages show the same`, async () => {
      const otherGuests: Companion[] = [];
      for (let index = 0; index < MAX_ATTENDEES - 2; index += 1)
        otherGuests.push(await registerCompanion(gateway, `crowd${index}-${testCount}`));
      await makeContacts(gateway, [anna, ...otherGuests]);
      const watchingPages = [
        [anna, await followTopic(anna)],
        [ben, await followTopic(ben)],
        [cem, await followTopic(cem)],
      ] as const;
      for (let round = 0; round < ROUNDS; round += 1) {
        const { key } = await invite(gateway, anna, otherGuests);
        const token = await tokenOf(anna, key);
        const joinOutcomes = await Promise.all([joinByLink(ben, token), joinByLink(cem, token)]);
        expect(joinOutcomes.map(String).sort()).toEqual(['200', '409,invitationFull']);
        expect((await invitationSeenBy(anna, key)).attendees).toHaveLength(MAX_ATTENDEES);
      }
      for (const [companion, page] of watchingPages)
        expect(await invitationsOn(gateway, companion, page)).toEqual(
          await invitationsOn(gateway, companion, await followTopic(companion)),
        );
    });
  });
});
