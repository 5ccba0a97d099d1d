import { ContentMessage } from '@mahlzeit/contract';
import { aRestaurant } from '@mahlzeit/contract/fixtures';
import * as z from 'zod/mini';
import { testGateways, type TestGateway } from '../../platform/testing/test-gateway';
import { outcomeOf } from '../identity/testing/people';
import { signInAgain, registerCompanion, type Companion } from '../chat/testing/companions';
import { makeContacts } from '../contacts/testing/relations';
import {
  sendAnswer,
  answersByUid,
  inHours,
  invitationsOf,
  invite,
  joinByLink,
  insertRestaurant,
  PLACE,
  deactivateRestaurant,
  invitationSeenBy,
  tokenOf,
} from './testing/meetups';

jest.setTimeout(120_000);

describe('invitations of changed people', () => {
  const gateways = testGateways();
  let gateway: TestGateway;
  let anna: Companion;
  let ben: Companion;
  let cem: Companion;
  let count = 0;

  const providerOf = (name: string) =>
    gateway.personalData.flatMap((provider) => ('erase' in provider && provider.name === name ? [provider] : []))[0];
  const eraseAccount = async (companion: Companion): Promise<void> => {
    await gateway.database.write(async (tx) => {
      for (const provider of gateway.personalData)
        if ('erase' in provider) await provider.erase(tx, { uid: companion.uid, email: companion.email });
      await tx.knex('user').where({ uid: companion.uid }).delete();
    });
  };
  const mentions = async (companion: Companion): Promise<string[]> => {
    const tables: string[] = [];
    for (const [table, column] of [
      ['invitation', 'owner_uid'],
      ['invitation_attendee', 'uid'],
      ['invitation_tombstone', 'uid'],
      ['notification', 'about_uid'],
    ] as const) {
      if (
        (await gateway.database
          .knex(table)
          .where({ [column]: companion.uid })
          .first(column)) !== undefined
      )
        tables.push(table);
    }
    return tables;
  };
  const restoreAccount = async (companion: Companion): Promise<Companion> => {
    const returned = await signInAgain(gateway, companion);
    expect(outcomeOf(await returned.call('POST', '/api/users/restore', { visible: true }))).toEqual([200]);
    return signInAgain(gateway, companion);
  };

  beforeAll(async () => {
    gateway = await gateways.start();
    await insertRestaurant(gateway, aRestaurant({ key: PLACE, routingName: PLACE, name: 'Elbkantine' }));
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
    const token = await tokenOf(anna, key);
    await anna.call('PUT', '/api/users/deleteMe');
    expect((await invitationSeenBy(ben, key)).status).toBe('canceled');
    expect([await sendAnswer(ben, key, 'accepted'), await joinByLink(cem, token)]).toEqual([
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
    const page = await ben.follow('me');
    await eraseAccount(anna);
    const ops = (await page.next('delta')).ops;
    expect(ops).toContainEqual({ kind: 'del', collection: 'invitations', key });
    page.terminate();
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
    expect([(await ben.notices()).map(({ kind }) => kind), await mentions(anna)]).toEqual([['message'], []]);
  });

  it('stay without an erased guest', async () => {
    const { key } = await invite(gateway, anna, [ben, cem]);
    await sendAnswer(ben, key, 'accepted');
    const page = await anna.follow('me');
    await eraseAccount(ben);
    expect(await mentions(ben)).toEqual([]);
    const seenInvitation = await invitationSeenBy(anna, key);
    expect([seenInvitation.status, answersByUid(seenInvitation)]).toEqual([
      'pending',
      { [anna.uid]: 'accepted', [cem.uid]: 'pending' },
    ]);
    expect((await page.next('delta')).ops).toContainEqual({
      kind: 'put',
      collection: 'invitations',
      key,
      value: seenInvitation,
    });
    page.terminate();
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
      .filter((op) => op.includes('Benedikt') && op.includes('"invitations"'));
    expect(keys.filter((key) => recordedKeys.some((op) => op.includes(key)))).toHaveLength(25);
  });

  it('A09 hide the name of an owner who has left in notifications, and show it once they are back', async () => {
    const { key } = await invite(gateway, anna, [ben, cem]);
    const off = await invite(gateway, anna, [ben]);
    for (const invitationKey of [key, off.key]) await sendAnswer(ben, invitationKey, 'accepted');
    await sendAnswer(anna, off.key, 'canceled');
    await anna.say(await anna.chatWith(ben), 'Bis gleich');
    const texts = async (companion: Companion) =>
      (await companion.notices())
        .map(({ kind, text }) => `${kind} ${text.replace(/\d+(?= )/, '').replace(/: Elbkantine.*/, '')}`)
        .sort();
    expect([await texts(ben), await texts(cem)]).toEqual([
      ['invitationChanged anna hat das Treffen abgesagt', 'message Bis gleich'],
      ['invitation anna lädt dich ein'],
    ]);
    await anna.call('PUT', '/api/users/deleteMe');
    expect(await texts(ben)).toEqual([
      'invitationChanged Jemand hat das Treffen abgesagt',
      'invitationChanged Jemand hat das Treffen abgesagt',
    ]);
    expect([await texts(cem), JSON.stringify([await ben.notices(), await cem.notices()]).includes('anna')]).toEqual([
      ['invitationChanged Jemand hat das Treffen abgesagt'],
      false,
    ]);
    anna = await restoreAccount(anna);
    expect(await texts(ben)).toEqual([
      'invitationChanged anna hat das Treffen abgesagt',
      'invitationChanged anna ist wieder da, und das Treffen findet statt',
    ]);
    expect(await texts(cem)).toEqual(['invitation anna lädt dich ein']);
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
    await eraseAccount(anna);
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
        restaurant: PLACE,
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
    const place = `gone-${count}`;
    await insertRestaurant(gateway, aRestaurant({ key: place, routingName: place }));
    const { key, chatKey } = await invite(gateway, anna, [ben], { restaurant: place });
    await deactivateRestaurant(gateway, place);
    expect([
      (await invitationSeenBy(ben, key)).restaurantInfo.key,
      (await invitationsOf(ben))[0]?.key,
      (await ben.messages(chatKey))[0]?.invitation?.key,
    ]).toEqual([place, key, key]);
    expect(
      outcomeOf(
        await anna.call('PUT', '/api/invitations', {
          date: (await invitationSeenBy(anna, key)).date,
          restaurant: place,
          attendees: [ben.uid],
          isTakeAway: false,
        }),
      ),
    ).toEqual([404, 'notFound']);
  });

  describe('shared in other chats', () => {
    const shareInvitation = (companion: Companion, members: readonly Companion[], key: string) =>
      companion.call(
        'POST',
        '/api/chat/sendContentMessage',
        z.parse(ContentMessage, { userKeys: members.map(({ uid }) => uid), type: 'invitation', contentId: key }),
      );

    it('get one card there, where all members attend', async () => {
      const { key, chatKey } = await invite(gateway, anna, [ben, cem]);
      expect((await shareInvitation(cem, [anna, ben], key)).body).toEqual({ chatId: chatKey });
      expect((await anna.messages(chatKey)).length).toBe(1);
      const pair = await ben.chatWith(cem);
      for (let time = 0; time < 2; time += 1)
        expect((await shareInvitation(cem, [ben], key)).body).toEqual({ chatId: pair });
      expect(
        (await ben.messages(pair)).map(({ content, contentId, invitation }) => [content, contentId, invitation?.key]),
      ).toEqual([['invitation', key, key]]);
      expect((await ben.notices()).map(({ kind, text }) => [kind, text])).toContainEqual([
        'message',
        'Hat dich zum Essen eingeladen.',
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
