import { aRestaurant } from '@mahlzeit/contract/fixtures';
import {
  nextLargerArea,
  farthestMetresOf,
  FIRST_PAGE,
  joinRestaurantPages,
  nextPageAfter,
  createSearchArea,
  replaceRestaurant,
} from './nearby-rules';

describe('the search area', () => {
  const altonaCoordinate = { latitude: 53.55, longitude: 9.93 };
  const userCoordinate = { latitude: 53.55, longitude: 9.99 };

  it('is five kilometres around a place, unless it was expanded there', () => {
    const expandedArea = { location: { ...altonaCoordinate }, radius: 15_000 };
    expect(createSearchArea(userCoordinate, null)).toEqual({ location: userCoordinate, radius: 5_000 });
    expect(createSearchArea(altonaCoordinate, expandedArea)).toBe(expandedArea);
    expect(createSearchArea(userCoordinate, expandedArea)).toEqual({ location: userCoordinate, radius: 5_000 });
  });

  it.each([
    [5_000, 0, 15_000],
    [15_000, 99, 50_000],
    [50_000, 3, undefined],
    [5_000, 100, undefined],
  ])('grows from %i metres with %i places to %s', (radiusMetres, placeCount, expectedRadius) => {
    expect(nextLargerArea({ location: userCoordinate, radius: radiusMetres }, placeCount)?.radius).toBe(expectedRadius);
  });

  it('D10 measures to the farthest loaded place, independent of the order', () => {
    expect(
      farthestMetresOf([
        { initialDistanceKm: 0.4 },
        { initialDistanceKm: 1.25 },
        { initialDistanceKm: null },
        { initialDistanceKm: 0.9 },
      ]),
    ).toBe(1_250);
    expect(farthestMetresOf([])).toBeNull();
  });
});

describe('the pages', () => {
  const createRestaurants = (restaurantCount: number, firstIndex = 0) =>
    Array.from({ length: restaurantCount }, (_, index) => aRestaurant({ key: `r${firstIndex + index}` }));

  it.each([
    [9, 1, 10, undefined],
    [10, 1, 10, { page: 2, pageSize: 10 }],
    [0, 2, 10, undefined],
    [10, 2, 10, { page: 2, pageSize: 20 }],
    [20, 2, 20, { page: 2, pageSize: 40 }],
    [39, 2, 40, undefined],
    [40, 2, 40, { page: 5, pageSize: 20 }],
    [20, 5, 20, undefined],
  ])('after %i places on page %i of %i comes %j', (placeCount, pageNumber, pageSize, expectedPage) => {
    expect(nextPageAfter(createRestaurants(placeCount), { page: pageNumber, pageSize })).toEqual(expectedPage);
  });

  it('contain each of the nearest hundred places once', () => {
    const nearestRestaurants = createRestaurants(100);
    const loadedKeys: string[] = [];
    let nextPageToLoad: ReturnType<typeof nextPageAfter> = FIRST_PAGE;
    while (nextPageToLoad !== undefined) {
      const pageAnswer: ReturnType<typeof createRestaurants> = nearestRestaurants.slice(
        (nextPageToLoad.page - 1) * nextPageToLoad.pageSize,
        nextPageToLoad.page * nextPageToLoad.pageSize,
      );
      loadedKeys.push(...pageAnswer.map(({ key }) => key));
      nextPageToLoad = nextPageAfter(pageAnswer, nextPageToLoad);
    }
    expect(loadedKeys).toEqual(nearestRestaurants.map(({ key }) => key));
  });

  it('are joined in order, with a place that moved between them once', () => {
    const [firstPage, secondPage] = [createRestaurants(10), createRestaurants(10, 9)];
    expect(joinRestaurantPages([firstPage, secondPage]).map(({ key }) => key)).toEqual(
      Array.from({ length: 19 }, (_, index) => `r${index}`),
    );
  });

  it('D15 are joined without places that have no contract', () => {
    expect(
      joinRestaurantPages([
        [
          aRestaurant({ key: 'a' }),
          aRestaurant({ key: 'b', type: 'NonPartner' }),
          aRestaurant({ key: 'c', type: 'fitness' }),
        ],
      ]).map(({ key }) => key),
    ).toEqual(['a', 'c']);
  });

  it('are updated by one restaurant, and the others stay', () => {
    const restaurantPages = [createRestaurants(2), createRestaurants(2, 2)];
    const newRestaurant = aRestaurant({ key: 'r3', name: 'Neu' });
    const renewedPages = replaceRestaurant(restaurantPages, newRestaurant);
    expect(renewedPages[1]?.[1]).toBe(newRestaurant);
    expect(renewedPages[0]).toEqual(restaurantPages[0]);
  });
});
