import type { Day, Diet, Restaurant } from '@mahlzeit/contract';
import { aMealType } from '@mahlzeit/contract/fixtures';
import {
  chooseTravel,
  distanceMeters,
  fallbackCoordinate,
  isOpenAt,
  isResting,
  lunchStateAt,
  rangesOn,
  suitsDiet,
  withDerivedFields,
} from '@mahlzeit/contract/rules';
import { offerOfDish } from '../../../api-gateway/src/modules/discovery/import/menu-import';
import { DEMO_PLACES } from '../../../api-gateway/src/seeds/demo/demo-places';
import { menuOn } from '../../../api-gateway/src/seeds/demo/menu';
import { placeOn } from '../../../api-gateway/src/seeds/demo/place-on-day';
import { applyFilters, initialListFilters } from '../../../mf-discovery/src/features/filters/filter-rules';
import { headTextsOfList } from '../../../mf-discovery/src/features/nearby/list-head';
import { createFreshList } from '../../../mf-discovery/src/features/nearby/stable-order';
import { cardMenuOf } from '../../../mf-discovery/src/features/restaurant/lunch-facts';

const DAY: Day = '2026-06-24';
const DAY_START = Date.parse(`${DAY}T00:00:00+02:00`);
const MINUTE_MS = 60_000;
const GRID_MINUTES = 5;
const DAY_MINUTES = 24 * 60;
const BAND_METERS = 250;

const demoRestaurants: readonly Restaurant[] = DEMO_PLACES.filter(({ isPartner }) => isPartner).map((demoPlace) => {
  const { restaurant } = placeOn(demoPlace, DAY);
  const offers = menuOn(demoPlace, DAY).map(
    (dish) =>
      offerOfDish(dish, aMealType({ key: dish.mealType, baseName: dish.mealType }), {
        restaurantKey: restaurant.key,
        source: 'demo',
      }).offer,
  );
  const meters = Math.round(distanceMeters(fallbackCoordinate, restaurant.location));
  return withDerivedFields(
    {
      ...restaurant,
      midSizeFirstImage: null,
      tags: [],
      offers,
      initialDistanceKm: meters / 1_000,
      canReceiveOrders: true,
    },
    DAY_START,
  );
});

interface DayOfPlace {
  /** For each five minutes from midnight on, and for half an hour of the next day: whether the place is open. */
  readonly open: readonly boolean[];
  /** Whether the place is open and within its lunch times; null without lunch times on this day. */
  readonly lunch: readonly boolean[] | null;
}

// Computes the open times minute by minute and not with periods as the product does, so that the test is independent of
// the tested code.
const sampleDay = (restaurant: Restaurant): DayOfPlace => {
  const open = Array.from({ length: (DAY_MINUTES + 35) / GRID_MINUTES }, (_, index) =>
    isOpenAt(restaurant, DAY_START + index * GRID_MINUTES * MINUTE_MS),
  );
  const lunchRanges = rangesOn({ openingHours: restaurant.lunchTimes }, DAY);
  const clockTimeAt = (index: number): string =>
    [Math.floor((index * GRID_MINUTES) / 60), (index * GRID_MINUTES) % 60]
      .map((part) => String(part).padStart(2, '0'))
      .join(':');
  return {
    open,
    lunch:
      lunchRanges.length === 0
        ? null
        : open
            .slice(0, DAY_MINUTES / GRID_MINUTES)
            .map(
              (isOpen, index) =>
                isOpen && lunchRanges.some(({ start, end }) => start <= clockTimeAt(index) && clockTimeAt(index) < end),
            ),
  };
};

const dayByKey = new Map(demoRestaurants.map((restaurant) => [restaurant.key, sampleDay(restaurant)]));

/**
 * Returns the number of the group in which a place must appear, read from the line of the list's documented rule, and
 * whether the place is open for lunch now.
 */
const expectedGroupOf = ({ key }: Restaurant, now: number): { readonly group: number; readonly isOpen: boolean } => {
  const { open, lunch } = dayByKey.get(key) ?? { open: [], lunch: null };
  const index = Math.floor((now - DAY_START) / MINUTE_MS / GRID_MINUTES);
  const isOpenLaterToday = open.slice(index, DAY_MINUTES / GRID_MINUTES).includes(true);
  const isOpenNow = open[index] === true;
  const isLunchOver = lunch !== null && !lunch.slice(index).includes(true);
  if (isLunchOver) return { group: isOpenNow ? 2 : isOpenLaterToday ? 3 : 4, isOpen: false };
  if (isOpenNow) return { group: 0, isOpen: true };
  const opensSoon = open.slice(index, index + 30 / GRID_MINUTES + 1).includes(true);
  return { group: opensSoon ? 0 : isOpenLaterToday ? 1 : 4, isOpen: false };
};

const metersOf = ({ initialDistanceKm }: Restaurant): number => Math.round((initialDistanceKm ?? NaN) * 1_000);

const sortKeyOf = (restaurant: Restaurant, now: number): readonly (number | string)[] => [
  expectedGroupOf(restaurant, now).group,
  Math.floor(metersOf(restaurant) / BAND_METERS),
  restaurant.isPremium ? 0 : 1,
  metersOf(restaurant),
  restaurant.key,
];

const sortByRule = (restaurants: readonly Restaurant[], now: number): readonly Restaurant[] =>
  restaurants
    .map((restaurant) => ({ restaurant, sortKey: sortKeyOf(restaurant, now) }))
    .sort((a, b) => {
      const index = a.sortKey.findIndex((value, keyIndex) => value !== b.sortKey[keyIndex]);
      return index < 0 ? 0 : (a.sortKey[index] ?? 0) < (b.sortKey[index] ?? 0) ? -1 : 1;
    })
    .map(({ restaurant }) => restaurant);

const firstOfGroup = (restaurants: readonly Restaurant[], now: number): string | null => {
  const isAfterLunch = (restaurant: Restaurant): boolean => {
    const { lunch } = dayByKey.get(restaurant.key) ?? { lunch: null };
    const index = Math.floor((now - DAY_START) / MINUTE_MS / GRID_MINUTES);
    return lunch !== null && !lunch.slice(index).includes(true);
  };
  const laterRestaurants = restaurants.filter((restaurant) => expectedGroupOf(restaurant, now).group > 1);
  return laterRestaurants.some(isAfterLunch) ? (laterRestaurants[0]?.key ?? null) : null;
};

const travelTextOf = (meters: number): string => {
  const { mode, minutes } = chooseTravel(meters);
  return `${minutes}\u00a0Min. ${mode === 'walk' ? 'zu Fuß' : 'mit dem Rad'}`;
};

const expectedAsideText = (openRestaurants: readonly Restaurant[]): string => {
  if (openRestaurants.length === 0) return 'Gerade ist keins offen';
  const nearestTravelText = travelTextOf(Math.min(...openRestaurants.map(metersOf)));
  return openRestaurants.length === 1
    ? `Ein Lokal offen, ${nearestTravelText}`
    : `${openRestaurants.length} Lokale offen, das nächste ${nearestTravelText}`;
};

const quarterHours = Array.from({ length: 96 }, (_, index) => DAY_START + index * 15 * MINUTE_MS);

it.each<[string, readonly Diet[]]>([
  ['no filter', []],
  ['vegetarian', ['vegetarian']],
  ['vegan', ['vegan']],
  ['halal', ['halal']],
  ['kosher', ['kosher']],
])('D01 orders and counts the demo town by the rule of the list at each quarter of an hour: %s', (_title, diets) => {
  const filters = { ...initialListFilters, diets };
  const distinctOrders = new Set<string>();
  for (const now of quarterHours) {
    const listOrder = { now, list: 'lunch' } as const;
    const matchingRestaurants = applyFilters(demoRestaurants, filters, now);
    const list = createFreshList(matchingRestaurants, listOrder);
    const keys = list.restaurants.map(({ key }) => key);
    const expectedList = sortByRule(matchingRestaurants, now);
    expect([now, keys]).toEqual([now, expectedList.map(({ key }) => key)]);
    expect([now, list.firstClosedKey]).toEqual([now, firstOfGroup(expectedList, now)]);

    const { aside, line } = headTextsOfList(list, listOrder, { more: 'none', radius: 5_000, isLocated: true });
    const openRestaurants = expectedList.filter((restaurant) => expectedGroupOf(restaurant, now).isOpen);
    if (line === null) expect([now, aside]).toEqual([now, expectedAsideText(openRestaurants)]);
    else expect([now, openRestaurants.length < 3]).toEqual([now, true]);

    for (const restaurant of diets.length === 0 ? [] : list.restaurants) {
      const restaurantNow = withDerivedFields(restaurant, now);
      const { dishes } = cardMenuOf(restaurantNow, {
        lunchState: lunchStateAt(restaurantNow, now),
        deals: { discounts: [], now },
        filters,
      });
      expect(dishes.filter((dish) => !diets.every((diet) => suitsDiet(dish, diet)))).toEqual([]);
    }
    distinctOrders.add(keys.join(' '));
  }
  expect(distinctOrders.size).toBeGreaterThan(diets.includes('kosher') ? 0 : 4);
});

it('has resting places and several groups in the demo town', () => {
  const groupsAt = (time: string): number =>
    new Set(
      applyFilters(demoRestaurants, initialListFilters, Date.parse(`${DAY}T${time}:00+02:00`)).map(
        (restaurant) => expectedGroupOf(restaurant, Date.parse(`${DAY}T${time}:00+02:00`)).group,
      ),
    ).size;
  expect(demoRestaurants.some((restaurant) => isResting(restaurant, DAY_START))).toBe(true);
  expect([groupsAt('11:15') >= 2, groupsAt('15:30') >= 3]).toEqual([true, true]);
});
