import { acceptPartnerOrder, getPartnerRestaurant, partnerTopic } from '@mahlzeit/contract';
import { aPartnerOrder, aRestaurant } from '@mahlzeit/contract/fixtures';
import { answer, refuse, failAsUnreachable } from '@mahlzeit/shared-ui/testing';
import { fakePartner, PARTNER_TOKEN_KEY } from '../testing/fake-partner';

const waitForEventLoop = async (): Promise<void> => {
  for (let loopTurn = 0; loopTurn < 20; loopTurn += 1) await new Promise((resolve) => setTimeout(resolve, 0));
};
const counterRestaurant = aRestaurant();

it('sends nothing while the device has no token', async () => {
  const { platform, requests } = fakePartner({ storage: {} });
  platform.start();
  await waitForEventLoop();
  expect([platform.session(), requests]).toEqual([{ status: 'signedOut', signOutReason: 'nobody' }, []]);
});

it('sends the device’s token without any session, and follows the counter’s topic with it', async () => {
  const { platform, sent } = fakePartner({
    orders: [aPartnerOrder()],
    answers: [answer(acceptPartnerOrder, aPartnerOrder({ accepted: true }))],
  });
  platform.start();
  await waitForEventLoop();
  expect(platform.session()).toEqual({ status: 'open', owner: counterRestaurant });
  let liveOrderKeys: readonly string[] = [];
  platform.liveClient.subscribe(partnerTopic(counterRestaurant.key), ({ collections }) => {
    liveOrderKeys = [...(collections.get('orders')?.keys() ?? [])];
  });
  await waitForEventLoop();
  expect(liveOrderKeys).toEqual(['bestellung-01']);
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
] as const)('forgets a token that is answered %s', async (errorCode, signOutReason) => {
  const { platform, stored } = fakePartner({ answers: [refuse(getPartnerRestaurant, errorCode)] });
  platform.start();
  await waitForEventLoop();
  expect([platform.session(), stored.has(PARTNER_TOKEN_KEY)]).toEqual([{ status: 'signedOut', signOutReason }, false]);
});

it('ends where any call finds the token taken back, and nothing of the counter stays', async () => {
  const { platform, stored } = fakePartner({
    orders: [aPartnerOrder()],
    answers: [refuse(acceptPartnerOrder, 'unauthenticated')],
  });
  platform.start();
  await waitForEventLoop();
  const collectionStatuses: string[] = [];
  platform.liveClient.subscribe(partnerTopic(counterRestaurant.key), ({ status }) => collectionStatuses.push(status));
  await waitForEventLoop();
  await platform.apiClient.call(acceptPartnerOrder, { params: { key: 'bestellung-01' } });
  expect(platform.session()).toEqual({ status: 'signedOut', signOutReason: 'refused' });
  expect([collectionStatuses.at(-1), stored.size]).toEqual(['connecting', 0]);
});

it('keeps the token while the gateway cannot be reached', async () => {
  const { platform, stored, use } = fakePartner({ answers: [failAsUnreachable(getPartnerRestaurant)] });
  platform.start();
  await waitForEventLoop();
  expect([platform.session().status, stored.size]).toEqual(['unreached', 1]);
  use(answer(getPartnerRestaurant, counterRestaurant));
  await platform.checkToken();
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
  platform.eventLog.subscribe((errorName) => reportedErrors.push(errorName));
  const request = jest.spyOn(globalThis, 'Request').mockImplementationOnce(() => {
    throw new TypeError('Failed to construct Request');
  });
  platform.start();
  await waitForEventLoop();
  request.mockRestore();
  expect([platform.session().status, reportedErrors]).toEqual(['unreached', ['token_check_failed']]);
  await platform.checkToken();
  expect(platform.session().status).toBe('open');
});

describe('a connection that nothing comes over', () => {
  const startOpenPlatform = async () => {
    const partner = fakePartner({ orders: [aPartnerOrder()] });
    partner.platform.start();
    await waitForEventLoop();
    const collectionStatuses: string[] = [];
    partner.platform.liveClient.subscribe(partnerTopic(counterRestaurant.key), ({ status }) =>
      collectionStatuses.push(status),
    );
    await waitForEventLoop();
    return { ...partner, status: () => [partner.platform.liveClient.status(), collectionStatuses.at(-1)] };
  };

  it('counts as lost at once where the browser says that its network is gone, and comes back by itself', async () => {
    const { loseNetwork, advance, status } = await startOpenPlatform();
    expect(status()).toEqual(['online', 'live']);
    loseNetwork();
    expect(status()).toEqual(['offline', 'stale']);
    loseNetwork();
    advance(1_000);
    await waitForEventLoop();
    expect(status()).toEqual(['online', 'live']);
  });

  it('counts as lost after 17 seconds where nobody says so, and not before', async () => {
    const { fallSilent, advance, status } = await startOpenPlatform();
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
  const signInPromise = platform.signIn('erster');
  platform.signOut();
  await signInPromise;
  expect(platform.session()).toEqual({ status: 'signedOut', signOutReason: 'nobody' });
});
