import type { Day, Ms, Offer, Restaurant } from '@mahlzeit/contract';
import {
  addDays,
  areHoursUnknown,
  berlinDay,
  closingAt,
  cuisineNames,
  isClosingSoon,
  lunchOffers,
  nextOpeningAt,
  chooseTravel,
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
import { emblemFor, MetaItem, PriceLevel, sceneFor, StatusLine, TravelTime } from '@mahlzeit/shared-ui/ui/restaurant';
import type { OpenState, ServedDish } from '@mahlzeit/shared-ui/ui/restaurant';
import { text } from '../../discovery-texts';

type PricedOffer = Pick<Offer, 'price' | 'unit'>;

/** Price as text. `unit` is present only when the price isn't for a whole dish. */
export interface PriceLabel {
  readonly price: string;
  readonly unit?: string;
}

/** Formats a price without its unit. Food sold by weight has a minimum: „ab 1,60 €“. */
export const shortPriceLabelOf = ({ price, unit }: PricedOffer): string =>
  unit === null ? formatPrice(price) : text('PriceFrom', { price: formatPrice(price) });

/**
 * Formats the price of a dish. The label of food sold by weight promises only the minimum, „ab 1,60 €“ and „für 100 g“:
 * such food costs at least the base price and one unit, and the price of further units is unknown.
 */
export const priceLabelOf = (offer: PricedOffer): PriceLabel => ({
  price: shortPriceLabelOf(offer),
  ...(offer.unit !== null && { unit: text('ForUnit', { unit: offer.unit.replaceAll(' ', '\u00a0') }) }),
});

const MINUTE_MS = 60_000;

/** Opening status of a restaurant at a given time. */
type OpeningStatus =
  /** The restaurant is open now. `closesAt` is null when it never closes. */
  | { readonly kind: 'open'; readonly closesAt: Ms | null }
  | { readonly kind: 'closingSoon'; readonly closesAt: Ms; readonly minutes: number }
  /** The restaurant is closed now, or all day. `opensAt` is null when its next opening is unknown. */
  | { readonly kind: 'closed' | 'restDay'; readonly opensAt: Ms | null }
  /** The restaurant is closed for holidays; `lastDay` is the last closed day. */
  | { readonly kind: 'resting'; readonly opensAt: Ms | null; readonly lastDay: Day }
  /** The page can't know whether the restaurant is open today: it has no opening hours, or only a text about them. */
  | { readonly kind: 'unknown' };

type OpeningFacts = Pick<Restaurant, 'openingHours' | 'datedWeek' | 'restTime' | 'isOpenNow' | 'dayState'>;

const closedStatusOf = ({ dayState, restTime }: OpeningFacts, opensAtMs: Ms | null): OpeningStatus => {
  if (dayState === 'resting' && restTime !== null)
    return { kind: 'resting', opensAt: opensAtMs, lastDay: restTime.end };
  return { kind: dayState === 'restDay' ? 'restDay' : 'closed', opensAt: opensAtMs };
};

/** Returns the opening status at `now`. The restaurant's derived fields must have been calculated for the same time. */
export const openingStatusAt = (restaurant: OpeningFacts, now: Ms): OpeningStatus => {
  if (restaurant.dayState !== 'resting' && areHoursUnknown(restaurant, now)) return { kind: 'unknown' };
  if (!restaurant.isOpenNow) return closedStatusOf(restaurant, nextOpeningAt(restaurant, now));
  const closesAtMs = closingAt(restaurant, now);
  if (closesAtMs === null || !isClosingSoon(restaurant, now)) return { kind: 'open', closesAt: closesAtMs };
  return { kind: 'closingSoon', closesAt: closesAtMs, minutes: Math.max(1, Math.ceil((closesAtMs - now) / MINUTE_MS)) };
};

/** Texts and colour of a status line. */
export interface StatusLabels {
  readonly state: OpenState;
  readonly word: string;
  readonly rest?: string;
  readonly minutesLeft?: number;
}

/** Formats a time in the future: „heute ab 17:00“, „morgen ab 11:00“, „Mo. 29. Juni ab 11:00“. */
export const momentLabelOf = (instant: Ms, now: Ms): string => {
  const dayOfInstant: Day = berlinDay(instant);
  const today = berlinDay(now);
  const timeText = spokenTimeOf(instant);
  if (dayOfInstant === today) return text('TodayFrom', { time: timeText });
  if (dayOfInstant === addDays(today, 1)) return text('TomorrowFrom', { time: timeText });
  return text('DayFrom', { day: formatDay(dayOfInstant), time: timeText });
};

// German speech drops the leading zero of an hour: „ab 6:00“.
const spokenTimeOf = (instant: Ms): string => formatTime(instant).replace(/^0(?=[1-9])/, '');

const untilLabelOf = (closesAtMs: Ms, now: Ms): string => {
  const timeText = formatTime(closesAtMs);
  const dayOfClosing = berlinDay(closesAtMs);
  // In German, a closing time at midnight belongs to the evening before. The label therefore names no day for a closing
  // time within the next 24 hours.
  if (dayOfClosing === berlinDay(now) || closesAtMs - now <= 86_400_000) return text('OpenUntil', { time: timeText });
  return text('OpenUntilDay', { day: formatDay(dayOfClosing), time: timeText });
};

const OPENS_SOON_MS = 30 * MINUTE_MS;

const openingTodayLabelsOf = (opensAtMs: Ms, now: Ms): StatusLabels => {
  const time = spokenTimeOf(opensAtMs);
  return opensAtMs - now <= OPENS_SOON_MS
    ? { state: 'later', word: text('OpensSoon'), rest: text('OpenFrom', { time }) }
    : { state: 'closed', word: text('OpensAt', { time }) };
};

type ClosedStatus = Extract<OpeningStatus, { readonly kind: 'closed' | 'restDay' }>;

const CLOSED_TEXT_KEYS = { closed: 'Closed', restDay: 'RestDayWord' } as const;

const closedLabelsOf = ({ kind, opensAt }: ClosedStatus, now: Ms): StatusLabels => ({
  state: 'closed',
  word: text(CLOSED_TEXT_KEYS[kind]),
  ...(opensAt !== null && { rest: text('OpensAgain', { moment: momentLabelOf(opensAt, now) }) }),
});

/** Returns the texts of an opening status. */
export const statusLabelsOf = (openingStatusNow: OpeningStatus, now: Ms): StatusLabels => {
  switch (openingStatusNow.kind) {
    case 'unknown':
      return { state: 'later', word: text('HoursUnknown') };
    case 'open':
      return {
        state: 'open',
        word: text('Open'),
        rest:
          openingStatusNow.closesAt === null ? text('AroundTheClock') : untilLabelOf(openingStatusNow.closesAt, now),
      };
    case 'closingSoon':
      return {
        state: 'closingSoon',
        word: formatClosing(openingStatusNow.minutes),
        rest: text('ClosesAt', { time: formatTime(openingStatusNow.closesAt) }),
        minutesLeft: openingStatusNow.minutes,
      };
    case 'closed':
      if (openingStatusNow.opensAt !== null && berlinDay(openingStatusNow.opensAt) === berlinDay(now))
        return openingTodayLabelsOf(openingStatusNow.opensAt, now);
      return closedLabelsOf(openingStatusNow, now);
    case 'resting':
      return { state: 'closed', word: text('RestingUntil', { day: formatDate(openingStatusNow.lastDay) }) };
    case 'restDay':
      return closedLabelsOf(openingStatusNow, now);
  }
};

interface RestaurantStatusProps {
  readonly restaurant: Restaurant;
  /** Time for which the restaurant's derived fields, such as its opening state, were calculated. */
  readonly now: number;
}

/** Status line: open, closing soon, closed, or unknown opening hours. */
export const RestaurantStatus = ({ restaurant, now }: RestaurantStatusProps) => (
  <StatusLine {...statusLabelsOf(openingStatusAt(restaurant, now), now)} />
);

/** Name of the meal type for menus that combine several dishes. */
export const SET_MENU_TYPE_NAME = 'Menü';

/** Matches names that don't tell what the food is, for example „Mittagsmenü in zwei Gängen“. */
const NAMELESS_MENU_PATTERN = /^\p{L}*menü(?!\p{L})/iu;

const FIRST_COURSE_PATTERN = /^erst /i;
/** Matches the side dishes of a course in a description. */
const SIDE_DISH_PATTERN = / (?:mit|auf|in|nach|aus) [^,]*(?=, dann |$)/g;

const courseListOf = (description: string): string =>
  description.includes(', dann ')
    ? description.replace(FIRST_COURSE_PATTERN, '').replace(SIDE_DISH_PATTERN, '')
    : description.replace(FIRST_COURSE_PATTERN, '');

/**
 * Returns the title of a dish in one line. The title of a set menu whose name doesn't tell the food lists its courses
 * without their side dishes.
 */
export const dishTitleOf = ({
  name,
  description,
  baseName,
}: Pick<Offer, 'name' | 'description' | 'baseName'>): string =>
  baseName === SET_MENU_TYPE_NAME && description !== '' && NAMELESS_MENU_PATTERN.test(name)
    ? text('SetMenu', { courses: courseListOf(description) })
    : name;

const isMeatlessOffer = (offer: Offer): boolean => offer.diets.includes('vegetarian') || offer.diets.includes('vegan');

/**
 * Returns the dish to draw: the first one that is no set menu, because the content of a set menu is unknown. If there
 * are only set menus, the first of them.
 */
const chooseDishToDraw = (offers: readonly Offer[]): ServedDish | null => {
  const offer = offers.find(({ baseName }) => baseName !== SET_MENU_TYPE_NAME) ?? offers[0];
  return offer === undefined ? null : { name: offer.name, isMeatless: isMeatlessOffer(offer) };
};

type DrawableRestaurant = Pick<Restaurant, 'name' | 'tags' | 'offers'>;

/**
 * Returns the drawn scene that replaces a missing picture. It shows the first of the given dishes; by default today's
 * lunch.
 */
export const sceneOf = (restaurant: DrawableRestaurant, dishes: readonly Offer[] = lunchOffers(restaurant)) =>
  sceneFor(restaurant.name, cuisineNames(restaurant), chooseDishToDraw(dishes));

// Drawings are cached, so that the menu is parsed only once for each restaurant.
const emblemByRestaurant = new WeakMap<DrawableRestaurant, ReturnType<typeof emblemFor>>();

/** Returns the drawing that replaces a missing logo and marks the restaurant on the map; it shows today's lunch. */
export const emblemOf = (restaurant: DrawableRestaurant) => {
  const emblemOfRestaurant =
    emblemByRestaurant.get(restaurant) ??
    emblemFor(restaurant.name, cuisineNames(restaurant), chooseDishToDraw(lunchOffers(restaurant)));
  emblemByRestaurant.set(restaurant, emblemOfRestaurant);
  return emblemOfRestaurant;
};

interface RestaurantMetaProps {
  readonly restaurant: Pick<Restaurant, 'tags' | 'priceCategory' | 'initialDistanceKm'>;
  /** Maximum number of cuisines to show; 1 by default. */
  readonly maxCuisines?: number;
}

/** Content of a line with facts about a restaurant: cuisine, price level, distance and walking time. */
export const RestaurantMeta = ({ restaurant, maxCuisines = 1 }: RestaurantMetaProps) => {
  const { priceCategory, initialDistanceKm } = restaurant;
  const distanceMeters = initialDistanceKm === null ? null : initialDistanceKm * 1000;
  return (
    <>
      {cuisineNames(restaurant)
        .slice(0, maxCuisines)
        .map((cuisineName) => (
          <MetaItem key={cuisineName}>{cuisineName}</MetaItem>
        ))}
      {priceCategory !== null && <PriceLevel level={priceCategory} />}
      {distanceMeters !== null && <MetaItem>{formatDistance(distanceMeters)}</MetaItem>}
      <RestaurantTravelTime meters={distanceMeters} />
    </>
  );
};

const RestaurantTravelTime = ({ meters }: { readonly meters: number | null }) => {
  const travelChoice = meters === null ? null : chooseTravel(meters);
  return travelChoice === null ? null : (
    <TravelTime mode={travelChoice.mode} text={formatMinutes(travelChoice.minutes)} />
  );
};

interface RestaurantCardMetaProps {
  readonly restaurant: Pick<Restaurant, 'tags' | 'priceCategory' | 'initialDistanceKm' | 'address'>;
  /** Whether distances are measured from the user's location or a chosen location; false: from the town's center. */
  readonly isLocated: boolean;
}

/** Content of a line with facts on a restaurant's card: cuisine, price level, and walking time or address. */
export const RestaurantCardMeta = ({ restaurant, isLocated }: RestaurantCardMetaProps) => {
  const { priceCategory, initialDistanceKm, address } = restaurant;
  const areaName = address.quarter ?? address.locality;
  return (
    <>
      {cuisineNames(restaurant)
        .slice(0, 1)
        .map((name) => (
          <MetaItem key={name}>{name}</MetaItem>
        ))}
      {priceCategory !== null && <PriceLevel level={priceCategory} />}
      {isLocated && <RestaurantTravelTime meters={initialDistanceKm === null ? null : initialDistanceKm * 1000} />}
      {!isLocated && areaName !== '' && <MetaItem>{areaName}</MetaItem>}
    </>
  );
};
