import type { Ms, Offer, Restaurant } from '@mahlzeit/contract';
import {
  atDealPrices,
  berlinDay,
  cheapestLunch,
  closingAt,
  drinksMealTypeName,
  isLunchMealType,
  servesNothingMoreToday,
  lunchOffers,
  nextOpening,
} from '@mahlzeit/contract/rules';
import type { DiscountsAtInstant, LunchState } from '@mahlzeit/contract/rules';
import { formatMinutes, formatTime } from '@mahlzeit/shared-ui/platform';
import { StatusLine } from '@mahlzeit/shared-ui/ui/restaurant';
import { CalendarDays, Clock } from 'lucide-react';
import { text } from '../../discovery-texts';
import { dishTitle, momentLabel, RestaurantStatus, setMenuTypeName } from './restaurant-facts';
import type { StatusLabels } from './restaurant-facts';

/** Number of minutes before the end of lunch from which on the status is „ends soon“. */
const ENDS_SOON = 45;

/** Returns whether lunch is being served and ends within 45 minutes. */
export const endsSoon = (lunch: LunchState): boolean => lunch.kind === 'serving' && lunch.minutes <= ENDS_SOON;

const servingLabels = (lunch: Extract<LunchState, { readonly kind: 'serving' }>): StatusLabels => {
  const { until, minutes } = lunch;
  if (!endsSoon(lunch))
    return { state: 'open', word: text('LunchSpecials'), rest: text('OpenUntil', { time: formatTime(until) }) };
  return { state: 'closingSoon', word: text('LunchLeft', { time: formatMinutes(minutes) }), minutesLeft: minutes };
};

/** Returns the texts for the state of lunch; null when there is no lunch or its times are unknown. */
export const lunchLabels = (lunch: LunchState): StatusLabels | null => {
  switch (lunch.kind) {
    case 'later':
      return { state: 'later', word: text('LunchSpecials'), rest: text('LunchFrom', { time: formatTime(lunch.from) }) };
    case 'serving':
      return servingLabels(lunch);
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
  /** Time for which the restaurant's derived fields were calculated. */
  readonly now: Ms;
}

/** Status line: the state of lunch; the opening status of the restaurant when it has no lunch. */
export const LunchStatus = ({ restaurant, lunch, now }: LunchStatusProps) => {
  const labels = lunchLabels(lunch);
  return labels === null ? <RestaurantStatus restaurant={restaurant} now={now} /> : <StatusLine {...labels} />;
};

/**
 * Returns the offers of the meal type with the most offers, drinks excluded. When several types have equally many, the
 * first of them in the menu counts.
 */
const largestPart = (offers: readonly Offer[]): readonly Offer[] => {
  const parts = [...new Set(offers.map(({ baseName }) => baseName))].map((part) =>
    offers.filter(({ baseName }) => baseName === part),
  );
  return parts.reduce<readonly Offer[]>((largest, part) => (part.length > largest.length ? part : largest), []);
};

/** Text and dishes that a card shows when lunch is over. */
export interface LunchAlternative {
  readonly icon: typeof Clock;
  readonly text: string;
  /** Dishes that the restaurant still serves today; empty when it serves nothing more today. */
  readonly dishes: readonly Offer[];
}

const nowLabel = (mealType: string | undefined, closesAt: Ms | null): string => {
  if (closesAt === null)
    return mealType === undefined ? text('InsteadAlways') : text('InsteadNowAlways', { what: mealType });
  const time = formatTime(closesAt);
  return mealType === undefined ? text('InsteadOpen', { time }) : text('InsteadNow', { what: mealType, time });
};

const laterLabel = (mealType: string | undefined, instant: Ms): string =>
  mealType === undefined
    ? text('InsteadAgain', { moment: momentLabel(instant, instant) })
    : text('InsteadLater', { what: mealType, time: formatTime(instant) });

/**
 * Returns what the restaurant offers after lunch: dishes now, dishes later today, or the next opening; null when this
 * is unknown.
 */
export const lunchAlternative = (restaurant: Restaurant, now: Ms): LunchAlternative | null => {
  const part = largestPart(
    restaurant.offers.filter(({ baseName }) => !isLunchMealType(baseName) && baseName !== drinksMealTypeName),
  );
  const mealType = part[0]?.baseName;
  if (restaurant.isOpenNow) return { icon: Clock, text: nowLabel(mealType, closingAt(restaurant, now)), dishes: part };
  const next = nextOpening(restaurant, now);
  if (next === null) return null;
  if (berlinDay(next) === berlinDay(now)) return { icon: Clock, text: laterLabel(mealType, next), dishes: part };
  return { icon: CalendarDays, text: text('InsteadAgain', { moment: momentLabel(next, now) }), dishes: [] };
};

/**
 * Maximum number of dishes on a card. Two dishes are enough to show the kind of lunch; the restaurant page shows all.
 */
const DISHES_ON_CARD = 2;

/** Dishes and texts about the menu on a card. */
interface CardMenu {
  readonly dishes: readonly Offer[];
  /** Key of the cheapest dish, whose price the map shows, too; null when there is none. */
  readonly bestKey: string | null;
  readonly alternative: LunchAlternative | null;
}

/**
 * Approximate number of letters of a dish's name that fit on one line of a narrow phone: `plain` with one price,
 * `reduced` with an old and a reduced price.
 */
const LINE_LETTERS = { plain: 36, reduced: 28 } as const;

/** Moves set menus whose title is longer than a line behind the other dishes. */
const longMenusLast = (offers: readonly Offer[], maxLetters: number): readonly Offer[] => {
  const isLong = (offer: Offer): boolean => offer.baseName === setMenuTypeName && dishTitle(offer).length > maxLetters;
  return [...offers.filter((offer) => !isLong(offer)), ...offers.filter(isLong)];
};

/** Returns the menu's first dish and the cheapest one, or the first two when the cheapest is among them. */
const withCheapest = (offers: readonly Offer[], bestKey: string | null): readonly Offer[] => {
  const first = offers.slice(0, DISHES_ON_CARD);
  const best = offers.find(({ key }) => key === bestKey);
  return best === undefined || first.includes(best) ? first : [...first.slice(0, -1), best];
};

/**
 * Returns the dishes of a card: lunch until it ends, then the alternative. Returns no dishes when the restaurant serves
 * nothing more today.
 */
export const cardMenu = (restaurant: Restaurant, lunch: LunchState, deals: DiscountsAtInstant): CardMenu => {
  if (lunch.kind === 'over') {
    const alternative = lunchAlternative(restaurant, deals.now);
    return { dishes: alternative?.dishes.slice(0, DISHES_ON_CARD) ?? [], bestKey: null, alternative };
  }
  if (servesNothingMoreToday(restaurant)) return { dishes: [], bestKey: null, alternative: null };
  const priced = atDealPrices(restaurant, deals);
  const bestKey = cheapestLunch(priced)?.key ?? null;
  const offers = longMenusLast(
    lunchOffers(restaurant),
    priced === restaurant ? LINE_LETTERS.plain : LINE_LETTERS.reduced,
  );
  return { dishes: withCheapest(offers, bestKey), bestKey, alternative: null };
};
