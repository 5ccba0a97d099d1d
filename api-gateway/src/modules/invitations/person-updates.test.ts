import { ContentMessage } from '@mahlzeit/contract';
import { aRestaurant } from '@mahlzeit/contract/fixtures';
import * as z from 'zod/mini';
import { testGateways, type TestGateway } from '../../platform/testing/test-gateway';
import { outcomeOf } from '../identity/testing/people';
import { signInAgain, type Companion } from '../chat/testing/companions';
import {
  answersByUid,
  deactivateRestaurant,
  eraseAccount,
  inHours,
  insertRestaurant,
  invitationSeenBy,
  invitationsOf,
  invite,
  joinByLink,
  registerContacts,
  RESTAURANT_KEY,
  sendAnswer,
  tokenOf,
} from './testing/meetups';

jest.setTimeout(120_000);

describe('invitations of changed people', () => {
  const gateways = testGateways();
  let gateway: TestGateway;
  let anna: Companion;
  let ben: Companion;
  let cem: Companion;
  let testCount = 0;

  const providerOf = (providerName: string) =>
    gateway.personalData.flatMap((provider) =>
      'erase' in provider && provider.name === providerName ? [provider] : [],
    )[0];
  const findMentioningTables = async (companion: Companion): Promise<string[]> => {
    const mentioningTables: string[] = [];
    for (const [tableName, columnName] of [
      ['invitation', 'owner_uid'],
      ['invitation_attendee', 'uid'],
      ['invitation_tombstone', 'uid'],
      ['notification', 'about_uid'],
    ] as const) {
      if (
        (await gateway.database
          .knex(tableName)
          .where({ [columnName]: companion.uid })
          .first(columnName)) !== undefined
      )
        mentioningTables.push(tableName);
    }
    return mentioningTables;
  };
  const restoreAccount = async (companion: Companion): Promise<Companion> => {
    const returnedCompanion = await signInAgain(gateway, companion);
    expect(outcomeOf(await returnedCompanion.call('POST', '/api/users/restore', { visible: true }))).toEqual([200]);
    return signInAgain(gateway, companion);
  };

  beforeAll(async () => {
    gateway = await gateways.start();
    await insertRestaurant(
      gateway,
      aRestaurant({ key: RESTAURANT_KEY, routingName: RESTAURANT_KEY, name: 'Elbkantine' }),
    );
  });

  beforeEach(async () => {
    testCount += 1;
    [anna, ben, cem] = await registerContacts(gateway, testCount);
  });

  it('show the new name', async () => {
    const { key } = await invite(gateway, anna, [ben]);
    await ben.call('PATCH', '/api/users/me', { displayName: 'Benedikt' });
    expect((await invitationSeenBy(anna, key)).attendees[1]).toMatchObject({ uid: ben.uid, name: 'Benedikt' });
  });

  it('count a guest who has left as declined, without a name, until they are back', async () => {
    const { key } = await invite(gateway, anna, [ben, cem]);
    await sendAnswer(ben, key, 'accepted');
    await ben.call('PUT', '/api/users/deleteMe');
    const invitation = await invitationSeenBy(anna, key);
    expect([invitation.status, invitation.attendees[1]]).toEqual([
      'pending',
      { uid: ben.uid, key: ben.uid, name: '', photoURL: null, hasOrdered: false, status: 'declined' },
    ]);
    ben = await restoreAccount(ben);
    expect(await invitationSeenBy(ben, key)).toMatchObject({ status: 'accepted' });
  });

  it('are cancelled while their owner is away, and resumed after', async () => {
    const { key } = await invite(gateway, anna, [ben]);
    const shareToken = await tokenOf(anna, key);
    await anna.call('PUT', '/api/users/deleteMe');
    expect((await invitationSeenBy(ben, key)).status).toBe('canceled');
    expect([await sendAnswer(ben, key, 'accepted'), await joinByLink(cem, shareToken)]).toEqual([
      [422, 'transitionNotAllowed'],
      [410, 'invitationOver'],
    ]);
    expect((await ben.notices()).map(({ title }) => title)).toContain('Treffen abgesagt');
    anna = await restoreAccount(anna);
    expect([await sendAnswer(ben, key, 'accepted'), (await invitationSeenBy(anna, key)).status]).toEqual([
      [200],
      'accepted',
    ]);
  });

  it('are removed with their owner, and their guests are told', async () => {
    const { key, chatKey, messageKey } = await invite(gateway, anna, [ben, cem]);
    await cem.call('POST', '/api/chat/sendContentMessage', { userKeys: [ben.uid], type: 'invitation', contentId: key });
    const livePage = await ben.follow('me');
    await eraseAccount(gateway, anna);
    const deltaOps = (await livePage.next('delta')).ops;
    expect(deltaOps).toContainEqual({ kind: 'del', collection: 'invitations', key });
    livePage.terminate();
    expect(outcomeOf(await ben.call('GET', `/api/invitations/${key}`))).toEqual([410, 'invitationDeleted']);
    expect((await ben.messages(chatKey)).find((message) => message.key === messageKey)).toMatchObject({
      removed: true,
      invitation: null,
    });
    expect((await ben.messages(await ben.chatWith(cem)))[0]).toMatchObject({
      removed: true,
      contentId: key,
      invitation: null,
    });
    expect([(await ben.notices()).map(({ kind }) => kind), await findMentioningTables(anna)]).toEqual([
      ['message'],
      [],
    ]);
  });

  it('stay without an erased guest', async () => {
    const { key } = await invite(gateway, anna, [ben, cem]);
    await sendAnswer(ben, key, 'accepted');
    const livePage = await anna.follow('me');
    await eraseAccount(gateway, ben);
    expect(await findMentioningTables(ben)).toEqual([]);
    const seenInvitation = await invitationSeenBy(anna, key);
    expect([seenInvitation.status, answersByUid(seenInvitation)]).toEqual([
      'pending',
      { [anna.uid]: 'accepted', [cem.uid]: 'pending' },
    ]);
    expect((await livePage.next('delta')).ops).toContainEqual({
      kind: 'put',
      collection: 'invitations',
      key,
      value: seenInvitation,
    });
    livePage.terminate();
  });

  it('are updated in jobs where there are many', async () => {
    const keys: string[] = [];
    for (let index = 0; index < 25; index += 1) keys.push((await invite(gateway, anna, [ben])).key);
    await ben.call('PATCH', '/api/users/me', { displayName: 'Benedikt' });
    for (;;) {
      if (
        (await gateway.database.knex('job').where({ kind: 'social/person-in-invitations' }).first('kind')) === undefined
      )
        break;
      await new Promise((resolve) => setImmediate(resolve));
    }
    const recordedKeys = z
      .array(z.object({ op: z.string() }))
      .parse(
        await gateway.database
          .knex('change')
          .where({ topic: `user/${anna.uid}` })
          .orderBy('seq')
          .select('op'),
      )
      .map(({ op }) => op)
      .filter((recordedOp) => recordedOp.includes('Benedikt') && recordedOp.includes('"invitations"'));
    expect(keys.filter((listedKey) => recordedKeys.some((recordedOp) => recordedOp.includes(listedKey)))).toHaveLength(
      25,
    );
  });

  it('A09 hide the name of an owner who has left in notifications, and show it once they are back', async () => {
    const { key } = await invite(gateway, anna, [ben, cem]);
    const canceledInvitation = await invite(gateway, anna, [ben]);
    for (const invitationKey of [key, canceledInvitation.key]) await sendAnswer(ben, invitationKey, 'accepted');
    await sendAnswer(anna, canceledInvitation.key, 'canceled');
    await anna.say(await anna.chatWith(ben), 'Bis gleich');
    const listNotificationTexts = async (companion: Companion) =>
      (await companion.notices())
        .map(({ kind, text }) => `${kind} ${text.replace(/\d+(?= )/, '').replace(/: Elbkantine.*/, '')}`)
        .sort();
    expect([await listNotificationTexts(ben), await listNotificationTexts(cem)]).toEqual([
      ['invitationChanged anna hat das Treffen abgesagt', 'message Bis gleich'],
      ['invitation anna lädt dich ein'],
    ]);
    await anna.call('PUT', '/api/users/deleteMe');
    expect(await listNotificationTexts(ben)).toEqual([
      'invitationChanged Jemand hat das Treffen abgesagt',
      'invitationChanged Jemand hat das Treffen abgesagt',
    ]);
    expect([
      await listNotificationTexts(cem),
      JSON.stringify([await ben.notices(), await cem.notices()]).includes('anna'),
    ]).toEqual([['invitationChanged Jemand hat das Treffen abgesagt'], false]);
    anna = await restoreAccount(anna);
    expect(await listNotificationTexts(ben)).toEqual([
      'invitationChanged anna hat das Treffen abgesagt',
      'invitationChanged anna ist wieder da, und das Treffen findet statt',
    ]);
    expect(await listNotificationTexts(cem)).toEqual(['invitation anna lädt dich ein']);
  });

  it("A09 hide the name of a guest who has left in the owner's notifications, and show it once they are back", async () => {
    const { key } = await invite(gateway, anna, [ben, cem]);
    await sendAnswer(ben, key, 'accepted');
    const notificationTexts = async () =>
      (await anna.notices()).map(({ text }) => text.replace(/\d+(?= )/, '').replace(/: Elbkantine.*/, ''));
    await cem.call('PUT', '/api/users/deleteMe');
    expect(await notificationTexts()).toEqual(['ben kommt']);
    await ben.call('PUT', '/api/users/deleteMe');
    expect(await notificationTexts()).toEqual(['Jemand kommt nicht']);
    await restoreAccount(ben);
    expect(await notificationTexts()).toEqual(['ben kommt']);
  });

  it('A09 close notifications about a person who has left, of past meetups as well', async () => {
    await invite(gateway, anna, [ben], { date: inHours(gateway, 0.25) });
    gateway.clock.advance(16 * 60_000);
    [anna, ben] = [await signInAgain(gateway, anna), await signInAgain(gateway, ben)];
    expect(await ben.notices()).toHaveLength(1);
    await anna.call('PUT', '/api/users/deleteMe');
    expect(await ben.notices()).toEqual([]);
  });

  it('are exported while a tombstone exists', async () => {
    const { key, date } = await invite(gateway, anna, [ben]);
    await eraseAccount(gateway, anna);
    const exportedRows = await gateway.database.read(async (knex) =>
      providerOf('invitations')?.export(knex, { uid: ben.uid, email: ben.email }),
    );
    expect(exportedRows).toEqual([{ key, date, isGone: true }]);
  });

  it('are exported to attendees, without the other people', async () => {
    const { key, chatKey } = await invite(gateway, anna, [ben]);
    await tokenOf(anna, key);
    const exportedRows = await gateway.database.read(async (knex) =>
      providerOf('invitations')?.export(knex, { uid: ben.uid, email: ben.email }),
    );
    expect(exportedRows).toEqual([
      {
        key,
        date: expect.any(String),
        restaurant: RESTAURANT_KEY,
        isTakeAway: false,
        isOwn: false,
        isCanceled: false,
        status: 'pending',
        chatKey,
        shareToken: null,
      },
    ]);
  });

  it("stay at a place that isn't listed any more", async () => {
    const restaurantKey = `gone-${testCount}`;
    await insertRestaurant(gateway, aRestaurant({ key: restaurantKey, routingName: restaurantKey }));
    const { key, chatKey } = await invite(gateway, anna, [ben], { restaurant: restaurantKey });
    await deactivateRestaurant(gateway, restaurantKey);
    expect([
      (await invitationSeenBy(ben, key)).restaurantInfo.key,
      (await invitationsOf(ben))[0]?.key,
      (await ben.messages(chatKey))[0]?.invitation?.key,
    ]).toEqual([restaurantKey, key, key]);
    expect(
      outcomeOf(
        await anna.call('PUT', '/api/invitations', {
          date: (await invitationSeenBy(anna, key)).date,
          restaurant: restaurantKey,
          attendees: [ben.uid],
          isTakeAway: false,
        }),
      ),
    ).toEqual([404, 'notFound']);
  });

  describe('shared in other chats', () => {
    const shareInvitation = (companion: Companion, chatMembers: readonly Companion[], sharedInvitationKey: string) =>
      companion.call(
        'POST',
        '/api/chat/sendContentMessage',
        z.parse(ContentMessage, {
          userKeys: chatMembers.map(({ uid }) => uid),
          type: 'invitation',
          contentId: sharedInvitationKey,
        }),
      );

    it('get one card there, where all members attend', async () => {
      const { key, chatKey } = await invite(gateway, anna, [ben, cem]);
      expect((await shareInvitation(cem, [anna, ben], key)).body).toEqual({ chatId: chatKey });
      expect((await anna.messages(chatKey)).length).toBe(1);
      const pairChat = await ben.chatWith(cem);
      for (let repetition = 0; repetition < 2; repetition += 1)
        expect((await shareInvitation(cem, [ben], key)).body).toEqual({ chatId: pairChat });
      expect(
        (await ben.messages(pairChat)).map(({ content, contentId, invitation }) => [
          content,
          contentId,
          invitation?.key,
        ]),
      ).toEqual([['invitation', key, key]]);
      expect((await ben.notices()).map(({ kind, title, text }) => [kind, title, text])).toContainEqual([
        'message',
        expect.stringMatching(/^cem\d* hat dich zum Essen eingeladen\.$/),
        '',
      ]);
    });

    it("are refused to users who don't attend", async () => {
      const { key } = await invite(gateway, anna, [ben]);
      expect([
        outcomeOf(await shareInvitation(anna, [cem], key)),
        outcomeOf(await shareInvitation(cem, [ben], key)),
        outcomeOf(await shareInvitation(anna, [ben], 'unknown')),
      ]).toEqual([
        [404, 'notFound'],
        [404, 'notFound'],
        [404, 'notFound'],
      ]);
    });
  });
});
