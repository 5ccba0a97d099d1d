import { ChatMessageView, Invitation, Restaurant } from '@mahlzeit/contract';
import {
  addDays,
  berlinDay,
  INVITATION_PAGE_SIZE,
  mayAcceptInvitation,
  mayOrderForInvitation,
  meetupInstantOf,
} from '@mahlzeit/contract/rules';
import * as z from 'zod/mini';
import { signIn, type TestPerson } from '../../modules/identity/testing/people';
import { DEMO_START } from '../../platform/testing/demo-template';
import { testGateways, type TestGateway } from '../../platform/testing/test-gateway';
import { refreshSeed } from '../seed-database';
import { DEMO_ACCOUNTS } from './accounts';
import { demoSeed } from './demo-seed';
import { demoInvitations } from './invitations';
import { DEMO_PEOPLE } from './people';

jest.setTimeout(120_000);

const NOON = DEMO_START;
const DAY_MS = 24 * 60 * 60_000;
const ANNA_UID = 'demo-anna-lindqvist';
const BEN_UID = 'demo-ben-okafor';

describe('the lunches of the demo', () => {
  it.each(['2026-06-24T00:00:05+02:00', NOON, '2026-06-24T23:50:00+02:00', '2026-10-25T12:00:00+01:00'])(
    "are of people who are there, and today's are still to come at %s",
    (startTime) => {
      const now = Date.parse(startTime);
      const uids = new Set([...DEMO_ACCOUNTS, ...DEMO_PEOPLE].map(({ uid }) => uid));
      const invitationDrafts = demoInvitations(now, null);
      expect(
        invitationDrafts
          .flatMap(({ owner, guests }) => [owner, ...guests.map(({ uid }) => uid)])
          .filter((uid) => !uids.has(uid)),
      ).toEqual([]);
      expect(new Set(invitationDrafts.map(({ key }) => key)).size).toBe(invitationDrafts.length);
      expect(invitationDrafts.filter(({ sentAt, date }) => sentAt > now || sentAt > date)).toEqual([]);
      const upcomingDrafts = invitationDrafts.filter(({ date, isCanceled }) => date >= now && !isCanceled);
      expect([
        upcomingDrafts.map(({ owner }) => owner),
        invitationDrafts.filter(({ date, isCanceled }) => date >= now && isCanceled).length,
      ]).toEqual([[BEN_UID, ANNA_UID], 1]);
    },
  );

  it('of each day are added once, whenever the next day begins', () => {
    const demoStart = Date.parse(NOON);
    const invitationKeys = demoInvitations(demoStart, null).map(({ key }) => key);
    for (let dayOffset = 1; dayOffset <= 20; dayOffset += 1) {
      const now = demoStart + dayOffset * DAY_MS;
      invitationKeys.push(...demoInvitations(now, addDays(berlinDay(now), -1)).map(({ key }) => key));
      expect(demoInvitations(now, berlinDay(now))).toEqual([]);
    }
    expect(new Set(invitationKeys).size).toBe(invitationKeys.length);
  });
});

describe('Anna of the demo', () => {
  const gateways = testGateways();
  let gateway: TestGateway;

  const readInvitations = async (person: TestPerson, query: string) =>
    z.array(Invitation).parse((await person.call('GET', `/api/invitations?${query}`)).body);
  const expectAnnasInvitations = async (): Promise<void> => {
    const [anna, now] = [await signIn(gateway, 'anna@mahlzeit.test'), gateway.clock.now()];
    const upcomingInvitations = await readInvitations(anna, 'when=upcoming&limit=50');
    const [firstInvitation, ownInvitation, laterInvitation] = upcomingInvitations;
    expect(upcomingInvitations.map(({ status, isOwn }) => [status, isOwn])).toEqual([
      ['pending', false],
      ['accepted', true],
      ['canceled', false],
    ]);
    if (firstInvitation === undefined || ownInvitation === undefined || laterInvitation === undefined)
      throw new Error('an invitation is missing');
    expect([
      mayAcceptInvitation(firstInvitation, ANNA_UID, now),
      berlinDay(meetupInstantOf(firstInvitation)),
      berlinDay(meetupInstantOf(laterInvitation)) > berlinDay(now),
    ]).toEqual([true, berlinDay(now), true]);
    const invitedRestaurant = Restaurant.parse(
      (await anna.call('GET', `/api/restaurants/${ownInvitation.restaurant}`)).body,
    );
    expect(mayOrderForInvitation(ownInvitation, { uid: ANNA_UID, place: invitedRestaurant, now })).toBe(true);
    expect(await readInvitations(anna, `when=past&limit=${INVITATION_PAGE_SIZE}`)).toHaveLength(INVITATION_PAGE_SIZE);
    expect((await readInvitations(anna, 'when=past&limit=50')).length).toBeGreaterThan(INVITATION_PAGE_SIZE + 1);
    const messagesWithCards = z
      .array(ChatMessageView)
      .parse((await anna.call('GET', `/api/chat/${firstInvitation.chatKey}/messages`)).body);
    expect(messagesWithCards.find(({ key }) => key === firstInvitation.messageKey)).toMatchObject({
      content: 'invitation',
      contentId: firstInvitation.key,
      invitation: firstInvitation,
    });
  };

  it('has one to answer, one of her own to order for, a cancelled one, and more past ones than one page; the next day again', async () => {
    gateway = await gateways.start({ now: NOON, environment: { MAHLZEIT_WORLD: 'demo', MAHLZEIT_NOW: NOON } });
    await expectAnnasInvitations();
    gateway.clock.advance(Date.parse('2026-06-25T00:00:10+02:00') - gateway.clock.now());
    await gateway.database.write((tx) => refreshSeed(tx, demoSeed, gateway.clock.now()));
    await expectAnnasInvitations();
  });
});
