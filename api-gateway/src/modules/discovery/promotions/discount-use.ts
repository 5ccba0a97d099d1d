import { err, ok } from '@mahlzeit/contract';
import type { Discount, Result } from '@mahlzeit/contract';
import { isDiscountAvailableToMe } from '@mahlzeit/contract/rules';
import type { Connection, WriteTransaction } from '../../../platform';
import { createPromotionRepository } from './promotion-repository';
import type { StoredDiscount } from './promotion-repository';
import { discountOps, loadPlacedDiscount, presentDiscount } from './promotion-service';

/** A user and the discounts that the user wants to use. */
interface DiscountUse {
  readonly uid: string;
  readonly keys: readonly string[];
  readonly now: number;
}

const findDiscountOpenTo = async (knex: Connection, uid: string, key: string): Promise<StoredDiscount | null> => {
  const storedDiscount = await createPromotionRepository(knex).findDiscount(key);
  return storedDiscount === null || (storedDiscount.owners !== null && !storedDiscount.owners.includes(uid))
    ? null
    : storedDiscount;
};

/**
 * Returns the discounts among `keys` that are public or that the user owns, by key. Expired and used discounts are
 * included.
 */
export const findDiscountsFor = async (
  knex: Connection,
  { uid, keys }: Omit<DiscountUse, 'now'>,
): Promise<ReadonlyMap<string, Discount>> => {
  const usedKeys = await createPromotionRepository(knex).findUsedKeys(uid, keys);
  const discounts = new Map<string, Discount>();
  for (const key of new Set(keys)) {
    const storedDiscount = await findDiscountOpenTo(knex, uid, key);
    if (storedDiscount !== null) discounts.set(key, presentDiscount(storedDiscount, usedKeys.has(key)));
  }
  return discounts;
};

const recordDiscountChange = async (
  tx: WriteTransaction,
  key: string,
  { now, change }: { readonly now: number; readonly change: () => Promise<void> },
): Promise<void> => {
  const promotions = createPromotionRepository(tx.knex);
  const discountBefore = await loadPlacedDiscount(promotions, await promotions.findDiscount(key));
  await change();
  for (const { topic, op } of discountOps(
    discountBefore,
    await loadPlacedDiscount(promotions, await promotions.findDiscount(key)),
    now,
  ))
    tx.record(topic, op);
};

/**
 * Marks each of these discounts as used once by a user. Uses none of them if one is unavailable, used up or already
 * used by the user. Records the remaining quantities in the live topics.
 */
export const redeemDiscounts = async (
  tx: WriteTransaction,
  { uid, keys, now }: DiscountUse,
): Promise<Result<void, 'DiscountLimitExceeded'>> => {
  const discounts = await findDiscountsFor(tx.knex, { uid, keys });
  const distinctKeys = [...new Set(keys)];
  const areAllAvailable = distinctKeys.every((key) => {
    const discount = discounts.get(key);
    return discount !== undefined && isDiscountAvailableToMe(discount, now);
  });
  if (!areAllAvailable) return err('DiscountLimitExceeded');
  for (const key of distinctKeys)
    await recordDiscountChange(tx, key, {
      now,
      change: async () => void (await createPromotionRepository(tx.knex).addUse(key, uid)),
    });
  return ok(undefined);
};

/** Makes used discounts available again after an order has failed. */
export const restoreDiscounts = async (tx: WriteTransaction, { uid, keys, now }: DiscountUse): Promise<void> => {
  for (const key of new Set(keys))
    await recordDiscountChange(tx, key, { now, change: () => createPromotionRepository(tx.knex).removeUse(key, uid) });
};
