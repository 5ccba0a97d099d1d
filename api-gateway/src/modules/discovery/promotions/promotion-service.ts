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
export const presentDiscount = ({ fields, used: usedCount }: StoredDiscount, isUsedByReader: boolean): Discount => ({
  ...fields,
  quantityLeft: Math.max(0, fields.quantity - usedCount),
  usedByMe: isUsedByReader,
});

const DISCOUNT_COLLECTION = 'discounts';

/** Converts a stored discount to an item of a live topic. */
export const discountTopicItem = (storedDiscount: StoredDiscount, isUsedByReader: boolean): TopicItem => ({
  collection: DISCOUNT_COLLECTION,
  key: storedDiscount.fields.key,
  value: presentDiscount(storedDiscount, isUsedByReader),
});

/** A discount with the data that determines which live topics show it. */
interface DiscountWithPlaces {
  readonly stored: StoredDiscount;
  /** Keys of the restaurants where the discount is valid: its own restaurant, or all restaurants of its company. */
  readonly restaurantKeys: readonly string[];
  /** Uids of the users who have used the discount. */
  readonly usedBy: ReadonlySet<string>;
}

/**
 * A live topic that shows a discount. `uid` is the owner of a user's own topic; null for a shared topic, which must not
 * reveal who has used a discount.
 */
interface DiscountAudience {
  readonly topic: string;
  readonly uid: string | null;
}

const audiencesOfDiscount = (placedDiscount: DiscountWithPlaces | null, now: number): DiscountAudience[] => {
  if (placedDiscount === null || placedDiscount.stored.fields.end <= now) return [];
  const { owners } = placedDiscount.stored;
  if (owners !== null) return owners.map((uid) => ({ topic: userLogName(uid), uid }));
  return [globalTopic, ...placedDiscount.restaurantKeys.map(restaurantTopic)].map((topicName) => ({
    topic: topicName,
    uid: null,
  }));
};

const discountPutOp = ({ stored: storedDiscount, usedBy }: DiscountWithPlaces, uid: string | null): Op => ({
  kind: 'put',
  collection: DISCOUNT_COLLECTION,
  key: storedDiscount.fields.key,
  value: presentDiscount(storedDiscount, uid !== null && usedBy.has(uid)),
});

/**
 * Computes the live updates (ops) when a discount changes from `discountBefore` to `discountAfter` (null = no
 * discount). Those of a discount with owners go to the owners' topics. Those of a public discount go to the topic
 * `global` and to the topics of its restaurants.
 */
export const computeDiscountOps = (
  discountBefore: DiscountWithPlaces | null,
  discountAfter: DiscountWithPlaces | null,
  now: number,
): RecordedOp[] => {
  const addedAudiences = audiencesOfDiscount(discountAfter, now);
  const removedAudiences = audiencesOfDiscount(discountBefore, now).filter(
    ({ topic }) => !addedAudiences.some((audience) => audience.topic === topic),
  );
  const removedDiscountKey = discountBefore?.stored.fields.key ?? '';
  return [
    ...removedAudiences.map(({ topic }): RecordedOp => ({
      topic,
      op: { kind: 'del', collection: DISCOUNT_COLLECTION, key: removedDiscountKey },
    })),
    ...(discountAfter === null
      ? []
      : addedAudiences.map(({ topic, uid }): RecordedOp => ({ topic, op: discountPutOp(discountAfter, uid) }))),
  ];
};

/**
 * Computes the live updates (ops) for the topic of a restaurant whose set of discounts changes, for example because the
 * restaurant's company changes.
 */
export const movedDiscountOps = (
  previousDiscounts: readonly StoredDiscount[],
  currentDiscounts: readonly StoredDiscount[],
): Op[] => {
  const isDiscountMissingIn =
    (comparedDiscounts: readonly StoredDiscount[]) =>
    ({ fields }: StoredDiscount) =>
      !comparedDiscounts.some((storedDiscount) => storedDiscount.fields.key === fields.key);
  const removedDiscounts = previousDiscounts.filter(isDiscountMissingIn(currentDiscounts));
  const addedDiscounts = currentDiscounts.filter(isDiscountMissingIn(previousDiscounts));
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

/** Adds to a discount the data that determines which live topics show it; null stays null. */
export const loadPlacedDiscount = async (
  promotionRepository: PromotionRepository,
  storedDiscount: StoredDiscount | null,
): Promise<DiscountWithPlaces | null> => {
  if (storedDiscount === null) return null;
  const { key, restaurantRef, companyRef } = storedDiscount.fields;
  const companyRestaurantKeys =
    companyRef === null ? [] : await promotionRepository.findRestaurantsOfCompany(companyRef);
  return {
    stored: storedDiscount,
    restaurantKeys: restaurantRef === null ? companyRestaurantKeys : [restaurantRef],
    usedBy: await promotionRepository.findUsersOf(key),
  };
};

/**
 * Returns the restaurants that have a dish on the menu or sold out. A sold-out dish counts, because it may return while
 * the discount is valid.
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

/**
 * Maximum number of unexpired discounts of a restaurant. The limit applies to the restaurant's own token; the
 * platform's token has no limit.
 */
const MAX_OPEN_DISCOUNTS = 50;

/** Checks whether a partner may add one more discount. The platform's token has no limit. */
const hasDiscountCapacity = async (
  promotionRepository: PromotionRepository,
  { restaurantKey }: PartnerCaller,
  now: number,
): Promise<boolean> =>
  restaurantKey === null || (await promotionRepository.countOpenDiscountsOf(restaurantKey, now)) < MAX_OPEN_DISCOUNTS;

const findOwnDiscounts = async (
  promotionRepository: PromotionRepository,
  discountReader: DiscountReader,
  now: number,
): Promise<StoredDiscount[]> =>
  mayOwnDiscounts(discountReader) ? promotionRepository.findDiscountsOfOwner(discountReader.uid, now) : [];

/** Creates the service of discounts. Each change of a discount is recorded in the live topics. */
export const createDiscountService = ({ database, clock }: { database: Database; clock: Clock }) => {
  const recordDiscountOps = (
    tx: WriteTransaction,
    previousDiscount: DiscountWithPlaces | null,
    currentDiscount: DiscountWithPlaces | null,
  ): void => {
    for (const { topic, op } of computeDiscountOps(previousDiscount, currentDiscount, clock.now()))
      tx.record(topic, op);
  };

  return {
    /**
     * Returns the discounts that are available today: public ones and the user's own. A visitor without an account has
     * no own discounts.
     */
    available: (discountReader: DiscountReader): Promise<Discount[]> =>
      database.read(async (knex) => {
        const now = clock.now();
        const promotionRepository = createPromotionRepository(knex);
        const ownDiscounts = await findOwnDiscounts(promotionRepository, discountReader, now);
        const candidateDiscounts = [...ownDiscounts, ...(await promotionRepository.findGlobalDiscounts(now))];
        const usedDiscountKeys = await promotionRepository.findUsedKeys(
          discountReader.uid,
          candidateDiscounts.map((storedDiscount) => storedDiscount.fields.key),
        );
        return candidateDiscounts
          .map((storedDiscount) => presentDiscount(storedDiscount, usedDiscountKeys.has(storedDiscount.fields.key)))
          .filter((discount) => isDiscountAvailable(discount, now));
      }),

    /**
     * Creates the discount with this key, or replaces it. Returns `notFound` for an unknown restaurant or meal, and for
     * a restaurant, meal or discount of another partner. Returns `notAllowed` if the discount would also be valid
     * elsewhere or be paid by the platform. Returns `listFull` if a restaurant's own token has reached its limit.
     */
    put: (
      partner: PartnerCaller,
      discountKey: string,
      { owners, ...discountFields }: PartnerDiscount,
    ): Promise<Result<Discount, 'notFound' | 'notAllowed' | 'listFull'>> =>
      database.write(async (tx) => {
        if (!(await areReferencesValid(tx.knex, partner, discountFields))) return err('notFound');
        const promotionRepository = createPromotionRepository(tx.knex);
        const previousDiscount = await loadPlacedDiscount(
          promotionRepository,
          await promotionRepository.findDiscount(discountKey),
        );
        if (previousDiscount !== null && !mayManageDiscount(partner, previousDiscount.stored.fields))
          return err('notFound');
        if (!mayManageDiscount(partner, discountFields)) return err('notAllowed');
        const wasDiscountOpen = previousDiscount !== null && previousDiscount.stored.fields.end > clock.now();
        if (!wasDiscountOpen && !(await hasDiscountCapacity(promotionRepository, partner, clock.now())))
          return err('listFull');
        const newDiscount: StoredDiscount = {
          fields: { ...discountFields, key: discountKey },
          owners: owners === undefined ? null : [...new Set(owners)],
          used: previousDiscount?.stored.used ?? 0,
        };
        await promotionRepository.putDiscount(newDiscount);
        recordDiscountOps(tx, previousDiscount, await loadPlacedDiscount(promotionRepository, newDiscount));
        return ok(presentDiscount(newDiscount, false));
      }),

    /**
     * Removes the discount with this key. Succeeds for an unknown key; returns `notFound` for a discount of another
     * partner.
     */
    remove: (partner: PartnerCaller, discountKey: string): Promise<Result<Record<string, never>, 'notFound'>> =>
      database.write(async (tx) => {
        const promotionRepository = createPromotionRepository(tx.knex);
        const before = await loadPlacedDiscount(
          promotionRepository,
          await promotionRepository.findDiscount(discountKey),
        );
        if (before === null) return ok({});
        if (!mayManageDiscount(partner, before.stored.fields)) return err('notFound');
        await promotionRepository.deleteDiscount(discountKey);
        recordDiscountOps(tx, before, null);
        return ok({});
      }),
  };
};

/** Service that reads and changes discounts. */
export type DiscountService = ReturnType<typeof createDiscountService>;

/**
 * Creates the source of teasers and public discounts in the live topic `global`. This topic is the same for all users,
 * so it never shows who has used a discount.
 */
export const createGlobalPromotions = ({ clock }: { clock: Clock }): TopicSource => ({
  pattern: globalTopic,
  isForCounters: true,
  mayRead: everybodyMayRead,
  async snapshot(_session, _param, knex) {
    const promotionRepository = createPromotionRepository(knex);
    const teasers = await promotionRepository.findTeasers();
    const discounts = await promotionRepository.findGlobalDiscounts(clock.now());
    return [
      ...teasers.map((value) => ({ collection: 'teasers', key: value.key, value })),
      ...discounts.map((storedDiscount) => discountTopicItem(storedDiscount, false)),
    ];
  },
});

/**
 * Creates the source of the discounts in the live topic `me` of each user: the discounts that this user owns. A visitor
 * without an account owns none.
 */
export const createOwnDiscountSource = ({ clock }: { clock: Clock }): TopicSource => ({
  pattern: meTopic,
  logName: ({ uid }) => userLogName(uid),
  mayRead: everybodyMayRead,
  async snapshot(session, _param, knex) {
    const promotionRepository = createPromotionRepository(knex);
    const ownDiscounts = await findOwnDiscounts(promotionRepository, session, clock.now());
    const usedDiscountKeys = await promotionRepository.findUsedKeys(
      session.uid,
      ownDiscounts.map((storedDiscount) => storedDiscount.fields.key),
    );
    return ownDiscounts.map((storedDiscount) =>
      discountTopicItem(storedDiscount, usedDiscountKeys.has(storedDiscount.fields.key)),
    );
  },
});

/** Personal data of the discovery module: the discounts that a user owns or has used. */
export const discountPersonalData: PersonalDataProvider = {
  name: 'discounts',
  personalTables: {
    discount_owner: {
      purpose: 'vouchers for single people',
      kept: 'until the erasure',
      deletedBy: ['identity/erasure'],
      columns: { uid: 'discounts.owned' },
    },
    discount_use: {
      purpose: 'counting the uses of a voucher',
      kept: 'as long as the voucher; from the erasure on under a random key',
      deletedBy: ['identity/erasure'],
      columns: { uid: 'discounts.used', order_key: { omittedBecause: 'the order, which the export contains' } },
    },
  },
  impersonalTables: [
    'discount',
    'meal_type',
    'offer',
    'partner_token',
    'place',
    'postcode',
    'rest_time_type',
    'restaurant',
    'restaurant_name',
    'restaurant_place',
    'restaurant_street',
    'sold_out_meal',
    'tag',
    'teaser',
    'vat_type',
  ],
  async export(knex, { uid }) {
    const promotionRepository = createPromotionRepository(knex);
    return {
      owned: await promotionRepository.findKeysOfOwner(uid),
      used: await promotionRepository.findKeysUsedBy(uid),
    };
  },
  erase: (tx, { uid }) => createPromotionRepository(tx.knex).forgetPerson(uid, randomKey),
};
