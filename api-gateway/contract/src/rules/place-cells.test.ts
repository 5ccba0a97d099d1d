import fc from 'fast-check';
import type { Coordinate } from '../values';
import { distanceMeters } from './nearby';
import { isPlaceCell, placeCell, placeCellsAround } from './place-cells';

const coordinateOf = (latitude: number, longitude: number): Coordinate => ({ latitude, longitude });

describe('placeCell', () => {
  it.each([
    [coordinateOf(53.55, 9.99), '53_9'],
    [coordinateOf(53, 9), '53_9'],
    [coordinateOf(-0.5, -0.5), '-1_-1'],
    [coordinateOf(0, 0), '0_0'],
    [coordinateOf(-33.9, 151.2), '-34_151'],
    [coordinateOf(0, 180), '0_-180'],
    [coordinateOf(0, -180), '0_-180'],
  ])('%j is in %s', (coordinate, expectedCell) => expect(placeCell(coordinate)).toBe(expectedCell));

  it('has distinguishable names', () => {
    fc.assert(
      fc.property(fc.integer({ min: -90, max: 90 }), fc.integer({ min: -180, max: 179 }), (latitude, longitude) =>
        isPlaceCell(placeCell(coordinateOf(latitude, longitude))),
      ),
    );
    for (const name of ['', '53', '53_', '_9', '53_9_1', '053_9', '-0_9', '53.5_9', '53_1000', '100_9', 'x_y', '53_9 '])
      expect([name, isPlaceCell(name)]).toEqual([name, false]);
  });
});

describe('placeCellsAround', () => {
  it.each([
    ['in the middle of a cell', coordinateOf(53.55, 9.5), 5_000, ['53_9']],
    ['beside a meridian', coordinateOf(53.55, 9.99), 5_000, ['53_10', '53_9']],
    ['in a corner', coordinateOf(48.99, 11.99), 5_000, ['48_11', '48_12', '49_11', '49_12']],
    ['at the date line', coordinateOf(0.5, 179.99), 5_000, ['0_-180', '0_179']],
  ])('is few cells %s', (_title, coordinate, radiusMetres, expectedCells) =>
    expect([...placeCellsAround(coordinate, radiusMetres)].sort()).toEqual(expectedCells),
  );

  it('contains the cell of every place within the radius, and few others', () => {
    const centerArbitrary = fc.record({
      latitude: fc.double({ min: -85, max: 85, noNaN: true }),
      longitude: fc.double({ min: -180, max: 180, noNaN: true }),
    });
    const offset = fc.double({ min: -0.5, max: 0.5, noNaN: true });
    const wrapLongitude = (longitude: number): number =>
      longitude > 180 ? longitude - 360 : longitude < -180 ? longitude + 360 : longitude;
    fc.assert(
      fc.property(
        centerArbitrary,
        fc.tuple(offset, offset),
        fc.constantFrom(5_000, 15_000, 50_000),
        (center, [northOffset, eastOffset], radiusMetres) => {
          const nearbyCoordinate = coordinateOf(
            center.latitude + northOffset,
            wrapLongitude(center.longitude + eastOffset),
          );
          const surroundingCells = placeCellsAround(center, radiusMetres);
          expect(surroundingCells.length).toBeLessThanOrEqual(36);
          if (distanceMeters(center, nearbyCoordinate) <= radiusMetres && Math.abs(center.latitude) < 80)
            expect(surroundingCells).toContain(placeCell(nearbyCoordinate));
        },
      ),
    );
  });
});
