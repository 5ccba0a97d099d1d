import { err, ok } from '@mahlzeit/contract';
import type { Discount, Result } from '@mahlzeit/contract';
import { isDiscountAvailableToMe } from '@mahlzeit/contract/rules';
import type { Connection, WriteTransaction } from '../../../platform';
import { createPromotionRepository } from './promotion-repository';
import type { StoredDiscount } from './promotion-repository';
import { computeDiscountOps, loadPlacedDiscount, presentDiscount } from './promotion-service';

/** An order, its diner and the discounts that the order uses. */
interface DiscountUseRequest {
  readonly uid: string;
  readonly orderKey: string;
  readonly keys: readonly string[];
  readonly now: number;
}

const findDiscountOpenTo = async (
  knex: Connection,
  uid: string,
  discountKey: string,
): Promise<StoredDiscount | null> => {
  const storedDiscount = await createPromotionRepository(knex).findDiscount(discountKey);
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
  { uid, keys }: Pick<DiscountUseRequest, 'uid' | 'keys'>,
): Promise<ReadonlyMap<string, Discount>> => {
  const usedDiscountKeys = await createPromotionRepository(knex).findUsedKeys(uid, keys);
  const usableDiscounts = new Map<string, Discount>();
  for (const discountKey of new Set(keys)) {
    const storedDiscount = await findDiscountOpenTo(knex, uid, discountKey);
    if (storedDiscount !== null)
      usableDiscounts.set(discountKey, presentDiscount(storedDiscount, usedDiscountKeys.has(discountKey)));
  }
  return usableDiscounts;
};

const recordDiscountChange = async (
  tx: WriteTransaction,
  discountKey: string,
  { now, change }: { readonly now: number; readonly change: () => Promise<void> },
): Promise<void> => {
  const promotionRepository = createPromotionRepository(tx.knex);
  const previousDiscount = await loadPlacedDiscount(
    promotionRepository,
    await promotionRepository.findDiscount(discountKey),
  );
  await change();
  for (const { topic, op } of computeDiscountOps(
    previousDiscount,
    await loadPlacedDiscount(promotionRepository, await promotionRepository.findDiscount(discountKey)),
    now,
  ))
    tx.record(topic, op);
};

/**
 * Marks each of these discounts as used once by a user's order. Marks none of them if one is unavailable, used up or
 * already used by the user. Records the remaining quantities in the live topics.
 */
export const redeemDiscounts = async (
  tx: WriteTransaction,
  { uid, orderKey, keys, now }: DiscountUseRequest,
): Promise<Result<void, 'DiscountLimitExceeded'>> => {
  const usableDiscounts = await findDiscountsFor(tx.knex, { uid, keys });
  const distinctDiscountKeys = [...new Set(keys)];
  const areAllAvailable = distinctDiscountKeys.every((discountKey) => {
    const usableDiscount = usableDiscounts.get(discountKey);
    return usableDiscount !== undefined && isDiscountAvailableToMe(usableDiscount, now);
  });
  if (!areAllAvailable) return err('DiscountLimitExceeded');
  for (const discountKey of distinctDiscountKeys)
    await recordDiscountChange(tx, discountKey, {
      now,
      change: async () => void (await createPromotionRepository(tx.knex).addUse(discountKey, { uid, orderKey })),
    });
  return ok(undefined);
};

/**
 * Makes the discounts of an order available again after the order has failed or was refunded. A use by another order
 * stays: a discount that was deleted and made anew under the same key can be used again.
 */
export const restoreDiscounts = async (
  tx: WriteTransaction,
  { orderKey, keys, now }: Omit<DiscountUseRequest, 'uid'>,
): Promise<void> => {
  for (const discountKey of new Set(keys))
    await recordDiscountChange(tx, discountKey, {
      now,
      change: () => createPromotionRepository(tx.knex).removeUse(discountKey, orderKey),
    });
};
