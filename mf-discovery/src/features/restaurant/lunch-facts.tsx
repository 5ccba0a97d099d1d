import type { Ms, Offer, Restaurant } from '@mahlzeit/contract';
import {
  dealPrice,
  dishesOfFilters,
  withDealPrices,
  berlinDay,
  cheapestLunch,
  closingAt,
  drinksMealTypeName,
  isLunchMealType,
  servesNothingMoreToday,
  lunchOffers,
  nextOpeningAt,
} from '@mahlzeit/contract/rules';
import type { DiscountsAtInstant, DishFilters, LunchState } from '@mahlzeit/contract/rules';
import { formatMinutes, formatTime } from '@mahlzeit/shared-ui/platform';
import { StatusLine } from '@mahlzeit/shared-ui/ui/restaurant';
import { Clock } from 'lucide-react';
import { text } from '../../discovery-texts';
import { dishTitleOf, momentLabelOf, RestaurantStatus, SET_MENU_TYPE_NAME } from './restaurant-facts';
import type { StatusLabels } from './restaurant-facts';

/** Number of minutes before the end of lunch from which on the status is „ends soon“. */
const ENDING_SOON_MINUTES = 45;

/** Returns whether lunch is being served and ends within 45 minutes. */
export const doesLunchEndSoon = (lunchState: LunchState): boolean =>
  lunchState.kind === 'serving' && lunchState.minutes <= ENDING_SOON_MINUTES;

const servingLabelsOf = (lunchState: Extract<LunchState, { readonly kind: 'serving' }>): StatusLabels => {
  const { until, minutes } = lunchState;
  if (!doesLunchEndSoon(lunchState))
    return { state: 'open', word: text('LunchSpecials'), rest: text('OpenUntil', { time: formatTime(until) }) };
  return { state: 'closingSoon', word: text('LunchLeft', { time: formatMinutes(minutes) }), minutesLeft: minutes };
};

/** Returns the texts for the state of lunch; null when there is no lunch or its times are unknown. */
export const lunchLabelsOf = (lunchState: LunchState): StatusLabels | null => {
  switch (lunchState.kind) {
    case 'later':
      return {
        state: 'later',
        word: text('LunchSpecials'),
        rest: text('LunchFrom', { time: formatTime(lunchState.from) }),
      };
    case 'serving':
      return servingLabelsOf(lunchState);
    case 'over':
      return { state: 'closed', word: text('LunchOver') };
    case 'untimed':
    case 'none':
      return null;
  }
};

interface LunchStatusProps {
  readonly restaurant: Restaurant;
  readonly lunch: LunchState;
  /** Time for which the restaurant's derived fields, such as its opening state, were calculated. */
  readonly now: Ms;
}

/** Status line: the state of lunch; the opening status of the restaurant when it has no lunch. */
export const LunchStatus = ({ restaurant, lunch, now }: LunchStatusProps) => {
  const statusLabels = lunchLabelsOf(lunch);
  return statusLabels === null ? (
    <RestaurantStatus restaurant={restaurant} now={now} />
  ) : (
    <StatusLine {...statusLabels} />
  );
};

/**
 * Returns the offers of the meal type with the most offers, drinks excluded. If several types have equally many, the
 * first of them in the menu is chosen.
 */
const largestMenuPartOf = (offers: readonly Offer[]): readonly Offer[] => {
  const menuParts = [...new Set(offers.map(({ baseName }) => baseName))].map((baseNameOfPart) =>
    offers.filter(({ baseName }) => baseName === baseNameOfPart),
  );
  return menuParts.reduce<readonly Offer[]>(
    (largestPartSoFar, menuPart) => (menuPart.length > largestPartSoFar.length ? menuPart : largestPartSoFar),
    [],
  );
};

/** Text and dishes that a card shows when lunch is over. */
export interface LunchAlternative {
  readonly icon: typeof Clock;
  readonly text: string;
  /** Dishes that the restaurant still serves today; empty when it serves nothing more today. */
  readonly dishes: readonly Offer[];
}

const servedNowLabelOf = (mealType: string | undefined, closesAtMs: Ms | null): string => {
  if (closesAtMs === null)
    return mealType === undefined ? text('InsteadAlways') : text('InsteadNowAlways', { what: mealType });
  const closingTime = formatTime(closesAtMs);
  return mealType === undefined
    ? text('InsteadOpen', { time: closingTime })
    : text('InsteadNow', { what: mealType, time: closingTime });
};

const servedLaterLabelOf = (mealType: string | undefined, servedFromMs: Ms): string =>
  mealType === undefined
    ? text('InsteadAgain', { moment: momentLabelOf(servedFromMs, servedFromMs) })
    : text('InsteadLater', { what: mealType, time: formatTime(servedFromMs) });

/**
 * Returns the dishes and the text that a card shows after lunch: dishes now, dishes later today, or the next opening;
 * null when this is unknown.
 */
export const lunchAlternativeOf = (restaurant: Restaurant, now: Ms): LunchAlternative | null => {
  const part = largestMenuPartOf(
    restaurant.offers.filter(({ baseName }) => !isLunchMealType(baseName) && baseName !== drinksMealTypeName),
  );
  const mealType = part[0]?.baseName;
  if (restaurant.isOpenNow)
    return { icon: Clock, text: servedNowLabelOf(mealType, closingAt(restaurant, now)), dishes: part };
  const opensAtMs = nextOpeningAt(restaurant, now);
  if (opensAtMs === null) return null;
  if (berlinDay(opensAtMs) === berlinDay(now))
    return { icon: Clock, text: servedLaterLabelOf(mealType, opensAtMs), dishes: part };
  return { icon: Clock, text: text('InsteadAgain', { moment: momentLabelOf(opensAtMs, now) }), dishes: [] };
};

/**
 * Maximum number of dishes on a card. Two dishes are enough to show the kind of lunch; the restaurant page shows all.
 */
const MAX_DISHES_ON_CARD = 2;

/** Dishes on the card of a restaurant in the list, and the texts about its menu. */
interface RestaurantCardMenu {
  readonly dishes: readonly Offer[];
  /** Key of the cheapest dish, whose price the map shows, too; null when there is none. */
  readonly bestKey: string | null;
  readonly alternative: LunchAlternative | null;
  /** Whether the shown dishes are those that pass the filters. */
  readonly isFiltered: boolean;
}

/**
 * Approximate number of letters of a dish's name that fit on one line of a narrow phone: `plain` with one price,
 * `reduced` with an old and a reduced price.
 */
const MAX_TITLE_LETTERS_BY_PRICE_KIND = { plain: 36, reduced: 28 } as const;

/** Moves set menus whose title doesn't fit on one line behind the other dishes. */
const sortLongMenusLast = (offers: readonly Offer[], maxTitleLetters: number): readonly Offer[] => {
  const isLongSetMenu = (offer: Offer): boolean =>
    offer.baseName === SET_MENU_TYPE_NAME && dishTitleOf(offer).length > maxTitleLetters;
  return [...offers.filter((offer) => !isLongSetMenu(offer)), ...offers.filter(isLongSetMenu)];
};

/** Returns the first dish of the menu and the cheapest one, or the first two dishes if the cheapest is among them. */
const withCheapestDish = (offers: readonly Offer[], bestKey: string | null): readonly Offer[] => {
  const firstDishes = offers.slice(0, MAX_DISHES_ON_CARD);
  const cheapestOffer = offers.find(({ key }) => key === bestKey);
  return cheapestOffer === undefined || firstDishes.includes(cheapestOffer)
    ? firstDishes
    : [...firstDishes.slice(0, -1), cheapestOffer];
};

const isServedLater = ({ baseName }: Offer, lunchState: LunchState): boolean =>
  lunchState.kind !== 'over' || !isLunchMealType(baseName);

/**
 * Returns the cheapest dishes that pass the filters and are still served today. The compared prices include discounts.
 */
const cheapestMatchesOf = (
  matches: readonly Offer[],
  restaurant: Restaurant,
  { lunchState, deals }: { readonly lunchState: LunchState; readonly deals: DiscountsAtInstant },
): readonly Offer[] =>
  matches
    .filter((offer) => isServedLater(offer, lunchState))
    .map((offer) => ({ offer, price: dealPrice(offer, restaurant, deals) }))
    .sort((a, b) => a.price - b.price)
    .map(({ offer }) => offer)
    .slice(0, MAX_DISHES_ON_CARD);

/** Time, discounts and other conditions on which the dishes of a restaurant's card depend. */
interface CardMoment {
  readonly lunchState: LunchState;
  readonly deals: DiscountsAtInstant;
  readonly filters: DishFilters;
}

/**
 * Returns the dishes that a card shows. With a filter by diet, price or dish, these are the cheapest that pass it, and
 * none when no such dish is served any more.
 */
export const cardMenuOf = (restaurant: Restaurant, { filters, ...moment }: CardMoment): RestaurantCardMenu => {
  const menu = unfilteredMenuOf(restaurant, moment.lunchState, moment.deals);
  const matches = dishesOfFilters(restaurant.offers, filters);
  if (matches === null || servesNothingMoreToday(restaurant)) return { ...menu, isFiltered: false };
  const dishes = cheapestMatchesOf(matches, restaurant, moment);
  return { ...menu, dishes, bestKey: dishes[0]?.key ?? null, isFiltered: true };
};

/**
 * Returns the dishes that a card shows without a filter: those of lunch until it ends, then those that the restaurant
 * serves afterwards. Returns no dishes when the restaurant serves nothing more today.
 */
const unfilteredMenuOf = (
  restaurant: Restaurant,
  lunchState: LunchState,
  deals: DiscountsAtInstant,
): Omit<RestaurantCardMenu, 'isFiltered'> => {
  if (lunchState.kind === 'over') {
    const alternative = lunchAlternativeOf(restaurant, deals.now);
    return { dishes: alternative?.dishes.slice(0, MAX_DISHES_ON_CARD) ?? [], bestKey: null, alternative };
  }
  if (servesNothingMoreToday(restaurant)) return { dishes: [], bestKey: null, alternative: null };
  const pricedRestaurant = withDealPrices(restaurant, deals);
  const bestKey = cheapestLunch(pricedRestaurant)?.key ?? null;
  const offers = sortLongMenusLast(
    lunchOffers(restaurant),
    pricedRestaurant === restaurant ? MAX_TITLE_LETTERS_BY_PRICE_KIND.plain : MAX_TITLE_LETTERS_BY_PRICE_KIND.reduced,
  );
  return { dishes: withCheapestDish(offers, bestKey), bestKey, alternative: null };
};
