import type { Restaurant } from '@mahlzeit/contract';
import { aDishByWeight, anOffer, aRestaurant, aWeek, aWorkingWeek } from '@mahlzeit/contract/fixtures';
import { withDerivedFields } from '@mahlzeit/contract/rules';
import {
  dishTitleOf,
  emblemOf,
  momentLabelOf,
  openingStatusAt,
  priceLabelOf,
  sceneOf,
  shortPriceLabelOf,
  statusLabelsOf,
} from './restaurant-facts';

const noBreakSpace = '\u00a0';

describe('dishes and prices', () => {
  it.each([
    [
      'by its courses where it has no name of its own',
      { baseName: 'Menü', name: 'Mittagsmenü in zwei Gängen', description: 'Erst Linsensuppe, dann Hühnercurry' },
      'Menü: Linsensuppe, dann Hühnercurry',
    ],
    [
      'by its courses where it has a number',
      { baseName: 'Menü', name: 'Menü 2', description: 'Schnitzel und Kompott' },
      'Menü: Schnitzel und Kompott',
    ],
    [
      'by its courses without what comes with them',
      {
        baseName: 'Menü',
        name: 'Mittagsmenü',
        description: 'Erst Kürbissuppe mit Ingwer, dann Senfeier auf Kartoffelstampf',
      },
      'Menü: Kürbissuppe, dann Senfeier',
    ],
    [
      'by all of one course',
      { baseName: 'Menü', name: 'Menü 1', description: 'Schnitzel mit Pommes und Kompott' },
      'Menü: Schnitzel mit Pommes und Kompott',
    ],
    [
      'by its name where nobody says what is in it',
      { baseName: 'Menü', name: 'Mittagsmenü', description: '' },
      'Mittagsmenü',
    ],
    [
      'by its name where that is a dish',
      { baseName: 'Menü', name: 'Wiener Schnitzel', description: 'mit Suppe' },
      'Wiener Schnitzel',
    ],
    [
      'by its name where it is no set menu',
      { baseName: 'Mittagstisch', name: 'Menübox', description: 'zum Mitnehmen' },
      'Menübox',
    ],
  ])('titles a menu %s', (_case, dishFields, expectedTitle) => {
    expect(dishTitleOf(anOffer(dishFields))).toBe(expectedTitle);
  });

  it('draws today’s lunch, and the dish of a set menu', () => {
    const setMenuOffer = anOffer({
      key: 'menu',
      baseName: 'Menü',
      name: 'Mittagsmenü',
      description: 'Erst Suppe, dann Pizza',
    });
    expect(emblemOf(aRestaurant({ offers: [setMenuOffer, anOffer({ name: 'Pizza Zucca' })] })).art).toBe('pizza');
    expect(sceneOf(aRestaurant({ offers: [anOffer({ name: 'Sellerieschnitzel', diets: ['vegan'] })] })).hero).toBe(
      'green-salad',
    );
    expect(
      sceneOf(aRestaurant({ offers: [anOffer({ name: 'Pizza Zucca' })] }), [anOffer({ name: 'Apfelkuchen' })]).hero,
    ).toBe('shortcake');
  });

  it('names price and unit of a dish by weight', () => {
    expect(priceLabelOf(aDishByWeight({ price: 160 }))).toEqual({
      price: `ab 1,60${noBreakSpace}€`,
      unit: `für 100${noBreakSpace}g`,
    });
    expect(shortPriceLabelOf(aDishByWeight({ price: 160 }))).toBe(`ab 1,60${noBreakSpace}€`);
  });

  it('names the price of a whole dish', () => {
    expect(priceLabelOf(anOffer({ price: 890 }))).toEqual({ price: `8,90${noBreakSpace}€` });
    expect(shortPriceLabelOf(anOffer({ price: 890 }))).toBe(`8,90${noBreakSpace}€`);
  });
});

describe('the opening status', () => {
  const instantAt = (instant: string): number => Date.parse(`${instant}:00+02:00`);

  const statusLabelsAt = (overrides: Partial<Restaurant>, instant: string) => {
    const now = instantAt(instant);
    const restaurant = withDerivedFields(aRestaurant(overrides), now);
    return statusLabelsOf(openingStatusAt(restaurant, now), now);
  };

  const lunchHours = { openingHours: aWorkingWeek('11:00-14:00') };
  const nightHours = { openingHours: aWeek({ 3: ['22:00-02:00'], 4: ['22:00-02:00'] }) };

  // All times are on 24 June 2026, a Wednesday.
  it.each<[string, Partial<Restaurant>, string, object | null]>([
    ['open', lunchHours, '2026-06-24T11:30', { state: 'open', word: 'Geöffnet', rest: 'bis 14:00' }],
    [
      'closing soon from 45 minutes before',
      lunchHours,
      '2026-06-24T13:15',
      { state: 'closingSoon', word: `Schließt in 45${noBreakSpace}Min.`, rest: 'um 14:00', minutesLeft: 45 },
    ],
    ['not yet closing soon', lunchHours, '2026-06-24T13:14', { state: 'open', word: 'Geöffnet', rest: 'bis 14:00' }],
    [
      'opening within half an hour',
      lunchHours,
      '2026-06-24T10:30',
      { state: 'later', word: 'Öffnet gleich', rest: 'ab 11:00' },
    ],
    [
      'opening early tomorrow',
      { openingHours: aWorkingWeek('06:00-14:00') },
      '2026-06-24T16:00',
      { state: 'closed', word: 'Geschlossen', rest: 'wieder morgen ab 6:00' },
    ],
    ['opening later today', lunchHours, '2026-06-24T09:00', { state: 'closed', word: 'Öffnet um 11:00' }],
    [
      'closed till tomorrow',
      lunchHours,
      '2026-06-24T14:00',
      { state: 'closed', word: 'Geschlossen', rest: 'wieder morgen ab 11:00' },
    ],
    [
      'closed till Monday',
      lunchHours,
      '2026-06-26T14:00',
      { state: 'closed', word: 'Geschlossen', rest: 'wieder Mo. 29. Juni ab 11:00' },
    ],
    [
      'a rest day',
      lunchHours,
      '2026-06-27T12:00',
      { state: 'closed', word: 'Ruhetag', rest: 'wieder Mo. 29. Juni ab 11:00' },
    ],
    [
      'a holiday',
      { ...lunchHours, restTime: { start: '2026-06-20', end: '2026-07-05', restTimeTypeKey: null } },
      '2026-06-24T12:00',
      { state: 'closed', word: 'Pause bis 5. Juli' },
    ],
    [
      'a holiday after which nothing is known',
      {
        openingHours: aWeek(),
        openingHoursText: null,
        restTime: { start: '2026-06-20', end: '2026-07-05', restTimeTypeKey: null },
      },
      '2026-06-24T12:00',
      { state: 'closed', word: 'Pause bis 5. Juli' },
    ],
    [
      'never open again',
      { openingHours: aWeek(), datedWeek: { firstDay: '2026-06-23', nextOpening: null } },
      '2026-06-24T12:00',
      { state: 'closed', word: 'Ruhetag' },
    ],
    ['no hours', { openingHours: aWeek() }, '2026-06-24T12:00', { state: 'later', word: 'Öffnungszeiten unbekannt' }],
    [
      'always open',
      {
        openingHours: aWeek({
          1: ['00:00-24:00'],
          2: ['00:00-24:00'],
          3: ['00:00-24:00'],
          4: ['00:00-24:00'],
          5: ['00:00-24:00'],
          6: ['00:00-24:00'],
          7: ['00:00-24:00'],
        }),
      },
      '2026-06-24T12:00',
      { state: 'open', word: 'Geöffnet', rest: 'täglich rund um die Uhr' },
    ],
    [
      'hours that nobody could parse',
      { openingHours: aWeek(), openingHoursText: 'nach Vereinbarung' },
      '2026-06-24T12:00',
      { state: 'later', word: 'Öffnungszeiten unbekannt' },
    ],
  ])('is %s', (_case, overrides, instant, expectedText) => {
    expect(statusLabelsAt(overrides, instant)).toEqual(expectedText);
  });

  it('T02 names no closing at midnight during an open night, and does before the real end', () => {
    expect(statusLabelsAt(nightHours, '2026-06-24T23:30')).toEqual({
      state: 'open',
      word: 'Geöffnet',
      rest: 'bis 02:00',
    });
    expect(statusLabelsAt(nightHours, '2026-06-25T01:15')).toMatchObject({ state: 'closingSoon', minutesLeft: 45 });
  });

  it('names the day of a later closing', () => {
    const weekendHours = { openingHours: aWeek({ 3: ['08:00-24:00'], 4: ['00:00-24:00'], 5: ['00:00-20:00'] }) };
    expect(statusLabelsAt(weekendHours, '2026-06-24T12:00')).toMatchObject({ rest: 'bis Fr. 26. Juni, 20:00' });
  });

  it.each([
    ['2026-06-24T17:00', 'heute ab 17:00'],
    ['2026-06-25T00:00', 'morgen ab 00:00'],
    ['2026-06-26T11:00', 'Fr. 26. Juni ab 11:00'],
  ])('T07 describes %s as %s by the days of Berlin', (instant, expectedText) => {
    expect(momentLabelOf(instantAt(instant), instantAt('2026-06-24T00:30'))).toBe(expectedText);
  });
});
