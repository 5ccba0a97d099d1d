import { err, ok, type Discount, type PartnerDiscount, type Result } from '@mahlzeit/contract';
import { isDiscountAvailable } from '@mahlzeit/contract/rules';
import type { Knex } from 'knex';
import type { Clock, Database, WriteTransaction } from '../../platform';
import { discountOps, type PlacedDiscount } from './discount-change-rules';
import { presentDiscount } from './discount-presenter';
import {
  deleteDiscount, findDiscount, findDiscountsOfOwner, findGlobalDiscounts, findRestaurantsOfCompany, findUsed, findUsersOf, putDiscount,
} from './discount-repository';
import type { StoredDiscount } from './discount-row';
import { findOffers } from './offer-repository';
import { restaurantExists } from './restaurant-repository';

/** Who asks for discounts. */
export interface DiscountReader {
  readonly uid: string;
  readonly isAnonymous: boolean;
}

const placed = async (knex: Knex, stored: StoredDiscount | null): Promise<PlacedDiscount | null> => {
  if (stored === null) return null;
  const { key, restaurantRef, companyRef } = stored.own;
  const ofCompany = companyRef === null ? [] : await findRestaurantsOfCompany(knex, companyRef);
  return { stored, restaurantKeys: restaurantRef === null ? ofCompany : [restaurantRef], usedBy: await findUsersOf(knex, key) };
};

const namesWhatExists = async (knex: Knex, { restaurantRef, mealRef }: PartnerDiscount): Promise<boolean> => {
  if (restaurantRef !== null && !(await restaurantExists(knex, restaurantRef))) return false;
  return mealRef === null || (await findOffers(knex, [mealRef])).length > 0;
};

/** Discounts: who has which, and their changes, each of them live. */
export const createDiscountService = ({ database, clock }: { database: Database; clock: Clock }) => {
  const record = (tx: WriteTransaction, before: PlacedDiscount | null, after: PlacedDiscount | null): void => {
    for (const { topic, op } of discountOps(before, after, clock.now())) tx.record(topic, op);
  };

  return {
    /** Everybody's and the reader's own that are available today; a visitor owns none. */
    available: ({ uid, isAnonymous }: DiscountReader): Promise<Discount[]> =>
      database.read(async (knex) => {
        const now = clock.now();
        const own = isAnonymous ? [] : await findDiscountsOfOwner(knex, uid, now);
        const all = [...own, ...(await findGlobalDiscounts(knex, now))];
        const used = await findUsed(knex, uid, all.map((one) => one.own.key));
        return all.map((one) => presentDiscount(one, used.has(one.own.key))).filter((one) => isDiscountAvailable(one, now));
      }),

    /** Creates the discount of that key or replaces it; `notFound` where its restaurant or meal is unknown. */
    put: (key: string, { owners, ...own }: PartnerDiscount): Promise<Result<Discount, 'notFound'>> =>
      database.write(async (tx) => {
        if (!(await namesWhatExists(tx.knex, own))) return err('notFound');
        const before = await placed(tx.knex, await findDiscount(tx.knex, key));
        const after: StoredDiscount = { own: { ...own, key }, owners: owners === undefined ? null : [...new Set(owners)], used: before?.stored.used ?? 0 };
        await putDiscount(tx.knex, after);
        record(tx, before, await placed(tx.knex, after));
        return ok(presentDiscount(after, false));
      }),

    /** Takes the discount of that key away; one that is not there is fine. */
    remove: (key: string): Promise<void> =>
      database.write(async (tx) => {
        const before = await placed(tx.knex, await findDiscount(tx.knex, key));
        if (before === null) return;
        await deleteDiscount(tx.knex, key);
        record(tx, before, null);
      }),
  };
};

/** Discounts: who has which, and their changes. */
export type DiscountService = ReturnType<typeof createDiscountService>;
