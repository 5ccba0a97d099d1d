import { err, globalTopic, meTopic, ok, restaurantTopic } from '@mahlzeit/contract';
import type { Discount, Op, PartnerDiscount, Result } from '@mahlzeit/contract';
import { isDiscountAvailable } from '@mahlzeit/contract/rules';
import { everybodyMayRead, randomKey, userLogName } from '../../../platform';
import type {
  Clock,
  Connection,
  Database,
  PartnerCaller,
  PersonalDataProvider,
  RecordedOp,
  TopicItem,
  TopicSource,
  WriteTransaction,
} from '../../../platform';
import { createCatalogRepository, createSoldOutRepository } from '../menu';
import { createRestaurantRepository, mayActFor } from '../restaurants';
import { mayManageDiscount, mayOwnDiscounts } from './discount-policy';
import type { DiscountReader } from './discount-policy';
import { createPromotionRepository } from './promotion-repository';
import type { PromotionRepository, StoredDiscount } from './promotion-repository';

/** Converts a stored discount to its form in the API, which doesn't reveal owners and users. */
export const presentDiscount = ({ fields, used: usedCount }: StoredDiscount, usedByMe: boolean): Discount => ({
  ...fields,
  quantityLeft: Math.max(0, fields.quantity - usedCount),
  usedByMe,
});

const DISCOUNT_COLLECTION = 'discounts';

/** Converts a stored discount to an item of a live topic. */
export const discountItem = (storedDiscount: StoredDiscount, usedByMe: boolean): TopicItem => ({
  collection: DISCOUNT_COLLECTION,
  key: storedDiscount.fields.key,
  value: presentDiscount(storedDiscount, usedByMe),
});

/** A discount with the data that determines which topics show it. */
interface PlacedDiscount {
  readonly stored: StoredDiscount;
  /** Keys of the restaurants where the discount is valid: its own restaurant, or all restaurants of its company. */
  readonly restaurantKeys: readonly string[];
  /** Uids of the users who have used the discount. */
  readonly usedBy: ReadonlySet<string>;
}

/**
 * A topic that shows a discount. `uid` is the owner of a personal topic; null for a shared topic, which must not reveal
 * who has used a discount.
 */
interface Audience {
  readonly topic: string;
  readonly uid: string | null;
}

const audiencesOf = (placedDiscount: PlacedDiscount | null, now: number): Audience[] => {
  if (placedDiscount === null || placedDiscount.stored.fields.end <= now) return [];
  const { owners } = placedDiscount.stored;
  if (owners !== null) return owners.map((uid) => ({ topic: userLogName(uid), uid }));
  return [globalTopic, ...placedDiscount.restaurantKeys.map(restaurantTopic)].map((topic) => ({ topic, uid: null }));
};

const discountPutOp = ({ stored: storedDiscount, usedBy }: PlacedDiscount, uid: string | null): Op => ({
  kind: 'put',
  collection: DISCOUNT_COLLECTION,
  key: storedDiscount.fields.key,
  value: presentDiscount(storedDiscount, uid !== null && usedBy.has(uid)),
});

/**
 * Computes the ops when a discount changes from `before` to `after` (null = no discount). The ops of a discount with
 * owners go to the owners' topics, all others to `global` and to the topics of its restaurants.
 */
export const discountOps = (
  discountBefore: PlacedDiscount | null,
  discountAfter: PlacedDiscount | null,
  now: number,
): RecordedOp[] => {
  const addedAudiences = audiencesOf(discountAfter, now);
  const removedAudiences = audiencesOf(discountBefore, now).filter(
    ({ topic }) => !addedAudiences.some((audience) => audience.topic === topic),
  );
  const removedKey = discountBefore?.stored.fields.key ?? '';
  return [
    ...removedAudiences.map(({ topic }): RecordedOp => ({
      topic,
      op: { kind: 'del', collection: DISCOUNT_COLLECTION, key: removedKey },
    })),
    ...(discountAfter === null
      ? []
      : addedAudiences.map(({ topic, uid }): RecordedOp => ({ topic, op: discountPutOp(discountAfter, uid) }))),
  ];
};

/** Computes the ops for the topic of a restaurant whose set of discounts changes, for example with its company. */
export const movedDiscountOps = (
  discountsBefore: readonly StoredDiscount[],
  discountsAfter: readonly StoredDiscount[],
): Op[] => {
  const isMissingIn =
    (otherDiscounts: readonly StoredDiscount[]) =>
    ({ fields }: StoredDiscount) =>
      !otherDiscounts.some((storedDiscount) => storedDiscount.fields.key === fields.key);
  const removedDiscounts = discountsBefore.filter(isMissingIn(discountsAfter));
  const addedDiscounts = discountsAfter.filter(isMissingIn(discountsBefore));
  return [
    ...removedDiscounts.map(({ fields }): Op => ({ kind: 'del', collection: DISCOUNT_COLLECTION, key: fields.key })),
    ...addedDiscounts.map((storedDiscount): Op => ({
      kind: 'put',
      collection: DISCOUNT_COLLECTION,
      key: storedDiscount.fields.key,
      value: presentDiscount(storedDiscount, false),
    })),
  ];
};

/** Adds the data that determines which topics show a discount; null stays null. */
export const loadPlacedDiscount = async (
  promotions: PromotionRepository,
  storedDiscount: StoredDiscount | null,
): Promise<PlacedDiscount | null> => {
  if (storedDiscount === null) return null;
  const { key, restaurantRef, companyRef } = storedDiscount.fields;
  const companyRestaurantKeys = companyRef === null ? [] : await promotions.findRestaurantsOfCompany(companyRef);
  return {
    stored: storedDiscount,
    restaurantKeys: restaurantRef === null ? companyRestaurantKeys : [restaurantRef],
    usedBy: await promotions.findUsersOf(key),
  };
};

/**
 * Returns the restaurants that have a dish on the menu or sold out: a sold-out dish may return while the discount is
 * valid.
 */
const findRestaurantsOfMeal = async (knex: Connection, mealRef: string): Promise<readonly string[]> => {
  const soldOutOffers = (await createSoldOutRepository(knex).findAll(mealRef)).map(
    ({ stored: storedOffer }) => storedOffer,
  );
  return [...(await createCatalogRepository(knex).findOffers([mealRef])), ...soldOutOffers].map(
    ({ restaurantKey }) => restaurantKey,
  );
};

/** Checks whether the restaurant and the meal of a discount exist and the partner may act for them. */
const areReferencesValid = async (
  knex: Connection,
  partner: PartnerCaller,
  { restaurantRef, mealRef }: PartnerDiscount,
): Promise<boolean> => {
  if (
    restaurantRef !== null &&
    (!mayActFor(partner, restaurantRef) || !(await createRestaurantRepository(knex).exists(restaurantRef)))
  )
    return false;
  return (
    mealRef === null ||
    (await findRestaurantsOfMeal(knex, mealRef)).some((restaurantKey) => mayActFor(partner, restaurantKey))
  );
};

/** Limit of unexpired discounts of a restaurant. It applies to the restaurant's own token. */
const MAX_OPEN_DISCOUNTS = 50;

/** Checks whether a partner may add one more discount. */
const hasDiscountCapacity = async (
  promotions: PromotionRepository,
  { restaurantKey }: PartnerCaller,
  now: number,
): Promise<boolean> =>
  restaurantKey === null || (await promotions.countOpenDiscountsOf(restaurantKey, now)) < MAX_OPEN_DISCOUNTS;

const findOwnDiscounts = async (
  promotions: PromotionRepository,
  reader: DiscountReader,
  now: number,
): Promise<StoredDiscount[]> => (mayOwnDiscounts(reader) ? promotions.findDiscountsOfOwner(reader.uid, now) : []);

/** Creates the service of discounts. Each change is recorded in the live topics. */
export const createDiscountService = ({ database, clock }: { database: Database; clock: Clock }) => {
  const recordDiscountOps = (
    tx: WriteTransaction,
    before: PlacedDiscount | null,
    after: PlacedDiscount | null,
  ): void => {
    for (const { topic, op } of discountOps(before, after, clock.now())) tx.record(topic, op);
  };

  return {
    /** Returns the discounts that are available today: public ones and the reader's own. A visitor owns none. */
    available: (reader: DiscountReader): Promise<Discount[]> =>
      database.read(async (knex) => {
        const now = clock.now();
        const promotions = createPromotionRepository(knex);
        const ownDiscounts = await findOwnDiscounts(promotions, reader, now);
        const candidates = [...ownDiscounts, ...(await promotions.findGlobalDiscounts(now))];
        const usedKeys = await promotions.findUsedKeys(
          reader.uid,
          candidates.map((storedDiscount) => storedDiscount.fields.key),
        );
        return candidates
          .map((storedDiscount) => presentDiscount(storedDiscount, usedKeys.has(storedDiscount.fields.key)))
          .filter((discount) => isDiscountAvailable(discount, now));
      }),

    /**
     * Creates the discount with this key, or replaces it. Returns `notFound` for an unknown restaurant or meal, and for
     * a restaurant, meal or discount of another partner. Returns `notAllowed` if the discount would also be valid
     * elsewhere or be paid by the platform. Returns `listFull` if a restaurant's own token has reached its limit.
     */
    put: (
      partner: PartnerCaller,
      key: string,
      { owners, ...discountFields }: PartnerDiscount,
    ): Promise<Result<Discount, 'notFound' | 'notAllowed' | 'listFull'>> =>
      database.write(async (tx) => {
        if (!(await areReferencesValid(tx.knex, partner, discountFields))) return err('notFound');
        const promotions = createPromotionRepository(tx.knex);
        const before = await loadPlacedDiscount(promotions, await promotions.findDiscount(key));
        if (before !== null && !mayManageDiscount(partner, before.stored.fields)) return err('notFound');
        if (!mayManageDiscount(partner, discountFields)) return err('notAllowed');
        const wasDiscountOpen = before !== null && before.stored.fields.end > clock.now();
        if (!wasDiscountOpen && !(await hasDiscountCapacity(promotions, partner, clock.now()))) return err('listFull');
        const after: StoredDiscount = {
          fields: { ...discountFields, key },
          owners: owners === undefined ? null : [...new Set(owners)],
          used: before?.stored.used ?? 0,
        };
        await promotions.putDiscount(after);
        recordDiscountOps(tx, before, await loadPlacedDiscount(promotions, after));
        return ok(presentDiscount(after, false));
      }),

    /**
     * Removes the discount with this key. Succeeds for an unknown key; returns `notFound` for a discount of another
     * partner.
     */
    remove: (partner: PartnerCaller, key: string): Promise<Result<Record<string, never>, 'notFound'>> =>
      database.write(async (tx) => {
        const promotions = createPromotionRepository(tx.knex);
        const before = await loadPlacedDiscount(promotions, await promotions.findDiscount(key));
        if (before === null) return ok({});
        if (!mayManageDiscount(partner, before.stored.fields)) return err('notFound');
        await promotions.deleteDiscount(key);
        recordDiscountOps(tx, before, null);
        return ok({});
      }),
  };
};

/** Service that reads and changes discounts. */
export type DiscountService = ReturnType<typeof createDiscountService>;

/**
 * Creates the topic source of `global` for teasers and public discounts. This topic is the same for all readers, so it
 * never shows who has used a discount.
 */
export const createGlobalPromotions = ({ clock }: { clock: Clock }): TopicSource => ({
  pattern: globalTopic,
  isForCounters: true,
  mayRead: everybodyMayRead,
  async snapshot(_session, _param, knex) {
    const promotions = createPromotionRepository(knex);
    const teasers = await promotions.findTeasers();
    const discounts = await promotions.findGlobalDiscounts(clock.now());
    return [
      ...teasers.map((value) => ({ collection: 'teasers', key: value.key, value })),
      ...discounts.map((storedDiscount) => discountItem(storedDiscount, false)),
    ];
  },
});

/** Creates the topic source of `me` for the discounts that the reader owns. A visitor owns none. */
export const createOwnDiscounts = ({ clock }: { clock: Clock }): TopicSource => ({
  pattern: meTopic,
  logName: ({ uid }) => userLogName(uid),
  mayRead: everybodyMayRead,
  async snapshot(session, _param, knex) {
    const promotions = createPromotionRepository(knex);
    const ownDiscounts = await findOwnDiscounts(promotions, session, clock.now());
    const usedKeys = await promotions.findUsedKeys(
      session.uid,
      ownDiscounts.map((storedDiscount) => storedDiscount.fields.key),
    );
    return ownDiscounts.map((storedDiscount) => discountItem(storedDiscount, usedKeys.has(storedDiscount.fields.key)));
  },
});

/** Personal data of the discovery module: the discounts that a user owns or has used. */
export const discountPersonalData: PersonalDataProvider = {
  name: 'discounts',
  personalTables: { discount_owner: ['uid'], discount_use: ['uid'] },
  impersonalTables: [
    'discount',
    'meal_type',
    'offer',
    'partner_token',
    'place',
    'rest_time_type',
    'restaurant',
    'restaurant_name',
    'restaurant_place',
    'sold_out_meal',
    'tag',
    'teaser',
    'vat_type',
  ],
  async export(knex, { uid }) {
    const promotions = createPromotionRepository(knex);
    return { owned: await promotions.findKeysOfOwner(uid), used: await promotions.findKeysUsedBy(uid) };
  },
  erase: (tx, { uid }) => createPromotionRepository(tx.knex).forgetPerson(uid, randomKey),
};
