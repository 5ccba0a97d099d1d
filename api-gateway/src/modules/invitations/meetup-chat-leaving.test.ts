import { chatTopic } from '@mahlzeit/contract';
import type { Chat, Invitation } from '@mahlzeit/contract';
import * as chatLeavers from '../../../migrations/049-chat-leavers';
import type { TestGateway } from '../../platform/testing/test-gateway';
import type { Companion } from '../chat/testing/companions';
import { outcomeOf } from '../identity/testing/people';
import { invite, joinByLink, invitationSeenBy, sendAnswer, tokenOf } from './testing/meetups';
import { meetupPeople } from './testing/meetup-people';

jest.setTimeout(60_000);

describe('the own chat of a meetup, for a guest who takes no part any more', () => {
  const { register, follow } = meetupPeople();
  let gateway: TestGateway;
  let anna: Companion;
  let ben: Companion;
  let cem: Companion;
  let wanda: Companion;
  let invitation: Invitation;
  let chatKey: string;

  const outcomesIn = async (companion: Companion) => [
    outcomeOf(await companion.call('GET', `/api/chat/${chatKey}/messages`)),
    outcomeOf(await companion.call('POST', `/api/chat/${chatKey}/messages`, { content: 'Hallo?' })),
    outcomeOf(await companion.call('PUT', `/api/chat/${chatKey}/read`, { messageKey: invitation.messageKey })),
  ];
  const LOCKED_OUT = [
    [404, 'notFound'],
    [404, 'notFound'],
    [404, 'notFound'],
  ];
  const chatSeenBy = async (companion: Companion): Promise<Chat | undefined> =>
    (await companion.chats()).find(({ key }) => key === chatKey);
  const messageTextsFor = async (companion: Companion): Promise<string[]> =>
    (await companion.notices()).flatMap(({ kind, text }) => (kind === 'message' ? [text] : []));
  const keysOf = (people: readonly { readonly key: string }[] | undefined) => people?.map(({ key }) => key);

  beforeEach(async () => {
    ({ gateway, anna, ben, cem, wanda } = await register());
    invitation = await invite(gateway, anna, [ben, cem]);
    expect(await joinByLink(wanda, await tokenOf(anna, invitation.key))).toEqual([200]);
    invitation = await invitationSeenBy(anna, invitation.key);
    ({ chatKey } = invitation);
    await ben.say(chatKey, 'Ich bringe Kuchen mit');
  });

  it('is gone once they decline: from their list, their news and their open pages', async () => {
    await cem.say(chatKey, 'Lecker');
    expect(await messageTextsFor(ben)).toEqual(['Lecker']);
    const [chatPage, mePage] = [await follow(ben, chatTopic(chatKey)), await follow(ben)];
    await sendAnswer(ben, invitation.key, 'declined');
    expect(await chatPage.next('err')).toMatchObject({ id: chatTopic(chatKey), code: 'notFound' });
    expect((await mePage.next('delta')).ops).toContainEqual({ kind: 'del', collection: 'chats', key: chatKey });
    await anna.say(chatKey, 'Schade');
    expect(await outcomesIn(ben)).toEqual(LOCKED_OUT);
    expect([await chatSeenBy(ben), await messageTextsFor(ben)]).toEqual([undefined, []]);
    expect(JSON.stringify(chatPage.frames)).not.toContain('Schade');
    expect(JSON.stringify(mePage.frames)).not.toContain('Schade');
    // Ben and Cem still write in the chat to which the invitation was sent, whose only message is the invitation.
    expect((await ben.messages(await anna.chatWith(ben, cem))).map(({ content }) => content)).toEqual(['invitation']);
  });

  it('keeps their messages under their present name for the others, whose pages follow', async () => {
    const [chatPage, mePage] = [await follow(cem, chatTopic(chatKey)), await follow(cem)];
    await sendAnswer(ben, invitation.key, 'declined');
    const formerBen = expect.objectContaining({ key: ben.uid });
    expect((await chatPage.next('delta')).ops).toEqual([
      { kind: 'del', collection: 'participants', key: ben.uid },
      { kind: 'put', collection: 'formerParticipants', key: ben.uid, value: formerBen },
    ]);
    const chat = await chatSeenBy(cem);
    expect(chat?.participantKeys).toEqual([anna.uid, cem.uid, wanda.uid]);
    expect([keysOf(chat?.participants), keysOf(chat?.formerParticipants)]).toEqual([[anna.uid, wanda.uid], [ben.uid]]);
    expect((await mePage.next('delta')).ops).toContainEqual({
      kind: 'put',
      collection: 'chats',
      key: chatKey,
      value: chat,
    });
    expect((await cem.messages(chatKey)).map(({ content, authorKey }) => [content, authorKey])).toContainEqual([
      'Ich bringe Kuchen mit',
      ben.uid,
    ]);
    await ben.call('PATCH', '/api/users/me', { displayName: 'Benjamin' });
    expect((await chatPage.next('delta')).ops).toEqual([
      expect.objectContaining({
        collection: 'formerParticipants',
        value: expect.objectContaining({ displayName: 'Benjamin' }),
      }),
    ]);
    await wanda.say(chatKey, 'Hallo');
    expect((await chatSeenBy(cem))?.formerParticipants).toMatchObject([{ displayName: 'Benjamin' }]);
    const snapshot = (await follow(wanda, chatTopic(chatKey))).frames.flatMap((frame) =>
      frame.op === 'snap' ? frame.items : [],
    );
    expect(snapshot.filter(({ collection }) => collection === 'formerParticipants').map(({ key }) => key)).toEqual([
      ben.uid,
    ]);
  });

  it('takes them in again when they come back by the link, with what was written meanwhile, at their place', async () => {
    await sendAnswer(ben, invitation.key, 'declined');
    await cem.say(chatKey, 'Ohne Kuchen');
    const [chatPage, mePage] = [await follow(cem, chatTopic(chatKey)), await follow(ben)];
    expect(await joinByLink(ben, await tokenOf(anna, invitation.key))).toEqual([200]);
    expect((await chatPage.next('delta')).ops).toEqual([
      { kind: 'del', collection: 'formerParticipants', key: ben.uid },
      expect.objectContaining({ kind: 'put', collection: 'participants', key: ben.uid }),
    ]);
    const chat = await chatSeenBy(ben);
    expect((await mePage.next('delta')).ops).toContainEqual(expect.objectContaining({ key: chatKey, value: chat }));
    expect([chat?.participantKeys, chat?.formerParticipants]).toEqual([
      [anna.uid, ben.uid, cem.uid, wanda.uid],
      undefined,
    ]);
    expect((await ben.messages(chatKey)).map(({ content }) => content)).toEqual([
      'Ohne Kuchen',
      'Ich bringe Kuchen mit',
      'invitation',
    ]);
    await cem.say(chatKey, 'Doch mit Kuchen');
    expect(await messageTextsFor(ben)).toEqual(['Doch mit Kuchen']);
  });

  it('is gone as well once the owner blocks them, and stays where a guest blocks another guest', async () => {
    const blockWanda = async (blocker: Companion) =>
      outcomeOf(await blocker.call('PATCH', '/api/users/block', { users: [wanda.uid] }));
    expect(await blockWanda(cem)).toEqual([200]);
    expect((await chatSeenBy(wanda))?.key).toBe(chatKey);
    expect(await blockWanda(anna)).toEqual([200]);
    await anna.say(chatKey, 'Jetzt unter uns');
    expect(await outcomesIn(wanda)).toEqual(LOCKED_OUT);
    expect([await chatSeenBy(wanda), await messageTextsFor(wanda)]).toEqual([undefined, []]);
    expect(keysOf((await chatSeenBy(cem))?.formerParticipants)).toEqual([wanda.uid]);
  });

  it('can only be read by an owner whom all guests have left', async () => {
    for (const guest of [ben, cem, wanda]) await sendAnswer(guest, invitation.key, 'declined');
    expect(outcomeOf(await anna.call('POST', `/api/chat/${chatKey}/messages`, { content: 'Hallo?' }))).toEqual([
      403,
      'uninvitable',
    ]);
    expect((await anna.messages(chatKey)).map(({ content }) => content)).toContain('Ich bringe Kuchen mit');
  });

  it('makes no companions of those who have left and those who stay', async () => {
    const startChat = async () =>
      outcomeOf(await wanda.call('POST', '/api/chat/create', { participantKeys: [ben.uid] }));
    await sendAnswer(wanda, invitation.key, 'declined');
    expect(await startChat()).toEqual([403, 'notAContact']);
    expect(await joinByLink(wanda, await tokenOf(anna, invitation.key))).toEqual([200]);
    expect(await startChat()).toEqual([200]);
  });

  it('is left by those who had declined before chats could be left, and by nobody else', async () => {
    await sendAnswer(ben, invitation.key, 'declined');
    const nextInvitation = await invite(gateway, anna, [cem, wanda], { chatKey });
    await sendAnswer(cem, nextInvitation.key, 'declined');
    await gateway.database.write(async ({ knex }) => {
      await chatLeavers.down(knex);
      await chatLeavers.up(knex);
    });
    expect(await outcomesIn(ben)).toEqual(LOCKED_OUT);
    expect((await chatSeenBy(cem))?.participantKeys).toEqual([anna.uid, cem.uid, wanda.uid]);
    const rows = await gateway.database.knex('chat_participant').where({ chat_key: chatKey, has_left: true });
    expect(rows).toEqual([expect.objectContaining({ uid: ben.uid, is_listed: expect.anything() })]);
  });
});
