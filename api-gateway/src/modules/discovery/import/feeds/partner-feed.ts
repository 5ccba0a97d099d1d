import { Coordinate, PartnerFeed, PartnerFeedMenu, PartnerFeedOffer, PartnerFeedRestaurant } from '@mahlzeit/contract';
import { drinksMealTypeName } from '@mahlzeit/contract/rules';
import * as z from 'zod';
import { stableKey } from '../../restaurants';
import { cleanText, createMenuBuilder, isServed, buildMenu } from '../record';
import type {
  DishDraft,
  ImportFormat,
  MenuBuilder,
  MenuDraft,
  MenuSource,
  PlaceDraft,
  PlaceRecord,
  Warn,
} from '../record';

const LUNCH_MEAL_TYPE = 'Mittagstisch';
// Base names of the meal types that every database contains.
const MEAL_TYPES: ReadonlySet<string> = new Set([
  'Menü',
  LUNCH_MEAL_TYPE,
  'Vorspeisen',
  'Suppen',
  'Salate',
  'Hauptgerichte',
  'Beilagen',
  'Desserts',
  drinksMealTypeName,
]);

const mealTypeOf = (mealTypeName: string, warn: Warn): string => {
  if (MEAL_TYPES.has(mealTypeName)) return mealTypeName;
  warn('unknownDishType', mealTypeName);
  return LUNCH_MEAL_TYPE;
};

const dishDraftOf = (
  offer: PartnerFeedOffer & { readonly price: number },
  date: string,
  { source, sourceId, warn }: MenuSource,
): DishDraft => {
  const mealType = mealTypeOf(offer.mealType, warn);
  return {
    key: stableKey(source, sourceId, date, offer.id ?? offer.name),
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

const addOffer = (
  menu: MenuBuilder,
  { raw: rawOffer, date }: { raw: unknown; date: string },
  source: MenuSource,
): void => {
  const offer = PartnerFeedOffer.safeParse(rawOffer);
  if (!offer.success) return source.warn('malformedDish', `${source.sourceId} ${date}`);
  const { price } = offer.data;
  if (price === null || price === undefined || price === 0) {
    menu.withoutPrice += 1;
    return;
  }
  const dish = dishDraftOf({ ...offer.data, price }, date, source);
  if (menu.dishes.has(dish.key)) return source.warn('repeatedDish', dish.name);
  menu.dishes.set(dish.key, dish);
};

/** Parses the menus of one restaurant. An invalid day or offer is counted and doesn't stop the others. */
const readFeedMenus = (menus: readonly unknown[], source: MenuSource): MenuDraft => {
  const menu = createMenuBuilder();
  for (const raw of menus) {
    const menuDay = PartnerFeedMenu.safeParse(raw);
    if (!menuDay.success) {
      source.warn('malformedDay', source.sourceId);
      continue;
    }
    menu.days.add(menuDay.data.date);
    for (const offer of menuDay.data.offers) addOffer(menu, { raw: offer, date: menuDay.data.date }, source);
  }
  return buildMenu(menu);
};

// Fields that are read from an invalid restaurant: its identity, and data for the reason why it is skipped.
const RestaurantSketch = z.object({
  id: z.string().trim().min(1).max(100),
  name: z.string().catch(''),
  location: z.unknown().optional(),
});

const FEED_ONLY_FIELDS = new Set(['id', 'menus']);

const placeDraftOf = (restaurant: PartnerFeedRestaurant, name: string, location: Coordinate): PlaceDraft => {
  // Removes undefined fields: a field that the feed omits keeps its stored value.
  const definedFields = Object.fromEntries(
    Object.entries(restaurant).filter(([key, value]) => value !== undefined && !FEED_ONLY_FIELDS.has(key)),
  );
  return { type: 'Restaurant', ...definedFields, name, location };
};

const readRestaurant = (rawRestaurant: unknown, sourceName: string, warn: Warn): PlaceRecord => {
  const restaurantSketch = RestaurantSketch.safeParse(rawRestaurant);
  if (!restaurantSketch.success) return { kind: 'skipped', reason: 'malformed' };
  const sourceId = restaurantSketch.data.id;
  const location = Coordinate.safeParse(restaurantSketch.data.location).data ?? null;
  const name = cleanText(restaurantSketch.data.name);
  const identity = { source: sourceName, sourceId, location };
  if (name === '') return { kind: 'skipped', reason: 'noName', identity };
  if (location === null) return { kind: 'skipped', reason: 'noCoordinates', identity };
  if (!isServed(location)) return { kind: 'skipped', reason: 'outsideArea', identity };
  const parsedRestaurant = PartnerFeedRestaurant.safeParse(rawRestaurant);
  if (!parsedRestaurant.success) return { kind: 'skipped', reason: 'malformed', identity };
  const menu = readFeedMenus(parsedRestaurant.data.menus ?? [], { source: sourceName, sourceId, warn });
  return {
    kind: 'place',
    source: sourceName,
    sourceId,
    sourceKind: null,
    draft: placeDraftOf(parsedRestaurant.data, name, location),
    datedHours: null,
    menu,
  };
};

/** Our own feed format for partners: `PartnerFeed` of the contract, described in docs/partner-feed.md. */
export const partnerFeedFormat: ImportFormat = {
  name: 'mahlzeit-feed',
  lists: ['restaurants'],
  recognises: (rootValue) => PartnerFeed.safeParse(rootValue).success,
  read(root, warn) {
    const { source, restaurants } = PartnerFeed.parse(root);
    return restaurants.map((raw) => readRestaurant(raw, source, warn));
  },
};
