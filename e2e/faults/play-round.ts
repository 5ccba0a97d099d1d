import { Order } from '@mahlzeit/contract';
import type { OrderAnswer } from '@mahlzeit/contract';
import { aDiscount } from '@mahlzeit/contract/fixtures';
import { pressButton, injectFault, putVoucher } from '../../api-gateway/src/modules/ordering/testing/counter';
import type { HttpAnswer } from '../../api-gateway/src/modules/identity/testing/people';
import { insertMeetup } from '../../api-gateway/src/modules/ordering/testing/meetup';
import { MEAL_TIME, orderFormOf, placeOrder } from './cart';
import type { Diner } from './diner';
import { disturbPayment, giveUpPayment, meetupKeyOf, sendPaymentHints, setHoliday } from './disturbances';
import type { RoundPlan } from './fault-plan';
import type { FaultWorld } from './fault-world';
import { requestAllRefunds } from './refund-requests';
import type { RequestedRefund } from './refund-requests';
import { sendUntilSettled } from './retries';

/** Outcome of a round, as the diner saw it. */
export interface PlayedRound {
  readonly plan: RoundPlan;
  readonly uid: string;
  /** Idempotency keys under which the diner's cart was sent. */
  readonly keys: ReadonlySet<string>;
  readonly voucher: string | null;
  readonly orderKeys: ReadonlySet<string>;
  /** Payment states that the diner received for their orders, by order key, in the order of their arrival. */
  readonly reportedStatuses: readonly (readonly [orderKey: string, status: Order['paymentStatus']])[];
  /** Orders that the diner cancelled at PayPal and whose cancellation the gateway confirmed. */
  readonly cancelledOrders: ReadonlySet<string>;
  /** Refunds that the restaurant requested, one for each press. */
  readonly refunds: readonly RequestedRefund[];
}

const PROVIDER_DECISIONS = {
  card: { yes: 'success', no: 'fail', cancel: 'cancel' },
  paypal: { yes: 'approve', no: 'decline', cancel: 'cancel' },
} as const;

/** Plays the diner's decision on the page of their bank or of PayPal, and the disturbances during that time. */
const decideAtProvider = async (
  world: FaultWorld,
  plan: RoundPlan,
  { orderKey, Id, SecureModeRedirectURL, links }: OrderAnswer,
): Promise<void> => {
  const { payment, fault, decision } = plan;
  if (fault.kind === 'givenUp') await giveUpPayment(world, orderKey);
  await disturbPayment(world, plan, orderKey);
  const decisionUrl = SecureModeRedirectURL ?? links.find(({ rel }) => rel === 'approve')?.href ?? null;
  if (decisionUrl !== null && decision !== null)
    await pressButton(decisionUrl, PROVIDER_DECISIONS[payment === 'paypal' ? 'paypal' : 'card'][decision]);
  if (fault.kind === 'hintsOfAll') await sendPaymentHints(world, Id);
};

const isCancelledAtPaypal = ({ payment, decision }: RoundPlan): boolean =>
  payment === 'paypal' && decision === 'cancel';

/**
 * Opens the page that asks for the payment's outcome, once or with reloads and Back; returns all responses to this
 * page.
 */
const returnFromPayment = async (
  diner: Diner,
  plan: RoundPlan,
  { orderKey, Id }: OrderAnswer,
): Promise<readonly (HttpAnswer | null)[]> => {
  const { payment, fault, decision } = plan;
  const isApproved = payment === 'paypal' && (decision === 'yes' || decision === 'no');
  const [method, orderAction] = isCancelledAtPaypal(plan)
    ? ['POST', 'abandon']
    : isApproved
      ? ['POST', 'capture']
      : ['PUT', 'status'];
  const requestOutcome = (): Promise<HttpAnswer | null> =>
    sendUntilSettled(() => diner.call(method, `/api/payment/orders/${Id}/${orderAction}`, {}));
  const isReloaded = fault.kind === 'reload';
  const answers = await Promise.all(
    isReloaded ? [requestOutcome(), requestOutcome(), requestOutcome()] : [requestOutcome()],
  );
  return [
    ...answers,
    ...(isReloaded ? [await requestOutcome()] : []),
    await diner.call('GET', `/api/payment/orders/${orderKey}`),
  ];
};

const reportedStatusOf = (orderAnswer: HttpAnswer | null): PlayedRound['reportedStatuses'] => {
  if (orderAnswer?.status !== 200) return [];
  const { key, paymentStatus } = Order.parse(orderAnswer.body);
  return [[key, paymentStatus]];
};

/** Plays one round of ordering and paying, up to the moment at which the diner closes the page. */
export const playRound = async (world: FaultWorld, diner: Diner, plan: RoundPlan): Promise<PlayedRound> => {
  const { fault, hasVoucher, round } = plan;
  const voucher = hasVoucher ? `gutschein-${round}` : null;
  if (voucher !== null) await putVoucher(world, aDiscount({ key: voucher, type: 'giftcard', value: 200, quantity: 9 }));
  if (fault.kind === 'provider' || fault.kind === 'givenUp' || fault.kind === 'logout')
    await injectFault(world, fault.form);
  if (fault.kind === 'death') world.killGatewayAt(fault.death);

  const meetupKey = fault.kind === 'guestDeclines' ? meetupKeyOf(round) : null;
  if (meetupKey !== null)
    await insertMeetup(world, {
      key: meetupKey,
      date: MEAL_TIME,
      attendees: [diner, { uid: world.guestUid }],
      guestStatus: 'pending',
    });
  const { keys, answers } = await placeOrder(diner, orderFormOf(diner, plan, { voucher, meetupKey }), fault);
  const reportedStatuses: (readonly [string, Order['paymentStatus']])[] = answers.map(({ orderKey, Status }) => [
    orderKey,
    Status,
  ]);
  const [cancelledOrders, refunds] = [new Set<string>(), new Array<RequestedRefund>()];
  const answerByOrderKey = new Map(answers.map((answer) => [answer.orderKey, answer]));
  for (const answer of answerByOrderKey.values()) {
    await decideAtProvider(world, plan, answer);
    const paymentAnswers = plan.comesBack ? await returnFromPayment(diner, plan, answer) : [];
    if (fault.kind === 'placeCloses') await setHoliday(world, null);
    reportedStatuses.push(...paymentAnswers.flatMap(reportedStatusOf));
    if (isCancelledAtPaypal(plan) && paymentAnswers[0]?.status === 200) cancelledOrders.add(answer.orderKey);
    refunds.push(...(await requestAllRefunds(world, diner, plan, answer.orderKey)));
  }
  return {
    plan,
    uid: diner.uid,
    keys,
    voucher,
    orderKeys: new Set(answerByOrderKey.keys()),
    reportedStatuses,
    cancelledOrders,
    refunds,
  };
};
