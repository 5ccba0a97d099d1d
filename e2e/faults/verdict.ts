import { Order } from '@mahlzeit/contract';
import * as z from 'zod/mini';
import { balanceOf, readLedger } from '../../api-gateway/src/modules/ordering/testing/counter';
import type { LedgerEntry } from '../../api-gateway/src/modules/ordering/testing/counter';
import type { FaultWorld } from './fault-world';
import type { Diner } from './diner';
import type { PlayedRound } from './play-round';

const OrderRow = z.object({
  key: z.string(),
  uid: z.string(),
  total: z.number(),
  payment_status: Order.shape.paymentStatus,
  state: z.string(),
  provider: z.string(),
  request_key: z.nullable(z.string()),
  code: z.nullable(z.string()),
});
type OrderRow = z.infer<typeof OrderRow>;

const isOpenPaypalOrder = ({ state, provider }: OrderRow): boolean => state === 'PENDING' && provider === 'paypal';

/** Returns the number of payments and refunds whose outcome the gateway still has to ask for. */
export const countUnsettled = async ({ database: { knex }, clock }: FaultWorld): Promise<number> => {
  const [attemptCountRow] = await knex('payment_attempt')
    .whereIn('state', ['REQUESTED', 'CAPTURING', 'UNKNOWN'])
    .orWhere({ state: 'PENDING', provider: 'mangopay' })
    // Payments that were given up and whose later check is still due.
    .orWhere((failedQuery) => void failedQuery.where({ state: 'FAILED' }).andWhere('check_at', '<=', clock.realNow()))
    .count({ count: '*' });
  const [refundCountRow] = await knex('order_refund').where({ state: 'REQUESTED' }).count({ count: '*' });
  return Number(attemptCountRow?.['count'] ?? 0) + Number(refundCountRow?.['count'] ?? 0);
};

const sumOf = (amounts: readonly number[]): number => amounts.reduce((amountSum, amount) => amountSum + amount, 0);

/** Returns the provider's refunds of an order in cents, the smallest first. */
const refundAmountsOf = (ledgerEntries: readonly LedgerEntry[]): number[] =>
  ledgerEntries
    .filter(({ kind, status }) => kind === 'refund' && status === 'SUCCEEDED')
    .map(({ amount }) => amount)
    .sort((firstAmount, secondAmount) => firstAmount - secondAmount);

/**
 * Returns the errors in the money of an order: the provider's ledger must match `refunds`, the refunds in the gateway's
 * database. The list is empty if there is no error.
 */
const moneyMistakes = (order: OrderRow, entries: readonly LedgerEntry[], refunds: readonly number[]): string[] => {
  const { key, total, payment_status: status, state, code } = order;
  const succeededEntries = entries.filter((entry) => entry.kind !== 'refund' && entry.status === 'SUCCEEDED');
  const balance = balanceOf(entries);
  const isPaidOnce = succeededEntries.length === 1 && balance === total - sumOf(refunds);
  const refundedAmounts = refundAmountsOf(entries);
  return [
    ...(String(refundedAmounts) === String(refunds)
      ? []
      : [`${key}: ${String(refundedAmounts)} cents went back, and the books say ${String(refunds)}`]),
    ...(balance < 0 ? [`${key}: ${-balance} cents more went back than were paid`] : []),
    ...(status === 'SUCCEEDED' && !isPaidOnce
      ? [`${key} is paid ${succeededEntries.length} times, ${balance} of ${total} cents`]
      : []),
    ...(status !== 'SUCCEEDED' && balance !== 0
      ? [`${key} is ${status} (${state}, ${String(code)}) and ${balance} cents are gone`]
      : []),
    ...(succeededEntries.length > 1 ? [`${key} was charged ${succeededEntries.length} times`] : []),
    ...((status === 'UNKNOWN' || status === 'CREATED') && !isOpenPaypalOrder(order)
      ? [`${key} is still ${status} (${state})`]
      : []),
  ];
};

/** Returns a mistake for each final payment state that a diner received although the order ended in another state. */
const wrongReports = (
  reportedStatuses: PlayedRound['reportedStatuses'],
  orders: ReadonlyMap<string, OrderRow>,
): string[] =>
  reportedStatuses.flatMap(([reportedOrderKey, status]) => {
    const order = orders.get(reportedOrderKey);
    if (order === undefined) return [`${reportedOrderKey} was told of and isn't there`];
    return (status === 'SUCCEEDED' || status === 'FAILED') && status !== order.payment_status
      ? [`${reportedOrderKey} was told to be ${status} and is ${order.payment_status}`]
      : [];
  });

/** Round number of mistakes that belong to no single round. */
const NO_ROUND = -1;

/** Outcome of the whole run. */
export interface Verdict {
  /** Mistakes, each with the number of its round; `NO_ROUND` for a mistake that belongs to no round. */
  readonly mistakes: readonly (readonly [round: number, what: string])[];
  readonly paidCount: number;
  readonly failureCount: number;
  readonly refundCount: number;
  readonly waitingCount: number;
}

/** Data that a run leaves in the gateway's database and in the providers' ledgers. */
interface FinalData {
  readonly orders: ReadonlyMap<string, OrderRow>;
  /** Entries of the providers' ledgers, by order key. */
  readonly entries: ReadonlyMap<string, readonly LedgerEntry[]>;
  /** Keys of the orders that use a voucher, by voucher key. */
  readonly orderKeysByVoucher: ReadonlyMap<string, readonly string[]>;
  readonly usedVouchers: ReadonlySet<string>;
  /** Successful refunds in the gateway's database in cents, by order key, the smallest first. */
  readonly refunds: ReadonlyMap<string, readonly number[]>;
}

const groupByKey = <T>(
  groupedItems: readonly T[],
  groupKeyOf: (item: T) => string,
): ReadonlyMap<string, readonly T[]> => {
  const itemsByKey = new Map<string, T[]>();
  for (const item of groupedItems)
    itemsByKey.set(groupKeyOf(item), [...(itemsByKey.get(groupKeyOf(item)) ?? []), item]);
  return itemsByKey;
};

const readFinalData = async (world: FaultWorld): Promise<FinalData> => {
  const { knex } = world.database;
  const orderRows = z
    .array(OrderRow)
    .parse(
      await knex('customer_order')
        .join('payment_attempt', 'payment_attempt.order_key', 'customer_order.key')
        .select(
          'customer_order.key',
          'uid',
          'total',
          'payment_status',
          'payment_attempt.state',
          'provider',
          'request_key',
          'code',
        ),
    );
  const refundRows = z
    .array(z.object({ order_key: z.string(), amount: z.number() }))
    .parse(await knex('order_refund').where({ state: 'SUCCEEDED' }).orderBy('amount').select('order_key', 'amount'));
  const heldVoucherRows = z
    .array(z.object({ order_key: z.string(), discount_key: z.string() }))
    .parse(await knex('order_discount').select('order_key', 'discount_key'));
  const usedDiscountRows = z
    .array(z.object({ discount_key: z.string() }))
    .parse(await knex('discount_use').select('discount_key'));
  return {
    orders: new Map(orderRows.map((orderRow) => [orderRow.key, orderRow])),
    entries: groupByKey(await readLedger(world), ({ reference }) => reference),
    orderKeysByVoucher: new Map(
      [...groupByKey(heldVoucherRows, (voucherRow) => voucherRow.discount_key)].map(([key, voucherRows]) => [
        key,
        voucherRows.map((row) => row.order_key),
      ]),
    ),
    usedVouchers: new Set(usedDiscountRows.map((row) => row.discount_key)),
    refunds: new Map(
      [...groupByKey(refundRows, (refundRow) => refundRow.order_key)].map(([key, rowsOfOrder]) => [
        key,
        rowsOfOrder.map(({ amount }) => amount),
      ]),
    ),
  };
};

/**
 * Returns a mistake for each order that its diner cancelled at PayPal and that isn't failed: a cancelled order must not
 * keep waiting (C16).
 */
const cancelMistakes = ({ cancelledOrders }: PlayedRound, { orders }: FinalData): string[] =>
  [...cancelledOrders].flatMap((key) =>
    orders.get(key)?.payment_status === 'FAILED'
      ? []
      : [`${key} was let go of and is ${orders.get(key)?.payment_status}`],
  );

/**
 * A voucher must be used while its order is paid or waits for PayPal. It must be free after its order failed, was
 * refunded completely or was cancelled at PayPal.
 */
const voucherMistakes = (
  { voucher, cancelledOrders }: PlayedRound,
  { orders, orderKeysByVoucher, usedVouchers, refunds }: FinalData,
): string[] => {
  if (voucher === null) return [];
  const ordersWithVoucher = (orderKeysByVoucher.get(voucher) ?? []).flatMap((key) => orders.get(key) ?? []);
  const isOrderPaid = ({ key, total, payment_status: status }: OrderRow): boolean =>
    status === 'SUCCEEDED' && sumOf(refunds.get(key) ?? []) < total;
  const isVoucherHeld = ordersWithVoucher.some(
    (order) => isOrderPaid(order) || (isOpenPaypalOrder(order) && !cancelledOrders.has(order.key)),
  );
  return isVoucherHeld === usedVouchers.has(voucher) ? [] : [`${voucher} is ${isVoucherHeld ? 'not ' : ''}taken`];
};

/** Returns the refunds whose reported outcome differs from the ledger. */
const refundMistakes = ({ refunds }: PlayedRound, { entries }: FinalData): string[] =>
  [...groupByKey(refunds, ({ orderKey }) => orderKey)].flatMap(([key, refundsOfOrder]) => {
    const refundedAmounts = refundAmountsOf(entries.get(key) ?? []);
    const [acceptedRefunds, openRefunds] = [
      refundsOfOrder.filter(({ status }) => status === 200),
      refundsOfOrder.filter(({ status }) => status === null),
    ];
    const openAmounts = acceptedRefunds.reduce<number[]>(
      (remainingAmounts, { amount }) =>
        remainingAmounts.toSpliced(remainingAmounts.indexOf(amount), remainingAmounts.includes(amount) ? 1 : 0),
      refundedAmounts,
    );
    return [
      ...(refundedAmounts.length - openAmounts.length === acceptedRefunds.length
        ? []
        : [
            `${key}: ${acceptedRefunds.length} refunds were told to be given, and ${String(refundedAmounts)} cents went back`,
          ]),
      // A refund may be missing among the successful responses only if the restaurant stopped asking. Any other refund
      // in the ledger was never requested.
      ...(openAmounts.every((amount) => openRefunds.some((openRefund) => openRefund.amount === amount))
        ? []
        : [`${key}: ${String(openAmounts)} cents went back unasked`]),
    ];
  });

/** Returns the keys of all orders that a cart became, even if its diner received no response. */
const placedKeysOf = ({ keys, orderKeys }: PlayedRound, { orders }: Pick<FinalData, 'orders'>): ReadonlySet<string> =>
  new Set([
    ...orderKeys,
    ...[...orders.values()].filter(({ request_key: key }) => key !== null && keys.has(key)).map(({ key }) => key),
  ]);

/**
 * Returns a mistake when a disturbance has harmed the wrong order: a guest who declines must not cancel another
 * person's lunch, and a payment that arrives too late must not pay for a lunch.
 */
const disturbanceMistakes = ({ plan, reportedStatuses, orderKeys }: PlayedRound, { orders }: FinalData): string[] =>
  [...orderKeys].flatMap((key) => {
    const order = orders.get(key);
    const wasPaidBefore = reportedStatuses.find(([reportedKey]) => reportedKey === key)?.[1] === 'SUCCEEDED';
    if (plan.fault.kind === 'guestDeclines' && (order?.code ?? '').startsWith('meetup'))
      return [`${key} was taken away because a guest declined`];
    if (plan.fault.kind === 'lateCapture' && !wasPaidBefore && order?.payment_status === 'SUCCEEDED')
      return [`${key} was paid after its time`];
    return [];
  });

/**
 * Returns the keys of a cart's orders that count: a diner who orders again after a failed order has ordered only once.
 */
const countedKeysOf = (playedRound: PlayedRound, finalData: FinalData): readonly string[] =>
  [...placedKeysOf(playedRound, finalData)].filter(
    (key) => playedRound.plan.fault.kind !== 'logout' || finalData.orders.get(key)?.payment_status !== 'FAILED',
  );

const roundMistakes = (playedRound: PlayedRound, finalData: FinalData): string[] => {
  const placedKeys = countedKeysOf(playedRound, finalData);
  return [
    ...disturbanceMistakes(playedRound, finalData),
    ...(placedKeys.length > 1 ? [`one cart was ordered ${placedKeys.length} times: ${placedKeys.join(', ')}`] : []),
    ...wrongReports(playedRound.reportedStatuses, finalData.orders),
    ...cancelMistakes(playedRound, finalData),
    ...voucherMistakes(playedRound, finalData),
  ];
};

/** Compares the orders that pages list with the paid orders, and the refunds that pages show with the ledger. */
const orderListMistakes = async (diners: readonly Diner[], { orders, entries }: FinalData): Promise<string[]> => {
  const mistakes: string[] = [];
  for (const diner of diners) {
    const { body } = await diner.call('GET', '/api/payment/orders?when=upcoming&limit=50');
    const listedOrders = z.array(Order).parse(body);
    mistakes.push(
      ...listedOrders
        .filter(({ key }) => orders.get(key)?.payment_status !== 'SUCCEEDED')
        .map(({ key }) => `${key} is listed and isn't paid`),
    );
    const listedRefunds = listedOrders.map(
      ({ key, refunded }) =>
        [key, sumOf(refunded.map(({ amount }) => amount)), sumOf(refundAmountsOf(entries.get(key) ?? []))] as const,
    );
    mistakes.push(
      ...listedRefunds
        .filter(([, listedAmount, refundedAmount]) => listedAmount !== refundedAmount)
        .map(
          ([key, shownAmount, returnedAmount]) =>
            `${key} shows ${shownAmount} cents that went back, and it were ${returnedAmount}`,
        ),
    );
  }
  return mistakes;
};

/** Compares the providers' ledgers with the orders, with the states that the diners received, and with the vouchers. */
export const checkRounds = async (
  world: FaultWorld,
  playedRounds: readonly PlayedRound[],
  diners: readonly Diner[],
): Promise<Verdict> => {
  const finalData = await readFinalData(world);
  const { orders, entries } = finalData;
  const orderRows = [...orders.values()];
  const roundByOrderKey = new Map(
    playedRounds.flatMap((candidate) =>
      [...placedKeysOf(candidate, finalData)].map((key) => [key, candidate.plan.round]),
    ),
  );
  const countOrdersWith = (status: OrderRow['payment_status']): number =>
    orderRows.filter((row) => row.payment_status === status).length;
  const orphanedLedgerEntries = [...entries].filter(
    ([key, orderEntries]) => !orders.has(key) && balanceOf(orderEntries) !== 0,
  );
  const mistakesOfRound = (round: number, mistakes: readonly string[]): [number, string][] =>
    mistakes.map((text) => [round, text]);
  return {
    mistakes: [
      ...playedRounds.flatMap((candidate) =>
        mistakesOfRound(candidate.plan.round, [
          ...roundMistakes(candidate, finalData),
          ...refundMistakes(candidate, finalData),
        ]),
      ),
      // Orders whose diner received no response may belong to no round.
      ...orderRows.flatMap((row) =>
        mistakesOfRound(
          roundByOrderKey.get(row.key) ?? NO_ROUND,
          moneyMistakes(row, entries.get(row.key) ?? [], finalData.refunds.get(row.key) ?? []),
        ),
      ),
      ...mistakesOfRound(
        NO_ROUND,
        orphanedLedgerEntries.map(
          ([key, orderEntries]) => `${balanceOf(orderEntries)} cents were taken for ${key}, which is no order`,
        ),
      ),
      ...mistakesOfRound(NO_ROUND, await orderListMistakes(diners, finalData)),
    ],
    paidCount: countOrdersWith('SUCCEEDED'),
    failureCount: countOrdersWith('FAILED'),
    waitingCount: countOrdersWith('CREATED'),
    refundCount: [...entries.values()].flat().filter(({ kind, status }) => kind === 'refund' && status === 'SUCCEEDED')
      .length,
  };
};
