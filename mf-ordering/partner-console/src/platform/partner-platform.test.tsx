import { acceptPartnerOrder, getPartnerRestaurant, partnerTopic } from '@mahlzeit/contract';
import { aPartnerOrder, aRestaurant } from '@mahlzeit/contract/fixtures';
import { answer, refuse, failAsUnreachable } from '@mahlzeit/shared-ui/testing';
import { fakePartner, PARTNER_TOKEN_KEY } from '../testing/fake-partner';

const waitTurns = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setTimeout(resolve, 0));
};
const restaurant = aRestaurant();

it('sends nothing while the device has no token', async () => {
  const { platform, requests } = fakePartner({ storage: {} });
  platform.start();
  await waitTurns();
  expect([platform.session(), requests]).toEqual([{ status: 'signedOut', signOutReason: 'nobody' }, []]);
});

it('sends the device’s token without any session, and follows the counter’s topic with it', async () => {
  const { platform, sent } = fakePartner({
    orders: [aPartnerOrder()],
    answers: [answer(acceptPartnerOrder, aPartnerOrder({ accepted: true }))],
  });
  platform.start();
  await waitTurns();
  expect(platform.session()).toEqual({ status: 'open', restaurant });
  let storedValue: readonly string[] = [];
  platform.liveClient.subscribe(partnerTopic(restaurant.key), ({ collections }) => {
    storedValue = [...(collections.get('orders')?.keys() ?? [])];
  });
  await waitTurns();
  expect(storedValue).toEqual(['bestellung-01']);
  await platform.apiClient.call(acceptPartnerOrder, { params: { key: 'bestellung-01' } });
  expect(sent.map(({ url }) => new URL(url).pathname)).toEqual([
    '/api/partner/restaurant',
    '/api/partner/orders/bestellung-01/accept',
  ]);
  expect(sent.every(({ headers }) => headers.get('Authorization') === 'Bearer schluessel')).toBe(true);
  expect(sent.map(({ headers }) => headers.has('Idempotency-Key'))).toEqual([false, true]);
});

it.each([
  ['unauthenticated', 'refused'],
  ['notFound', 'allRestaurants'],
] as const)('forgets a token that is answered %s', async (code, signOutReason) => {
  const { platform, stored } = fakePartner({ answers: [refuse(getPartnerRestaurant, code)] });
  platform.start();
  await waitTurns();
  expect([platform.session(), stored.has(PARTNER_TOKEN_KEY)]).toEqual([{ status: 'signedOut', signOutReason }, false]);
});

it('ends where any call finds the token taken back, and nothing of the counter stays', async () => {
  const { platform, stored } = fakePartner({
    orders: [aPartnerOrder()],
    answers: [refuse(acceptPartnerOrder, 'unauthenticated')],
  });
  platform.start();
  await waitTurns();
  const views: string[] = [];
  platform.liveClient.subscribe(partnerTopic(restaurant.key), ({ status }) => views.push(status));
  await waitTurns();
  await platform.apiClient.call(acceptPartnerOrder, { params: { key: 'bestellung-01' } });
  expect(platform.session()).toEqual({ status: 'signedOut', signOutReason: 'refused' });
  expect([views.at(-1), stored.size]).toEqual(['connecting', 0]);
});

it('keeps the token while the gateway cannot be reached', async () => {
  const { platform, stored, use } = fakePartner({ answers: [failAsUnreachable(getPartnerRestaurant)] });
  platform.start();
  await waitTurns();
  expect([platform.session().status, stored.size]).toEqual(['unreached', 1]);
  use(answer(getPartnerRestaurant, restaurant));
  await platform.refresh();
  expect(platform.session().status).toBe('open');
});

it.each(['mzp_Schlüssel–01', 'mzp_\u{1F35D}', 'mzp_a\nb', ''])(
  'knows without asking that what no header carries is no token: „%s“',
  async (token) => {
    const { platform, requests, stored } = fakePartner({ storage: {} });
    platform.start();
    await platform.signIn(token);
    expect([platform.session(), requests, stored.size]).toEqual([
      { status: 'signedOut', signOutReason: 'refused' },
      [],
      0,
    ]);
  },
);

it('can be tried again where asking for the restaurant breaks', async () => {
  const { platform } = fakePartner();
  const reportedErrors: string[] = [];
  platform.eventLog.subscribe((name) => reportedErrors.push(name));
  const request = jest.spyOn(globalThis, 'Request').mockImplementationOnce(() => {
    throw new TypeError('Failed to construct Request');
  });
  platform.start();
  await waitTurns();
  request.mockRestore();
  expect([platform.session().status, reportedErrors]).toEqual(['unreached', ['partner_check_failed']]);
  await platform.refresh();
  expect(platform.session().status).toBe('open');
});

describe('a connection that nothing comes over', () => {
  const openedPlatform = async () => {
    const partner = fakePartner({ orders: [aPartnerOrder()] });
    partner.platform.start();
    await waitTurns();
    const views: string[] = [];
    partner.platform.liveClient.subscribe(partnerTopic(restaurant.key), ({ status }) => views.push(status));
    await waitTurns();
    return { ...partner, status: () => [partner.platform.liveClient.status(), views.at(-1)] };
  };

  it('counts as lost at once where the browser says that its network is gone, and comes back by itself', async () => {
    const { loseNetwork, advance, status } = await openedPlatform();
    expect(status()).toEqual(['online', 'live']);
    loseNetwork();
    expect(status()).toEqual(['offline', 'stale']);
    loseNetwork();
    advance(1_000);
    await waitTurns();
    expect(status()).toEqual(['online', 'live']);
  });

  it('counts as lost after 17 seconds where nobody says so, and not before', async () => {
    const { fallSilent, advance, status } = await openedPlatform();
    advance(60_000);
    expect(status()).toEqual(['online', 'live']);
    fallSilent();
    advance(11_900);
    expect(status()[0]).toBe('online');
    advance(5_200);
    expect(status()[0]).toBe('offline');
  });
});

it('does not let a slow answer to the former token open what somebody has left', async () => {
  const { platform } = fakePartner({ storage: {} });
  const signIn = platform.signIn('erster');
  platform.signOut();
  await signIn;
  expect(platform.session()).toEqual({ status: 'signedOut', signOutReason: 'nobody' });
});
