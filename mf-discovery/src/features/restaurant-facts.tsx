import type { Day, Ms, Offer, Restaurant } from '@mahlzeit/contract';
import { addDays, berlinDay, closingAt, drinksMealTypeName, isClosingSoon, isLunchMealType, nextOpening, travelBy } from '@mahlzeit/contract/rules';
import { formatClosing, formatDay, formatDistance, formatMinutes, formatPrice, formatTime } from '@mahlzeit/shared-ui/platform';
import { emblemFor, MetaItem, PriceLevel, sceneFor, StatusLine, Travel } from '@mahlzeit/shared-ui/ui/restaurant';
import { text } from '../discovery-texts';

type WithOffers = Pick<Restaurant, 'offers'>;

/** S1§9: today's dishes of a lunch meal type, else all that is no drink; as the menu orders them. */
export const lunchOffers = ({ offers }: WithOffers): readonly Offer[] => {
  const lunch = offers.filter(({ baseName }) => isLunchMealType(baseName));
  return lunch.length > 0 ? lunch : offers.filter(({ baseName }) => baseName !== drinksMealTypeName);
};

/** The cheapest of them; null where there is none. */
export const cheapestLunch = (restaurant: WithOffers): Offer | null =>
  lunchOffers(restaurant).reduce<Offer | null>((least, offer) => (least === null || offer.price < least.price ? offer : least), null);

type Priced = Pick<Offer, 'price' | 'unit'>;

/** A price as it is shown: what it is, and what for where that is no whole dish. */
export interface PriceLabel {
  readonly price: string;
  readonly unit?: string;
}

/** A price where there is room for it alone; what is sold by weight costs at least that: „ab 1,60 €“. */
export const shortPriceLabel = ({ price, unit }: Priced): string => (unit === null ? formatPrice(price) : text('PriceFrom', { price: formatPrice(price) }));

/**
 * A dish's price. What is sold by weight costs at least the base price and one unit, and what further units cost
 * isn't told: „ab 1,60 €“, „für 100 g“ promises no more than that.
 */
export const priceLabel = (offer: Priced): PriceLabel => ({
  price: shortPriceLabel(offer),
  ...(offer.unit !== null && { unit: text('ForUnit', { unit: offer.unit.replaceAll(' ', '\u00a0') }) }),
});

const MINUTE = 60_000;

/** Whether a place is open at a moment. */
type OpeningStatus =
  /** `until` is null where it never closes. */
  | { readonly kind: 'open'; readonly until: Ms | null }
  | { readonly kind: 'closingSoon'; readonly until: Ms; readonly minutes: number }
  /** `opensAt` is null where it is not known to open again. */
  | { readonly kind: 'closed' | 'restDay' | 'resting'; readonly opensAt: Ms | null }
  /** Hours that nobody could parse. */
  | { readonly kind: 'unknown' };

type Hours = Pick<Restaurant, 'openingHours' | 'openingHoursText' | 'restTime' | 'isOpenNow' | 'dayState'>;

const hasHours = ({ openingHours }: Hours): boolean => Object.values(openingHours).some((ranges) => ranges.length > 0);

const closedKind = ({ dayState }: Hours): 'closed' | 'restDay' | 'resting' => (dayState === 'resting' || dayState === 'restDay' ? dayState : 'closed');

/** Open, closing soon or closed, and until when. The restaurant's derived fields must be those of `now`. */
export const openingStatus = (restaurant: Hours, now: Ms): OpeningStatus => {
  if (!hasHours(restaurant) && restaurant.openingHoursText !== null) return { kind: 'unknown' };
  if (!restaurant.isOpenNow) return { kind: closedKind(restaurant), opensAt: nextOpening(restaurant, now) };
  const until = closingAt(restaurant, now);
  if (until === null || !isClosingSoon(restaurant, now)) return { kind: 'open', until };
  return { kind: 'closingSoon', until, minutes: Math.max(1, Math.ceil((until - now) / MINUTE)) };
};

/** Whether nothing is to be had here any more today: drawn pale, next opening instead of prices. */
export const isOutForToday = ({ dayState }: Pick<Restaurant, 'dayState'>): boolean => dayState === 'resting' || dayState === 'restDay' || dayState === 'closed';

/** What a status line shows. */
interface StatusLabels {
  readonly state: 'open' | 'closingSoon' | 'closed';
  readonly word: string;
  readonly rest?: string;
  readonly minutesLeft?: number;
}

/** A later moment as people say it: „heute ab 17:00“, „morgen ab 11:00“, „Mo. 29. Juni ab 11:00“. */
export const momentLabel = (at: Ms, now: Ms): string => {
  const day: Day = berlinDay(at);
  const today = berlinDay(now);
  const time = formatTime(at);
  if (day === today) return text('TodayFrom', { time });
  if (day === addDays(today, 1)) return text('TomorrowFrom', { time });
  return text('DayFrom', { day: formatDay(day), time });
};

const untilLabel = (until: Ms, now: Ms): string => {
  const time = formatTime(until);
  const day = berlinDay(until);
  // Midnight itself belongs to the evening before, as everybody says it.
  if (day === berlinDay(now) || until - now <= 86_400_000) return text('OpenUntil', { time });
  return text('OpenUntilDay', { day: formatDay(day), time });
};

type ClosedStatus = Extract<OpeningStatus, { readonly opensAt: Ms | null }>;

const CLOSED_TEXTS = { closed: 'Closed', restDay: 'RestDayWord', resting: 'RestingWord' } as const;

const closedLabels = ({ kind, opensAt }: ClosedStatus, now: Ms): StatusLabels => ({
  state: 'closed',
  word: text(CLOSED_TEXTS[kind]),
  ...(opensAt !== null && { rest: text('OpensAgain', { moment: momentLabel(opensAt, now) }) }),
});

/** A status in words; null where nothing is known. */
export const statusLabels = (status: OpeningStatus, now: Ms): StatusLabels | null => {
  switch (status.kind) {
    case 'unknown':
      return null;
    case 'open':
      return { state: 'open', word: text('Open'), rest: status.until === null ? text('AroundTheClock') : untilLabel(status.until, now) };
    case 'closingSoon':
      return { state: 'closingSoon', word: formatClosing(status.minutes), rest: text('ClosesAt', { time: formatTime(status.until) }), minutesLeft: status.minutes };
    case 'closed':
      if (status.opensAt !== null && berlinDay(status.opensAt) === berlinDay(now)) return { state: 'closed', word: text('OpensAt', { time: formatTime(status.opensAt) }) };
      return closedLabels(status, now);
    case 'restDay':
    case 'resting':
      return closedLabels(status, now);
  }
};

interface RestaurantStatusProps {
  readonly restaurant: Restaurant;
  /** The moment the restaurant's derived fields are of. */
  readonly now: number;
}

/** Open, closing soon or closed; nothing where the hours are unknown. */
export const RestaurantStatus = ({ restaurant, now }: RestaurantStatusProps) => {
  const labels = statusLabels(openingStatus(restaurant, now), now);
  return labels === null ? null : <StatusLine {...labels} />;
};

type Named = Pick<Restaurant, 'name' | 'tags'>;

/** Names of the cuisines, German. */
const cuisineNames = ({ tags }: Pick<Restaurant, 'tags'>): readonly string[] =>
  tags.filter(({ type }) => type === 'cuisine').map(({ name, translations }) => translations.de ?? name);

/** The table that stands in for a picture. */
export const sceneOf = (restaurant: Named) => sceneFor(restaurant.name, cuisineNames(restaurant));

/** The drawing that stands in for a logo. */
export const emblemOf = (restaurant: Named) => emblemFor(restaurant.name, cuisineNames(restaurant));

interface RestaurantMetaProps {
  readonly restaurant: Pick<Restaurant, 'tags' | 'priceCategory' | 'initialDistanceKm'>;
  /** How many cuisines there is room for. */
  readonly cuisines?: number;
}

/** Cuisine, price level, distance and way; stands in a MetaLine. */
export const RestaurantMeta = ({ restaurant, cuisines = 1 }: RestaurantMetaProps) => {
  const { priceCategory, initialDistanceKm } = restaurant;
  const meters = initialDistanceKm === null ? null : initialDistanceKm * 1000;
  const travel = meters === null ? null : travelBy(meters);
  return (
    <>
      {cuisineNames(restaurant).slice(0, cuisines).map((name) => <MetaItem key={name}>{name}</MetaItem>)}
      {priceCategory !== null && <PriceLevel level={priceCategory} />}
      {meters !== null && <MetaItem>{formatDistance(meters)}</MetaItem>}
      {travel !== null && <Travel mode={travel.mode} text={formatMinutes(travel.minutes)} />}
    </>
  );
};
