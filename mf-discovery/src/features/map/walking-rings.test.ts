/** @jest-environment jest-fixed-jsdom */
import { distanceMeters, travelBy } from '@mahlzeit/contract/rules';
import { northOf, RINGS } from './walking-rings';

const place = { latitude: 48.14742, longitude: 11.56722 };

it.each(RINGS)('draws the ring of $minutes minutes where the walk takes that long', ({ minutes, metres }) => {
  expect(travelBy(metres)).toEqual({ mode: 'walk', minutes });
  expect(distanceMeters(place, northOf(place, metres))).toBeCloseTo(metres, -1);
});
