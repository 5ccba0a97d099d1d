import type { Day, Ms, Offer, Restaurant } from '@mahlzeit/contract';
import {
  addDays,
  berlinDay,
  closingAt,
  cuisineNames,
  isClosingSoon,
  lunchOffers,
  nextOpening,
  travelBy,
} from '@mahlzeit/contract/rules';
import {
  formatClosing,
  formatDate,
  formatDay,
  formatDistance,
  formatMinutes,
  formatPrice,
  formatTime,
} from '@mahlzeit/shared-ui/platform';
import { emblemFor, MetaItem, PriceLevel, sceneFor, StatusLine, Travel } from '@mahlzeit/shared-ui/ui/restaurant';
import type { OpenState, ServedDish } from '@mahlzeit/shared-ui/ui/restaurant';
import { text } from '../../discovery-texts';

type Priced = Pick<Offer, 'price' | 'unit'>;

/** A price as it is shown: what it is, and what for where that is no whole dish. */
export interface PriceLabel {
  readonly price: string;
  readonly unit?: string;
}

/** A price where there is room for it alone; what is sold by weight costs at least that: „ab 1,60 €“. */
export const shortPriceLabel = ({ price, unit }: Priced): string =>
  unit === null ? formatPrice(price) : text('PriceFrom', { price: formatPrice(price) });

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
  | { readonly kind: 'closed' | 'restDay'; readonly opensAt: Ms | null }
  /** `lastDay` is the last closed one. */
  | { readonly kind: 'resting'; readonly opensAt: Ms | null; readonly lastDay: Day }
  /** Hours that nobody could parse. */
  | { readonly kind: 'unknown' };

type Hours = Pick<Restaurant, 'openingHours' | 'openingHoursText' | 'restTime' | 'isOpenNow' | 'dayState'>;

const hasHours = ({ openingHours }: Hours): boolean => Object.values(openingHours).some((ranges) => ranges.length > 0);

const closedStatus = ({ dayState, restTime }: Hours, opensAt: Ms | null): OpeningStatus => {
  if (dayState === 'resting' && restTime !== null) return { kind: 'resting', opensAt, lastDay: restTime.end };
  return { kind: dayState === 'restDay' ? 'restDay' : 'closed', opensAt };
};

/** Open, closing soon or closed, and until when. The restaurant's derived fields must be those of `now`. */
export const openingStatus = (restaurant: Hours, now: Ms): OpeningStatus => {
  if (!hasHours(restaurant) && restaurant.openingHoursText !== null) return { kind: 'unknown' };
  if (!restaurant.isOpenNow) return closedStatus(restaurant, nextOpening(restaurant, now));
  const until = closingAt(restaurant, now);
  if (until === null || !isClosingSoon(restaurant, now)) return { kind: 'open', until };
  return { kind: 'closingSoon', until, minutes: Math.max(1, Math.ceil((until - now) / MINUTE)) };
};

/** What a status line shows. */
export interface StatusLabels {
  readonly state: OpenState;
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

type ClosedStatus = Extract<OpeningStatus, { readonly kind: 'closed' | 'restDay' }>;

const CLOSED_TEXTS = { closed: 'Closed', restDay: 'RestDayWord' } as const;

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
      return {
        state: 'open',
        word: text('Open'),
        rest: status.until === null ? text('AroundTheClock') : untilLabel(status.until, now),
      };
    case 'closingSoon':
      return {
        state: 'closingSoon',
        word: formatClosing(status.minutes),
        rest: text('ClosesAt', { time: formatTime(status.until) }),
        minutesLeft: status.minutes,
      };
    case 'closed':
      if (status.opensAt !== null && berlinDay(status.opensAt) === berlinDay(now))
        return { state: 'closed', word: text('OpensAt', { time: formatTime(status.opensAt) }) };
      return closedLabels(status, now);
    case 'resting':
      return { state: 'closed', word: text('RestingUntil', { day: formatDate(status.lastDay) }) };
    case 'restDay':
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

/** Meal type of what is put together of other dishes. */
export const setMenuTypeName = 'Menü';

/** „Mittagsmenü in zwei Gängen“: a name that says nothing of what one eats. */
const NAMELESS_MENU = /^\p{L}*menü(?!\p{L})/iu;

const FIRST_OF_ALL = /^erst /i;
/** What comes with each of several courses. */
const WITH_A_COURSE = / (?:mit|auf|in|nach|aus) [^,]*(?=, dann |$)/g;

const coursesOf = (description: string): string =>
  description.includes(', dann ')
    ? description.replace(FIRST_OF_ALL, '').replace(WITH_A_COURSE, '')
    : description.replace(FIRST_OF_ALL, '');

/**
 * What a dish is called where there is one line for it: a set menu that has no name of its own by its courses, without
 * what comes with them.
 */
export const dishTitle = ({ name, description, baseName }: Pick<Offer, 'name' | 'description' | 'baseName'>): string =>
  baseName === setMenuTypeName && description !== '' && NAMELESS_MENU.test(name)
    ? text('SetMenu', { courses: coursesOf(description) })
    : name;

const vegetarian = (offer: Offer): boolean => offer.diets.includes('vegetarian') || offer.diets.includes('vegan');

/** A dish as it is drawn: of set menus nobody knows what to draw, so the first other one. */
const drawnDish = (offers: readonly Offer[]): ServedDish | null => {
  const offer = offers.find(({ baseName }) => baseName !== setMenuTypeName) ?? offers[0];
  return offer === undefined ? null : { name: offer.name, isMeatless: vegetarian(offer) };
};

type Served = Pick<Restaurant, 'name' | 'tags' | 'offers'>;

/**
 * The table that stands in for a picture, laid with the first of some dishes; without any named, with today's lunch.
 */
export const sceneOf = (restaurant: Served, dishes: readonly Offer[] = lunchOffers(restaurant)) =>
  sceneFor(restaurant.name, cuisineNames(restaurant), drawnDish(dishes));

// The words of a menu are gone through once, however often the same place is drawn.
const emblems = new WeakMap<Served, ReturnType<typeof emblemFor>>();

/** The drawing that stands in for a logo and marks the place on the map: today's lunch. */
export const emblemOf = (restaurant: Served) => {
  const emblem =
    emblems.get(restaurant) ?? emblemFor(restaurant.name, cuisineNames(restaurant), drawnDish(lunchOffers(restaurant)));
  emblems.set(restaurant, emblem);
  return emblem;
};

interface RestaurantMetaProps {
  readonly restaurant: Pick<Restaurant, 'tags' | 'priceCategory' | 'initialDistanceKm'>;
  /** How many cuisines there is room for. */
  readonly cuisines?: number;
}

/** Cuisine, price level, distance and way; stands in a MetaLine. */
export const RestaurantMeta = ({ restaurant, cuisines = 1 }: RestaurantMetaProps) => {
  const { priceCategory, initialDistanceKm } = restaurant;
  const meters = initialDistanceKm === null ? null : initialDistanceKm * 1000;
  return (
    <>
      {cuisineNames(restaurant)
        .slice(0, cuisines)
        .map((name) => (
          <MetaItem key={name}>{name}</MetaItem>
        ))}
      {priceCategory !== null && <PriceLevel level={priceCategory} />}
      {meters !== null && <MetaItem>{formatDistance(meters)}</MetaItem>}
      <Way meters={meters} />
    </>
  );
};

const Way = ({ meters }: { readonly meters: number | null }) => {
  const travel = meters === null ? null : travelBy(meters);
  return travel === null ? null : <Travel mode={travel.mode} text={formatMinutes(travel.minutes)} />;
};

interface CardMetaProps {
  readonly restaurant: Pick<Restaurant, 'tags' | 'priceCategory' | 'initialDistanceKm' | 'address'>;
  /** Somebody looks from there: else the way from the middle of the town would be nobody's way. */
  readonly isLocated: boolean;
}

/**
 * The same where there is one line for it: cuisine, price level, and how long the way takes, or where the place lies.
 */
export const CardMeta = ({ restaurant, isLocated }: CardMetaProps) => {
  const { priceCategory, initialDistanceKm, address } = restaurant;
  const area = address.quarter ?? address.locality;
  return (
    <>
      {cuisineNames(restaurant)
        .slice(0, 1)
        .map((name) => (
          <MetaItem key={name}>{name}</MetaItem>
        ))}
      {priceCategory !== null && <PriceLevel level={priceCategory} />}
      {isLocated && <Way meters={initialDistanceKm === null ? null : initialDistanceKm * 1000} />}
      {!isLocated && area !== '' && <MetaItem>{area}</MetaItem>}
    </>
  );
};
