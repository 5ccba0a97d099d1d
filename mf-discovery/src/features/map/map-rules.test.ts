import type { Restaurant } from '@mahlzeit/contract';
import { aDishByWeight, anOffer, aRestaurant, aWorkingWeek, fixtureNow } from '@mahlzeit/contract/fixtures';
import { withDerivedFields } from '@mahlzeit/contract/rules';
import { hasLeftArea, markerLabel, markerLookOf, nearestPlace, minPillZoom } from './map-rules';
import type { MarkerLook } from './map-rules';

describe('the mark of a place', () => {
  const nbsp = '\u00a0';
  const minuteMs = 60_000;
  const markMoment = { hasPills: true, now: fixtureNow, isLocated: true, isSelected: false, isCompactLayout: false };
  const restaurantAt = (now: number, overrides: Partial<Restaurant> = {}) =>
    withDerivedFields(aRestaurant(overrides), now);

  const openRestaurant = restaurantAt(fixtureNow);
  const weightPricedRestaurant = restaurantAt(fixtureNow, {
    offers: [aDishByWeight({ price: 160, baseName: 'Mittagstisch' })],
  });
  const restaurantWithoutLunch = restaurantAt(fixtureNow, { offers: [] });
  const sundayMs = Date.parse('2026-06-28T12:00:00+02:00');
  const restingRestaurant = restaurantAt(sundayMs);
  // This time, 14:30, is half an hour before the restaurant of the fixtures closes (15:00).
  const soonNow = fixtureNow + 180 * minuteMs;
  const soonOpenRestaurant = restaurantAt(soonNow, { lunchTimes: aWorkingWeek('11:30-15:00') });

  // This restaurant stays open, but its lunch ends at 14:30.
  const lunchNow = Date.parse('2026-06-24T14:05:00+02:00');
  const lunchEndingRestaurant = restaurantAt(lunchNow, { openingHours: aWorkingWeek('11:00-22:00') });

  it.each<[string, Restaurant, Partial<typeof markMoment>, MarkerLook]>([
    [
      'an open place shows its lowest lunch price',
      openRestaurant,
      {},
      { kind: 'pin', look: 'plain', text: `ab 8,90${nbsp}€` },
    ],
    [
      'a price by weight is the least',
      weightPricedRestaurant,
      {},
      { kind: 'pin', look: 'plain', text: `ab 1,60${nbsp}€` },
    ],
    [
      'a place that closes soon is ringed',
      soonOpenRestaurant,
      { now: soonNow },
      { kind: 'pin', look: 'soon', text: `ab 8,90${nbsp}€` },
    ],
    [
      'so is one whose lunch ends soon, however long it is open',
      lunchEndingRestaurant,
      { now: lunchNow },
      { kind: 'pin', look: 'soon', text: `ab 8,90${nbsp}€` },
    ],
    ['a closed place says so', restingRestaurant, { now: sundayMs }, { kind: 'pin', look: 'closed', text: 'zu' }],
    ['a place without dishes is a ring', restaurantWithoutLunch, {}, { kind: 'ring' }],
    [
      'a selected one has name, price and way',
      openRestaurant,
      { isSelected: true },
      { kind: 'pin', look: 'selected', text: 'Elbkantine', subText: `ab 8,90${nbsp}€ · 6${nbsp}Min.` },
    ],
    [
      'a selected one without dishes has name and way',
      restaurantWithoutLunch,
      { isSelected: true },
      { kind: 'pin', look: 'selected', text: 'Elbkantine', subText: `6${nbsp}Min.` },
    ],
    ['one whose price would be covered is a dot', openRestaurant, { isCompactLayout: true }, { kind: 'dot' }],
    ['from further up it is a dot', openRestaurant, { hasPills: false }, { kind: 'dot' }],
    ['from further up a closed one is a ring', restingRestaurant, { hasPills: false, now: sundayMs }, { kind: 'ring' }],
    [
      'from further up a selected one keeps its label',
      openRestaurant,
      { hasPills: false, isSelected: true },
      { kind: 'pin', look: 'selected', text: 'Elbkantine', subText: `ab 8,90${nbsp}€ · 6${nbsp}Min.` },
    ],
  ])('%s', (_case, restaurant, overrides, mark) => {
    expect(markerLookOf(restaurant, { ...markMoment, ...overrides })).toEqual(mark);
  });

  it.each([
    [
      'a place that serves lunch',
      openRestaurant,
      fixtureNow,
      `Elbkantine, Mittagstisch bis 14:30, Mittag ab 8,90${nbsp}€, 6${nbsp}Min.`,
    ],
    [
      'one whose lunch ends soon',
      lunchEndingRestaurant,
      lunchNow,
      `Elbkantine, Mittagstisch noch 25${nbsp}Min., Mittag ab 8,90${nbsp}€, 6${nbsp}Min.`,
    ],
    ['a closed one', restingRestaurant, sundayMs, `Elbkantine, Ruhetag wieder morgen ab 11:00, 6${nbsp}Min.`],
    ['one without dishes', restaurantWithoutLunch, fixtureNow, `Elbkantine, Geöffnet bis 15:00, 6${nbsp}Min.`],
    [
      'one at an unknown distance',
      restaurantAt(fixtureNow, { initialDistanceKm: null, offers: [anOffer()] }),
      fixtureNow,
      `Elbkantine, Mittagstisch bis 14:30, Mittag ab 8,90${nbsp}€`,
    ],
  ])('describes %s in full', (_case, restaurant, now, label) => {
    expect(markerLabel(restaurant, { now, isLocated: true })).toBe(label);
  });
});

it('finds the nearest place, independent of the order', () => {
  const places = [0.9, null, 0.2, 0.4].map((initialDistanceKm) => aRestaurant({ initialDistanceKm }));
  expect(nearestPlace(places)).toBe(places[2]);
  expect(nearestPlace([])).toBeNull();
});

it('shows pills at the map’s initial zoom, and on smaller scales for few filtered places', () => {
  expect([minPillZoom(false), minPillZoom(true)]).toEqual([16, 11]);
});

describe('another area', () => {
  const METRES_PER_DEGREE = 111_195;
  const listCenter = { latitude: 53.55, longitude: 9.99 };
  const pointNorthOf = (metres: number) => ({
    latitude: listCenter.latitude + metres / METRES_PER_DEGREE,
    longitude: listCenter.longitude,
  });
  const areaButtonAfterMove = (metres: number, farthest: number | null, diagonal = 1_000) =>
    hasLeftArea({ listCenter, mapCenter: pointNorthOf(metres), farthestMetres: farthest, diagonal });

  it.each([
    ['half the way to the farthest place is not enough', areaButtonAfterMove(1_000, 2_000), false],
    ['a little more is', areaButtonAfterMove(1_010, 2_000), true],
    ['what the map shows does not matter where there are places', areaButtonAfterMove(900, 2_000, 100), false],
    ['without places, half the diagonal is not enough', areaButtonAfterMove(500, null), false],
    ['a little more of the diagonal is', areaButtonAfterMove(510, null), true],
    ['a map that was not moved stays where it is', areaButtonAfterMove(0, 0), false],
  ])('D10 %s', (_case, hasLeft, expected) => {
    expect(hasLeft).toBe(expected);
  });
});
