import { err, ok } from '@mahlzeit/contract';
import type { Discount, Result } from '@mahlzeit/contract';
import { isDiscountAvailableToMe } from '@mahlzeit/contract/rules';
import type { Connection, WriteTransaction } from '../../../platform';
import { createPromotionRepository } from './promotion-repository';
import type { StoredDiscount } from './promotion-repository';
import { discountOps, withAudience, presentDiscount } from './promotion-service';

/** A user and the discounts that the user wants to use. */
interface DiscountUse {
  readonly uid: string;
  readonly keys: readonly string[];
  readonly now: number;
}

const findOpenTo = async (knex: Connection, uid: string, key: string): Promise<StoredDiscount | null> => {
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
  const usedKeys = await createPromotionRepository(knex).findUsed(uid, keys);
  const discounts = new Map<string, Discount>();
  for (const key of new Set(keys)) {
    const storedDiscount = await findOpenTo(knex, uid, key);
    if (storedDiscount !== null) discounts.set(key, presentDiscount(storedDiscount, usedKeys.has(key)));
  }
  return discounts;
};

const recordChange = async (
  tx: WriteTransaction,
  key: string,
  { now, change }: { readonly now: number; readonly change: () => Promise<void> },
): Promise<void> => {
  const promotions = createPromotionRepository(tx.knex);
  const before = await withAudience(promotions, await promotions.findDiscount(key));
  await change();
  for (const { topic, op } of discountOps(
    before,
    await withAudience(promotions, await promotions.findDiscount(key)),
    now,
  ))
    tx.record(topic, op);
};

/**
 * Marks each of these discounts as used once by a user. Uses none of them if one is unavailable, used up or already
 * used by the user. Records the remaining quantities in the live topics.
 */
export const takeDiscounts = async (
  tx: WriteTransaction,
  { uid, keys, now }: DiscountUse,
): Promise<Result<void, 'DiscountLimitExceeded'>> => {
  const discounts = await findDiscountsFor(tx.knex, { uid, keys });
  const distinct = [...new Set(keys)];
  const isFree = distinct.every((key) => {
    const discount = discounts.get(key);
    return discount !== undefined && isDiscountAvailableToMe(discount, now);
  });
  if (!isFree) return err('DiscountLimitExceeded');
  for (const key of distinct)
    await recordChange(tx, key, {
      now,
      change: async () => void (await createPromotionRepository(tx.knex).addUse(key, uid)),
    });
  return ok(undefined);
};

/** Makes used discounts available again after an order has failed. */
export const giveDiscountsBack = async (tx: WriteTransaction, { uid, keys, now }: DiscountUse): Promise<void> => {
  for (const key of new Set(keys))
    await recordChange(tx, key, { now, change: () => createPromotionRepository(tx.knex).removeUse(key, uid) });
};
