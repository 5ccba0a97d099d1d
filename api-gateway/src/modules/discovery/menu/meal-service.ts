import { err, ok, partnerTopic, restaurantTopic } from '@mahlzeit/contract';
import type { Offer, PartnerMeal, PartnerOffer, Result } from '@mahlzeit/contract';
import { berlinDay, drinksMealTypeName, formattedDate } from '@mahlzeit/contract/rules';
import { randomKey } from '../../../platform';
import type { Clock, Connection, Database, PartnerCaller, RecordedOp, WriteTransaction } from '../../../platform';
import { createRestaurantRepository, mayActFor } from '../restaurants';
import { createCatalogRepository } from './catalog-repository';
import type { StoredOffer } from './catalog-repository';
import { COUNTER_MENU, presentAtCounter, readCounterMenu } from './counter-menu';
import { createSoldOutRepository } from './sold-out-repository';
import type { MenuEntry, SoldOutMeal } from './sold-out-repository';

/** A dish as a topic shows it. */
interface ShownMeal {
  readonly topic: string;
  readonly key: string;
  readonly value: object;
}

const isOf = (entry: MenuEntry | null, day: string): entry is MenuEntry => entry?.stored.offer.date === day;

const shownToGuests = (entry: MenuEntry | null, today: string): ShownMeal | null =>
  isOf(entry, today) && entry.soldOutSince === null
    ? { topic: restaurantTopic(entry.stored.restaurantKey), key: entry.stored.offer.key, value: entry.stored.offer }
    : null;

const shownAtCounter = (entry: MenuEntry | null, today: string): ShownMeal | null =>
  isOf(entry, today)
    ? { topic: partnerTopic(entry.stored.restaurantKey), key: entry.stored.offer.key, value: presentAtCounter(entry) }
    : null;

const opsBetween = (collection: string, left: ShownMeal | null, entered: ShownMeal | null): RecordedOp[] => [
  ...(left === null || (left.topic === entered?.topic && left.key === entered.key)
    ? []
    : [{ topic: left.topic, op: { kind: 'del', collection, key: left.key } } satisfies RecordedOp]),
  ...(entered === null
    ? []
    : [
        {
          topic: entered.topic,
          op: { kind: 'put', collection, key: entered.key, value: { ...entered.value } },
        } satisfies RecordedOp,
      ]),
];

const menuOps = (before: MenuEntry | null, after: MenuEntry | null, today: string): RecordedOp[] => [
  ...opsBetween('meals', shownToGuests(before, today), shownToGuests(after, today)),
  ...opsBetween(COUNTER_MENU, shownAtCounter(before, today), shownAtCounter(after, today)),
];

const onMenu = (stored: StoredOffer | null): MenuEntry | null =>
  stored === null ? null : { stored, soldOutSince: null };

/**
 * What subscribers of `restaurant/{key}`, and the restaurant's counters, hear of a meal that was `before` and is
 * `after` (null = not there). The window of both topics is today: a dish of another day stays out of it, one moved to
 * another day or another restaurant leaves it.
 *
 * The day itself makes no op. Over midnight a subscriber still holds yesterday's dishes and lacks today's: each offer
 * carries its date, `withDerivedFields` shows today's alone, so nothing stale is seen, and the page's reload at the
 * day's start (S1§4) takes a fresh snapshot.
 */
export const mealOps = (before: StoredOffer | null, after: StoredOffer | null, today: string): RecordedOp[] =>
  menuOps(onMenu(before), onMenu(after), today);

interface TypedMeal {
  readonly key: string;
  readonly meal: PartnerMeal;
  readonly baseName: string;
}

const offerOf = ({ key, meal, baseName }: TypedMeal): Offer => ({
  key,
  name: meal.name,
  description: meal.description,
  price: meal.price,
  currency: 'EUR',
  typeKey: meal.typeKey,
  baseName,
  vatType: meal.vatType ?? (baseName === drinksMealTypeName ? 'DRINK' : 'FOOD'),
  order: meal.order,
  date: meal.date,
  formattedDate: formattedDate(meal.date),
  volume: meal.volume ?? null,
  deposit: meal.deposit ?? null,
  unit: meal.unit ?? null,
  allergens: meal.allergens ?? [],
  additives: meal.additives ?? [],
  diets: [...new Set(meal.diets)],
});

/** Whether the place is there for this partner. */
const hasPlace = async (knex: Connection, partner: PartnerCaller, restaurantKey: string): Promise<boolean> =>
  mayActFor(partner, restaurantKey) && createRestaurantRepository(knex).exists(restaurantKey);

/** What there is of a key. */
interface KeyHolders {
  /** On a menu, whosever it is. */
  readonly offered: MenuEntry | null;
  /** Sold out at a place whose feed brought it: it alone makes that key of its own accord. */
  readonly ofFeed: MenuEntry | null;
  /** Sold out at a place of this partner. */
  readonly own: MenuEntry | null;
  /** Sold out anywhere. */
  readonly any: MenuEntry | null;
}

const findHolders = async (knex: Connection, key: string, partner: PartnerCaller): Promise<KeyHolders> => {
  const [offered = null] = await createCatalogRepository(knex).findOffers([key]);
  const soldOut = await createSoldOutRepository(knex).findAll(key);
  return {
    offered: onMenu(offered),
    ofFeed: soldOut.find(({ stored }) => stored.source !== null) ?? null,
    own: soldOut.find(({ stored }) => mayActFor(partner, stored.restaurantKey)) ?? null,
    any: soldOut[0] ?? null,
  };
};

const isOwn = (partner: PartnerCaller, entry: MenuEntry | null): boolean =>
  entry === null || mayActFor(partner, entry.stored.restaurantKey);

/**
 * What a dish that is put takes the place of, and the key that it gets; null: the key is another's. What another has
 * sold out says nothing of it, or whoever guesses a key would keep it from its place for the day.
 */
const replacedBy = (
  { offered, ofFeed, own }: KeyHolders,
  partner: PartnerCaller,
  key: string,
): { readonly before: MenuEntry | null; readonly newKey: string } | null => {
  const holder = offered ?? ofFeed;
  if (isOwn(partner, holder)) return { before: holder ?? own, newKey: key };
  // Sold out here, and its key is somebody else's by now.
  return own === null ? null : { before: own, newKey: randomKey() };
};

/** With a restaurant's own token. */
const MEALS_A_DAY = 500;

/** Whether a restaurant's day has room for one more dish; what is sold out takes room as well. */
const hasRoom = async (
  knex: Connection,
  { restaurantKey }: PartnerCaller,
  { restaurantId, date }: PartnerMeal,
): Promise<boolean> =>
  restaurantKey === null ||
  (await createCatalogRepository(knex).countOffersOn(date, restaurantId)) +
    (await createSoldOutRepository(knex).countOn(restaurantId, date)) <
    MEALS_A_DAY;

const isThere = (entry: MenuEntry | null, { restaurantId, date }: PartnerMeal): boolean =>
  isOf(entry, date) && entry.stored.restaurantKey === restaurantId;

const isOff = (entry: MenuEntry): entry is SoldOutMeal => entry.soldOutSince !== null;

/** Stores a dish on its menu, or off it. */
const store = async ({ knex }: WriteTransaction, entry: MenuEntry): Promise<void> => {
  const catalog = createCatalogRepository(knex);
  if (!isOff(entry)) return catalog.putOffers([entry.stored]);
  await catalog.deleteOffers([entry.stored.offer.key]);
  await createSoldOutRepository(knex).put(entry);
};

/** Changes of single meals, each of them live; what the partner API does. */
export const createMealService = ({ database, clock }: { database: Database; clock: Clock }) => {
  const today = (): string => berlinDay(clock.now());
  const record = (tx: WriteTransaction, before: MenuEntry | null, after: MenuEntry | null): void => {
    for (const { topic, op } of menuOps(before, after, today())) tx.record(topic, op);
  };

  return {
    /**
     * Creates the meal of that key or replaces it whole, also one that is sold out, which is on the menu then unless it
     * shall stay off it; `notFound` where the restaurant or the meal type is unknown, or the meal another's; one that
     * was sold out and whose key is another's by now comes back under a new one; `listFull` where a restaurant's own
     * token has brought as many of that day as it may.
     */
    put: (partner: PartnerCaller, key: string, meal: PartnerMeal): Promise<Result<Offer, 'notFound' | 'listFull'>> =>
      database.write(async (tx) => {
        const type = await createCatalogRepository(tx.knex).findMealType(meal.typeKey);
        if (type === null || !(await hasPlace(tx.knex, partner, meal.restaurantId))) return err('notFound');
        const replaced = replacedBy(await findHolders(tx.knex, key, partner), partner, key);
        if (replaced === null) return err('notFound');
        const { before, newKey } = replaced;
        if (!isThere(before, meal) && !(await hasRoom(tx.knex, partner, meal))) return err('listFull');
        const stored: StoredOffer = {
          restaurantKey: meal.restaurantId,
          // A dish that a feed brought stays the feed's, which takes it away again when it is off the menu.
          source: before?.stored.source ?? null,
          offer: offerOf({ key: newKey, meal, baseName: type.baseName }),
        };
        const after: MenuEntry = {
          stored,
          soldOutSince: meal.isSoldOut === true ? (before?.soldOutSince ?? clock.now()) : null,
        };
        for (const place of new Set([meal.restaurantId, before?.stored.restaurantKey ?? meal.restaurantId]))
          await createSoldOutRepository(tx.knex).remove(place, key);
        await store(tx, after);
        record(tx, before, after);
        return ok(stored.offer);
      }),

    /**
     * Takes the meal of that key off the menu, and remembers one of today as sold out; one that is not there is fine,
     * another's is `notFound`.
     */
    remove: (partner: PartnerCaller, key: string): Promise<Result<Record<string, never>, 'notFound'>> =>
      database.write(async (tx) => {
        const { offered: before, ofFeed, own, any } = await findHolders(tx.knex, key, partner);
        // What is sold out here already stays so, whoever has its key by now.
        if (!isOwn(partner, before ?? ofFeed ?? any) && own === null) return err('notFound');
        if (before === null || !isOwn(partner, before)) return ok({});
        const soldOut =
          before.stored.offer.date === today() ? { stored: before.stored, soldOutSince: clock.now() } : null;
        await createCatalogRepository(tx.knex).deleteOffers([key]);
        if (soldOut !== null) await createSoldOutRepository(tx.knex).put(soldOut);
        record(tx, before, soldOut);
        return ok({});
      }),

    /** The menu of a day as its restaurant sees it; `notFound` where it is another's. */
    menu: async (
      partner: PartnerCaller,
      restaurantKey: string,
      day: string = today(),
    ): Promise<Result<PartnerOffer[], 'notFound'>> =>
      database.read(async (knex) =>
        (await hasPlace(knex, partner, restaurantKey))
          ? ok(await readCounterMenu(knex, restaurantKey, day))
          : err('notFound'),
      ),
  };
};

/** Changes of single meals. */
export type MealService = ReturnType<typeof createMealService>;
