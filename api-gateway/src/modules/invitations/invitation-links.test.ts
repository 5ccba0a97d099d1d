import { Invitation, SharedInvitation } from '@mahlzeit/contract';
import { aRestaurant } from '@mahlzeit/contract/fixtures';
import { MAX_ATTENDEES } from '@mahlzeit/contract/rules';
import * as z from 'zod/mini';
import { testGateways, type TestGateway } from '../../platform/testing/test-gateway';
import { outcomeOf, visit } from '../identity/testing/people';
import { signInAgain, registerCompanion, type Companion } from '../chat/testing/companions';
import { makeContacts, blockUser, unblockUser } from '../contacts/testing/relations';
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
import { recordMeetupOrder } from './meetup-orders';

jest.setTimeout(120_000);

const MINUTE_MS = 60_000;

describe('links to invitations', () => {
  const gateways = testGateways();
  let gateway: TestGateway;
  let anna: Companion;
  let ben: Companion;
  let wanda: Companion;
  let invitationKey = '';
  let invitationToken = '';
  let testCount = 0;

  const updateUser = (companion: Companion, userColumns: object) =>
    gateway.database.write(({ knex }) => knex('user').where({ uid: companion.uid }).update(userColumns));
  const requestLink = (companion: Pick<Companion, 'call'>, linkToken = invitationToken) =>
    companion.call('GET', `/api/invitations/shared/${linkToken}`);
  const openSharedInvitation = async (companion: Pick<Companion, 'call'>): Promise<SharedInvitation> =>
    z.parse(SharedInvitation, (await requestLink(companion)).body);

  beforeAll(async () => {
    gateway = await gateways.start();
    await insertRestaurant(
      gateway,
      aRestaurant({ key: RESTAURANT_KEY, routingName: RESTAURANT_KEY, name: 'Elbkantine' }),
    );
  });

  beforeEach(async () => {
    testCount += 1;
    [anna, ben, wanda] = [
      await registerCompanion(gateway, `anna${testCount}`),
      await registerCompanion(gateway, `ben${testCount}`),
      await registerCompanion(gateway, `wanda${testCount}`),
    ];
    await makeContacts(gateway, [anna, ben]);
    invitationKey = (await invite(gateway, anna, [ben])).key;
    invitationToken = await tokenOf(anna, invitationKey);
  });

  it('are the same for all attendees, until the owner revokes them', async () => {
    expect((await anna.call('POST', `/api/invitations/${invitationKey}/share`, {})).body).toEqual({
      url: `${gateway.address.publicUrl}/i/${invitationToken}`,
    });
    expect(invitationToken).toMatch(/^[\w-]{22}$/);
    expect(await tokenOf(ben, invitationKey)).toBe(invitationToken);
    expect(outcomeOf(await ben.call('DELETE', `/api/invitations/${invitationKey}/share`))).toEqual([403, 'notAllowed']);
    for (let attemptIndex = 0; attemptIndex < 2; attemptIndex += 1)
      expect(outcomeOf(await anna.call('DELETE', `/api/invitations/${invitationKey}/share`))).toEqual([200]);
    expect([
      outcomeOf(await requestLink(wanda)),
      await joinByLink(wanda, invitationToken),
      outcomeOf(await requestLink(wanda, 'guessed')),
    ]).toEqual([
      [404, 'notFound'],
      [404, 'notFound'],
      [404, 'notFound'],
    ]);
    // A guest can't create a new link after the owner has revoked it.
    expect(outcomeOf(await ben.call('POST', `/api/invitations/${invitationKey}/share`, {}))).toEqual([
      403,
      'notAllowed',
    ]);
    const nextToken = await tokenOf(anna, invitationKey);
    expect(nextToken).not.toBe(invitationToken);
    expect(await tokenOf(ben, invitationKey)).toBe(nextToken);
  });

  it('show place, time and first names only', async () => {
    await updateUser(anna, { display_name: 'Anna Lindqvist', photo_url: '/api/users/avatar/secret' });
    await updateUser(ben, { first_name: 'Benedikt', display_name: 'Ben Okafor' });
    await updateUser(wanda, { display_name: null });
    await sendAnswer(ben, invitationKey, 'accepted');
    await joinByLink(wanda, invitationToken);
    const visitorPerson = await visit(gateway);
    const { status, body } = await requestLink({
      call: (httpMethod, requestPath) => anna.browser.call(httpMethod, requestPath, { token: visitorPerson.idToken }),
    });
    const { date, restaurantInfo } = await invitationSeenBy(anna, invitationKey);
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
    expect([
      (await openSharedInvitation(anna)).key,
      (await openSharedInvitation(ben)).key,
      (await openSharedInvitation(wanda)).key,
    ]).toEqual([invitationKey, invitationKey, null]);
    await sendAnswer(ben, invitationKey, 'declined');
    expect(await openSharedInvitation(ben)).toMatchObject({ key: null, seatsLeft: MAX_ATTENDEES - 1 });
  });

  it('are refused to users who have declined, until they accept', async () => {
    await sendAnswer(ben, invitationKey, 'declined');
    const shareOutcome = async () => outcomeOf(await ben.call('POST', `/api/invitations/${invitationKey}/share`, {}));
    expect(await shareOutcome()).toEqual([404, 'notFound']);
    await joinByLink(ben, invitationToken);
    expect(await shareOutcome()).toEqual([200]);
  });

  it('add a user once, and notify the owner', async () => {
    const joinedInvitation = z.parse(
      Invitation,
      (await wanda.call('POST', `/api/invitations/shared/${invitationToken}/join`)).body,
    );
    expect([
      joinedInvitation.key,
      joinedInvitation.isOwn,
      joinedInvitation.status,
      answersByUid(joinedInvitation),
    ]).toEqual([
      invitationKey,
      false,
      'accepted',
      { [anna.uid]: 'accepted', [ben.uid]: 'pending', [wanda.uid]: 'accepted' },
    ]);
    expect((await anna.notices()).map(({ kind, text }) => [kind, text])).toEqual([
      ['invitationChanged', expect.stringMatching(/^wanda\d+ ist dabei: Elbkantine/)],
    ]);
    expect((await wanda.call('POST', `/api/invitations/shared/${invitationToken}/join`)).body).toEqual(
      joinedInvitation,
    );
    expect(await invitationSeenBy(wanda, invitationKey)).toEqual(joinedInvitation);
  });

  it('accept for an invited user, and for one who has declined', async () => {
    expect(await joinByLink(ben, invitationToken)).toEqual([200]);
    expect([answersByUid(await invitationSeenBy(ben, invitationKey))[ben.uid], await ben.notices()]).toEqual([
      'accepted',
      [],
    ]);
    await sendAnswer(ben, invitationKey, 'declined');
    expect([await joinByLink(ben, invitationToken), await joinByLink(anna, invitationToken)]).toEqual([[200], [200]]);
    expect(answersByUid(await invitationSeenBy(anna, invitationKey))).toEqual({
      [anna.uid]: 'accepted',
      [ben.uid]: 'accepted',
    });
  });

  it('refuse a user whom the owner blocks, who also loses their accepted meetups', async () => {
    await joinByLink(wanda, invitationToken);
    await anna.call('PATCH', '/api/users/block', { users: [wanda.uid, ben.uid] });
    const seenInvitation = await invitationSeenBy(wanda, invitationKey);
    expect([
      answersByUid(seenInvitation)[wanda.uid],
      answersByUid(seenInvitation)[ben.uid],
      seenInvitation.status,
    ]).toEqual(['declined', 'declined', 'declined']);
    expect((await wanda.notices()).map(({ kind, text }) => [kind, text])).toEqual([
      ['invitationChanged', expect.stringMatching(/^Du bist nicht mehr dabei: Elbkantine/)],
    ]);
    expect(await ben.notices()).toEqual([]);
    expect([
      await joinByLink(wanda, invitationToken),
      await joinByLink(ben, invitationToken),
      await sendAnswer(ben, invitationKey, 'accepted'),
    ]).toEqual([
      [403, 'uninvitable'],
      [403, 'uninvitable'],
      [422, 'transitionNotAllowed'],
    ]);
    await anna.call('PATCH', '/api/users/unblock', { users: [wanda.uid] });
    expect(await joinByLink(wanda, invitationToken)).toEqual([200]);
  });

  it('refuse a blocked user who was away as well', async () => {
    await joinByLink(wanda, invitationToken);
    await wanda.call('PUT', '/api/users/deleteMe');
    await anna.call('PATCH', '/api/users/block', { users: [wanda.uid] });
    wanda = await signInAgain(gateway, wanda);
    expect(outcomeOf(await wanda.call('POST', '/api/users/restore', { visible: true }))).toEqual([200]);
    expect(answersByUid(await invitationSeenBy(anna, invitationKey))[wanda.uid]).toBe('declined');
  });

  it("keep meetups of a guest's block, past meetups and meetups with an order", async () => {
    await joinByLink(wanda, invitationToken);
    await ben.call('PATCH', '/api/users/block', { users: [wanda.uid, anna.uid] });
    expect(answersByUid(await invitationSeenBy(wanda, invitationKey))).toEqual({
      [anna.uid]: 'accepted',
      [ben.uid]: 'pending',
      [wanda.uid]: 'accepted',
    });
    await gateway.database.write((tx) => recordMeetupOrder(tx, { key: invitationKey, uid: wanda.uid, orderKey: 'o1' }));
    await anna.call('PATCH', '/api/users/block', { users: [wanda.uid] });
    expect(answersByUid(await invitationSeenBy(wanda, invitationKey))[wanda.uid]).toBe('accepted');
  });

  it('refuse an invited user where a block exists between them and the owner', async () => {
    await blockUser(gateway, ben, anna);
    expect(await joinByLink(ben, invitationToken)).toEqual([403, 'uninvitable']);
    await unblockUser(gateway, ben, anna);
    await joinByLink(wanda, invitationToken);
    await blockUser(gateway, wanda, ben);
    expect(await joinByLink(ben, invitationToken)).toEqual([200]);
  });

  it('refuse a user with a block in either direction with the owner, and nobody for a block with a guest', async () => {
    await blockUser(gateway, ben, wanda);
    expect(await joinByLink(wanda, invitationToken)).toEqual([200]);
    for (const doesYaraBlock of [true, false]) {
      const yara = await registerCompanion(gateway, `yara${testCount}-${doesYaraBlock}`);
      await blockUser(gateway, doesYaraBlock ? yara : anna, doesYaraBlock ? anna : yara);
      expect(await joinByLink(yara, invitationToken)).toEqual([403, 'uninvitable']);
    }
  });

  it('end once the meetup has begun or is cancelled', async () => {
    const canceledInvitation = await invite(gateway, anna, [ben], { restaurant: RESTAURANT_KEY });
    const canceledToken = await tokenOf(ben, canceledInvitation.key);
    await sendAnswer(anna, canceledInvitation.key, 'canceled');
    expect([outcomeOf(await requestLink(wanda, canceledToken)), await joinByLink(wanda, canceledToken)]).toEqual([
      [410, 'invitationOver'],
      [410, 'invitationOver'],
    ]);
    const soonInvitation = await invite(gateway, anna, [ben], { date: inHours(gateway, 0.25) });
    const soonInvitationToken = await tokenOf(ben, soonInvitation.key);
    gateway.clock.advance(1);
    expect([await joinByLink(wanda, soonInvitationToken), await joinByLink(ben, soonInvitationToken)]).toEqual([
      [406, 'deadlineExceeded'],
      [200],
    ]);
    gateway.clock.advance(15 * MINUTE_MS);
    wanda = await signInAgain(gateway, wanda);
    expect([
      outcomeOf(await requestLink(wanda, soonInvitationToken)),
      await joinByLink(wanda, soonInvitationToken),
    ]).toEqual([
      [410, 'invitationOver'],
      [410, 'invitationOver'],
    ]);
  });

  it('are full at ten, and a guest who declines or leaves frees a seat', async () => {
    const joinedGuests: Companion[] = [];
    for (let index = 0; index < MAX_ATTENDEES - 1; index += 1)
      joinedGuests.push(await registerCompanion(gateway, `guest${index}-${testCount}`));
    for (const joinedGuest of joinedGuests.slice(0, -1))
      expect(await joinByLink(joinedGuest, invitationToken)).toEqual([200]);
    const [lastGuest] = joinedGuests.slice(-1);
    const [firstGuest] = joinedGuests;
    if (lastGuest === undefined || firstGuest === undefined) throw new Error('No guest has joined');
    expect([await joinByLink(lastGuest, invitationToken), (await openSharedInvitation(lastGuest)).seatsLeft]).toEqual([
      [409, 'invitationFull'],
      0,
    ]);
    await sendAnswer(ben, invitationKey, 'declined');
    expect([await joinByLink(lastGuest, invitationToken), await joinByLink(ben, invitationToken)]).toEqual([
      [200],
      [409, 'invitationFull'],
    ]);
    // A user who deletes their account leaves the meetup. After restoring the account, the user is not an attendee
    // again, because somebody else has joined meanwhile and the meetup is full.
    await firstGuest.call('PUT', '/api/users/deleteMe');
    expect(await joinByLink(ben, invitationToken)).toEqual([200]);
    expect(
      outcomeOf(await (await signInAgain(gateway, firstGuest)).call('POST', '/api/users/restore', { visible: true })),
    ).toEqual([200]);
    const attendeeAnswers = Object.values(answersByUid(await invitationSeenBy(anna, invitationKey)));
    expect([
      attendeeAnswers.filter((attendeeStatus) => attendeeStatus === 'accepted').length,
      answersByUid(await invitationSeenBy(anna, invitationKey))[firstGuest.uid],
    ]).toEqual([MAX_ATTENDEES, 'declined']);
  });

  it('limit how often an address opens and joins per minute', async () => {
    const limitedGateway = await gateways.start({ environment: { RATE_LIMITS: 'default' } });
    const visitorCompanion = await registerCompanion(limitedGateway, 'visitor');
    const countByOutcome = new Map<string, number>();
    for (const [httpMethod, requestPath] of [
      ['GET', '/api/invitations/shared/unknown'],
      ['POST', '/api/invitations/shared/unknown/join'],
    ] as const) {
      for (let attemptIndex = 0; attemptIndex < 31; attemptIndex += 1) {
        const attemptOutcome = `${httpMethod} ${outcomeOf(await visitorCompanion.call(httpMethod, requestPath, httpMethod === 'GET' ? undefined : {})).join(' ')}`;
        countByOutcome.set(attemptOutcome, (countByOutcome.get(attemptOutcome) ?? 0) + 1);
      }
    }
    expect(Object.fromEntries(countByOutcome)).toEqual({
      'GET 404 notFound': 30,
      'GET 429 ErrorTooManyAttempts': 1,
      'POST 404 notFound': 30,
      'POST 429 ErrorTooManyAttempts': 1,
    });
  });
});
