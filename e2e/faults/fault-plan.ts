import type { GatewayDeath } from './fault-world';

/** Way of paying in a round. `cardWithBank` is a card whose bank asks the diner to confirm. */
export type PaymentMethod = 'card' | 'cardWithBank' | 'paypal';

/** Disturbance of a round. Each round has exactly one. */
export type InjectedFault =
  | { readonly kind: 'none' | 'hintsOfAll' | 'doubleClick' | 'twoTabs' | 'reload' }
  /**
   * Event while the diner pays: the only guest of their meetup declines, the time of the meal comes too close,
   * or
   * the restaurant closes for a moment.
   */
  | { readonly kind: 'guestDeclines' | 'lateCapture' | 'placeCloses' }
  /**
   * The diner gets no answer to their order, because of the fault that `form` orders from the sandbox. They log out and
   * in again, and order the same once more.
   */
  | { readonly kind: 'logout'; readonly form: object }
  | { readonly kind: 'death'; readonly death: GatewayDeath }
  /**
   * Fault of a payment provider. `form` is the request with which the test orders this fault from the sandbox (contract
   * §8).
   */
  | { readonly kind: 'provider'; readonly form: object }
  /**
   * The gateway marks the order as failed while its diner is on the page of their bank. If the bank still takes the
   * money, the gateway pays it back, in spite of the fault that `form` orders from the sandbox.
   */
  | { readonly kind: 'givenUp'; readonly form: object };

/** Refund that a restaurant starts, and the disturbance during the refund. */
export interface RefundPlan {
  /**
   * Amounts in cents; `all` is the whole price. Several amounts are requested at the same time, as if from two tablets.
   */
  readonly amounts: readonly (number | 'all')[];
  /** True: each refund request is sent twice at the same time under one idempotency key. */
  readonly isDoubled: boolean;
  readonly death: GatewayDeath | null;
  /** Request that orders a fault of the payment provider from the sandbox; null for none. */
  readonly form: object | null;
}

/** Plan of one order, from the first press of the pay button to the last page. */
export interface RoundPlan {
  readonly round: number;
  readonly payment: PaymentMethod;
  readonly hasVoucher: boolean;
  readonly fault: InjectedFault;
  /** Decision of the diner on the page of their bank or of PayPal. Null: they close that page without a decision. */
  readonly decision: 'yes' | 'no' | 'cancel' | null;
  /** Whether the diner comes back to the page that asks for the payment's outcome. */
  readonly comesBack: boolean;
  /** Refunds that the restaurant starts once the order is paid, one after the other. */
  readonly refunds: readonly RefundPlan[];
}

type RandomSource = () => number;

const randomChoice = <T>(random: RandomSource, possibleChoices: readonly [T, ...T[]]): T =>
  possibleChoices[Math.floor(random() * possibleChoices.length)] ?? possibleChoices[0];

const DEATH_REQUEST_PATTERNS: Readonly<Record<PaymentMethod, readonly [RegExp, ...RegExp[]]>> = {
  card: [/^GET .*\/cards\//, /^POST .*\/payins\/card\/direct/],
  cardWithBank: [/^POST .*\/payins\/card\/direct/, /^GET .*\/payins\//],
  paypal: [/^POST .*\/checkout\/orders$/, /^POST .*\/capture$/],
};

const providerFault = (random: RandomSource, payment: PaymentMethod): object => {
  const faultyProvider = payment === 'paypal' ? 'paypal' : 'mangopay';
  const faultyOperation =
    payment === 'paypal'
      ? randomChoice(random, ['payin', 'capture', 'capture', 'read'])
      : randomChoice(random, ['payin', 'payin', 'read']);
  const faultMoment = randomChoice(random, ['beforeCommit', 'afterCommit']);
  const commonFaultFields = { provider: faultyProvider, operation: faultyOperation, when: faultMoment, count: 1 };
  const declineCodes =
    faultyOperation === 'capture'
      ? (['INSTRUMENT_DECLINED', 'ORDER_COMPLETION_IN_PROGRESS'] as const)
      : payment === 'paypal'
        ? (['PAYER_CANNOT_PAY'] as const)
        : (['101101'] as const);
  return randomChoice<object>(random, [
    { ...commonFaultFields, kind: 'drop' },
    // This delay is long enough for a webhook to arrive before the connection is cut.
    { ...commonFaultFields, kind: 'drop', delayMs: 400 },
    { ...commonFaultFields, kind: 'delay', delayMs: 400 },
    // Twelve seconds are longer than the gateway waits for a provider.
    { ...commonFaultFields, kind: 'delay', delayMs: random() < 0.2 ? 12_000 : 800 },
    { ...commonFaultFields, kind: 'fail', status: randomChoice(random, [500, 502, 503, 429, 403, 409]) },
    faultyOperation === 'read'
      ? { ...commonFaultFields, kind: 'fail', status: randomChoice(random, [401, 403]) }
      : { ...commonFaultFields, when: 'beforeCommit', kind: 'fail', resultCode: randomChoice(random, declineCodes) },
  ]);
};

const refundFault = (random: RandomSource, provider: 'mangopay' | 'paypal' = 'mangopay'): object => ({
  provider,
  operation: 'refund',
  when: randomChoice(random, ['beforeCommit', 'afterCommit']),
  count: 1,
  ...randomChoice<object>(random, [
    { kind: 'drop' },
    { kind: 'fail', status: 502 },
    { kind: 'delay', delayMs: 12_000 },
  ]),
});

/** Returns a fault with which the provider refuses a refund. A refused refund must not count as paid back. */
const refusedRefundFault = (provider: 'mangopay' | 'paypal'): object => ({
  provider,
  operation: 'refund',
  when: 'beforeCommit',
  count: 1,
  kind: 'fail',
  resultCode: provider === 'paypal' ? 'REFUND_NOT_ALLOWED' : '001999',
});

const randomRefundPlan = (random: RandomSource, provider: 'mangopay' | 'paypal'): RefundPlan => {
  const randomValue = random();
  return {
    amounts: randomChoice<RefundPlan['amounts']>(random, [[200], [300], ['all'], ['all', 250], [400, 401], [300, 300]]),
    isDoubled: random() < 0.3,
    death:
      randomValue < 0.35
        ? {
            stage: randomChoice(random, ['asking', 'done', 'answered']),
            path: /^POST .*\/refunds?$/,
            afterMs: Math.floor(random() * 25),
          }
        : null,
    form:
      randomValue < 0.35 || randomValue > 0.8
        ? null
        : randomChoice(random, [
            refundFault(random, provider),
            refundFault(random, provider),
            refusedRefundFault(provider),
          ]),
  };
};

const randomFault = (random: RandomSource, payment: PaymentMethod): InjectedFault => {
  const randomShare = random();
  if (payment === 'cardWithBank' && randomShare > 0.85) return { kind: 'givenUp', form: refundFault(random) };
  if (randomShare < 0.05) return { kind: 'none' };
  if (randomShare < 0.3)
    return {
      kind: 'death',
      death: {
        stage: randomChoice(random, ['asking', 'done', 'answered']),
        path: randomChoice(random, DEATH_REQUEST_PATTERNS[payment]),
        afterMs: Math.floor(random() * 25),
      },
    };
  if (randomShare < 0.55) return { kind: 'provider', form: providerFault(random, payment) };
  if (randomShare < 0.72) return { kind: 'logout', form: providerFault(random, payment) };
  return {
    kind: randomChoice(random, [
      'hintsOfAll',
      'doubleClick',
      'twoTabs',
      'reload',
      'guestDeclines',
      'lateCapture',
      'placeCloses',
    ]),
  };
};

/** Draws a plan for a round. The same random numbers always give the same plan. */
export const planRound = (roundNumber: number, random: RandomSource): RoundPlan => {
  const payment = randomChoice<PaymentMethod>(random, ['card', 'cardWithBank', 'paypal']);
  return {
    round: roundNumber,
    payment,
    hasVoucher: random() < 0.4,
    fault: randomFault(random, payment),
    decision: randomChoice(random, ['yes', 'yes', 'yes', 'yes', 'yes', 'yes', 'no', 'cancel', null]),
    comesBack: random() < 0.8,
    refunds: Array.from({ length: randomChoice(random, [0, 1, 1, 2]) }, () =>
      randomRefundPlan(random, payment === 'paypal' ? 'paypal' : 'mangopay'),
    ),
  };
};
