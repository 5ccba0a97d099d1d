import { Invitation, SharedInvitation } from '@mahlzeit/contract';
import { aRestaurant } from '@mahlzeit/contract/fixtures';
import { MAX_ATTENDEES } from '@mahlzeit/contract/rules';
import * as z from 'zod/mini';
import { testGateways, type TestGateway } from '../../platform/testing/test-gateway';
import { outcomeOf, visit } from '../identity/testing/people';
import { signInAgain, registerCompanion, type Companion } from '../chat/testing/companions';
import { befriend, block, unblock } from '../contacts/testing/relations';
import { answer, answersIn, inHours, invite, joinBy, openPlace, PLACE, seenBy, tokenOf } from './testing/meetups';
import { recordMeetupOrder } from './meetup-orders';

jest.setTimeout(120_000);

const MINUTE_MS = 60_000;

describe('links to invitations', () => {
  const gateways = testGateways();
  let gateway: TestGateway;
  let anna: Companion;
  let ben: Companion;
  let wanda: Companion;
  let key = '';
  let token = '';
  let count = 0;

  const updateUser = (companion: Companion, row: object) =>
    gateway.database.write(({ knex }) => knex('user').where({ uid: companion.uid }).update(row));
  const open = (companion: Pick<Companion, 'call'>, linkToken = token) =>
    companion.call('GET', `/api/invitations/shared/${linkToken}`);
  const openLink = async (companion: Pick<Companion, 'call'>): Promise<SharedInvitation> =>
    z.parse(SharedInvitation, (await open(companion)).body);

  beforeAll(async () => {
    gateway = await gateways.start();
    await openPlace(gateway, aRestaurant({ key: PLACE, routingName: PLACE, name: 'Elbkantine' }));
  });

  beforeEach(async () => {
    count += 1;
    [anna, ben, wanda] = [
      await registerCompanion(gateway, `anna${count}`),
      await registerCompanion(gateway, `ben${count}`),
      await registerCompanion(gateway, `wanda${count}`),
    ];
    await befriend(gateway, [anna, ben]);
    key = (await invite(gateway, anna, [ben])).key;
    token = await tokenOf(anna, key);
  });

  it('are the same for all attendees, until the owner revokes them', async () => {
    expect((await anna.call('POST', `/api/invitations/${key}/share`, {})).body).toEqual({
      url: `${gateway.address.publicUrl}/i/${token}`,
    });
    expect(token).toMatch(/^[\w-]{22}$/);
    expect(await tokenOf(ben, key)).toBe(token);
    expect(outcomeOf(await ben.call('DELETE', `/api/invitations/${key}/share`))).toEqual([403, 'notAllowed']);
    for (let time = 0; time < 2; time += 1)
      expect(outcomeOf(await anna.call('DELETE', `/api/invitations/${key}/share`))).toEqual([200]);
    expect([outcomeOf(await open(wanda)), await joinBy(wanda, token), outcomeOf(await open(wanda, 'guessed'))]).toEqual(
      [
        [404, 'notFound'],
        [404, 'notFound'],
        [404, 'notFound'],
      ],
    );
    expect(await tokenOf(anna, key)).not.toBe(token);
  });

  it('show place, time and first names only', async () => {
    await updateUser(anna, { display_name: 'Anna Lindqvist', photo_url: '/api/users/avatar/secret' });
    await updateUser(ben, { first_name: 'Benedikt', display_name: 'Ben Okafor' });
    await answer(ben, key, 'accepted');
    await joinBy(wanda, token);
    const visitor = await visit(gateway);
    const { status, body } = await open({
      call: (method, path) => anna.browser.call(method, path, { token: visitor.idToken }),
    });
    const { date, restaurantInfo } = await seenBy(anna, key);
    expect([status, body]).toEqual([
      200,
      {
        key: null,
        date,
        isTakeAway: false,
        status: 'accepted',
        restaurant: restaurantInfo,
        attendees: [
          { firstName: 'Anna', status: 'accepted' },
          { firstName: 'Benedikt', status: 'accepted' },
          { firstName: '', status: 'accepted' },
        ],
        seatsLeft: MAX_ATTENDEES - 3,
      },
    ]);
  });

  it('name the invitation to attendees, and let a user who has declined join again', async () => {
    expect([(await openLink(anna)).key, (await openLink(ben)).key, (await openLink(wanda)).key]).toEqual([
      key,
      key,
      null,
    ]);
    await answer(ben, key, 'declined');
    expect(await openLink(ben)).toMatchObject({ key: null, seatsLeft: MAX_ATTENDEES - 1 });
  });

  it('are refused to users who have declined, until they accept', async () => {
    await answer(ben, key, 'declined');
    const shareOutcome = async () => outcomeOf(await ben.call('POST', `/api/invitations/${key}/share`, {}));
    expect(await shareOutcome()).toEqual([404, 'notFound']);
    await joinBy(ben, token);
    expect(await shareOutcome()).toEqual([200]);
  });

  it('add a user once, and notify the owner', async () => {
    const joinedInvitation = z.parse(
      Invitation,
      (await wanda.call('POST', `/api/invitations/shared/${token}/join`)).body,
    );
    expect([
      joinedInvitation.key,
      joinedInvitation.isOwn,
      joinedInvitation.status,
      answersIn(joinedInvitation),
    ]).toEqual([key, false, 'accepted', { [anna.uid]: 'accepted', [ben.uid]: 'pending', [wanda.uid]: 'accepted' }]);
    expect((await anna.notices()).map(({ kind, text }) => [kind, text])).toEqual([
      ['invitationChanged', expect.stringMatching(/^wanda\d+ ist dabei: Elbkantine/)],
    ]);
    expect((await wanda.call('POST', `/api/invitations/shared/${token}/join`)).body).toEqual(joinedInvitation);
    expect(await seenBy(wanda, key)).toEqual(joinedInvitation);
    expect(outcomeOf(await wanda.call('GET', `/api/chat/${joinedInvitation.chatKey}/messages`))).toEqual([
      404,
      'notFound',
    ]);
  });

  it('accept for an invited user, and for one who has declined', async () => {
    expect(await joinBy(ben, token)).toEqual([200]);
    expect([answersIn(await seenBy(ben, key))[ben.uid], await ben.notices()]).toEqual(['accepted', []]);
    await answer(ben, key, 'declined');
    expect([await joinBy(ben, token), await joinBy(anna, token)]).toEqual([[200], [200]]);
    expect(answersIn(await seenBy(anna, key))).toEqual({ [anna.uid]: 'accepted', [ben.uid]: 'accepted' });
  });

  it('refuse a user whom the owner blocks, who also loses their accepted meetups', async () => {
    await joinBy(wanda, token);
    await anna.call('PATCH', '/api/users/block', { users: [wanda.uid, ben.uid] });
    const seen = await seenBy(wanda, key);
    expect([answersIn(seen)[wanda.uid], answersIn(seen)[ben.uid], seen.status]).toEqual([
      'declined',
      'declined',
      'declined',
    ]);
    expect((await wanda.notices()).map(({ kind, text }) => [kind, text])).toEqual([
      ['invitationChanged', expect.stringMatching(/^Du bist nicht mehr dabei: Elbkantine/)],
    ]);
    expect(await ben.notices()).toEqual([]);
    expect([await joinBy(wanda, token), await joinBy(ben, token), await answer(ben, key, 'accepted')]).toEqual([
      [403, 'uninvitable'],
      [403, 'uninvitable'],
      [422, 'transitionNotAllowed'],
    ]);
    await anna.call('PATCH', '/api/users/unblock', { users: [wanda.uid] });
    expect(await joinBy(wanda, token)).toEqual([200]);
  });

  it('refuse a blocked user who was away as well', async () => {
    await joinBy(wanda, token);
    await wanda.call('PUT', '/api/users/deleteMe');
    await anna.call('PATCH', '/api/users/block', { users: [wanda.uid] });
    wanda = await signInAgain(gateway, wanda);
    expect(outcomeOf(await wanda.call('POST', '/api/users/restore', { visible: true }))).toEqual([200]);
    expect(answersIn(await seenBy(anna, key))[wanda.uid]).toBe('declined');
  });

  it("keep meetups of a guest's block, past meetups and meetups with an order", async () => {
    await joinBy(wanda, token);
    await ben.call('PATCH', '/api/users/block', { users: [wanda.uid, anna.uid] });
    expect(answersIn(await seenBy(wanda, key))).toEqual({
      [anna.uid]: 'accepted',
      [ben.uid]: 'pending',
      [wanda.uid]: 'accepted',
    });
    await gateway.database.write((tx) => recordMeetupOrder(tx, { key, uid: wanda.uid, orderKey: 'o1' }));
    await anna.call('PATCH', '/api/users/block', { users: [wanda.uid] });
    expect(answersIn(await seenBy(wanda, key))[wanda.uid]).toBe('accepted');
  });

  it('refuse an invited user where a block exists between them and the owner', async () => {
    await block(gateway, ben, anna);
    expect(await joinBy(ben, token)).toEqual([403, 'uninvitable']);
    await unblock(gateway, ben, anna);
    await joinBy(wanda, token);
    await block(gateway, wanda, ben);
    expect(await joinBy(ben, token)).toEqual([200]);
  });

  it('refuse a user with a block in either direction with any attendee', async () => {
    await block(gateway, ben, wanda);
    expect(await joinBy(wanda, token)).toEqual([403, 'uninvitable']);
    const yara = await registerCompanion(gateway, `yara${count}`);
    await block(gateway, yara, anna);
    expect(await joinBy(yara, token)).toEqual([403, 'uninvitable']);
  });

  it('end once the meetup has begun or is cancelled', async () => {
    const off = await invite(gateway, anna, [ben], { restaurant: PLACE });
    const offToken = await tokenOf(ben, off.key);
    await answer(anna, off.key, 'canceled');
    expect([outcomeOf(await open(wanda, offToken)), await joinBy(wanda, offToken)]).toEqual([
      [410, 'invitationOver'],
      [410, 'invitationOver'],
    ]);
    const soon = await invite(gateway, anna, [ben], { date: inHours(gateway, 0.25) });
    const soonToken = await tokenOf(ben, soon.key);
    gateway.clock.advance(1);
    expect([await joinBy(wanda, soonToken), await joinBy(ben, soonToken)]).toEqual([[406, 'deadlineExceeded'], [200]]);
    gateway.clock.advance(15 * MINUTE_MS);
    wanda = await signInAgain(gateway, wanda);
    expect([outcomeOf(await open(wanda, soonToken)), await joinBy(wanda, soonToken)]).toEqual([
      [410, 'invitationOver'],
      [410, 'invitationOver'],
    ]);
  });

  it('are full at ten, and a guest who declines or leaves frees a seat', async () => {
    const guests: Companion[] = [];
    for (let index = 0; index < MAX_ATTENDEES - 1; index += 1)
      guests.push(await registerCompanion(gateway, `guest${index}-${count}`));
    for (const guest of guests.slice(0, -1)) expect(await joinBy(guest, token)).toEqual([200]);
    const [lastGuest] = guests.slice(-1);
    const [first] = guests;
    if (lastGuest === undefined || first === undefined) throw new Error('No guest has joined');
    expect([await joinBy(lastGuest, token), (await openLink(lastGuest)).seatsLeft]).toEqual([
      [409, 'invitationFull'],
      0,
    ]);
    await answer(ben, key, 'declined');
    expect([await joinBy(lastGuest, token), await joinBy(ben, token)]).toEqual([[200], [409, 'invitationFull']]);
    // A user who deletes their account and restores it has lost their seat if somebody else took it meanwhile.
    await first.call('PUT', '/api/users/deleteMe');
    expect(await joinBy(ben, token)).toEqual([200]);
    expect(
      outcomeOf(await (await signInAgain(gateway, first)).call('POST', '/api/users/restore', { visible: true })),
    ).toEqual([200]);
    const answers = Object.values(answersIn(await seenBy(anna, key)));
    expect([
      answers.filter((status) => status === 'accepted').length,
      answersIn(await seenBy(anna, key))[first.uid],
    ]).toEqual([MAX_ATTENDEES, 'declined']);
  });

  it('limit how often an address opens and joins per minute', async () => {
    const limitedGateway = await gateways.start({ environment: { RATE_LIMITS: 'default' } });
    const visitor = await registerCompanion(limitedGateway, 'visitor');
    const endings = new Map<string, number>();
    for (const [method, path] of [
      ['GET', '/api/invitations/shared/unknown'],
      ['POST', '/api/invitations/shared/unknown/join'],
    ] as const) {
      for (let time = 0; time < 31; time += 1) {
        const outcome = `${method} ${outcomeOf(await visitor.call(method, path, method === 'GET' ? undefined : {})).join(' ')}`;
        endings.set(outcome, (endings.get(outcome) ?? 0) + 1);
      }
    }
    expect(Object.fromEntries(endings)).toEqual({
      'GET 404 notFound': 30,
      'GET 429 ErrorTooManyAttempts': 1,
      'POST 404 notFound': 30,
      'POST 429 ErrorTooManyAttempts': 1,
    });
  });
});
