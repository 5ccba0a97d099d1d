import type { Diet, Offer } from '../menu';
import type { Details, PriceCategory, Restaurant } from '../restaurant';
import { textLength } from '../typed-text';
import { walkMinutes } from './nearby';
import { drinksMealTypeName, priceCategory } from './restaurant';

const umlautExpansions: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue' };

const minSearchLength = 3;

const CENTS_PER_EURO = 100;

/**
 * Normalises a text for comparison: compatibility forms decomposed, accents dropped, lower case, ß as ss, one space
 * between words, no invisible characters. SQLite's LOWER can't do this, because it handles ASCII only.
 */
export const foldText = (text: string): string =>
  text
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .normalize('NFKD')
    .replace(/[\p{M}\p{C}]/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replace(/\s+/gu, ' ')
    .trim();

/**
 * Returns the text that searches for a name are compared with: the name as `foldText` normalises it, and a second form
 * with umlauts as two letters if that differs.
 */
export const searchTextOf = (name: string): string => {
  const foldedName = foldText(name);
  const expandedName = foldText(
    name
      .normalize('NFC')
      .toLowerCase()
      .replace(/[äöü]/g, (umlaut) => umlautExpansions[umlaut] ?? umlaut),
  );
  return expandedName === foldedName ? foldedName : `${foldedName}\n${expandedName}`;
};

/**
 * Returns a typed search text, normalised by `foldText`; null when the trimmed text is shorter than `minLength` (S1§9:
 * more than two characters by default).
 */
export const searchNeedle = (text: string, minLength = minSearchLength): string | null => {
  const foldedText = foldText(text);
  return Math.min(textLength(text.trim()), textLength(foldedText)) < minLength ? null : foldedText;
};

const STREET_ABBREVIATION_PATTERN = /str\.?(?=[\s,\d]|$)/giu;
const HOUSE_NUMBER_PATTERN = /[\s,]*\d+\s*[a-z]?(?:\s*[-–/]\s*\d+\s*[a-z]?)?$/iu;

const withPlainStreetWords = (street: string): string =>
  street.replace(STREET_ABBREVIATION_PATTERN, 'straße ').replace(/[-–]/gu, ' ');

/**
 * Returns the text that searches for a street are compared with. All spellings, for example „Wex-Str.“ and „Wexstraße“,
 * have the same form.
 */
export const streetTextOf = (street: string): string => searchTextOf(withPlainStreetWords(street));

/**
 * Returns the normalised name of a street for a search, without its house number and the parts after a comma; null when
 * it is shorter than three characters.
 */
export const streetNeedle = (text: string): string | null => {
  const [streetAndNumber = ''] = text.split(',');
  return searchNeedle(withPlainStreetWords(streetAndNumber.replace(HOUSE_NUMBER_PATTERN, '')));
};

type FilterFacts = Pick<Restaurant, 'isOpenNow' | 'onlyTakeAway' | 'hasOrderableMeals'> & {
  readonly data: Pick<Restaurant['data'], 'details'>;
};

type PropertyTest = (restaurant: FilterFacts) => boolean;

// Checks whether a place passes a group of filters. Only a property that is true passes; an unknown property (null)
// doesn't.
const hasProperties =
  (...factNames: readonly (keyof Details)[]): PropertyTest =>
  ({ data: { details } }) =>
    factNames.some((factName) => details[factName] === true);

/**
 * Properties to filter by, in groups (S1§9). A place passes a group with `or` if it has one of the chosen properties,
 * and every other group if it has all of them (Decision 12).
 */
const filterGroups = {
  payment: {
    joins: 'or',
    tests: {
      EcCard: hasProperties('paymentEC'),
      Visa: hasProperties('paymentVS'),
      Mastercard: hasProperties('paymentMC'),
      Dinersclub: hasProperties('paymentDC'),
      AmericanExpress: hasProperties('paymentAE'),
      PayPal: hasProperties('paymentPP'),
      GooglePay: hasProperties('paymentGP'),
      ApplePay: hasProperties('paymentAP'),
      CashPayment: hasProperties('paymentCash'),
    },
  },
  vouchers: {
    joins: 'or',
    tests: { Sodexo: hasProperties('sodexo'), TicketRestaurant: hasProperties('ticketRestaurant') },
  },
  features: {
    joins: 'and',
    tests: {
      Accessible: hasProperties('handicap'),
      ParkingSpace: hasProperties('parkingExternal', 'parkingRestaurant'),
      SmokingArea: hasProperties('smokingOutside', 'smokingInside'),
      SeatsOutside: hasProperties('seatsOutside'),
    },
  },
  services: {
    joins: 'and',
    tests: { PreOrderAndPay: ({ hasOrderableMeals }: FilterFacts) => hasOrderableMeals, Wifi: hasProperties('wifi') },
  },
  availability: { joins: 'and', tests: { Open: ({ isOpenNow }: FilterFacts) => isOpenNow } },
  consumption: {
    joins: 'or',
    // A place with orderable meals offers take-away, because every place that takes pre-orders does.
    tests: {
      InStore: ({ onlyTakeAway }: FilterFacts) => !onlyTakeAway,
      TakeAway: ({ onlyTakeAway, hasOrderableMeals }: FilterFacts) => onlyTakeAway || hasOrderableMeals,
    },
  },
} as const;

type FilterGroupName = keyof typeof filterGroups;

/** A property of a place that users can filter by, as S1§9 names it. */
export type PropertyFilter = { [Name in FilterGroupName]: keyof (typeof filterGroups)[Name]['tests'] }[FilterGroupName];

/** Filters of the restaurant list. A restaurant is shown only if it passes all of them. */
export interface Filters {
  /**
   * Searched texts. One of them must occur in the place's name, in the name of a tag or in a dish of today. Every place
   * passes an empty list.
   */
  readonly texts: readonly string[];
  /** Price categories. The place must have one of them. Every place passes an empty list. */
  readonly prices: readonly PriceCategory[];
  /** Properties that the place must have. Every place passes an empty list. */
  readonly properties: readonly PropertyFilter[];
  /** Diets. One dish of today must suit all of them. Every place passes an empty list. */
  readonly diets: readonly Diet[];
  /** Maximum walk to the place in whole minutes; null for every distance. */
  readonly maxWalkMinutes: number | null;
}

const meetsPropertyFilters = (restaurant: FilterFacts, propertyFilters: readonly PropertyFilter[]): boolean =>
  Object.values(filterGroups).every(({ joins, tests }) => {
    const propertyResults = Object.entries<PropertyTest>(tests)
      .filter(([name]) => propertyFilters.some((property) => property === name))
      .map(([, test]) => test(restaurant));
    return (
      propertyResults.length === 0 ||
      (joins === 'or' ? propertyResults.includes(true) : !propertyResults.includes(false))
    );
  });

const foldedTextsOf = (texts: readonly string[]): string[] => texts.map(foldText).filter((text) => text !== '');

const matchesTexts = (
  { name, tags, offers }: Pick<Restaurant, 'name' | 'tags' | 'offers'>,
  texts: readonly string[],
): boolean => {
  const searchTexts = foldedTextsOf(texts);
  if (searchTexts.length === 0) return true;
  const foldedNames = [
    name,
    ...tags.flatMap((tag) => [tag.name, ...Object.values(tag.translations)]),
    ...offers.map((offer) => offer.name),
  ].map(foldText);
  return searchTexts.some((searchText) => foldedNames.some((foldedName) => foldedName.includes(searchText)));
};

// Meal types that are no lunch by themselves: a place whose only suitable items are bread or cake offers no lunch for a
// diet.
const MEAL_TYPES_WITHOUT_LUNCH: ReadonlySet<string> = new Set([drinksMealTypeName, 'Beilagen', 'Desserts']);

/**
 * Checks whether the menu declares a dish as suitable for a diet. Vegan dishes are also vegetarian, declared or not.
 */
export const suitsDiet = ({ diets }: Pick<Offer, 'diets'>, diet: Diet): boolean =>
  diets.includes(diet) || (diet === 'vegetarian' && diets.includes('vegan'));

/** Returns the dishes that suit all the given diets, without drinks, sides and desserts. */
export const dishesOfDiets = <Dish extends Pick<Offer, 'baseName' | 'diets'>>(
  offers: readonly Dish[],
  diets: readonly Diet[],
): Dish[] =>
  offers.filter(
    (offer) => !MEAL_TYPES_WITHOUT_LUNCH.has(offer.baseName) && diets.every((diet) => suitsDiet(offer, diet)),
  );

/** Filters that a single dish can pass: texts, prices and diets. */
export type DishFilters = Pick<Filters, 'texts' | 'prices' | 'diets'>;

/**
 * Returns the dishes for which a restaurant passes the filters by diet, price and text; null when the result doesn't
 * depend on a dish. A restaurant that passes by its own name or its average price needs no matching dish.
 */
export const dishesOfFilters = <Dish extends Pick<Offer, 'baseName' | 'diets' | 'name' | 'price'>>(
  offers: readonly Dish[],
  { texts, prices, diets }: DishFilters,
): Dish[] | null => {
  const searchTexts = foldedTextsOf(texts);
  const dishes = dishesOfDiets(offers, diets);
  const namedDishes = (diets.length > 0 ? dishes : offers).filter(({ name }) =>
    searchTexts.some((searchText) => foldText(name).includes(searchText)),
  );
  const textMatches = namedDishes.length > 0 ? namedDishes : dishes;
  const pricedDishes = textMatches.filter(({ price }) =>
    prices.some((category) => category === priceCategory(price / CENTS_PER_EURO)),
  );
  if (diets.length === 0 && namedDishes.length === 0 && pricedDishes.length === 0) return null;
  return pricedDishes.length > 0 ? pricedDishes : textMatches;
};

type RestaurantDistance = Pick<Restaurant, 'initialDistanceKm'>;

// Checks whether a place is within the maximum walk. A place at an unknown distance isn't.
const isWithinWalkTime = ({ initialDistanceKm }: RestaurantDistance, maxMinutes: number | null): boolean =>
  maxMinutes === null || (initialDistanceKm !== null && walkMinutes(initialDistanceKm * 1_000) <= maxMinutes);

type FilterableRestaurant = FilterFacts &
  RestaurantDistance &
  Pick<Restaurant, 'name' | 'tags' | 'offers' | 'priceCategory'>;

/**
 * Checks whether a restaurant passes all filters. Within payment, vouchers, consumption and prices one match is enough;
 * within diets, and between the groups, all must match.
 */
export const passesFilters = (
  restaurant: FilterableRestaurant,
  { texts, prices, properties, diets, maxWalkMinutes }: Filters,
): boolean =>
  isWithinWalkTime(restaurant, maxWalkMinutes) &&
  (diets.length === 0 || dishesOfDiets(restaurant.offers, diets).length > 0) &&
  matchesTexts(restaurant, texts) &&
  (prices.length === 0 || prices.some((price) => price === restaurant.priceCategory)) &&
  meetsPropertyFilters(restaurant, properties);

/**
 * Counts the active filters (S1§9): each property, each diet and the walk count one; all texts together count one, and
 * all prices together count one.
 */
export const filterCount = ({ texts, prices, properties, diets, maxWalkMinutes }: Filters): number =>
  properties.length +
  diets.length +
  Number(maxWalkMinutes !== null) +
  Number(texts.length > 0) +
  Number(prices.length > 0);
