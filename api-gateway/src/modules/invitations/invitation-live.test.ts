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
import { befriend } from '../contacts/testing/relations';
import { createInvitationRemoval } from './invitation-removal';
import { answer, answersIn, inHours, invite, joinBy, openPlace, PLACE, seenBy, tokenOf } from './testing/meetups';

jest.setTimeout(300_000);

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** Returns the invitations that an open page has received, after waiting for all committed changes. */
const invitationsOn = async (
  gateway: TestGateway,
  who: Companion,
  page: LiveTestClient,
): Promise<Map<string, Invitation>> => {
  const { seq } = await readHead(gateway.database.knex, userLogName(who.uid));
  const seen = (): number =>
    Math.max(...page.frames.map((frame) => ('cursor' in frame ? Number(frame.cursor.split('.')[1]) : 0)));
  while (seen() < seq) await page.next('delta');
  const items = new Map<string, Invitation>();
  const apply = (op: Op): void => {
    if (op.collection !== 'invitations') return;
    if (op.kind === 'put') items.set(op.key, z.parse(Invitation, op.value));
    else items.delete(op.key);
  };
  for (const frame of page.frames) {
    if (frame.op === 'snap') for (const item of frame.items) apply({ kind: 'put', ...item });
    if (frame.op === 'delta') frame.ops.forEach(apply);
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
  let count = 0;

  const follow = async (who: Companion, topic = 'me'): Promise<LiveTestClient> => {
    const page = await who.follow(topic);
    pages.push(page);
    return page;
  };
  const later = async (ms: number): Promise<void> => {
    gateway.clock.advance(ms);
    [anna, ben, cem] = [
      await signInAgain(gateway, anna),
      await signInAgain(gateway, ben),
      await signInAgain(gateway, cem),
    ];
  };

  const removeOld = () => createInvitationRemoval(gateway).run();

  beforeAll(async () => {
    gateway = await gateways.start();
    await openPlace(gateway, aRestaurant({ key: PLACE, routingName: PLACE, name: 'Elbkantine' }));
  });

  beforeEach(async () => {
    count += 1;
    [anna, ben, cem] = [
      await registerCompanion(gateway, `anna${count}`),
      await registerCompanion(gateway, `ben${count}`),
      await registerCompanion(gateway, `cem${count}`),
    ];
    await befriend(gateway, [anna, ben, cem]);
  });

  afterEach(() => {
    for (const page of pages.splice(0)) page.cut();
  });

  it('show every step to all attendees, each in their own view, and to nobody else', async () => {
    const [annas, bens, other] = [await follow(anna), await follow(ben), await follow(cem)];
    const { key } = await invite(gateway, anna, [ben]);
    await answer(ben, key, 'accepted');
    for (const [who, page] of [
      [anna, annas],
      [ben, bens],
    ] as const)
      expect((await invitationsOn(gateway, who, page)).get(key)).toEqual(await seenBy(who, key));
    await answer(anna, key, 'canceled');
    expect((await invitationsOn(gateway, ben, bens)).get(key)).toMatchObject({ status: 'canceled', isOwn: false });
    expect((await invitationsOn(gateway, cem, other)).size).toBe(0);
  });

  it('S10 contain upcoming invitations in the snapshot, and changes of past ones as well', async () => {
    const [soon, late] = [
      await invite(gateway, anna, [ben], { date: inHours(gateway, 0.5) }),
      await invite(gateway, anna, [ben]),
    ];
    const early = await follow(ben);
    await later(31 * MINUTE_MS);
    expect([...(await invitationsOn(gateway, ben, early)).keys()].sort()).toEqual([soon.key, late.key].sort());
    const fresh = await follow(ben);
    expect([...(await invitationsOn(gateway, ben, fresh)).keys()]).toEqual([late.key]);
    await anna.call('PATCH', '/api/users/me', { displayName: 'Anna Neu' });
    expect((await invitationsOn(gateway, ben, fresh)).get(soon.key)?.attendees[0]).toMatchObject({
      uid: anna.uid,
      name: 'Anna Neu',
    });
  });

  it('S09 end the reminder on every page that shows the card', async () => {
    const { key, chatKey, messageKey } = await invite(gateway, anna, [ben]);
    await answer(ben, key, 'accepted');
    const page = await follow(anna, chatTopic(chatKey));
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
    const chat = await anna.chatWith(ben);
    await anna.call('POST', '/api/chat/sendContentMessage', {
      userKeys: [ben.uid],
      type: 'restaurant',
      contentId: PLACE,
    });
    const [shared] = await ben.messages(chat);
    const page = await follow(ben, chatTopic(chat));
    const { key, date } = await invite(gateway, anna, [ben], { chatKey: chat, replacedChatMessageKey: shared?.key });
    expect((await page.next('delta')).ops).toEqual([
      {
        kind: 'put',
        collection: 'messages',
        key: shared?.key,
        value: expect.objectContaining({
          content: 'invitation',
          contentId: key,
          authorKey: anna.uid,
          timestamp: shared?.timestamp,
        }),
      },
    ]);
    expect((await ben.chats())[0]?.lastMessage).toMatchObject({
      key: shared?.key,
      content: 'invitation',
      contentId: key,
      removed: false,
    });
    // The newer message stays the last message of this chat when the invitation is removed, so the list of chats
    // doesn't change.
    const talked = await invite(gateway, anna, [ben, cem]);
    await ben.say(talked.chatKey, 'Bis gleich');

    await later(Date.parse(date) + 7 * DAY_MS - gateway.clock.now());
    await removeOld();
    expect((await seenBy(ben, key)).key).toBe(key);
    await later(1);
    const [own, open] = [await follow(ben), await follow(ben, chatTopic(chat))];
    await removeOld();
    expect((await open.next('delta')).ops).toEqual([
      {
        kind: 'put',
        collection: 'messages',
        key: shared?.key,
        value: expect.objectContaining({ content: 'invitation', contentId: key, removed: true }),
      },
    ]);
    const ops = (await own.next('delta')).ops;
    for (const gone of [key, talked.key])
      expect(ops).toContainEqual({ kind: 'del', collection: 'invitations', key: gone });
    const row = (await ben.chats()).find((one) => one.key === chat);
    expect(row?.lastMessage).toMatchObject({ key: shared?.key, content: 'invitation', removed: true });
    expect(ops.filter(({ collection }) => collection === 'chats')).toEqual([
      { kind: 'put', collection: 'chats', key: chat, value: row },
    ]);
    for (const [who, status] of [
      [anna, 410],
      [ben, 410],
      [cem, 404],
    ] as const)
      expect((await who.call('GET', `/api/invitations/${key}`)).status).toBe(status);
    expect(await answer(ben, key, 'declined')).toEqual([410, 'invitationDeleted']);
    expect(
      (await anna.call('POST', '/api/chat/sendInvitationReminder', { chatKey: chat, messageKey: shared?.key })).status,
    ).toBe(410);
    expect((await ben.messages(chat))[0]).toMatchObject({
      removed: true,
      content: 'invitation',
      contentId: key,
      invitation: null,
      restaurant: null,
    });
    expect(await ben.notices()).toEqual([]);
    // After thirty more days the tombstones are removed, so nothing stores any more who met whom.
    await later(30 * DAY_MS);
    await removeOld();
    expect((await ben.call('GET', `/api/invitations/${key}`)).status).toBe(404);
    expect((await ben.messages(chat))[0]).toMatchObject({ removed: true, content: 'invitation', contentId: key });
  });

  describe('at the same instant', () => {
    const ROUNDS = roundsOf(200);

    it(`one accepts and the owner cancels, ${ROUNDS} times: all pages show the same as a new one`, async () => {
      const watching = [
        [anna, await follow(anna)],
        [ben, await follow(ben)],
        [cem, await follow(cem)],
      ] as const;
      for (let round = 0; round < ROUNDS; round += 1) {
        const { key } = await invite(gateway, anna, [ben, cem]);
        const [accepted, canceled] = await Promise.all([answer(ben, key, 'accepted'), answer(anna, key, 'canceled')]);
        expect(canceled).toEqual([200]);
        expect(['200', '422,transitionNotAllowed']).toContain(String(accepted));
        const seen = await seenBy(ben, key);
        expect([seen.status, answersIn(seen)[ben.uid]]).toEqual([
          'canceled',
          accepted[0] === 200 ? 'accepted' : 'pending',
        ]);
      }
      for (const [who, page] of watching) {
        const fresh = await follow(who);
        expect(await invitationsOn(gateway, who, page)).toEqual(await invitationsOn(gateway, who, fresh));
        expect((await invitationsOn(gateway, who, fresh)).size).toBe(ROUNDS);
      }
    });

    it(`two join for the last seat, ${ROUNDS} times: never an eleventh attendee, and all pages show the same`, async () => {
      const crowd: Companion[] = [];
      for (let index = 0; index < MAX_ATTENDEES - 2; index += 1)
        crowd.push(await registerCompanion(gateway, `crowd${index}-${count}`));
      await befriend(gateway, [anna, ...crowd]);
      const watching = [
        [anna, await follow(anna)],
        [ben, await follow(ben)],
        [cem, await follow(cem)],
      ] as const;
      for (let round = 0; round < ROUNDS; round += 1) {
        const { key } = await invite(gateway, anna, crowd);
        const token = await tokenOf(anna, key);
        const endings = await Promise.all([joinBy(ben, token), joinBy(cem, token)]);
        expect(endings.map(String).sort()).toEqual(['200', '409,invitationFull']);
        expect((await seenBy(anna, key)).attendees).toHaveLength(MAX_ATTENDEES);
      }
      for (const [who, page] of watching)
        expect(await invitationsOn(gateway, who, page)).toEqual(await invitationsOn(gateway, who, await follow(who)));
    });
  });
});
