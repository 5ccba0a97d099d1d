import { distanceMeters } from '@mahlzeit/contract/rules';
import fc from 'fast-check';
import { boxesAround, compareRanked, searchRadii, type Ranked } from './near-rules';

const coordinate = fc.record({
  latitude: fc.double({ min: -90, max: 90, noNaN: true }),
  longitude: fc.double({ min: -180, max: 180, noNaN: true }),
});

describe('boxesAround', () => {
  it('holds every point within the radius, also across the date line and around a pole', () => {
    const nearby = fc.record({
      center: fc.oneof(coordinate, coordinate.map((point) => ({ ...point, longitude: 179.99 })), coordinate.map((point) => ({ ...point, latitude: 89.9 }))),
      radius: fc.integer({ min: 1, max: 50_000 }),
      north: fc.double({ min: -0.6, max: 0.6, noNaN: true }),
      east: fc.double({ min: -0.9, max: 0.9, noNaN: true }),
    });
    fc.assert(fc.property(nearby, ({ center, radius, north, east }) => {
      const latitude = Math.max(-90, Math.min(90, center.latitude + north));
      const longitude = ((center.longitude + east + 540) % 360) - 180;
      fc.pre(distanceMeters(center, { latitude, longitude }) <= radius);
      const boxes = boxesAround(center, radius);
      return boxes.some((box) => latitude >= box.south && latitude <= box.north && longitude >= box.west && longitude <= box.east);
    }));
  });

  it.each([
    ['one box in Munich', { latitude: 48.14742, longitude: 11.56722 }, 1],
    ['two across the date line', { latitude: 0, longitude: 179.999 }, 2],
    ['one ring around the pole', { latitude: 89.99, longitude: 0 }, 1],
  ])('makes %s', (_what, center, count) => {
    expect(boxesAround(center, 5000)).toHaveLength(count);
  });

  it('stays close to the circle, so that little is measured in vain', () => {
    const [box] = boxesAround({ latitude: 48, longitude: 11 }, 1000);
    expect(distanceMeters({ latitude: box?.south ?? 0, longitude: 11 }, { latitude: 48, longitude: 11 })).toBeLessThan(1001);
  });
});

describe('searchRadii', () => {
  it.each([
    [100, [100]],
    [500, [500]],
    [501, [500, 501]],
    [5000, [500, 1000, 2000, 4000, 5000]],
    [50_000, [500, 1000, 2000, 4000, 8000, 16_000, 32_000, 50_000]],
  ])('doubles up to %p', (radius, radii) => {
    expect(searchRadii(radius)).toEqual(radii);
  });
});

describe('compareRanked', () => {
  const place = (isOpenNow: boolean, isPremium: boolean, meters: number): Ranked => ({ isOpenNow, isPremium, meters });

  it('puts open places first, among equals premium first, then the nearer one', () => {
    const places = [
      place(false, true, 10),
      place(true, false, 300),
      place(false, false, 20),
      place(true, true, 900),
      place(true, false, 200),
      place(true, true, 800),
    ];
    expect([...places].sort(compareRanked).map(({ meters }) => meters)).toEqual([800, 900, 200, 300, 10, 20]);
  });
});
