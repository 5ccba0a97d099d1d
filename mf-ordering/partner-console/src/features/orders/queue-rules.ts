import type { PartnerOrder } from '@mahlzeit/contract';
import { berlinDay, ORDER_PAST_AFTER_MS, startOfDay } from '@mahlzeit/contract/rules';
import { amountLeft } from '../refunds';

/** Whether an order is of a former day: one of the late evening isn't until it is past. */
export const isFormer = ({ meetUpDate }: Pick<PartnerOrder, 'meetUpDate'>, now: number): boolean =>
  meetUpDate < Math.min(startOfDay(berlinDay(now)), now - ORDER_PAST_AFTER_MS);

/** Whether an order has no answer so far: nothing needs one once all of it went back, or is about to. */
export const isNew = (order: PartnerOrder): boolean => !order.accepted && amountLeft(order) > 0;

/** Whether an order waits for the restaurant's answer. Nobody answers one of a former day any more. */
export const isWaiting = (order: PartnerOrder, now: number): boolean => isNew(order) && !isFormer(order, now);

/** The one that is eaten first comes first; of equals the one that came first. */
export const byMealTime = (one: PartnerOrder, other: PartnerOrder): number =>
  one.meetUpDate - other.meetUpDate || one.createdAt - other.createdAt || (one.orderId < other.orderId ? -1 : 1);

/** How long before its time an order that nobody has accepted is called to mind. */
const REMINDED_BEFORE_MS = 600_000;

/** When an order that nobody has accepted is refunded by itself. */
export const refundedByItselfAt = ({ meetUpDate }: Pick<PartnerOrder, 'meetUpDate'>): number =>
  meetUpDate + ORDER_PAST_AFTER_MS;

/** Whether an order has waited too long for its answer. */
export const isOverdue = (order: PartnerOrder, now: number): boolean =>
  isWaiting(order, now) && now >= order.meetUpDate - REMINDED_BEFORE_MS;

/** What the day has come to so far. */
export interface DayTotals {
  readonly accepted: number;
  readonly refunded: number;
  /** Cents of what was accepted, less what went back. */
  readonly amount: number;
}

/** Adds up the orders that have had their answer. */
export const dayTotals = (orders: readonly PartnerOrder[]): DayTotals => {
  const answered = orders.filter((order) => !isNew(order));
  const served = answered.filter((order) => amountLeft(order) > 0);
  return {
    accepted: served.length,
    refunded: answered.length - served.length,
    amount: served.reduce((sum, order) => sum + amountLeft(order), 0),
  };
};

/** Keys of the rows in the order in which they stand. */
export interface Arrangement {
  readonly waiting: readonly string[];
  readonly answered: readonly string[];
}

/** Before anything is shown. */
export const emptyArrangement: Arrangement = { waiting: [], answered: [] };

const keysOf = (orders: readonly PartnerOrder[]): readonly string[] => orders.map(({ key }) => key);

const isSame = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((key, index) => key === other[index]);

/** Where each row belongs. */
const arranged = (orders: readonly PartnerOrder[]): Arrangement => {
  const sorted = [...orders].sort(byMealTime);
  return { waiting: keysOf(sorted.filter(isNew)), answered: keysOf(sorted.filter((order) => !isNew(order))) };
};

/** The rows that are there stay where they are, new ones come behind them. */
const undisturbed = (orders: readonly PartnerOrder[], before: Arrangement): Arrangement => {
  const there = new Set(keysOf(orders));
  const known = new Set([...before.waiting, ...before.answered]);
  const added = arranged(orders.filter(({ key }) => !known.has(key)));
  return {
    waiting: [...before.waiting.filter((key) => there.has(key)), ...added.waiting],
    answered: [...before.answered.filter((key) => there.has(key)), ...added.answered],
  };
};

/**
 * The rows anew. While somebody is in the middle of them none that is there moves: no order may come under a finger
 * that meant another one.
 */
export const arrange = (orders: readonly PartnerOrder[], before: Arrangement, isInUse: boolean): Arrangement => {
  const after = isInUse ? undisturbed(orders, before) : arranged(orders);
  return isSame(after.waiting, before.waiting) && isSame(after.answered, before.answered) ? before : after;
};

/** The row so many steps further down among all; the ends hold. With nothing chosen the first. */
export const stepFrom = (all: readonly string[], chosen: string | null, step: 1 | -1): string | null => {
  const at = chosen === null ? -1 : all.indexOf(chosen);
  return at < 0 ? (all[0] ?? null) : (all[Math.min(all.length - 1, Math.max(0, at + step))] ?? null);
};

/** The next order that waits, behind the chosen one and then from the top; null: none is left. */
export const nextWaiting = (
  { waiting }: Arrangement,
  chosen: string | null,
  isWaiting: (key: string) => boolean,
): string | null => {
  const at = chosen === null ? -1 : waiting.indexOf(chosen);
  return [...waiting.slice(at + 1), ...waiting.slice(0, Math.max(0, at))].find(isWaiting) ?? null;
};
