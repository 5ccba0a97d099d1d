import { reachAround, widerThan } from './reach-rules';

const altona = { latitude: 53.55, longitude: 9.93 };
const here = { latitude: 53.55, longitude: 9.99 };

it('looks five kilometres around a place, unless it is the one that was widened', () => {
  const widened = { location: { ...altona }, radius: 15_000 };
  expect(reachAround(here, null)).toEqual({ location: here, radius: 5_000 });
  expect(reachAround(altona, widened)).toBe(widened);
  expect(reachAround(here, widened)).toEqual({ location: here, radius: 5_000 });
});

it.each([
  [5_000, 0, 15_000],
  [15_000, 99, 50_000],
  [50_000, 3, undefined],
  [5_000, 100, undefined],
])('goes from %i metres with %i places to %s', (radius, found, next) => {
  expect(widerThan({ location: here, radius }, found)?.radius).toBe(next);
});
