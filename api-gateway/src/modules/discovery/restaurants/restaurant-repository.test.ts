import type { Coordinate, Restaurant } from '@mahlzeit/contract';
import { aRestaurant } from '@mahlzeit/contract/fixtures';
import { distanceMeters } from '@mahlzeit/contract/rules';
import fc from 'fast-check';
import type { Database } from '../../../platform';
import { describeOnEachEngine } from '../../../platform/testing/temporary-database';
import { createRestaurantRepository } from './restaurant-repository';
import { boundingBoxesAround, searchRadii } from './search-area';

describe('boundingBoxesAround', () => {
  const coordinateArbitrary = fc.record({
    latitude: fc.double({ min: -90, max: 90, noNaN: true }),
    longitude: fc.double({ min: -180, max: 180, noNaN: true }),
  });

  it('holds every point within the radius, also across the date line and around a pole', () => {
    const nearbyCaseArbitrary = fc.record({
      center: fc.oneof(
        coordinateArbitrary,
        coordinateArbitrary.map((coordinate) => ({ ...coordinate, longitude: 179.99 })),
        coordinateArbitrary.map((coordinate) => ({ ...coordinate, latitude: 89.9 })),
      ),
      radius: fc.integer({ min: 1, max: 50_000 }),
      north: fc.double({ min: -0.6, max: 0.6, noNaN: true }),
      east: fc.double({ min: -0.9, max: 0.9, noNaN: true }),
    });
    fc.assert(
      fc.property(nearbyCaseArbitrary, ({ center, radius, north, east }) => {
        const wrappedLatitude = Math.max(-90, Math.min(90, center.latitude + north));
        const wrappedLongitude = ((center.longitude + east + 540) % 360) - 180;
        fc.pre(distanceMeters(center, { latitude: wrappedLatitude, longitude: wrappedLongitude }) <= radius);
        const searchBoxes = boundingBoxesAround(center, radius);
        return searchBoxes.some(
          (box) =>
            wrappedLatitude >= box.south &&
            wrappedLatitude <= box.north &&
            wrappedLongitude >= box.west &&
            wrappedLongitude <= box.east,
        );
      }),
    );
  });

  it.each([
    ['one box in Munich', { latitude: 48.14742, longitude: 11.56722 }, 1],
    ['two across the date line', { latitude: 0, longitude: 179.999 }, 2],
    ['one ring around the pole', { latitude: 89.99, longitude: 0 }, 1],
  ])('makes %s', (_title, center, expectedBoxCount) => {
    expect(boundingBoxesAround(center, 5000)).toHaveLength(expectedBoxCount);
  });

  it('stays close to the circle, so that little is measured in vain', () => {
    const [singleBox] = boundingBoxesAround({ latitude: 48, longitude: 11 }, 1000);
    expect(
      distanceMeters({ latitude: singleBox?.south ?? 0, longitude: 11 }, { latitude: 48, longitude: 11 }),
    ).toBeLessThan(1001);
  });
});

describe('searchRadii', () => {
  it.each([
    [100, [100]],
    [500, [500]],
    [501, [500, 501]],
    [5000, [500, 1000, 2000, 4000, 5000]],
    [50_000, [500, 1000, 2000, 4000, 8000, 16_000, 32_000, 50_000]],
  ])('doubles up to %p', (radius, expectedRadii) => {
    expect(searchRadii(radius)).toEqual(expectedRadii);
  });
});

describeOnEachEngine('findNearest', (testDatabases) => {
  // Creates pseudo-random numbers, with which the test generates the same places in every run, with uneven density:
  // most within a kilometre, some far away, some at the same spot.
  const createRandom = (seed: number) => () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return seed / 2_147_483_648;
  };

  const center = { latitude: 48.14742, longitude: 11.56722 };

  const scatterCoordinates = (coordinateCount: number, seed: number): Coordinate[] => {
    const nextRandom = createRandom(seed);
    return Array.from({ length: coordinateCount }, () => {
      const spreadDegrees = 0.6 * nextRandom() ** 4;
      return {
        latitude: center.latitude + spreadDegrees * (nextRandom() - 0.5),
        longitude: center.longitude + spreadDegrees * (nextRandom() - 0.5),
      };
    });
  };

  const restaurantAt = (index: number, location: Coordinate, type: Restaurant['type'] = 'Restaurant') =>
    aRestaurant({ key: `place-${index}`, routingName: `place-${index}`, location, type });

  const insertRestaurants = (database: Database, restaurants: readonly Restaurant[]) =>
    database.write(async (tx) => {
      for (const storedPlace of restaurants)
        await createRestaurantRepository(tx.knex).insert(storedPlace, { source: 'test', sourceId: storedPlace.key });
    });

  const nearestByBruteForce = (
    restaurants: readonly Restaurant[],
    searchLocation: Coordinate,
    { radius, limit }: { radius: number; limit: number },
  ): number[] =>
    restaurants
      .map((locatedRestaurant, index) => ({
        id: index + 1,
        type: locatedRestaurant.type,
        meters: distanceMeters(searchLocation, locatedRestaurant.location),
      }))
      .filter(({ type, meters }) => type !== 'NonPartner' && meters <= radius)
      .sort((a, b) => a.meters - b.meters || a.id - b.id)
      .slice(0, limit)
      .map(({ id }) => id);

  it('finds the same places as measuring every one', async () => {
    const database = await testDatabases.open();
    const restaurants = scatterCoordinates(600, 7).map((location, index) =>
      restaurantAt(index, location, index % 5 === 0 ? 'NonPartner' : 'Restaurant'),
    );
    await insertRestaurants(database, restaurants);
    const nextRandom = createRandom(11);
    for (let searchIteration = 0; searchIteration < 60; searchIteration += 1) {
      const location = {
        latitude: center.latitude + 0.2 * (nextRandom() - 0.5),
        longitude: center.longitude + 0.2 * (nextRandom() - 0.5),
      };
      const nearestQuery = { radius: Math.ceil(50_000 * nextRandom() ** 3), limit: 1 + Math.floor(100 * nextRandom()) };
      const nearPlaces = await createRestaurantRepository(database.knex).findNearest({ location, ...nearestQuery });
      expect(nearPlaces.map(({ id }) => id)).toEqual(nearestByBruteForce(restaurants, location, nearestQuery));
    }
  });

  it('looks across the date line and at the pole', async () => {
    const database = await testDatabases.open();
    const locations = [
      { latitude: 0, longitude: 179.999 },
      { latitude: 0, longitude: -179.999 },
      { latitude: 89.999, longitude: 90 },
      { latitude: 89.999, longitude: -90 },
    ];
    await insertRestaurants(
      database,
      locations.map((location, index) => restaurantAt(index, location)),
    );
    const findIdsNear = async (location: Coordinate) =>
      (await createRestaurantRepository(database.knex).findNearest({ location, radius: 5000, limit: 10 }))
        .map(({ id }) => id)
        .sort();
    expect(await findIdsNear({ latitude: 0, longitude: 180 })).toEqual([1, 2]);
    expect(await findIdsNear({ latitude: 89.9999, longitude: 0 })).toEqual([3, 4]);
  });

  it('follows a place that moves, turns partner or is taken away', async () => {
    const database = await testDatabases.open();
    const movedRestaurant = restaurantAt(0, center, 'NonPartner');
    await insertRestaurants(database, [movedRestaurant]);
    const restaurantKeysNear = async (location: Coordinate) =>
      (await createRestaurantRepository(database.knex).findNearest({ location, radius: 100, limit: 10 })).length;
    expect(await restaurantKeysNear(center)).toBe(0);
    await database.write((tx) =>
      createRestaurantRepository(tx.knex).update({ ...movedRestaurant, type: 'Restaurant' }),
    );
    expect(await restaurantKeysNear(center)).toBe(1);
    const distantLocation = { latitude: 53.55, longitude: 9.99 };
    await database.write((tx) =>
      createRestaurantRepository(tx.knex).update({ ...movedRestaurant, type: 'Restaurant', location: distantLocation }),
    );
    expect([await restaurantKeysNear(center), await restaurantKeysNear(distantLocation)]).toEqual([0, 1]);
    await database.write((tx) => tx.knex('restaurant').where({ key: movedRestaurant.key }).delete());
    expect(await restaurantKeysNear(distantLocation)).toBe(0);
  });
});
