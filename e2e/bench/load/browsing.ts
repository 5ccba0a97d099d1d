import type { Coordinate } from '@mahlzeit/contract';
import { getMenuOfDay, getRestaurantByRoutingName, loadByLocation, pathOf } from '@mahlzeit/contract';
import { addDays, berlinDay, NEARBY_PAGE_SIZE, NEARBY_RADIUS_METRES } from '@mahlzeit/contract/rules';
import type { OpenPage } from './open-page';
import type { LoadRequest, SendLoadRequest } from './send-request';
import type { LoadTarget } from './load-target';
import type { Random } from './random';

/** Extent of the area in which the diners search, in degrees. */
const SEARCH_AREA_DEGREES = 0.03;

/** Share of diners who look at the second page of the list. */
const SECOND_PAGE_SHARE = 0.2;

/** Number of days ahead up to which diners look at menus. */
const MENU_DAYS = 3;

/**
 * Requests that a browsing diner sends in a lunch hour. They are assumptions: a diner opens the product four times,
 * looks at thirty lists and thirty places (one of both each minute), asks for the menu of another day at every fourth
 * place, and sees two pictures a place that their browser hasn't cached. Scripts come from the cache.
 */
const REQUESTS_PER_HOUR = { page: 4, list: 30, place: 30, menu: 8, picture: 60 } as const;

/** Seconds between two requests of one browsing diner: the assumption by which requests are counted as users. */
export const SECONDS_PER_REQUEST = 3_600 / Object.values(REQUESTS_PER_HOUR).reduce((sum, count) => sum + count, 0);

type BrowsingKind = keyof typeof REQUESTS_PER_HOUR;

const createRequests = (
  { position, places, pictures, clockAheadMs }: LoadTarget,
  random: Random,
): Readonly<Record<BrowsingKind, () => Omit<LoadRequest, 'kind'>>> => {
  const near = (center: number): number => center + SEARCH_AREA_DEGREES * (random.share() - 0.5);
  const somewhere = (): Coordinate => ({ latitude: near(position.latitude), longitude: near(position.longitude) });
  const laterDay = (): string => addDays(berlinDay(Date.now() + clockAheadMs), 1 + random.below(MENU_DAYS));
  return {
    page: () => ({ path: '/restaurants' }),
    list: () => ({
      method: 'POST',
      path: loadByLocation.path,
      body: {
        location: somewhere(),
        radius: NEARBY_RADIUS_METRES,
        page: random.share() < SECOND_PAGE_SHARE ? 2 : 1,
        pageSize: NEARBY_PAGE_SIZE,
      },
    }),
    place: () => ({
      path: pathOf(getRestaurantByRoutingName, {
        params: { routingName: random.oneOf(places).routingName },
        query: somewhere(),
      }),
    }),
    menu: () => ({ path: pathOf(getMenuOfDay, { params: { key: random.oneOf(places).key, day: laterDay() } }) }),
    picture: () => ({ path: random.oneOf(pictures) }),
  };
};

/** Creates the function that sends one request of a browsing diner. The kinds occur as often as in a lunch hour. */
export const createBrowsing = (
  target: LoadTarget,
  {
    pages,
    send,
    random,
  }: { readonly pages: readonly OpenPage[]; readonly send: SendLoadRequest; readonly random: Random },
) => {
  const requests = createRequests(target, random);
  const { page, list, place, menu, picture } = REQUESTS_PER_HOUR;
  const kinds = [
    ...Array<BrowsingKind>(page).fill('page'),
    ...Array<BrowsingKind>(list).fill('list'),
    ...Array<BrowsingKind>(place).fill('place'),
    ...Array<BrowsingKind>(menu).fill('menu'),
    ...Array<BrowsingKind>(picture).fill('picture'),
  ];
  return async (dueMs: number): Promise<void> => {
    const kind = random.oneOf(kinds);
    await send({ kind, ...random.oneOf(pages).sender(), ...requests[kind](), dueMs });
  };
};
