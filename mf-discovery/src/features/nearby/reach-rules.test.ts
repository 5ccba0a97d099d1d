import { searchAreaAround, expandedBeyond } from './reach-rules';

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
