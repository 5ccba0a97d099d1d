import { ChatMessageView, Invitation, Restaurant } from '@mahlzeit/contract';
import {
  addDays,
  berlinDay,
  INVITATION_PAGE_SIZE,
  mayAccept,
  mayOrder,
  meetupInstantOf,
} from '@mahlzeit/contract/rules';
import * as z from 'zod/mini';
import { signIn, type Person } from '../../modules/identity/testing/people';
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
const ANNA = 'demo-anna-lindqvist';
const BEN = 'demo-ben-okafor';

describe('the lunches of the demo', () => {
  it.each(['2026-06-24T00:00:05+02:00', NOON, '2026-06-24T23:50:00+02:00', '2026-10-25T12:00:00+01:00'])(
    "are of people who are there, and today's are still to come at %s",
    (startTime) => {
      const now = Date.parse(startTime);
      const uids = new Set([...DEMO_ACCOUNTS, ...DEMO_PEOPLE].map(({ uid }) => uid));
      const drafts = demoInvitations(now, null);
      expect(
        drafts.flatMap(({ owner, guests }) => [owner, ...guests.map(({ uid }) => uid)]).filter((uid) => !uids.has(uid)),
      ).toEqual([]);
      expect(new Set(drafts.map(({ key }) => key)).size).toBe(drafts.length);
      expect(drafts.filter(({ sentAt, date }) => sentAt > now || sentAt > date)).toEqual([]);
      const upcomingDrafts = drafts.filter(({ date, isCanceled }) => date >= now && !isCanceled);
      expect([
        upcomingDrafts.map(({ owner }) => owner),
        drafts.filter(({ date, isCanceled }) => date >= now && isCanceled).length,
      ]).toEqual([[BEN, ANNA], 1]);
    },
  );

  it('of each day are added once, whenever the next day begins', () => {
    const start = Date.parse(NOON);
    const keys = demoInvitations(start, null).map(({ key }) => key);
    for (let day = 1; day <= 20; day += 1) {
      const now = start + day * DAY_MS;
      keys.push(...demoInvitations(now, addDays(berlinDay(now), -1)).map(({ key }) => key));
      expect(demoInvitations(now, berlinDay(now))).toEqual([]);
    }
    expect(new Set(keys).size).toBe(keys.length);
  });
});

describe('Anna of the demo', () => {
  const gateways = testGateways();
  let gateway: TestGateway;

  const read = async (person: Person, query: string) =>
    z.array(Invitation).parse((await person.call('GET', `/api/invitations?${query}`)).body);
  const findsHers = async (): Promise<void> => {
    const [anna, now] = [await signIn(gateway, 'anna@mahlzeit.test'), gateway.clock.now()];
    const upcomingInvitations = await read(anna, 'when=upcoming&limit=50');
    const [firstInvitation, ownInvitation, off] = upcomingInvitations;
    expect(upcomingInvitations.map(({ status, isOwn }) => [status, isOwn])).toEqual([
      ['pending', false],
      ['accepted', true],
      ['canceled', false],
    ]);
    if (firstInvitation === undefined || ownInvitation === undefined || off === undefined)
      throw new Error('an invitation is missing');
    expect([
      mayAccept(firstInvitation, ANNA, now),
      berlinDay(meetupInstantOf(firstInvitation)),
      berlinDay(meetupInstantOf(off)) > berlinDay(now),
    ]).toEqual([true, berlinDay(now), true]);
    const place = Restaurant.parse((await anna.call('GET', `/api/restaurants/${ownInvitation.restaurant}`)).body);
    expect(mayOrder(ownInvitation, { uid: ANNA, place, now })).toBe(true);
    expect(await read(anna, `when=past&limit=${INVITATION_PAGE_SIZE}`)).toHaveLength(INVITATION_PAGE_SIZE);
    expect((await read(anna, 'when=past&limit=50')).length).toBeGreaterThan(INVITATION_PAGE_SIZE + 1);
    const cards = z
      .array(ChatMessageView)
      .parse((await anna.call('GET', `/api/chat/${firstInvitation.chatKey}/messages`)).body);
    expect(cards.find(({ key }) => key === firstInvitation.messageKey)).toMatchObject({
      content: 'invitation',
      contentId: firstInvitation.key,
      invitation: firstInvitation,
    });
  };

  it('has one to answer, one of her own to order for, a cancelled one, and more past ones than one page; the next day again', async () => {
    gateway = await gateways.start({ now: NOON, environment: { MAHLZEIT_WORLD: 'demo', MAHLZEIT_NOW: NOON } });
    await findsHers();
    gateway.clock.advance(Date.parse('2026-06-25T00:00:10+02:00') - gateway.clock.now());
    await gateway.database.write((tx) => refreshSeed(tx, demoSeed, gateway.clock.now()));
    await findsHers();
  });
});
