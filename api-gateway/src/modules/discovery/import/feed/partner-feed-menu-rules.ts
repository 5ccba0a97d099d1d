import { PartnerFeedMenu, PartnerFeedOffer } from '@mahlzeit/contract';
import { drinksMealTypeName } from '@mahlzeit/contract/rules';
import type { DishDraft, MenuDraft, Warn } from '../place-record';
import { stableKey } from '../stable-key-rules';

const LUNCH = 'Mittagstisch';
// Base names of the meal types that every world has.
const MEAL_TYPES: ReadonlySet<string> = new Set(['Menü', LUNCH, 'Vorspeisen', 'Suppen', 'Salate', 'Hauptgerichte', 'Beilagen', 'Desserts', drinksMealTypeName]);

interface MenuUnderWay {
  readonly days: Set<string>;
  readonly dishes: Map<string, DishDraft>;
  withoutPrice: number;
}

/** Whose menus are read. */
export interface FeedSeed {
  readonly source: string;
  readonly restaurantId: string;
  readonly warn: Warn;
}

const mealTypeOf = (named: string, warn: Warn): string => {
  if (MEAL_TYPES.has(named)) return named;
  warn('unknownDishType', named);
  return LUNCH;
};

const dishOf = (offer: PartnerFeedOffer & { readonly price: number }, date: string, { source, restaurantId, warn }: FeedSeed): DishDraft => {
  const mealType = mealTypeOf(offer.mealType, warn);
  return {
    key: stableKey(source, restaurantId, date, offer.id ?? offer.name),
    date,
    name: offer.name,
    description: offer.description ?? '',
    price: offer.price,
    unit: offer.unit ?? null,
    volume: offer.volume ?? null,
    deposit: offer.deposit ?? null,
    mealType,
    vatType: offer.vatType ?? (mealType === drinksMealTypeName ? 'DRINK' : 'FOOD'),
    order: offer.order ?? 0,
    allergens: offer.allergens ?? [],
    additives: offer.additives ?? [],
    diets: [...new Set(offer.diets)],
  };
};

const addOffer = (menu: MenuUnderWay, { raw, date }: { raw: unknown; date: string }, seed: FeedSeed): void => {
  const offer = PartnerFeedOffer.safeParse(raw);
  if (!offer.success) return seed.warn('malformedDish', `${seed.restaurantId} ${date}`);
  const { price } = offer.data;
  if (price === null || price === undefined || price === 0) {
    menu.withoutPrice += 1;
    return;
  }
  const dish = dishOf({ ...offer.data, price }, date, seed);
  if (menu.dishes.has(dish.key)) return seed.warn('repeatedDish', dish.name);
  menu.dishes.set(dish.key, dish);
};

/** Reads the menus of one restaurant; a broken day or offer is counted and stops no other. */
export const readFeedMenus = (menus: readonly unknown[], seed: FeedSeed): MenuDraft => {
  const menu: MenuUnderWay = { days: new Set(), dishes: new Map(), withoutPrice: 0 };
  for (const raw of menus) {
    const day = PartnerFeedMenu.safeParse(raw);
    if (!day.success) {
      seed.warn('malformedDay', seed.restaurantId);
      continue;
    }
    menu.days.add(day.data.date);
    for (const offer of day.data.offers) addOffer(menu, { raw: offer, date: day.data.date }, seed);
  }
  return { days: menu.days, dishes: [...menu.dishes.values()], withoutPrice: menu.withoutPrice };
};
