import type { Restaurant } from '@mahlzeit/contract';
import { aDishByWeight, anOffer, aRestaurant, fixtureNow } from '@mahlzeit/contract/fixtures';
import { withDerivedFields } from '@mahlzeit/contract/rules';
import { createPlaceIndex, hasLeftArea, markLabel, markOf, nearestOf } from './map-rules';
import type { Mark } from './map-rules';

describe('what stands for a place', () => {
  const nbsp = '\u00a0';
  const minute = 60_000;
  const moment = { zoom: 16, now: fixtureNow, isSelected: false };
  const at = (now: number, overrides: Partial<Restaurant> = {}) => withDerivedFields(aRestaurant(overrides), now);

  const open = at(fixtureNow);
  const byWeight = at(fixtureNow, { offers: [aDishByWeight({ price: 160, baseName: 'Mittagstisch' })] });
  const noLunch = at(fixtureNow, { offers: [] });
  const sunday = Date.parse('2026-06-28T12:00:00+02:00');
  const resting = at(sunday);
  // The fixtures' place closes at 15:00.
  const soonNow = fixtureNow + 180 * minute;
  const soon = at(soonNow);

  it.each<[string, Restaurant, Partial<typeof moment>, Mark]>([
    ['an open place shows its lowest lunch price', open, {}, { kind: 'pin', look: 'plain', text: `8,90${nbsp}€` }],
    ['a price by weight is the least', byWeight, {}, { kind: 'pin', look: 'plain', text: `ab 1,60${nbsp}€` }],
    ['a place that closes soon is ringed', soon, { now: soonNow }, { kind: 'pin', look: 'soon', text: `8,90${nbsp}€` }],
    ['a closed place says so', resting, { now: sunday }, { kind: 'pin', look: 'closed', text: 'zu' }],
    ['a place without dishes is a ring', noLunch, {}, { kind: 'ring' }],
    ['a selected one has name, price and way', open, { isSelected: true }, { kind: 'pin', look: 'selected', text: 'Elbkantine', subText: `8,90${nbsp}€ · 6${nbsp}Min.` }],
    ['a selected one without dishes has name and way', noLunch, { isSelected: true }, { kind: 'pin', look: 'selected', text: 'Elbkantine', subText: `6${nbsp}Min.` }],
    ['below zoom 16 it is a dot', open, { zoom: 15 }, { kind: 'dot' }],
    ['below zoom 16 a closed one is a ring', resting, { zoom: 15, now: sunday }, { kind: 'ring' }],
    ['below zoom 16 a selected one keeps its label', open, { zoom: 12, isSelected: true }, { kind: 'pin', look: 'selected', text: 'Elbkantine', subText: `8,90${nbsp}€ · 6${nbsp}Min.` }],
  ])('%s', (_case, restaurant, overrides, mark) => {
    expect(markOf(restaurant, { ...moment, ...overrides })).toEqual(mark);
  });

  it.each([
    ['an open place', open, fixtureNow, `Elbkantine, Geöffnet bis 15:00, Mittag 8,90${nbsp}€, 6${nbsp}Min.`],
    ['a closed one', resting, sunday, `Elbkantine, Ruhetag wieder morgen ab 11:00, 6${nbsp}Min.`],
    ['one without dishes', noLunch, fixtureNow, `Elbkantine, Geöffnet bis 15:00, 6${nbsp}Min.`],
    ['one at an unknown distance', at(fixtureNow, { initialDistanceKm: null, offers: [anOffer()] }), fixtureNow, `Elbkantine, Geöffnet bis 15:00, Mittag 8,90${nbsp}€`],
  ])('tells %s in full', (_case, restaurant, now, label) => {
    expect(markLabel(restaurant, now)).toBe(label);
  });
});

describe('places that are close to each other', () => {
  const hamburg = { latitude: 53.55, longitude: 9.99 };
  /** At zoom 16 in Hamburg a pixel is about 1.42 m wide. */
  const METRES_A_PIXEL = 1.42;
  const METRES_A_DEGREE_EAST = 111_195 * Math.cos((hamburg.latitude * Math.PI) / 180);

  /** A place so many px east and south of Hamburg's middle. */
  const at = (key: string, eastPx: number, southPx: number) =>
    aRestaurant({ key, location: { latitude: hamburg.latitude - (southPx * METRES_A_PIXEL) / 111_195, longitude: hamburg.longitude + (eastPx * METRES_A_PIXEL) / METRES_A_DEGREE_EAST } });
  const east = (key: string, pixels: number) => at(key, pixels, 0);

  const around = (zoom: number) => ({ zoom, west: 9.9, south: 53.5, east: 10.1, north: 53.6 });
  const keysAt = (zoom: number, ...places: ReturnType<typeof east>[]) =>
    createPlaceIndex(places).within(around(zoom)).map((item) => (item.kind === 'place' ? item.key : [...item.keys].sort().join('+')));

  it('joins two that are closer than 40 px', () => {
    expect(keysAt(16, east('a', 0), east('b', 38))).toEqual(['a+b']);
  });

  describe('a pill that a cluster would cover', () => {
    // Two in one house: their circle stands where they are.
    const house = [east('a', 0), east('b', 0)];

    it.each([
      ['whose foot lies below the circle', at('c', 20, 44)],
      ['that reaches under it from the side', at('c', 44, 10)],
    ])('belongs to it: one %s', (_, covered) => expect(keysAt(16, ...house, covered)).toEqual(['a+b+c']));

    it.each([
      ['beside it', at('c', 60, 20)],
      ['below it', at('c', 0, 62)],
      ['above it', at('c', 20, -44)],
    ])('stays by itself when it stands %s', (_, free) => expect(keysAt(16, ...house, free).sort()).toEqual(['a+b', 'c']));

    it('does not where places are dots, which no circle covers', () => expect(keysAt(15, ...house, at('c', 40, 88)).sort()).toEqual(['a+b', 'c']));
  });

  it('leaves two apart that are farther', () => {
    expect(keysAt(16, east('a', 0), east('b', 44))).toEqual(['a', 'b']);
  });

  it('parts a cluster at the zoom that it names', () => {
    const places = [east('a', 0), east('b', 38)];
    const [item] = createPlaceIndex(places).within(around(16));
    const opensAt = item?.kind === 'cluster' ? item.opensAtZoom : 0;
    expect(opensAt).toBe(17);
    expect(keysAt(opensAt, ...places)).toEqual(['a', 'b']);
  });

  it('tells even places in one house apart at the last zoom', () => {
    expect(keysAt(19, east('a', 0), east('b', 0))).toEqual(['a', 'b']);
  });

  it('leaves out what the view does not show', () => {
    const index = createPlaceIndex([east('a', 0), east('b', 2_000)]);
    expect(index.within({ zoom: 16, west: 9.989, south: 53.549, east: 9.991, north: 53.551 })).toHaveLength(1);
  });

  it('counts a fraction of a zoom as the zoom below it', () => {
    expect(keysAt(16.9, east('a', 0), east('b', 38))).toEqual(['a+b']);
  });
});

it('finds the nearest place, whatever the order of the list', () => {
  const places = [0.9, null, 0.2, 0.4].map((initialDistanceKm) => aRestaurant({ initialDistanceKm }));
  expect(nearestOf(places)).toBe(places[2]);
  expect(nearestOf([])).toBeNull();
});

describe('another area', () => {
  const METRES_A_DEGREE = 111_195;
  const from = { latitude: 53.55, longitude: 9.99 };
  const north = (metres: number) => ({ latitude: from.latitude + metres / METRES_A_DEGREE, longitude: from.longitude });
  const moved = (metres: number, farthest: number | null, diagonal = 1_000) => hasLeftArea({ from, to: north(metres), farthest, diagonal });

  it.each([
    ['half the way to the farthest place is not enough', moved(1_000, 2_000), false],
    ['a little more is', moved(1_010, 2_000), true],
    ['what the map shows does not matter where there are places', moved(900, 2_000, 100), false],
    ['without places, half the diagonal is not enough', moved(500, null), false],
    ['a little more of the diagonal is', moved(510, null), true],
    ['a map that was not moved stays where it is', moved(0, 0), false],
  ])('D10 %s', (_case, hasLeft, expected) => {
    expect(hasLeft).toBe(expected);
  });
});
