import * as fc from 'fast-check';
import { distanceMeters, roundedDistance, offersRide, chooseTravel } from './nearby';

const coordinateArbitrary = fc.record({
  latitude: fc.double({ min: -90, max: 90, noNaN: true }),
  longitude: fc.double({ min: -180, max: 180, noNaN: true }),
});

describe('distanceMeters', () => {
  it.each([
    [
      'Hamburg, Rathaus to Elbphilharmonie',
      { latitude: 53.5503, longitude: 9.9925 },
      { latitude: 53.5413, longitude: 9.9841 },
      1145,
    ],
    ['Hamburg to München', { latitude: 53.55, longitude: 9.99 }, { latitude: 48.137, longitude: 11.575 }, 612_000],
    ['across the date line', { latitude: 0, longitude: 179.999 }, { latitude: 0, longitude: -179.999 }, 222],
  ])('%s', (_title, fromCoordinate, toCoordinate, expectedMeters) => {
    expect(Math.abs(distanceMeters(fromCoordinate, toCoordinate) / expectedMeters - 1)).toBeLessThan(0.01);
  });

  it("is symmetric, zero at the same point, and at most half the earth's circumference", () => {
    fc.assert(
      fc.property(coordinateArbitrary, coordinateArbitrary, (fromCoordinate, toCoordinate) => {
        expect(distanceMeters(fromCoordinate, toCoordinate)).toBeCloseTo(
          distanceMeters(toCoordinate, fromCoordinate),
          3,
        );
        expect(distanceMeters(fromCoordinate, fromCoordinate)).toBe(0);
        expect(distanceMeters(fromCoordinate, toCoordinate)).toBeLessThanOrEqual(20_015_200);
      }),
    );
  });
});

describe('roundedDistance', () => {
  it.each([
    [0, { meters: 50 }],
    [10, { meters: 50 }],
    [74, { meters: 50 }],
    [75, { meters: 100 }],
    [374, { meters: 350 }],
    [950, { meters: 950 }],
    [974, { meters: 950 }],
    [975, { kilometers: 1 }],
    [976, { kilometers: 1 }],
    [1049, { kilometers: 1 }],
    [1050, { kilometers: 1.1 }],
    [4949, { kilometers: 4.9 }],
    [12_340, { kilometers: 12.3 }],
  ])('D07 rounds %p m to %j', (meters, expectedDistance) => {
    expect(roundedDistance(meters)).toEqual(expectedDistance);
  });
});

describe('travelBy', () => {
  it.each([
    [0, { mode: 'walk', minutes: 1 }],
    [400, { mode: 'walk', minutes: 6 }],
    [1000, { mode: 'walk', minutes: 15 }],
    [1001, { mode: 'bike', minutes: 3 }],
    [5000, { mode: 'bike', minutes: 15 }],
  ])('D08 travels %p m by %j', (meters, expectedTravel) => {
    expect(chooseTravel(meters)).toEqual(expectedTravel);
  });
});

describe('offersRide', () => {
  it.each([
    [(8 * 4000) / 60, 'Hamburg', true],
    [534, 'Hamburg', true],
    [532, 'Hamburg', false],
    [5000, 'Hamburg', true],
    [5000, 'Hamburg-Bergedorf', false],
    [5000, 'München', false],
    [5000, '', false],
  ])('D08 %p m in %s: %s', (meters, locality, isOffered) => {
    expect(offersRide(meters, locality)).toBe(isOffered);
  });
});
