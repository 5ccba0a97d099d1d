import { aRestaurant } from '@mahlzeit/contract/fixtures';
import {
  expandedBeyond,
  farthestOf,
  FIRST_PAGE,
  joinPages,
  nextPage,
  searchAreaAround,
  withRestaurant,
} from './nearby-rules';

describe('the search area', () => {
  const altona = { latitude: 53.55, longitude: 9.93 };
  const here = { latitude: 53.55, longitude: 9.99 };

  it('looks five kilometres around a place, unless it is the one that was expanded', () => {
    const expanded = { location: { ...altona }, radius: 15_000 };
    expect(searchAreaAround(here, null)).toEqual({ location: here, radius: 5_000 });
    expect(searchAreaAround(altona, expanded)).toBe(expanded);
    expect(searchAreaAround(here, expanded)).toEqual({ location: here, radius: 5_000 });
  });

  it.each([
    [5_000, 0, 15_000],
    [15_000, 99, 50_000],
    [50_000, 3, undefined],
    [5_000, 100, undefined],
  ])('goes from %i metres with %i places to %s', (radius, found, next) => {
    expect(expandedBeyond({ location: here, radius }, found)?.radius).toBe(next);
  });

  it('D10 measures to the farthest place as it was loaded, whatever the order', () => {
    expect(
      farthestOf([
        { initialDistanceKm: 0.4 },
        { initialDistanceKm: 1.25 },
        { initialDistanceKm: null },
        { initialDistanceKm: 0.9 },
      ]),
    ).toBe(1_250);
    expect(farthestOf([])).toBeNull();
  });
});

describe('page after page', () => {
  const places = (count: number, from = 0) =>
    Array.from({ length: count }, (_, index) => aRestaurant({ key: `r${from + index}` }));

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

  it('holds each of the nearest hundred once', () => {
    const nearest = places(100);
    const seen: string[] = [];
    let asked: ReturnType<typeof nextPage> = FIRST_PAGE;
    while (asked !== undefined) {
      const page: ReturnType<typeof places> = nearest.slice(
        (asked.page - 1) * asked.pageSize,
        asked.page * asked.pageSize,
      );
      seen.push(...page.map(({ key }) => key));
      asked = nextPage(page, asked);
    }
    expect(seen).toEqual(nearest.map(({ key }) => key));
  });

  it('joins pages in their order and shows a place that moved between them once', () => {
    const [first, second] = [places(10), places(10, 9)];
    expect(joinPages([first, second]).map(({ key }) => key)).toEqual(
      Array.from({ length: 19 }, (_, index) => `r${index}`),
    );
  });

  it('D15 leaves out places without a contract, wherever they come from', () => {
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

  it('renews one restaurant and leaves the others as they are', () => {
    const pages = [places(2), places(2, 2)];
    const fresh = aRestaurant({ key: 'r3', name: 'Neu' });
    const renewed = withRestaurant(pages, fresh);
    expect(renewed[1]?.[1]).toBe(fresh);
    expect(renewed[0]).toEqual(pages[0]);
  });
});
