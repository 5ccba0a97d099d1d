import { aRestaurant } from '@mahlzeit/contract/fixtures';
import {
  nextLargerArea,
  farthestMetresOf,
  FIRST_PAGE,
  joinPages,
  nextPage,
  searchAreaAround,
  replaceRestaurant,
} from './nearby-rules';

describe('the search area', () => {
  const altona = { latitude: 53.55, longitude: 9.93 };
  const userCoordinate = { latitude: 53.55, longitude: 9.99 };

  it('is five kilometres around a place, unless it was expanded there', () => {
    const expandedArea = { location: { ...altona }, radius: 15_000 };
    expect(searchAreaAround(userCoordinate, null)).toEqual({ location: userCoordinate, radius: 5_000 });
    expect(searchAreaAround(altona, expandedArea)).toBe(expandedArea);
    expect(searchAreaAround(userCoordinate, expandedArea)).toEqual({ location: userCoordinate, radius: 5_000 });
  });

  it.each([
    [5_000, 0, 15_000],
    [15_000, 99, 50_000],
    [50_000, 3, undefined],
    [5_000, 100, undefined],
  ])('grows from %i metres with %i places to %s', (radius, placeCount, next) => {
    expect(nextLargerArea({ location: userCoordinate, radius }, placeCount)?.radius).toBe(next);
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
  const places = (count: number, firstIndex = 0) =>
    Array.from({ length: count }, (_, index) => aRestaurant({ key: `r${firstIndex + index}` }));

  it.each([
    [9, 1, 10, undefined],
    [10, 1, 10, { page: 2, pageSize: 10 }],
    [0, 2, 10, undefined],
    [10, 2, 10, { page: 2, pageSize: 20 }],
    [20, 2, 20, { page: 2, pageSize: 40 }],
    [39, 2, 40, undefined],
    [40, 2, 40, { page: 5, pageSize: 20 }],
    [20, 5, 20, undefined],
  ])('after %i places on page %i of %i comes %j', (length, page, pageSize, next) => {
    expect(nextPage(places(length), { page, pageSize })).toEqual(next);
  });

  it('contain each of the nearest hundred places once', () => {
    const nearest = places(100);
    const loadedKeys: string[] = [];
    let page: ReturnType<typeof nextPage> = FIRST_PAGE;
    while (page !== undefined) {
      const answer: ReturnType<typeof places> = nearest.slice(
        (page.page - 1) * page.pageSize,
        page.page * page.pageSize,
      );
      loadedKeys.push(...answer.map(({ key }) => key));
      page = nextPage(answer, page);
    }
    expect(loadedKeys).toEqual(nearest.map(({ key }) => key));
  });

  it('are joined in order, with a place that moved between them once', () => {
    const [first, second] = [places(10), places(10, 9)];
    expect(joinPages([first, second]).map(({ key }) => key)).toEqual(
      Array.from({ length: 19 }, (_, index) => `r${index}`),
    );
  });

  it('D15 are joined without places that have no contract', () => {
    expect(
      joinPages([
        [
          aRestaurant({ key: 'a' }),
          aRestaurant({ key: 'b', type: 'NonPartner' }),
          aRestaurant({ key: 'c', type: 'fitness' }),
        ],
      ]).map(({ key }) => key),
    ).toEqual(['a', 'c']);
  });

  it('are updated by one restaurant, and the others stay', () => {
    const pages = [places(2), places(2, 2)];
    const newRestaurant = aRestaurant({ key: 'r3', name: 'Neu' });
    const renewedPages = replaceRestaurant(pages, newRestaurant);
    expect(renewedPages[1]?.[1]).toBe(newRestaurant);
    expect(renewedPages[0]).toEqual(pages[0]);
  });
});
