import { ok } from '@mahlzeit/contract';
import type { CartItem, Result } from '@mahlzeit/contract';
import { refundableAmount } from '@mahlzeit/contract/rules';
import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import type { Clock, JobKind, JobQueue, WriteTransaction } from '../../../platform';
import { recordOrder } from '../order-records';
import { createOrderRepository } from '../repositories/order-repository';
import { createRefundRepository } from '../repositories/refund-repository';
import type { StoredOrder } from '../repositories/order-repository';
import type { RefundChange, RefundedItem, StoredRefund } from '../repositories/refund-repository';
import type { PaymentAttempt } from '../repositories/attempt-repository';
import { describeProvider } from '../providers';
import type { Answered, PaymentProvider, ProviderError, ProviderRefund } from '../providers';

/** What giving back stands on. */
export interface BeginRefundDeps {
  readonly clock: Clock;
  readonly jobs: JobQueue;
}

/** What is told of a refund inside the write in which its provider has decided. */
export interface RefundNews {
  /** The money is on its way to the diner. */
  readonly onGiven: (
    tx: WriteTransaction,
    given: { readonly order: StoredOrder; readonly refund: StoredRefund },
  ) => Promise<void>;
  /**
   * It came to nothing, and nobody tries again by themselves: whoever asked for it does, or, where it was automatic,
   * whoever is told.
   */
  readonly onRefused: (tx: WriteTransaction, refund: StoredRefund) => Promise<void>;
}

const RefundPayload = z.object({ refundKey: z.string() });

/** Gives money back, or goes on with what whoever asked for it has begun; tried until the provider has decided. */
export const refundJob: JobKind<z.infer<typeof RefundPayload>> = {
  name: 'ordering/refund',
  payload: RefundPayload,
  clock: 'real',
  // For so long the providers take refunds. Given up before, its row would stay as it is and nobody would find it.
  giveUpAfterMs: 11 * 30 * 24 * 60 * 60_000,
  personal: null,
};

/** Whoever asked for a refund asks the provider first: the job only takes over from who has died or got no answer. */
const TAKES_OVER_AFTER_MS = 15_000;

/** Shows to the diner and at the restaurant's counters that a refund is on its way, or was refused. */
const tellOrder = async (tx: WriteTransaction, { orderKey }: StoredRefund): Promise<void> => {
  const order = await createOrderRepository(tx.knex).find(orderKey);
  if (order !== null) await recordOrder(tx, order);
};

/** Writes down that money goes back; from then on it does, whoever dies. */
export const beginRefund = async (
  tx: WriteTransaction,
  { clock, jobs }: BeginRefundDeps,
  asked: Pick<StoredRefund, 'orderKey' | 'amount' | 'reason' | 'isAutomatic' | 'items'>,
): Promise<StoredRefund> => {
  const key = randomUUID();
  const refund: StoredRefund = {
    ...asked,
    key,
    state: 'REQUESTED',
    providerKey: key,
    providerId: null,
    code: null,
    refusedAt: null,
    createdAt: clock.now(),
  };
  await createRefundRepository(tx.knex).insert(refund);
  await tellOrder(tx, refund);
  await jobs.enqueue(tx, refundJob, {
    key,
    payload: { refundKey: key },
    ...(refund.isAutomatic ? {} : { dueAt: clock.realNow() + TAKES_OVER_AFTER_MS }),
  });
  return refund;
};

/** How a provider is asked for a refund. */
interface Question {
  readonly signal: AbortSignal;
  /** Nobody has asked for it before: there is nothing to look for. */
  readonly isFirst: boolean;
}

/** The payment that money goes back from. */
type GivingAttempt = Pick<PaymentAttempt, 'providerId' | 'refundableId' | 'payerId'>;

const NOTHING_TO_REFUND = 'nothingToRefund';
const nothingToRefund: ProviderError = { kind: 'refused', status: 409, code: NOTHING_TO_REFUND };

/**
 * Where a refund stands with its provider. One that may have been asked for before is looked for first: a provider
 * forgets keys after hours. null: what it has told of is gone.
 */
export const askForRefund = async (
  provider: PaymentProvider,
  refund: StoredRefund,
  { attempt, signal, isFirst }: Question & { readonly attempt: GivingAttempt },
): Answered<ProviderRefund | null> => {
  const { providerId: paymentId, refundableId, payerId } = attempt;
  if (refund.providerId !== null) return provider.readRefund(refund.providerId, signal);
  if (refundableId === null) return { ok: false, error: nothingToRefund };
  const asked = {
    key: refund.providerKey,
    paymentId: paymentId ?? refundableId,
    refundableId,
    amount: refund.amount,
    payerId,
  };
  const known = isFirst ? ok(null) : await provider.findRefund(asked, signal);
  return !known.ok || known.value !== null ? known : provider.refund(asked, signal);
};

/** Lines of an order with what of them went back counted; null: there isn't so much of one of them. */
export const withRefunded = (items: readonly CartItem[], refunded: readonly RefundedItem[]): CartItem[] | null => {
  const counted = items.map((item) => ({
    ...item,
    refundedAmount: refunded
      .filter(({ key }) => key === item.key)
      .reduce((sum, { amount }) => sum + amount, item.refundedAmount),
  }));
  const isThere = refunded.every(({ key }) => items.some((item) => item.key === key));
  return isThere && counted.every(({ amount, refundedAmount }) => refundedAmount <= amount) ? counted : null;
};

/**
 * So long what may pass is tried again: the day ends on which the same amount went back before, and an empty wallet is
 * filled.
 */
const REFUSED_FOR_MS = 36 * 60 * 60_000;

/** What the end of a refund stands on. */
export interface SettleRefundDeps {
  readonly clock: Pick<Clock, 'realNow'>;
  readonly news: RefundNews;
}

/** Refund with the name of the provider that was asked for it. */
interface AskedRefund {
  readonly refund: StoredRefund;
  readonly provider: string;
}

const change = (tx: WriteTransaction, refund: StoredRefund, changed: RefundChange): Promise<boolean> =>
  createRefundRepository(tx.knex).change(refund, changed);

const succeed = async (
  tx: WriteTransaction,
  news: RefundNews,
  refund: StoredRefund,
  providerId: string | null,
): Promise<void> => {
  // One of all who ask at the same time changes the row, and does what follows from it.
  if (!(await change(tx, refund, { state: 'SUCCEEDED', providerId, code: null }))) return;
  const orders = createOrderRepository(tx.knex);
  const order = await orders.find(refund.orderKey);
  if (order === null) throw new Error('a refund has its order');
  const items = withRefunded(order.items, refund.items) ?? order.items;
  if (refund.items.length > 0) await orders.setItems(order.key, items);
  const changed = { ...order, items };
  await recordOrder(tx, changed);
  await news.onGiven(tx, { order: changed, refund });
};

const fail = async (tx: WriteTransaction, news: RefundNews, refund: StoredRefund, code: string): Promise<void> => {
  if (!(await change(tx, refund, { state: 'FAILED', code }))) return;
  await tellOrder(tx, refund);
  await news.onRefused(tx, { ...refund, state: 'FAILED', code });
};

const refuse = async (
  tx: WriteTransaction,
  { clock, news }: SettleRefundDeps,
  { refund, provider }: AskedRefund,
  code: string,
): Promise<void> => {
  const { fullyRefunded, finalRefundRefusals } = describeProvider(provider).codes;
  if (!refund.isAutomatic) return fail(tx, news, refund, code);
  if (fullyRefunded.includes(code)) return succeed(tx, news, refund, refund.providerId);
  const refusedAt = refund.refusedAt ?? clock.realNow();
  const isFinal = code === NOTHING_TO_REFUND || finalRefundRefusals.includes(code);
  if (isFinal || clock.realNow() - refusedAt >= REFUSED_FOR_MS) return fail(tx, news, refund, code);
  // Under the same key its provider would say the same for ever.
  await change(tx, refund, { providerKey: randomUUID(), providerId: null, code, refusedAt });
};

/** Ours, for a refund that its provider has refused without a word. */
export const UNSAID = 'unknown';

/**
 * The one place in which a refund comes to its end, whoever asked the provider: a conditional update lets one of them
 * through.
 */
export const settleRefund = async (
  tx: WriteTransaction,
  deps: SettleRefundDeps,
  asked: AskedRefund,
  answered: Result<ProviderRefund | null, ProviderError>,
): Promise<void> => {
  const { refund } = asked;
  if (!answered.ok)
    return answered.error.kind === 'unreachable' ? undefined : refuse(tx, deps, asked, answered.error.code);
  const { value: stand } = answered;
  if (stand?.state === 'SUCCEEDED') return succeed(tx, deps.news, refund, stand.id);
  if (stand?.state === 'FAILED') return refuse(tx, deps, asked, stand.code ?? UNSAID);
  // One on its way is read from now on; one that is gone is looked for again.
  await change(tx, refund, { providerId: stand?.id ?? null });
};

/**
 * Has an automatic refund that was given up tried again, where nothing took its place since; null: there is nothing to
 * try.
 */
export const reopenRefund = async (
  tx: WriteTransaction,
  { key, orderKey, amount, reason }: StoredRefund,
): Promise<StoredRefund | null> => {
  const orders = createOrderRepository(tx.knex);
  const order = await orders.find(orderKey);
  const given = (await createRefundRepository(tx.knex).listOf([orderKey]))
    .filter(({ state }) => state !== 'FAILED')
    .map((refund) => ({ amount: refund.amount, date: refund.createdAt }));
  // What was paid for nothing may be more than its order was for.
  const isThere =
    order !== null &&
    (reason === null ? given.length === 0 : refundableAmount({ totalPrice: order.total, given }) >= amount);
  if (!isThere || !(await createRefundRepository(tx.knex).reopen(key, randomUUID()))) return null;
  await recordOrder(tx, order);
  return createRefundRepository(tx.knex).find(key);
};
