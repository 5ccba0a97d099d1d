/** @jest-environment jest-fixed-jsdom */
import { distanceMeters, travelBy } from '@mahlzeit/contract/rules';
import { createDrawing, northEastOf, RINGS } from './basemap';

describe('create drawing', () => {
  it('is left out by screen readers and by the Tab key alike', () => {
    const drawing = createDrawing();
    expect([drawing.getAttribute('aria-hidden'), drawing.getAttribute('tabindex')]).toEqual(['true', '-1']);
  });
});

describe('ring rules', () => {
  const place = { latitude: 48.14742, longitude: 11.56722 };

  it.each(RINGS)('draws the ring of $minutes minutes where the walk takes that long', ({ minutes, metres }) => {
    expect(travelBy(metres)).toEqual({ mode: 'walk', minutes });
    expect(distanceMeters(place, northEastOf(place, metres))).toBeCloseTo(metres, -1);
  });
});
