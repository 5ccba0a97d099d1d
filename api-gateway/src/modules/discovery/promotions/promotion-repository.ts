import type { Discount, Teaser } from '@mahlzeit/contract';
import type { Knex } from 'knex';
import { fromJsonColumn, insertInChunks } from '../../../platform';
import type { Connection } from '../../../platform';
import { knexOf } from '../../../platform/database/knex-of';

/**
 * A stored discount. `owners` are the uids of the only users who may use it; null for a public discount. `used` is the
 * number of uses.
 */
export interface StoredDiscount {
  readonly fields: Omit<Discount, 'quantityLeft' | 'usedByMe'>;
  readonly owners: readonly string[] | null;
  readonly used: number;
}

/** One row of the table `discount`. */
interface DiscountRow {
  readonly key: string;
  readonly name: string | Discount['name'];
  readonly description_text: string;
  readonly expiry_hint: string | null;
  readonly value_text: string;
  readonly type_text: string;
  readonly type: Discount['type'];
  readonly discount_type: Discount['discountType'];
  readonly value: number;
  readonly quantity: number;
  readonly company_ref: string | null;
  readonly restaurant_ref: string | null;
  readonly meal_ref: string | null;
  readonly start_at: number;
  readonly end_at: number;
  readonly is_platform: boolean | number;
  readonly is_for_all_meals: boolean | number;
  readonly is_owned: boolean | number;
}

const storedDiscountOf = (
  discountRow: DiscountRow,
  { owners, used }: { owners: readonly string[]; used: number },
): StoredDiscount => ({
  fields: {
    key: discountRow.key,
    name: fromJsonColumn(discountRow.name),
    descriptionText: discountRow.description_text,
    expiryHint: discountRow.expiry_hint,
    valueText: discountRow.value_text,
    typeText: discountRow.type_text,
    type: discountRow.type,
    discountType: discountRow.discount_type,
    value: discountRow.value,
    quantity: discountRow.quantity,
    companyRef: discountRow.company_ref,
    restaurantRef: discountRow.restaurant_ref,
    mealRef: discountRow.meal_ref,
    start: discountRow.start_at,
    end: discountRow.end_at,
    platform: Boolean(discountRow.is_platform),
    forAllMeals: Boolean(discountRow.is_for_all_meals),
  },
  owners: discountRow.is_owned ? owners : null,
  used,
});

const discountRowOf = ({ fields, owners }: StoredDiscount): DiscountRow => ({
  key: fields.key,
  name: JSON.stringify(fields.name),
  description_text: fields.descriptionText,
  expiry_hint: fields.expiryHint,
  value_text: fields.valueText,
  type_text: fields.typeText,
  type: fields.type,
  discount_type: fields.discountType,
  value: fields.value,
  quantity: fields.quantity,
  company_ref: fields.companyRef,
  restaurant_ref: fields.restaurantRef,
  meal_ref: fields.mealRef,
  start_at: fields.start,
  end_at: fields.end,
  is_platform: fields.platform,
  is_for_all_meals: fields.forAllMeals,
  is_owned: owners !== null,
});

interface DiscountPersonRow {
  readonly discount_key: string;
  readonly uid: string;
}

/** One row of the table `discount_use`. `order_key` is the order that used the discount; null for some earlier uses. */
interface DiscountUseRow extends DiscountPersonRow {
  readonly order_key: string | null;
}

interface DiscountUseCount {
  readonly discount_key: string;
  readonly used: number;
}

/** Key and company of a restaurant, to find the discounts of both. */
interface DiscountRestaurant {
  readonly key: string;
  readonly companyId: string | null;
}

interface TeaserRow {
  readonly key: string;
  readonly image_url: string | null;
  readonly video_url: string | null;
  readonly words: string | NonNullable<Teaser['words']> | null;
  readonly action_url: string | null;
  readonly days_of_week: string | number[] | null;
  readonly latitude: number | null;
  readonly longitude: number | null;
  readonly distance: number | null;
  readonly priority: number;
}

const teaserLocationOf = ({ latitude, longitude, distance }: TeaserRow): Teaser['location'] =>
  latitude === null || longitude === null || distance === null ? null : { latitude, longitude, distance };

const teaserOf = (teaserRow: TeaserRow): Teaser => ({
  key: teaserRow.key,
  imageUrl: teaserRow.image_url,
  videoUrl: teaserRow.video_url,
  ...(teaserRow.words !== null && { words: fromJsonColumn(teaserRow.words) }),
  actionUrl: teaserRow.action_url,
  daysOfWeek: teaserRow.days_of_week === null ? null : fromJsonColumn(teaserRow.days_of_week),
  location: teaserLocationOf(teaserRow),
  priority: teaserRow.priority,
});

/** Repository of discounts with their owners and users, and of teasers (banners). */
export interface PromotionRepository {
  findDiscount(key: string): Promise<StoredDiscount | null>;
  /** Returns the public discounts that have not expired, sorted by their end. */
  findGlobalDiscounts(now: number): Promise<StoredDiscount[]>;
  /** Returns the number of unexpired discounts that a restaurant pays itself, including discounts with owners. */
  countOpenDiscountsOf(restaurantKey: string, now: number): Promise<number>;
  /** Returns the unexpired public discounts of a restaurant and of its company. */
  findDiscountsOfPlace(restaurantOfDiscount: DiscountRestaurant, now: number): Promise<StoredDiscount[]>;
  /** Returns the unexpired discounts that a user owns. */
  findDiscountsOfOwner(uid: string, now: number): Promise<StoredDiscount[]>;
  /** Returns those of `discountKeys` that a user has used. */
  findUsedKeys(uid: string, discountKeys: readonly string[]): Promise<Set<string>>;
  /** Returns the uids of all users who have used a discount. */
  findUsersOf(key: string): Promise<Set<string>>;
  /** Adds the use of a discount by an order. Returns false if the user has already used the discount. */
  addUse(key: string, use: { readonly uid: string; readonly orderKey: string }): Promise<boolean>;
  /**
   * Removes the use of a discount by an order, so that the user can use the discount again. Uses by other orders stay.
   */
  removeUse(key: string, orderKey: string): Promise<void>;
  /** Returns the keys of a company's restaurants. */
  findRestaurantsOfCompany(companyId: string): Promise<string[]>;
  /** Adds a discount with its owners, or replaces the discount with the same key. Existing uses stay. */
  putDiscount(storedDiscount: StoredDiscount): Promise<void>;
  deleteDiscount(key: string): Promise<void>;
  /** Returns the keys of the discounts that a user owns, including expired ones. */
  findKeysOfOwner(uid: string): Promise<string[]>;
  /** Returns the keys of the discounts that a user has used. */
  findKeysUsedBy(uid: string): Promise<string[]>;
  /**
   * Removes a person's uid from all discounts. The person's uses still count against the quantity:
   * `createAnonymousName` returns a random uid for each use.
   */
  forgetPerson(uid: string, createAnonymousName: () => string): Promise<void>;
  /** Returns all teasers, the highest priority first. */
  findTeasers(): Promise<Teaser[]>;
}

type DiscountPersonRepository = Pick<
  PromotionRepository,
  'addUse' | 'removeUse' | 'findUsedKeys' | 'findUsersOf' | 'findKeysOfOwner' | 'findKeysUsedBy' | 'forgetPerson'
>;

const createDiscountPersonRepository = (knex: Knex): DiscountPersonRepository => {
  const findDiscountKeysIn = async (tableName: string, uid: string): Promise<string[]> =>
    (await knex<DiscountPersonRow>(tableName).where({ uid }).orderBy('discount_key')).map(
      ({ discount_key }) => discount_key,
    );

  return {
    findUsedKeys: async (uid, discountKeys) =>
      new Set(
        (
          await knex<DiscountPersonRow>('discount_use')
            .where({ uid })
            .whereIn('discount_key', [...discountKeys])
        ).map((personRow) => personRow.discount_key),
      ),
    findUsersOf: async (key) =>
      new Set((await knex<DiscountPersonRow>('discount_use').where({ discount_key: key })).map(({ uid }) => uid)),
    async addUse(key, { uid, orderKey }) {
      const insertedUses = await knex<DiscountUseRow>('discount_use')
        .insert({ discount_key: key, uid, order_key: orderKey })
        .onConflict(['discount_key', 'uid'])
        .ignore()
        .returning('uid');
      return insertedUses.length > 0;
    },
    async removeUse(key, orderKey) {
      await knex<DiscountUseRow>('discount_use').where({ discount_key: key, order_key: orderKey }).delete();
    },
    findKeysOfOwner: (uid) => findDiscountKeysIn('discount_owner', uid),
    findKeysUsedBy: (uid) => findDiscountKeysIn('discount_use', uid),
    async forgetPerson(uid, createPersonName) {
      await knex('discount_owner').where({ uid }).delete();
      for (const discount_key of await findDiscountKeysIn('discount_use', uid))
        await knex<DiscountPersonRow>('discount_use').where({ discount_key, uid }).update({ uid: createPersonName() });
    },
  };
};

const addOwnersAndUses = async (knex: Knex, discountRows: readonly DiscountRow[]): Promise<StoredDiscount[]> => {
  const discountKeys = discountRows.map(({ key }) => key);
  const ownerRows = await knex<DiscountPersonRow>('discount_owner')
    .whereIn('discount_key', discountKeys)
    .orderBy('uid');
  const useCountRows: DiscountUseCount[] = await knex('discount_use')
    .whereIn('discount_key', discountKeys)
    .groupBy('discount_key')
    .select('discount_key')
    .count({ used: '*' });
  const useCountByKey = new Map(
    useCountRows.map((useCountRow) => [useCountRow.discount_key, Number(useCountRow.used)]),
  );
  return discountRows.map((row) =>
    storedDiscountOf(row, {
      owners: ownerRows.filter((discountOwner) => discountOwner.discount_key === row.key).map(({ uid }) => uid),
      used: useCountByKey.get(row.key) ?? 0,
    }),
  );
};

/**
 * Creates the repository of discounts and teasers. With the connection of a transaction, all its queries run in that
 * transaction.
 */
export const createPromotionRepository = (databaseConnection: Connection): PromotionRepository => {
  const knex = knexOf(databaseConnection);
  // Selects the discounts that have not expired; live topics don't show expired ones.
  const queryOpenDiscounts = (now: number) =>
    knex<DiscountRow>('discount').where('end_at', '>', now).orderBy(['end_at', 'key']);

  return {
    ...createDiscountPersonRepository(knex),
    findDiscount: async (key) =>
      (await addOwnersAndUses(knex, await knex<DiscountRow>('discount').where({ key })))[0] ?? null,
    findGlobalDiscounts: async (now) =>
      addOwnersAndUses(knex, await queryOpenDiscounts(now).andWhere('is_owned', false)),
    countOpenDiscountsOf: async (restaurantKey, now) =>
      (
        await queryOpenDiscounts(now)
          .andWhere({ restaurant_ref: restaurantKey, company_ref: null, is_platform: false })
          .select('key')
      ).length,
    async findDiscountsOfPlace({ key, companyId }, now) {
      const discountRows = await queryOpenDiscounts(now)
        .andWhere('is_owned', false)
        .andWhere((scopeCondition) => {
          void scopeCondition.where('restaurant_ref', key);
          if (companyId !== null)
            void scopeCondition.orWhere(
              (companyCondition) =>
                void companyCondition.whereNull('restaurant_ref').andWhere('company_ref', companyId),
            );
        });
      return addOwnersAndUses(knex, discountRows);
    },
    findDiscountsOfOwner: async (uid, now) =>
      addOwnersAndUses(
        knex,
        await queryOpenDiscounts(now).whereIn(
          'key',
          knex<DiscountPersonRow>('discount_owner').where({ uid }).select('discount_key'),
        ),
      ),
    async findRestaurantsOfCompany(companyId) {
      const restaurantRows = await knex<{ key: string; company_id: string | null }>('restaurant')
        .where({ company_id: companyId })
        .orderBy('key')
        .select('key');
      return restaurantRows.map(({ key }) => key);
    },
    async putDiscount(storedDiscount) {
      const discount_key = storedDiscount.fields.key;
      await knex('discount').insert(discountRowOf(storedDiscount)).onConflict('key').merge();
      await knex('discount_owner').where({ discount_key }).delete();
      await insertInChunks(
        (storedDiscount.owners ?? []).map((uid) => ({ discount_key, uid })),
        (newOwnerRows) => knex('discount_owner').insert(newOwnerRows),
      );
    },
    async deleteDiscount(key) {
      await knex('discount').where({ key }).delete();
    },
    findTeasers: async () =>
      (await knex<TeaserRow>('teaser').orderBy([{ column: 'priority', order: 'desc' }, 'key'])).map(teaserOf),
  };
};
