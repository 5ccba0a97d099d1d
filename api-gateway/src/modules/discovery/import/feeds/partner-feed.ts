import { Coordinate, PartnerFeed, PartnerFeedMenu, PartnerFeedOffer, PartnerFeedRestaurant } from '@mahlzeit/contract';
import { drinksMealTypeName } from '@mahlzeit/contract/rules';
import * as z from 'zod';
import { stableKey } from '../../restaurants';
import { cleanText, createMenuBuilder, isInServedArea, buildMenu } from '../record';
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

const knownMealTypeOf = (mealTypeName: string, warn: Warn): string => {
  if (MEAL_TYPES.has(mealTypeName)) return mealTypeName;
  warn('unknownDishType', mealTypeName);
  return LUNCH_MEAL_TYPE;
};

const dishDraftOf = (
  offer: PartnerFeedOffer & { readonly price: number },
  menuDate: string,
  { source, sourceId, warn }: MenuSource,
): DishDraft => {
  const mealType = knownMealTypeOf(offer.mealType, warn);
  return {
    key: stableKey(source, sourceId, menuDate, offer.id ?? offer.name),
    date: menuDate,
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
  menuBuilder: MenuBuilder,
  { raw: rawOffer, date }: { raw: unknown; date: string },
  menuSource: MenuSource,
): void => {
  const parsedOffer = PartnerFeedOffer.safeParse(rawOffer);
  if (!parsedOffer.success) return menuSource.warn('malformedDish', `${menuSource.sourceId} ${date}`);
  const { price } = parsedOffer.data;
  if (price === null || price === undefined || price === 0) {
    menuBuilder.withoutPrice += 1;
    return;
  }
  const dishDraft = dishDraftOf({ ...parsedOffer.data, price }, date, menuSource);
  if (menuBuilder.dishes.has(dishDraft.key)) return menuSource.warn('repeatedDish', dishDraft.name);
  menuBuilder.dishes.set(dishDraft.key, dishDraft);
};

/**
 * Parses the menus of one restaurant in a partner's feed. An invalid day or offer is counted and doesn't stop the
 * others.
 */
const readFeedMenus = (menus: readonly unknown[], menuSource: MenuSource): MenuDraft => {
  const menuBuilder = createMenuBuilder();
  for (const rawMenu of menus) {
    const parsedMenuDay = PartnerFeedMenu.safeParse(rawMenu);
    if (!parsedMenuDay.success) {
      menuSource.warn('malformedDay', menuSource.sourceId);
      continue;
    }
    menuBuilder.days.add(parsedMenuDay.data.date);
    for (const offer of parsedMenuDay.data.offers)
      addOffer(menuBuilder, { raw: offer, date: parsedMenuDay.data.date }, menuSource);
  }
  return buildMenu(menuBuilder);
};

// Fields that are read from an invalid restaurant of a feed: its identity, and data for the reason why it is skipped.
const MinimalRestaurant = z.object({
  id: z.string().trim().min(1).max(100),
  name: z.string().catch(''),
  location: z.unknown().optional(),
});

const FEED_ONLY_FIELDS = new Set(['id', 'menus']);

const placeDraftOf = (restaurant: PartnerFeedRestaurant, restaurantName: string, location: Coordinate): PlaceDraft => {
  // Removes undefined fields, so that a field which the feed omits keeps its stored value.
  const definedRestaurantFields = Object.fromEntries(
    Object.entries(restaurant).filter(([fieldName, value]) => value !== undefined && !FEED_ONLY_FIELDS.has(fieldName)),
  );
  return { type: 'Restaurant', ...definedRestaurantFields, name: restaurantName, location };
};

const readRestaurant = (rawRestaurant: unknown, sourceName: string, warn: Warn): PlaceRecord => {
  const parsedMinimalRestaurant = MinimalRestaurant.safeParse(rawRestaurant);
  if (!parsedMinimalRestaurant.success) return { kind: 'skipped', reason: 'malformed' };
  const sourceId = parsedMinimalRestaurant.data.id;
  const location = Coordinate.safeParse(parsedMinimalRestaurant.data.location).data ?? null;
  const cleanedName = cleanText(parsedMinimalRestaurant.data.name);
  const recordIdentity = { source: sourceName, sourceId, location };
  if (cleanedName === '') return { kind: 'skipped', reason: 'noName', identity: recordIdentity };
  if (location === null) return { kind: 'skipped', reason: 'noCoordinates', identity: recordIdentity };
  if (!isInServedArea(location)) return { kind: 'skipped', reason: 'outsideArea', identity: recordIdentity };
  const parsedRestaurant = PartnerFeedRestaurant.safeParse(rawRestaurant);
  if (!parsedRestaurant.success) return { kind: 'skipped', reason: 'malformed', identity: recordIdentity };
  const menu = readFeedMenus(parsedRestaurant.data.menus ?? [], { source: sourceName, sourceId, warn });
  return {
    kind: 'place',
    source: sourceName,
    sourceId,
    sourceKind: null,
    draft: placeDraftOf(parsedRestaurant.data, cleanedName, location),
    datedHours: null,
    menu,
  };
};

/** The product's own feed format for partners: `PartnerFeed` of the contract, described in docs/partner-feed.md. */
export const partnerFeedFormat: ImportFormat = {
  name: 'mahlzeit-feed',
  lists: ['restaurants'],
  recognises: (rootValue) => PartnerFeed.safeParse(rootValue).success,
  read(rootValue, warn) {
    const { source, restaurants } = PartnerFeed.parse(rootValue);
    return restaurants.map((restaurantRecord) => readRestaurant(restaurantRecord, source, warn));
  },
};
