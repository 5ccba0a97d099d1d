import { acceptPartnerOrder, getPartnerRestaurant, partnerTopic } from '@mahlzeit/contract';
import { aPartnerOrder, aRestaurant } from '@mahlzeit/contract/fixtures';
import { answer, fakePartner, PARTNER_TOKEN_KEY, refuse, unreachable } from '../testing';

const turns = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setTimeout(resolve, 0));
};
const restaurant = aRestaurant();

it('asks nobody where this device keeps no token', async () => {
  const { platform, requests } = fakePartner({ storage: {} });
  platform.start();
  await turns();
  expect([platform.session(), requests]).toEqual([{ status: 'signedOut', because: 'nobody' }, []]);
});

it('calls by the token it keeps, without any session, and follows the counter’s topic by it', async () => {
  const { platform, sent } = fakePartner({ orders: [aPartnerOrder()], answers: [answer(acceptPartnerOrder, aPartnerOrder({ accepted: true }))] });
  platform.start();
  await turns();
  expect(platform.session()).toEqual({ status: 'open', restaurant });
  let held: readonly string[] = [];
  platform.live.subscribe(partnerTopic(restaurant.key), ({ collections }) => { held = [...(collections.get('orders')?.keys() ?? [])]; });
  await turns();
  expect(held).toEqual(['bestellung-01']);
  await platform.apiClient.call(acceptPartnerOrder, { params: { key: 'bestellung-01' } });
  expect(sent.map(({ url }) => new URL(url).pathname)).toEqual(['/api/partner/restaurant', '/api/partner/orders/bestellung-01/accept']);
  expect(sent.every(({ headers }) => headers.get('Authorization') === 'Bearer schluessel')).toBe(true);
  expect(sent.map(({ headers }) => headers.has('Idempotency-Key'))).toEqual([false, true]);
});

it.each([
  ['unauthenticated', 'refused'],
  ['notFound', 'allRestaurants'],
] as const)('forgets a token that is answered %s', async (code, because) => {
  const { platform, stored } = fakePartner({ answers: [refuse(getPartnerRestaurant, code)] });
  platform.start();
  await turns();
  expect([platform.session(), stored.has(PARTNER_TOKEN_KEY)]).toEqual([{ status: 'signedOut', because }, false]);
});

it('ends where any call finds the token taken back, and nothing of the counter stays', async () => {
  const { platform, stored } = fakePartner({ orders: [aPartnerOrder()], answers: [refuse(acceptPartnerOrder, 'unauthenticated')] });
  platform.start();
  await turns();
  const views: string[] = [];
  platform.live.subscribe(partnerTopic(restaurant.key), ({ status }) => views.push(status));
  await turns();
  await platform.apiClient.call(acceptPartnerOrder, { params: { key: 'bestellung-01' } });
  expect(platform.session()).toEqual({ status: 'signedOut', because: 'refused' });
  expect([views.at(-1), stored.size]).toEqual(['connecting', 0]);
});

it('keeps the token while the gateway cannot be reached', async () => {
  const { platform, stored, use } = fakePartner({ answers: [unreachable(getPartnerRestaurant)] });
  platform.start();
  await turns();
  expect([platform.session().status, stored.size]).toEqual(['unreached', 1]);
  use(answer(getPartnerRestaurant, restaurant));
  await platform.refresh();
  expect(platform.session().status).toBe('open');
});

it('does not let a slow answer to the former token open what somebody has left', async () => {
  const { platform } = fakePartner({ storage: {} });
  const entering = platform.signIn('erster');
  platform.signOut();
  await entering;
  expect(platform.session()).toEqual({ status: 'signedOut', because: 'nobody' });
});
