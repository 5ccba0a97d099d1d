import { ChatReference, chatTopic, Invitation, type Op } from '@mahlzeit/contract';
import * as z from 'zod/mini';
import { isChatUnread } from '@mahlzeit/contract/rules';
import type { LiveTestClient } from '../../platform/testing/live-test-client';
import type { TestGateway } from '../../platform/testing/test-gateway';
import { registerCompanion, signInAgain, type Companion } from '../chat/testing/companions';
import { blockUser } from '../contacts/testing/relations';
import { outcomeOf } from '../identity/testing/people';
import { eraseAccount, inHours, invitationSeenBy, invite, joinByLink, sendAnswer, tokenOf } from './testing/meetups';
import { meetupPeople } from './testing/meetup-people';

jest.setTimeout(60_000);

describe('the chat of a meetup that somebody joins by its link', () => {
  const { gateways, register, follow } = meetupPeople();
  let gateway: TestGateway;
  let anna: Companion;
  let ben: Companion;
  let cem: Companion;
  let wanda: Companion;

  /**
   * Returns the next change that an open page receives, as a function of the collection: the changes of one transaction
   * come together.
   */
  const nextChange = async (page: LiveTestClient): Promise<(collection: string) => Op[]> => {
    const { ops } = await page.next('delta');
    return (collection) => ops.filter((op) => op.collection === collection);
  };
  const join = async (companion: Companion, { key }: Pick<Invitation, 'key'>): Promise<Invitation> => {
    const { status, body } = await companion.call('POST', `/api/invitations/shared/${await tokenOf(anna, key)}/join`);
    if (status !== 200) throw new Error(`${status}: ${JSON.stringify(body)}`);
    return z.parse(Invitation, body);
  };
  const readOutcome = async (companion: Companion, chatKey: string) =>
    outcomeOf(await companion.call('GET', `/api/chat/${chatKey}/messages`));
  const memberUidsOf = async (companion: Companion, chatKey: string): Promise<readonly string[] | undefined> =>
    (await companion.chats()).find(({ key }) => key === chatKey)?.participantKeys;
  const uidsOf = (...companions: readonly Companion[]): string[] => companions.map(({ uid }) => uid);
  const textsOf = async (companion: Companion, chatKey: string): Promise<string[]> =>
    (await companion.messages(chatKey)).map(({ content }) => content);

  beforeEach(async () => {
    ({ gateway, anna, ben, cem, wanda } = await register());
  });

  it('is a new one with its own history, in which the guest reads and writes', async () => {
    const formerChatKey = await anna.chatWith(ben);
    await anna.say(formerChatKey, 'Unter uns');
    const invitation = await invite(gateway, anna, [ben]);
    expect(invitation.chatKey).toBe(formerChatKey);
    const joined = await join(wanda, invitation);
    expect(joined.chatKey).not.toBe(formerChatKey);
    expect(await memberUidsOf(wanda, joined.chatKey)).toEqual(uidsOf(anna, ben, wanda));
    expect(
      (await wanda.messages(joined.chatKey)).map(({ key, authorKey, contentId }) => [key, authorKey, contentId]),
    ).toEqual([[joined.messageKey, anna.uid, invitation.key]]);
    for (const attendee of [anna, ben, wanda])
      expect(await invitationSeenBy(attendee, invitation.key)).toMatchObject({
        chatKey: joined.chatKey,
        messageKey: joined.messageKey,
        replacedChatMessageKey: null,
      });
    await wanda.say(joined.chatKey, 'Ich komme fünf Minuten später');
    expect(await textsOf(ben, joined.chatKey)).toEqual(['Ich komme fünf Minuten später', 'invitation']);
    expect((await ben.notices()).map(({ kind, text }) => [kind, text])).toContainEqual([
      'message',
      'Ich komme fünf Minuten später',
    ]);
    // The former chat still belongs to Anna and Ben only, and its card of the invitation still works.
    expect(await readOutcome(wanda, formerChatKey)).toEqual([404, 'notFound']);
    expect(await memberUidsOf(ben, formerChatKey)).toEqual(uidsOf(anna, ben).sort());
    expect((await ben.messages(formerChatKey)).map(({ content, invitation: shown }) => [content, shown?.key])).toEqual([
      ['invitation', invitation.key],
      ['Unter uns', undefined],
    ]);
  });

  it('is told by no notification, and is unread for those alone who haven’t answered', async () => {
    const invitation = await invite(gateway, anna, [ben, cem]);
    await sendAnswer(ben, invitation.key, 'accepted');
    const { chatKey } = await join(wanda, invitation);
    const isUnread = async (companion: Companion): Promise<boolean | undefined> => {
      const page = await follow(companion);
      const chatRead = page.frames
        .flatMap((frame) => (frame.op === 'snap' ? frame.items : []))
        .find(({ collection, key }) => collection === 'chatReads' && key === chatKey)?.value;
      const chat = (await companion.chats()).find(({ key }) => key === chatKey);
      const read = chatRead === undefined ? undefined : { timestamp: Number(chatRead['timestamp']) };
      return chat && isChatUnread(chat, { uid: companion.uid, read, blocked: new Set() });
    };
    expect([await isUnread(anna), await isUnread(ben), await isUnread(cem), await isUnread(wanda)]).toEqual([
      false,
      false,
      true,
      false,
    ]);
    for (const companion of [anna, ben, cem, wanda])
      expect((await companion.notices()).filter(({ kind }) => kind === 'message')).toEqual([]);
  });

  it('is the same for all who join later, who read what was said there', async () => {
    const invitation = await invite(gateway, anna, [ben]);
    const first = await join(wanda, invitation);
    await wanda.say(first.chatKey, 'Wo treffen wir uns?');
    const yara = await registerCompanion(gateway, 'yara1');
    const [bensPage, chatPage, yarasPage] = [
      await follow(ben),
      await follow(wanda, chatTopic(first.chatKey)),
      await follow(yara),
    ];
    const second = await join(yara, invitation);
    expect([second.chatKey, second.messageKey]).toEqual([first.chatKey, first.messageKey]);
    expect(await textsOf(yara, first.chatKey)).toEqual(['Wo treffen wir uns?', 'invitation']);
    // Open pages of all members, and of the new member, show the chat with the new member.
    expect((await nextChange(chatPage))('participants')).toEqual([
      { kind: 'put', collection: 'participants', key: yara.uid, value: expect.objectContaining({ key: yara.uid }) },
    ]);
    for (const [page, companion] of [
      [bensPage, ben],
      [yarasPage, yara],
    ] as const) {
      const [changesOf, [chat]] = [await nextChange(page), await companion.chats()];
      expect(chat?.participantKeys).toEqual(uidsOf(anna, ben, wanda, yara));
      expect(changesOf('chats')).toEqual([{ kind: 'put', collection: 'chats', key: first.chatKey, value: chat }]);
      const invitationView = await invitationSeenBy(companion, invitation.key);
      expect(changesOf('invitations')).toEqual([
        { kind: 'put', collection: 'invitations', key: invitation.key, value: invitationView },
      ]);
    }
    expect(await join(yara, invitation)).toEqual(second);
    expect(await textsOf(yara, first.chatKey)).toHaveLength(2);
  });

  it('reaches the open pages of all attendees at once, with the meetup that names it', async () => {
    const invitation = await invite(gateway, anna, [ben]);
    const [bensPage, wandasPage] = [await follow(ben), await follow(wanda)];
    const { chatKey } = await join(wanda, invitation);
    for (const page of [bensPage, wandasPage]) {
      const changesOf = await nextChange(page);
      expect(changesOf('chats').map(({ key }) => key)).toEqual([chatKey]);
      expect(changesOf('invitations')).toEqual([
        expect.objectContaining({ key: invitation.key, value: expect.objectContaining({ chatKey }) }),
      ]);
    }
  });

  it('stays the same when a member who had declined comes back, and lets in one who had declined before it began', async () => {
    const invitation = await invite(gateway, anna, [ben, cem]);
    await sendAnswer(ben, invitation.key, 'declined');
    expect((await join(ben, invitation)).chatKey).toBe(invitation.chatKey);
    await sendAnswer(ben, invitation.key, 'declined');
    const { chatKey } = await join(wanda, invitation);
    expect(await memberUidsOf(wanda, chatKey)).toEqual(uidsOf(anna, cem, wanda));
    expect([await readOutcome(ben, chatKey), await readOutcome(ben, invitation.chatKey)]).toEqual([
      [404, 'notFound'],
      [200],
    ]);
    expect((await join(ben, invitation)).chatKey).toBe(chatKey);
    expect(await memberUidsOf(ben, chatKey)).toEqual(uidsOf(anna, cem, wanda, ben));
    await sendAnswer(wanda, invitation.key, 'declined');
    expect((await join(wanda, invitation)).chatKey).toBe(chatKey);
    expect(await memberUidsOf(wanda, chatKey)).toEqual(uidsOf(anna, cem, wanda, ben));
  });

  it('is one, though two join at once at two gateways', async () => {
    const otherGateway = await gateways.start({ folder: gateway.folder });
    const yara = await registerCompanion(otherGateway, 'yara2');
    const invitation = await invite(gateway, anna, [ben]);
    const shareToken = await tokenOf(anna, invitation.key);
    expect(await Promise.all([joinByLink(wanda, shareToken), joinByLink(yara, shareToken)])).toEqual([[200], [200]]);
    const { chatKey } = await invitationSeenBy(anna, invitation.key);
    for (const guest of [wanda, yara]) {
      expect((await invitationSeenBy(guest, invitation.key)).chatKey).toBe(chatKey);
      expect([...((await memberUidsOf(guest, chatKey)) ?? [])].sort()).toEqual(uidsOf(anna, ben, wanda, yara).sort());
      expect(await textsOf(guest, chatKey)).toEqual(['invitation']);
    }
  });

  it('belongs to one meetup, also where the next one was sent to it, and to no set of people', async () => {
    const invitation = await invite(gateway, anna, [ben]);
    const { chatKey } = await join(wanda, invitation);
    expect(await anna.chatWith(ben, wanda)).not.toBe(chatKey);
    const nextInvitation = await invite(gateway, anna, [ben, wanda], { chatKey, date: inHours(gateway, 3) });
    expect(nextInvitation.chatKey).toBe(chatKey);
    const yara = await registerCompanion(gateway, 'yara3');
    const nextChatKey = (await join(yara, nextInvitation)).chatKey;
    expect(nextChatKey).not.toBe(chatKey);
    expect(await readOutcome(yara, chatKey)).toEqual([404, 'notFound']);
    expect((await invitationSeenBy(ben, invitation.key)).chatKey).toBe(chatKey);
    const shared = await anna.call('POST', '/api/chat/sendContentMessage', {
      userKeys: [ben.uid, wanda.uid],
      type: 'invitation',
      contentId: invitation.key,
    });
    expect([chatKey, nextChatKey]).not.toContain(ChatReference.parse(shared.body).chatId);
  });

  it('knows of an earlier reminder, and a reminder shows in both chats', async () => {
    const remind = async ({ chatKey, messageKey }: Invitation) =>
      outcomeOf(await anna.call('POST', '/api/chat/sendInvitationReminder', { chatKey, messageKey }));
    const reminderFlags = async (chatKeys: readonly string[]) =>
      Promise.all(
        chatKeys.map(async (chatKey) => (await anna.messages(chatKey)).map(({ reminderSent }) => reminderSent)),
      );
    const reminded = await invite(gateway, anna, [ben]);
    await sendAnswer(ben, reminded.key, 'accepted');
    expect(await remind(reminded)).toEqual([200]);
    const joinedAfterReminder = await join(wanda, reminded);
    expect(await reminderFlags([joinedAfterReminder.chatKey])).toEqual([[true]]);
    expect(await remind(joinedAfterReminder)).toEqual([409, 'reminderSent']);

    const invitation = await invite(gateway, anna, [cem]);
    const joined = await join(wanda, invitation);
    expect(await remind(joined)).toEqual([200]);
    expect(await reminderFlags([invitation.chatKey, joined.chatKey])).toEqual([[true], [true]]);
  });

  it('has a guest who had deleted their account, and restores it', async () => {
    const invitation = await invite(gateway, anna, [ben, cem]);
    await ben.call('PUT', '/api/users/deleteMe');
    const { chatKey } = await join(wanda, invitation);
    ben = await signInAgain(gateway, ben);
    expect(outcomeOf(await ben.call('POST', '/api/users/restore', { visible: true }))).toEqual([200]);
    expect((await invitationSeenBy(ben, invitation.key)).chatKey).toBe(chatKey);
    expect(await readOutcome(ben, chatKey)).toEqual([200]);
  });

  it('stays without whoever is erased, and without the card once the owner is', async () => {
    const invitation = await invite(gateway, anna, [ben]);
    const { chatKey } = await join(wanda, invitation);
    await wanda.say(chatKey, 'Bis gleich');
    await eraseAccount(gateway, wanda);
    expect(await textsOf(ben, chatKey)).toEqual(['', 'invitation']);
    expect((await ben.chats()).find(({ key }) => key === chatKey)?.participants.map(({ key }) => key)).toEqual([
      anna.uid,
    ]);
    await eraseAccount(gateway, anna);
    expect((await ben.messages(chatKey)).map(({ removed }) => removed)).toEqual([true, true]);
    expect(outcomeOf(await ben.call('GET', `/api/invitations/${invitation.key}`))).toEqual([410, 'invitationDeleted']);
    await eraseAccount(gateway, ben);
    expect(await gateway.database.knex('chat').where({ key: chatKey })).toEqual([]);
  });

  it('doesn’t begin for a guest who may not join', async () => {
    const invitation = await invite(gateway, anna, [ben]);
    await blockUser(gateway, anna, wanda);
    expect(await joinByLink(wanda, await tokenOf(anna, invitation.key))).toEqual([403, 'uninvitable']);
    expect((await invitationSeenBy(anna, invitation.key)).chatKey).toBe(invitation.chatKey);
    expect(await wanda.chats()).toEqual([]);
  });

  it('is that of the invitation for a guest who is in it already', async () => {
    const wideChatKey = await anna.chatWith(ben, cem);
    const invitation = await invite(gateway, anna, [ben], { chatKey: wideChatKey });
    expect((await join(cem, invitation)).chatKey).toBe(wideChatKey);
  });
});
