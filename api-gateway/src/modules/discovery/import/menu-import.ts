import type { MealType } from '@mahlzeit/contract';
import { berlinDay } from '@mahlzeit/contract/rules';
import type { WriteTransaction } from '../../../platform';
import { findMealTypes } from '../dictionary-repository';
import { mealOps } from '../meal-change-rules';
import { deleteOffers, findOffers, findOffersOfFeed, putOffers, type StoredOffer } from '../offer-repository';
import type { MenuOutcome } from './import-tally';
import { countChanges, menuChanges, offerOfDish, type MenuOwner } from './menu-import-rules';
import type { DishDraft } from './place-record';

/** Some days of a place's menu, whole. */
export interface MenuPart extends MenuOwner {
  readonly days: readonly string[];
  readonly dishes: readonly DishDraft[];
  readonly now: number;
}

const mealTypeNamed = (types: readonly MealType[], baseName: string): MealType => {
  const type = types.find((one) => one.baseName === baseName);
  if (type === undefined) throw new Error(`the database has no meal type ${baseName}`);
  return type;
};

const storedFor = async (tx: WriteTransaction, part: MenuPart, wanted: readonly StoredOffer[]): Promise<StoredOffer[]> => {
  const ofFeed = await findOffersOfFeed(tx.knex, part);
  const known = new Set(ofFeed.map(({ offer }) => offer.key));
  // A dish that the partner API moved to another day or place has left the feed's days, but keeps its key.
  const moved = await findOffers(tx.knex, wanted.map(({ offer }) => offer.key).filter((key) => !known.has(key)));
  return [...ofFeed, ...moved];
};

/** Brings some days of a place's menu to what its feed says, live where it is today's. */
export const importMenuPart = async (tx: WriteTransaction, part: MenuPart): Promise<MenuOutcome> => {
  const types = await findMealTypes(tx.knex);
  const wanted = part.dishes.map((dish) => offerOfDish(dish, mealTypeNamed(types, dish.mealType), { restaurantKey: part.restaurantKey, source: part.source }));
  const changes = menuChanges(await storedFor(tx, part, wanted), wanted);
  await deleteOffers(tx.knex, changes.flatMap(({ before, after }) => (before !== null && after === null ? before.offer.key : [])));
  await putOffers(tx.knex, changes.flatMap(({ after }) => after ?? []));
  const today = berlinDay(part.now);
  for (const { before, after } of changes) for (const { topic, op } of mealOps(before, after, today)) tx.record(topic, op);
  return countChanges(changes, wanted.length);
};
