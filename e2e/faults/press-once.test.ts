import { randomUUID } from 'node:crypto';
import { OrderAnswer } from '@mahlzeit/contract';
import { anOffer, aRestaurant } from '@mahlzeit/contract/fixtures';
import { insertPayingRestaurant, orderForm } from '../../api-gateway/src/modules/ordering/testing/counter';
import { testGateways } from '../../api-gateway/src/platform/testing/test-gateway';
import type { PaymentMethod, RoundPlan } from './fault-plan';
import type { FaultWorld } from './fault-world';
import { createDiner } from './diner';
import { playRound } from './play-round';
import type { PlayedRound } from './play-round';
import { checkRounds } from './verdict';

// This suite plays some of the rounds that `npm run test:faults` plays hundreds of times, but without killing the
// gateway.
const gateways = testGateways();

const startWorld = async (): Promise<FaultWorld> => {
  const { url, sandboxUrl, database, clock } = await gateways.start();
  if (sandboxUrl === null) throw new Error('The gateway has no sandbox, where the providers are');
  await insertPayingRestaurant({ database }, { place: aRestaurant(), dish: anOffer() });
  const failOnProcessStop = (): never => {
    throw new Error('This test kills no gateway');
  };
  return {
    url,
    sandboxUrl,
    database,
    clock,
    partnerToken: '',
    guestUid: '',
    deathCount: () => 0,
    killGatewayAt: failOnProcessStop,
    passTime: failOnProcessStop,
    alive: async () => undefined,
    close: async () => undefined,
  };
};

// Only the round `reload` has a voucher: a second order with a used voucher would be refused, and the test must see it
// if a cart is ordered twice.
const createRoundPlan = (
  roundNumber: number,
  payment: PaymentMethod,
  faultKind: 'twoTabs' | 'doubleClick' | 'reload',
): RoundPlan => ({
  round: roundNumber,
  payment,
  hasVoucher: faultKind === 'reload',
  fault: { kind: faultKind },
  decision: 'yes',
  comesBack: true,
  refunds: [],
});

it.each(['card', 'cardWithBank', 'paypal'] as const)(
  'C17 one cart is one order and one charge, paid by %s in two tabs at once, by a double click, and with reloads and Back',
  async (payment) => {
    const faultWorld = await startWorld();
    const testDiner = await createDiner(faultWorld, 'gast1');
    const playedRounds: PlayedRound[] = [];
    for (const [round, roundFaultKind] of (['twoTabs', 'doubleClick', 'reload'] as const).entries())
      playedRounds.push(await playRound(faultWorld, testDiner, createRoundPlan(round, payment, roundFaultKind)));
    expect(await checkRounds(faultWorld, playedRounds, [testDiner])).toMatchObject({
      mistakes: [],
      paidCount: 3,
      failureCount: 0,
      waitingCount: 0,
    });
    expect(playedRounds.map(({ orderKeys }) => orderKeys.size)).toEqual([1, 1, 1]);
  },
);

it('a cart that is ordered twice is found, also where its diner has heard of one of them alone', async () => {
  const world = await startWorld();
  const diner = await createDiner(world, 'gast1');
  const idempotencyKeys = new Set([randomUUID(), randomUUID()]);
  const orderAnswers: OrderAnswer[] = [];
  // The diner confirms in advance that they order the same again; otherwise the gateway would ask for a confirmation
  // first.
  const confirmedOrderForm = { ...orderForm(diner.name), isRepeatConfirmed: true };
  for (const idempotencyKey of idempotencyKeys)
    orderAnswers.push(
      OrderAnswer.parse((await diner.call('POST', '/api/payment/orders', confirmedOrderForm, idempotencyKey)).body),
    );
  const reportedStatuses: PlayedRound['reportedStatuses'] = orderAnswers
    .slice(0, 1)
    .map(({ orderKey, Status }) => [orderKey, Status]);
  const playedRound: PlayedRound = {
    plan: createRoundPlan(7, 'card', 'twoTabs'),
    uid: diner.uid,
    keys: idempotencyKeys,
    voucher: null,
    orderKeys: new Set(reportedStatuses.map(([key]) => key)),
    reportedStatuses,
    cancelledOrders: new Set(),
    refunds: [],
  };
  const { mistakes } = await checkRounds(world, [playedRound], [diner]);
  expect(mistakes).toEqual([[7, expect.stringMatching(/^one cart was ordered 2 times/)]]);
});
