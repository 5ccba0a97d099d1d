import type { Restaurant } from '@mahlzeit/contract';
import { aDishByWeight, anOffer, aRestaurant, aWorkingWeek, fixtureNow } from '@mahlzeit/contract/fixtures';
import { withDerivedFields } from '@mahlzeit/contract/rules';
import { hasLeftArea, markLabel, markOf, nearestOf, pillsFrom } from './map-rules';
import type { Mark } from './map-rules';

describe('the mark of a place', () => {
  const nbsp = '\u00a0';
  const minute = 60_000;
  const moment = { hasPills: true, now: fixtureNow, isLocated: true, isSelected: false, isCompactLayout: false };
  const restaurantAt = (now: number, overrides: Partial<Restaurant> = {}) =>
    withDerivedFields(aRestaurant(overrides), now);

  const open = restaurantAt(fixtureNow);
  const byWeight = restaurantAt(fixtureNow, { offers: [aDishByWeight({ price: 160, baseName: 'Mittagstisch' })] });
  const noLunch = restaurantAt(fixtureNow, { offers: [] });
  const sunday = Date.parse('2026-06-28T12:00:00+02:00');
  const restingRestaurant = restaurantAt(sunday);
  // This time, 14:30, is half an hour before the restaurant of the fixtures closes (15:00).
  const soonNow = fixtureNow + 180 * minute;
  const soonOpenRestaurant = restaurantAt(soonNow, { lunchTimes: aWorkingWeek('11:30-15:00') });

  // This restaurant stays open, but its lunch ends at 14:30.
  const lunchNow = Date.parse('2026-06-24T14:05:00+02:00');
  const lunchEnds = restaurantAt(lunchNow, { openingHours: aWorkingWeek('11:00-22:00') });

  it.each<[string, Restaurant, Partial<typeof moment>, Mark]>([
    ['an open place shows its lowest lunch price', open, {}, { kind: 'pin', look: 'plain', text: `ab 8,90${nbsp}€` }],
    ['a price by weight is the least', byWeight, {}, { kind: 'pin', look: 'plain', text: `ab 1,60${nbsp}€` }],
    [
      'a place that closes soon is ringed',
      soonOpenRestaurant,
      { now: soonNow },
      { kind: 'pin', look: 'soon', text: `ab 8,90${nbsp}€` },
    ],
    [
      'so is one whose lunch ends soon, however long it is open',
      lunchEnds,
      { now: lunchNow },
      { kind: 'pin', look: 'soon', text: `ab 8,90${nbsp}€` },
    ],
    ['a closed place says so', restingRestaurant, { now: sunday }, { kind: 'pin', look: 'closed', text: 'zu' }],
    ['a place without dishes is a ring', noLunch, {}, { kind: 'ring' }],
    [
      'a selected one has name, price and way',
      open,
      { isSelected: true },
      { kind: 'pin', look: 'selected', text: 'Elbkantine', subText: `ab 8,90${nbsp}€ · 6${nbsp}Min.` },
    ],
    [
      'a selected one without dishes has name and way',
      noLunch,
      { isSelected: true },
      { kind: 'pin', look: 'selected', text: 'Elbkantine', subText: `6${nbsp}Min.` },
    ],
    ['one whose price would be covered is a dot', open, { isCompactLayout: true }, { kind: 'dot' }],
    ['from further up it is a dot', open, { hasPills: false }, { kind: 'dot' }],
    ['from further up a closed one is a ring', restingRestaurant, { hasPills: false, now: sunday }, { kind: 'ring' }],
    [
      'from further up a selected one keeps its label',
      open,
      { hasPills: false, isSelected: true },
      { kind: 'pin', look: 'selected', text: 'Elbkantine', subText: `ab 8,90${nbsp}€ · 6${nbsp}Min.` },
    ],
  ])('%s', (_case, restaurant, overrides, mark) => {
    expect(markOf(restaurant, { ...moment, ...overrides })).toEqual(mark);
  });

  it.each([
    [
      'a place that serves lunch',
      open,
      fixtureNow,
      `Elbkantine, Mittagstisch bis 14:30, Mittag ab 8,90${nbsp}€, 6${nbsp}Min.`,
    ],
    [
      'one whose lunch ends soon',
      lunchEnds,
      lunchNow,
      `Elbkantine, Mittagstisch noch 25${nbsp}Min., Mittag ab 8,90${nbsp}€, 6${nbsp}Min.`,
    ],
    ['a closed one', restingRestaurant, sunday, `Elbkantine, Ruhetag wieder morgen ab 11:00, 6${nbsp}Min.`],
    ['one without dishes', noLunch, fixtureNow, `Elbkantine, Geöffnet bis 15:00, 6${nbsp}Min.`],
    [
      'one at an unknown distance',
      restaurantAt(fixtureNow, { initialDistanceKm: null, offers: [anOffer()] }),
      fixtureNow,
      `Elbkantine, Mittagstisch bis 14:30, Mittag ab 8,90${nbsp}€`,
    ],
  ])('describes %s in full', (_case, restaurant, now, label) => {
    expect(markLabel(restaurant, { now, isLocated: true })).toBe(label);
  });
});

it('finds the nearest place, independent of the order', () => {
  const places = [0.9, null, 0.2, 0.4].map((initialDistanceKm) => aRestaurant({ initialDistanceKm }));
  expect(nearestOf(places)).toBe(places[2]);
  expect(nearestOf([])).toBeNull();
});

it('shows pills at the map’s initial zoom, and on smaller scales for few filtered places', () => {
  expect([pillsFrom(false), pillsFrom(true)]).toEqual([16, 11]);
});

describe('another area', () => {
  const METRES_A_DEGREE = 111_195;
  const start = { latitude: 53.55, longitude: 9.99 };
  const north = (metres: number) => ({
    latitude: start.latitude + metres / METRES_A_DEGREE,
    longitude: start.longitude,
  });
  const areaButtonAfterMove = (metres: number, farthest: number | null, diagonal = 1_000) =>
    hasLeftArea({ start, end: north(metres), farthest, diagonal });

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
