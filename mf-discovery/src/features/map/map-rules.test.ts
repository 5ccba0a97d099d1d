import { coordinateAt, mercatorPixelsOf } from '@mahlzeit/basemap';
import type { Restaurant } from '@mahlzeit/contract';
import { aDishByWeight, anOffer, aRestaurant, aWorkingWeek, fixtureNow } from '@mahlzeit/contract/fixtures';
import { withDerivedFields } from '@mahlzeit/contract/rules';
import {
  hasMapLeftArea,
  hasMovedHalfScreen,
  markerLabel,
  markerLookOf,
  nearestPlace,
  minPillZoomFor,
} from './map-rules';
import type { MarkerLook } from './map-rules';

describe('the mark of a place', () => {
  const noBreakSpace = '\u00a0';
  const MINUTE_MS = 60_000;
  const markerState = { hasPills: true, now: fixtureNow, isLocated: true, isSelected: false, isPriceHidden: false };
  const createRestaurantAt = (now: number, overrides: Partial<Restaurant> = {}) =>
    withDerivedFields(aRestaurant(overrides), now);

  const openRestaurant = createRestaurantAt(fixtureNow);
  const weightPricedRestaurant = createRestaurantAt(fixtureNow, {
    offers: [aDishByWeight({ price: 160, baseName: 'Mittagstisch' })],
  });
  const restaurantWithoutLunch = createRestaurantAt(fixtureNow, { offers: [] });
  const sundayNoonMs = Date.parse('2026-06-28T12:00:00+02:00');
  const restingRestaurant = createRestaurantAt(sundayNoonMs);
  // At this time, 14:30, the restaurant of the fixtures closes in half an hour (15:00).
  const beforeClosingMs = fixtureNow + 180 * MINUTE_MS;
  const soonClosingRestaurant = createRestaurantAt(beforeClosingMs, { lunchTimes: aWorkingWeek('11:30-15:00') });

  // This restaurant stays open, but its lunch ends at 14:30.
  const lunchEndingMs = Date.parse('2026-06-24T14:05:00+02:00');
  const lunchEndingRestaurant = createRestaurantAt(lunchEndingMs, { openingHours: aWorkingWeek('11:00-22:00') });

  it.each<[string, Restaurant, Partial<typeof markerState>, MarkerLook]>([
    [
      'an open place shows its lowest lunch price',
      openRestaurant,
      {},
      { kind: 'pin', look: 'plain', text: `ab 8,90${noBreakSpace}€` },
    ],
    [
      'a price by weight is the least',
      weightPricedRestaurant,
      {},
      { kind: 'pin', look: 'plain', text: `ab 1,60${noBreakSpace}€` },
    ],
    [
      'a place that closes soon is ringed',
      soonClosingRestaurant,
      { now: beforeClosingMs },
      { kind: 'pin', look: 'soon', text: `ab 8,90${noBreakSpace}€` },
    ],
    [
      'so is one whose lunch ends soon, however long it is open',
      lunchEndingRestaurant,
      { now: lunchEndingMs },
      { kind: 'pin', look: 'soon', text: `ab 8,90${noBreakSpace}€` },
    ],
    ['a closed place says so', restingRestaurant, { now: sundayNoonMs }, { kind: 'pin', look: 'closed', text: 'zu' }],
    ['a place without dishes is a ring', restaurantWithoutLunch, {}, { kind: 'ring' }],
    [
      'a selected one has name, price and way',
      openRestaurant,
      { isSelected: true },
      { kind: 'pin', look: 'selected', text: 'Elbkantine', subText: `ab 8,90${noBreakSpace}€ · 6${noBreakSpace}Min.` },
    ],
    [
      'a selected one without dishes has name and way',
      restaurantWithoutLunch,
      { isSelected: true },
      { kind: 'pin', look: 'selected', text: 'Elbkantine', subText: `6${noBreakSpace}Min.` },
    ],
    ['one whose price would be covered is a dot', openRestaurant, { isPriceHidden: true }, { kind: 'dot' }],
    ['from further up it is a dot', openRestaurant, { hasPills: false }, { kind: 'dot' }],
    [
      'from further up a closed one is a ring',
      restingRestaurant,
      { hasPills: false, now: sundayNoonMs },
      { kind: 'ring' },
    ],
    [
      'from further up a selected one keeps its label',
      openRestaurant,
      { hasPills: false, isSelected: true },
      { kind: 'pin', look: 'selected', text: 'Elbkantine', subText: `ab 8,90${noBreakSpace}€ · 6${noBreakSpace}Min.` },
    ],
  ])('%s', (_case, restaurant, overrides, expectedLook) => {
    expect(markerLookOf(restaurant, { ...markerState, ...overrides })).toEqual(expectedLook);
  });

  it.each([
    [
      'a place that serves lunch',
      openRestaurant,
      fixtureNow,
      `Elbkantine, Mittagstisch bis 14:30, Mittag ab 8,90${noBreakSpace}€, 6${noBreakSpace}Min.`,
    ],
    [
      'one whose lunch ends soon',
      lunchEndingRestaurant,
      lunchEndingMs,
      `Elbkantine, Mittagstisch noch 25${noBreakSpace}Min., Mittag ab 8,90${noBreakSpace}€, 6${noBreakSpace}Min.`,
    ],
    [
      'a closed one',
      restingRestaurant,
      sundayNoonMs,
      `Elbkantine, Ruhetag wieder morgen ab 11:00, 6${noBreakSpace}Min.`,
    ],
    ['one without dishes', restaurantWithoutLunch, fixtureNow, `Elbkantine, Geöffnet bis 15:00, 6${noBreakSpace}Min.`],
    [
      'one at an unknown distance',
      createRestaurantAt(fixtureNow, { initialDistanceKm: null, offers: [anOffer()] }),
      fixtureNow,
      `Elbkantine, Mittagstisch bis 14:30, Mittag ab 8,90${noBreakSpace}€`,
    ],
  ])('describes %s in full', (_case, restaurant, now, expectedLabel) => {
    expect(markerLabel(restaurant, { now, isLocated: true })).toBe(expectedLabel);
  });
});

it('finds the nearest place, independent of the order', () => {
  const nearbyPlaces = [0.9, null, 0.2, 0.4].map((initialDistanceKm) => aRestaurant({ initialDistanceKm }));
  expect(nearestPlace(nearbyPlaces)).toBe(nearbyPlaces[2]);
  expect(nearestPlace([])).toBeNull();
});

it('shows pills at the map’s initial zoom, and on smaller scales for few filtered places', () => {
  expect([minPillZoomFor(false), minPillZoomFor(true)]).toEqual([16, 11]);
});

describe('another area', () => {
  const METRES_PER_DEGREE = 111_195;
  const listCenter = { latitude: 53.55, longitude: 9.99 };
  const createPointNorth = (northMetres: number) => ({
    latitude: listCenter.latitude + northMetres / METRES_PER_DEGREE,
    longitude: listCenter.longitude,
  });
  const hasLeftAreaAfterMove = (northMetres: number, farthestMetres: number | null, diagonalMetres = 1_000) =>
    hasMapLeftArea({ listCenter, mapCenter: createPointNorth(northMetres), farthestMetres, diagonal: diagonalMetres });

  it.each([
    ['half the way to the farthest place is not enough', hasLeftAreaAfterMove(1_000, 2_000), false],
    ['a little more is', hasLeftAreaAfterMove(1_010, 2_000), true],
    ['what the map shows does not matter where there are places', hasLeftAreaAfterMove(900, 2_000, 100), false],
    ['without places, half the diagonal is not enough', hasLeftAreaAfterMove(500, null), false],
    ['a little more of the diagonal is', hasLeftAreaAfterMove(510, null), true],
    ['a map that was not moved stays where it is', hasLeftAreaAfterMove(0, 0), false],
  ])('D10 %s', (_case, hasLeftListArea, isExpected) => {
    expect(hasLeftListArea).toBe(isExpected);
  });
});

describe('a map that was moved by half a screen', () => {
  const view = { center: { latitude: 53.55, longitude: 9.99 }, zoom: 16, width: 360, height: 600 };
  const pointAt = (rightPx: number, downPx: number) => {
    const { x, y } = mercatorPixelsOf(view.center, view.zoom);
    return coordinateAt({ x: x + rightPx, y: y + downPx }, view.zoom);
  };

  it.each([
    ['half the width', 180, 0, true],
    ['less than half the width', 175, 0, false],
    ['half the height', 0, -300, true],
    ['less than half the height', 0, 290, false],
  ])('D10 offers a search after %s', (_case, rightPx, downPx, isExpected) =>
    expect(hasMovedHalfScreen(pointAt(rightPx, downPx), view)).toBe(isExpected),
  );

  it('is none while the map is hidden', () =>
    expect(hasMovedHalfScreen(pointAt(500, 0), { ...view, width: 0, height: 0 })).toBe(false));
});
