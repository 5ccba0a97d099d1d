import { err, globalTopic, meTopic, ok, restaurantTopic } from '@mahlzeit/contract';
import type { Discount, Op, PartnerDiscount, Result } from '@mahlzeit/contract';
import { isDiscountAvailable } from '@mahlzeit/contract/rules';
import { everybody, randomKey, userLogName } from '../../../platform';
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

/** A discount as the wire has it: owners and users stay behind. */
export const presentDiscount = ({ own, used }: StoredDiscount, usedByMe: boolean): Discount => ({
  ...own,
  quantityLeft: Math.max(0, own.quantity - used),
  usedByMe,
});

const COLLECTION = 'discounts';

/** A discount as a topic's snapshot has it. */
export const discountItem = (stored: StoredDiscount, usedByMe: boolean): TopicItem => ({
  collection: COLLECTION,
  key: stored.own.key,
  value: presentDiscount(stored, usedByMe),
});

/** A discount as it was or is, with what decides who hears of it. */
interface PlacedDiscount {
  readonly stored: StoredDiscount;
  /** The restaurants it is bound to, by itself or by their company. */
  readonly restaurantKeys: readonly string[];
  /** Who has used it. */
  readonly usedBy: ReadonlySet<string>;
}

/** A topic that shows a discount, and to whom: null = a shared one, which says nothing of its readers. */
interface Audience {
  readonly topic: string;
  readonly uid: string | null;
}

const audiencesOf = (placed: PlacedDiscount | null, now: number): Audience[] => {
  if (placed === null || placed.stored.own.end <= now) return [];
  const { owners } = placed.stored;
  if (owners !== null) return owners.map((uid) => ({ topic: userLogName(uid), uid }));
  return [globalTopic, ...placed.restaurantKeys.map(restaurantTopic)].map((topic) => ({ topic, uid: null }));
};

const putOp = ({ stored, usedBy }: PlacedDiscount, uid: string | null): Op => ({
  kind: 'put',
  collection: COLLECTION,
  key: stored.own.key,
  value: presentDiscount(stored, uid !== null && usedBy.has(uid)),
});

/**
 * What subscribers hear of a discount that was `before` and is `after` (null = not there): its owners alone, or
 * everybody and who looks at its restaurants.
 */
export const discountOps = (before: PlacedDiscount | null, after: PlacedDiscount | null, now: number): RecordedOp[] => {
  const entered = audiencesOf(after, now);
  const left = audiencesOf(before, now).filter(({ topic }) => !entered.some((one) => one.topic === topic));
  const gone = before?.stored.own.key ?? '';
  return [
    ...left.map(({ topic }): RecordedOp => ({ topic, op: { kind: 'del', collection: COLLECTION, key: gone } })),
    ...(after === null ? [] : entered.map(({ topic, uid }): RecordedOp => ({ topic, op: putOp(after, uid) }))),
  ];
};

/** What subscribers of a restaurant hear when other discounts hold there than before. */
export const movedDiscountOps = (had: readonly StoredDiscount[], has: readonly StoredDiscount[]): Op[] => {
  const missingIn =
    (list: readonly StoredDiscount[]) =>
    ({ own }: StoredDiscount) =>
      !list.some((one) => one.own.key === own.key);
  const gone = had.filter(missingIn(has));
  const come = has.filter(missingIn(had));
  return [
    ...gone.map(({ own }): Op => ({ kind: 'del', collection: COLLECTION, key: own.key })),
    ...come.map((one): Op => ({
      kind: 'put',
      collection: COLLECTION,
      key: one.own.key,
      value: presentDiscount(one, false),
    })),
  ];
};

/** A discount with what decides who hears of it; null stays null. */
export const placed = async (
  promotions: PromotionRepository,
  stored: StoredDiscount | null,
): Promise<PlacedDiscount | null> => {
  if (stored === null) return null;
  const { key, restaurantRef, companyRef } = stored.own;
  const ofCompany = companyRef === null ? [] : await promotions.findRestaurantsOfCompany(companyRef);
  return {
    stored,
    restaurantKeys: restaurantRef === null ? ofCompany : [restaurantRef],
    usedBy: await promotions.findUsersOf(key),
  };
};

/** The restaurants that have a dish, sold out or not: it may be on the menu again while the discount holds. */
const placesOfMeal = async (knex: Connection, mealRef: string): Promise<readonly string[]> => {
  const soldOut = (await createSoldOutRepository(knex).findAll(mealRef)).map(({ stored }) => stored);
  return [...(await createCatalogRepository(knex).findOffers([mealRef])), ...soldOut].map(
    ({ restaurantKey }) => restaurantKey,
  );
};

/** Whether its restaurant and its meal are there for this partner. */
const namesWhatExists = async (
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
    mealRef === null || (await placesOfMeal(knex, mealRef)).some((restaurantKey) => mayActFor(partner, restaurantKey))
  );
};

/** With a restaurant's own token, so many that have not ended. */
const OPEN_DISCOUNTS = 50;

/** Whether a partner may add one more that is open. */
const hasRoom = async (
  promotions: PromotionRepository,
  { restaurantKey }: PartnerCaller,
  now: number,
): Promise<boolean> => restaurantKey === null || (await promotions.countOpenOf(restaurantKey, now)) < OPEN_DISCOUNTS;

const findOwn = async (
  promotions: PromotionRepository,
  reader: DiscountReader,
  now: number,
): Promise<StoredDiscount[]> => (mayOwnDiscounts(reader) ? promotions.findDiscountsOfOwner(reader.uid, now) : []);

/** Discounts: who has which, and their changes, each of them live. */
export const createDiscountService = ({ database, clock }: { database: Database; clock: Clock }) => {
  const record = (tx: WriteTransaction, before: PlacedDiscount | null, after: PlacedDiscount | null): void => {
    for (const { topic, op } of discountOps(before, after, clock.now())) tx.record(topic, op);
  };

  return {
    /** Everybody's and the reader's own that are available today; a visitor owns none. */
    available: (reader: DiscountReader): Promise<Discount[]> =>
      database.read(async (knex) => {
        const now = clock.now();
        const promotions = createPromotionRepository(knex);
        const own = await findOwn(promotions, reader, now);
        const all = [...own, ...(await promotions.findGlobalDiscounts(now))];
        const used = await promotions.findUsed(
          reader.uid,
          all.map((one) => one.own.key),
        );
        return all
          .map((one) => presentDiscount(one, used.has(one.own.key)))
          .filter((one) => isDiscountAvailable(one, now));
      }),

    /**
     * Creates the discount of that key or replaces it; `notFound` where its restaurant or meal is unknown or another's,
     * or the discount is; `notAllowed` where it would hold elsewhere too or be paid by the platform; `listFull` where a
     * restaurant's own token has as many open as it may.
     */
    put: (
      partner: PartnerCaller,
      key: string,
      { owners, ...own }: PartnerDiscount,
    ): Promise<Result<Discount, 'notFound' | 'notAllowed' | 'listFull'>> =>
      database.write(async (tx) => {
        if (!(await namesWhatExists(tx.knex, partner, own))) return err('notFound');
        const promotions = createPromotionRepository(tx.knex);
        const before = await placed(promotions, await promotions.findDiscount(key));
        if (before !== null && !mayManageDiscount(partner, before.stored.own)) return err('notFound');
        if (!mayManageDiscount(partner, own)) return err('notAllowed');
        const wasOpen = before !== null && before.stored.own.end > clock.now();
        if (!wasOpen && !(await hasRoom(promotions, partner, clock.now()))) return err('listFull');
        const after: StoredDiscount = {
          own: { ...own, key },
          owners: owners === undefined ? null : [...new Set(owners)],
          used: before?.stored.used ?? 0,
        };
        await promotions.putDiscount(after);
        record(tx, before, await placed(promotions, after));
        return ok(presentDiscount(after, false));
      }),

    /** Takes the discount of that key away; one that is not there is fine, another's is `notFound`. */
    remove: (partner: PartnerCaller, key: string): Promise<Result<Record<string, never>, 'notFound'>> =>
      database.write(async (tx) => {
        const promotions = createPromotionRepository(tx.knex);
        const before = await placed(promotions, await promotions.findDiscount(key));
        if (before === null) return ok({});
        if (!mayManageDiscount(partner, before.stored.own)) return err('notFound');
        await promotions.deleteDiscount(key);
        record(tx, before, null);
        return ok({});
      }),
  };
};

/** Discounts: who has which, and their changes. */
export type DiscountService = ReturnType<typeof createDiscountService>;

/**
 * Teasers and everybody's discounts in the topic `global`; a topic that all share says nothing of who has used them.
 */
export const createGlobalPromotions = ({ clock }: { clock: Clock }): TopicSource => ({
  pattern: globalTopic,
  isForCounters: true,
  mayRead: everybody,
  async snapshot(_session, _param, knex) {
    const promotions = createPromotionRepository(knex);
    const teasers = await promotions.findTeasers();
    const discounts = await promotions.findGlobalDiscounts(clock.now());
    return [
      ...teasers.map((value) => ({ collection: 'teasers', key: value.key, value })),
      ...discounts.map((one) => discountItem(one, false)),
    ];
  },
});

/** One's own discounts in the topic `me`; a visitor has none. */
export const createOwnDiscounts = ({ clock }: { clock: Clock }): TopicSource => ({
  pattern: meTopic,
  logName: ({ uid }) => userLogName(uid),
  mayRead: everybody,
  async snapshot(session, _param, knex) {
    const promotions = createPromotionRepository(knex);
    const own = await findOwn(promotions, session, clock.now());
    const used = await promotions.findUsed(
      session.uid,
      own.map((one) => one.own.key),
    );
    return own.map((one) => discountItem(one, used.has(one.own.key)));
  },
});

/** What discovery stores of a user: the discounts that they own and have used. */
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
