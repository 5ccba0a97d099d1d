import { err, ok, restaurantTopic } from '@mahlzeit/contract';
import type { Offer, PartnerMeal, Result } from '@mahlzeit/contract';
import { berlinDay, drinksMealTypeName, formattedDate } from '@mahlzeit/contract/rules';
import type { Clock, Database, RecordedOp, WriteTransaction } from '../../platform';
import { createCatalogRepository } from './catalog-repository';
import type { CatalogRepository, StoredOffer } from './catalog-repository';
import { createRestaurantRepository } from './restaurant-repository';

const COLLECTION = 'meals';

const windowOf = (stored: StoredOffer | null, today: string): string | null =>
  stored?.offer.date === today ? restaurantTopic(stored.restaurantKey) : null;

/**
 * What subscribers of `restaurant/{key}` hear of a meal that was `before` and is `after` (null = not there). The window of
 * the topic is today: a dish of another day stays out of it, one moved to another day or another restaurant leaves it.
 *
 * The day itself makes no op. Over midnight a subscriber still holds yesterday's dishes and lacks today's: each offer
 * carries its date, `withDerivedFields` shows today's alone, so nothing stale is seen, and the page's reload at the day's
 * start (S1§4) takes a fresh snapshot.
 */
export const mealOps = (before: StoredOffer | null, after: StoredOffer | null, today: string): RecordedOp[] => {
  const left = windowOf(before, today);
  const entered = windowOf(after, today);
  const ops: RecordedOp[] = [];
  if (before !== null && left !== null && left !== entered) ops.push({ topic: left, op: { kind: 'del', collection: COLLECTION, key: before.offer.key } });
  if (after !== null && entered !== null) ops.push({ topic: entered, op: { kind: 'put', collection: COLLECTION, key: after.offer.key, value: after.offer } });
  return ops;
};

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

const findOne = async (catalog: CatalogRepository, key: string): Promise<StoredOffer | null> => (await catalog.findOffers([key]))[0] ?? null;

/** Changes of single meals, each of them live; what the partner API does. */
export const createMealService = ({ database, clock }: { database: Database; clock: Clock }) => {
  const record = (tx: WriteTransaction, before: StoredOffer | null, after: StoredOffer | null): void => {
    for (const { topic, op } of mealOps(before, after, berlinDay(clock.now()))) tx.record(topic, op);
  };

  return {
    /** Creates the meal of that key or replaces it whole; `notFound` where the restaurant or the meal type is unknown. */
    put: (key: string, meal: PartnerMeal): Promise<Result<Offer, 'notFound'>> =>
      database.write(async (tx) => {
        const catalog = createCatalogRepository(tx.knex);
        const type = await catalog.findMealType(meal.typeKey);
        if (type === null || !(await createRestaurantRepository(tx.knex).exists(meal.restaurantId))) return err('notFound');
        const before = await findOne(catalog, key);
        const after: StoredOffer = {
          restaurantKey: meal.restaurantId,
          // A dish that a feed brought stays the feed's, which takes it away again when it is off the menu.
          source: before?.source ?? null,
          offer: offerOf({ key, meal, baseName: type.baseName }),
        };
        await catalog.putOffers([after]);
        record(tx, before, after);
        return ok(after.offer);
      }),

    /** Takes the meal of that key off the menu; one that is not there is fine. */
    remove: (key: string): Promise<void> =>
      database.write(async (tx) => {
        const catalog = createCatalogRepository(tx.knex);
        const before = await findOne(catalog, key);
        if (before === null) return;
        await catalog.deleteOffers([key]);
        record(tx, before, null);
      }),
  };
};

/** Changes of single meals. */
export type MealService = ReturnType<typeof createMealService>;
