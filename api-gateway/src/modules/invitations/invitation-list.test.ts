import { aRestaurant } from '@mahlzeit/contract/fixtures';
import { testGateways, type TestGateway } from '../../platform/testing/test-gateway';
import { outcomeOf } from '../identity/testing/people';
import { signInAgain, type Companion } from '../chat/testing/companions';
import { inHours, insertRestaurant, invitationsOf, invite, registerContacts, RESTAURANT_KEY } from './testing/meetups';

jest.setTimeout(120_000);

const MINUTE_MS = 60_000;

describe('the list of invitations', () => {
  const gateways = testGateways();
  let gateway: TestGateway;
  let anna: Companion;
  let ben: Companion;
  let cem: Companion;
  let testCount = 0;

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

  it('orders by date: the next first, and the latest of the past ones first', async () => {
    const invitationKeys: string[] = [];
    for (const minutesAhead of [30, 10, 20])
      invitationKeys.push((await invite(gateway, anna, [ben], { date: inHours(gateway, minutesAhead / 60) })).key);
    const [latestKey, earliestKey, middleKey] = invitationKeys;
    expect((await invitationsOf(ben)).map(({ key }) => key)).toEqual([earliestKey, middleKey, latestKey]);
    gateway.clock.advance(20 * MINUTE_MS + 1);
    ben = await signInAgain(gateway, ben);
    expect((await invitationsOf(ben)).map(({ key }) => key)).toEqual([latestKey]);
    expect((await invitationsOf(ben, 'when=past')).map(({ key }) => key)).toEqual([middleKey, earliestKey]);
  });

  it('S10 returns each invitation once, page by page, also where one becomes past in between', async () => {
    const invitationKeys: string[] = [];
    for (let index = 0; index < 8; index += 1)
      invitationKeys.push((await invite(gateway, anna, [ben], { date: inHours(gateway, (index + 1) / 60) })).key);
    const listKeys = async (listPeriod: string, previousKey?: string) =>
      (
        await invitationsOf(
          ben,
          `when=${listPeriod}&limit=2${previousKey === undefined ? '' : `&before=${previousKey}`}`,
        )
      ).map(({ key }) => key);
    expect(await listKeys('upcoming')).toEqual(invitationKeys.slice(0, 2));
    gateway.clock.advance(3 * MINUTE_MS + 1);
    // Since the first page was read, its last invitation and the next one have become past.
    expect(await listKeys('upcoming', invitationKeys[1])).toEqual(invitationKeys.slice(3, 5));
    expect(await listKeys('past')).toEqual([invitationKeys[2], invitationKeys[1]]);
    gateway.clock.advance(MINUTE_MS);
    expect(await listKeys('past', invitationKeys[1])).toEqual([invitationKeys[0]]);
    expect(await listKeys('upcoming', invitationKeys[4])).toEqual(invitationKeys.slice(5, 7));
    expect(await listKeys('upcoming', invitationKeys[6])).toEqual(invitationKeys.slice(7));
    expect(await listKeys('upcoming', invitationKeys[7])).toEqual([]);
  });

  it('refuses a foreign invitation as the last row, and returns at most fifty', async () => {
    const { key } = await invite(gateway, anna, [ben]);
    for (const invalidQuery of [
      `when=upcoming&before=${key}`,
      'when=past&before=unknown',
      'when=upcoming&limit=51',
      'when=never',
      '',
    ]) {
      expect(outcomeOf(await cem.call('GET', `/api/invitations?${invalidQuery}`))).toEqual([400, 'invalidRequest']);
    }
  });
});
