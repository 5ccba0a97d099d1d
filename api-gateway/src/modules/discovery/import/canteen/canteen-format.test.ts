import { canteenFormat, readCanteenHours, parseAddress } from './canteen-format';
import type { PlaceRecord } from '../record/place-record';

describe('splitAddress', () => {
  it.each([
    ['Arcisstraße 17, München', ['Arcisstraße', '17', '', 'München']],
    ['Arcisstraße 12, 80333 München', ['Arcisstraße', '12', '80333', 'München']],
    ['Leopoldstraße 13a, München', ['Leopoldstraße', '13a', '', 'München']],
    ['Großhaderner Straße 44, Plategg', ['Großhaderner Straße', '44', '', 'Plategg']],
    ['Großhadernerstr. 9a, 82152 Planegg-Martinsried', ['Großhadernerstr.', '9a', '82152', 'Planegg-Martinsried']],
    ['Butenandtstraße 13, Gebäude F, München', ['Butenandtstraße', '13, Gebäude F', '', 'München']],
    ['Maximus-von-Imhof-Forum 5, 85354 Freising', ['Maximus-von-Imhof-Forum', '5', '85354', 'Freising']],
    ['Straße des 17. Juni 135, 10623 Berlin', ['Straße des 17. Juni', '135', '10623', 'Berlin']],
    ['Hauptstraße 12-14, 1010 Wien', ['Hauptstraße', '12-14', '1010', 'Wien']],
    ['Hauptstraße 12 b – 14 c, 8001 Zürich', ['Hauptstraße', '12 b – 14 c', '8001', 'Zürich']],
    ['Am Markt, 20095 Hamburg', ['Am Markt', '', '20095', 'Hamburg']],
    ['Arcisstraße 17', ['Arcisstraße', '17', '', '']],
    ['80333 München', ['', '', '80333', 'München']],
    [' Schulgasse  22 ,94315 Straubing ', ['Schulgasse', '22', '94315', 'Straubing']],
    ['', ['', '', '', '']],
  ])('splits %p', (line, [street, streetNumber, postalCode, locality]) => {
    expect(parseAddress(line)).toEqual({ placeId: null, street, streetNumber, postalCode, locality });
  });
});

describe('readCanteenHours', () => {
  const closedWeek = { 1: [], 2: [], 3: [], 4: [], 5: [], 6: [], 7: [] };

  it('puts each weekday at its ISO number and leaves the others closed', () => {
    const hours = {
      mon: { start: '11:00', end: '14:00' },
      fri: { start: '8:15', end: '15:00' },
      sun: { start: '18:00', end: '02:00' },
    };
    expect(readCanteenHours(hours)).toEqual({
      week: {
        ...closedWeek,
        1: [{ start: '11:00', end: '14:00' }],
        5: [{ start: '08:15', end: '15:00' }],
        7: [{ start: '18:00', end: '02:00' }],
      },
      unread: null,
    });
  });

  it.each([
    [{ tue: { start: '171:00', end: '22:30' } }, 'Di 171:00–22:30'],
    [{ wed: { start: '11:00', end: '25:00' } }, 'Mi 11:00–25:00'],
    [{ thu: { start: '24:00', end: '24:00' } }, 'Do 24:00–24:00'],
    [{ sat: { start: '11:00' } }, 'Sa 11:00–?'],
    [{ daily: { start: '11:00', end: '14:00' } }, 'daily 11:00–14:00'],
  ])('keeps %j as text and never guesses', (hours, unreadText) => {
    expect(readCanteenHours(hours)).toEqual({ week: closedWeek, unread: unreadText });
  });

  it('takes midnight as an end', () => {
    expect(readCanteenHours({ mon: { start: '18:00', end: '24:00' } }).week[1]).toEqual([
      { start: '18:00', end: '24:00' },
    ]);
  });

  it.each([null, undefined, {}, { mon: null }])('knows no hours in %j', (hours) => {
    expect(readCanteenHours(hours)).toEqual({ week: closedWeek, unread: null });
  });
});

describe('canteenFormat', () => {
  const canteenRecord = (fields: object = {}) => ({
    canteen_id: 'mensa-eins',
    name: ' Mensa  Eins ',
    location: { address: 'Arcisstraße 17, München', latitude: 48.14742, longitude: 11.56722 },
    open_hours: { mon: { start: '11:00', end: '14:00' } },
    ...fields,
  });

  const dish = (fields: object = {}) => ({
    name: 'Tomatensuppe',
    dish_type: 'Suppe',
    labels: ['CELERY'],
    prices: { guests: { base_price: 1.5, price_per_unit: null, unit: null } },
    ...fields,
  });

  const createWeekMenu = (...dishes: unknown[]) => ({
    canteen_id: 'mensa-eins',
    days: [{ date: '2026-06-24', dishes }],
  });

  const readCanteens = (root: object) => {
    const warnings: string[] = [];
    const records = canteenFormat.read(root, (kind, subject) => void warnings.push(`${kind}: ${subject}`));
    return { records, warnings };
  };

  const menuOfRecord = (record: PlaceRecord | undefined) => {
    if (record?.kind !== 'place' || record.menu === null) throw new Error('no place');
    return record.menu;
  };

  it.each([
    [{ canteens: [], weeks: [] }, true],
    [{ canteens: [{}], weeks: [{}], version: '2.1' }, true],
    [{ type: 'FeatureCollection', features: [] }, false],
    [{ canteens: [] }, false],
    [[], false],
    [null, false],
    ['canteens', false],
  ])('recognises %j: %p', (root, isCanteens) => {
    expect(canteenFormat.recognises(root)).toBe(isCanteens);
  });

  it('reads a canteen with its menu', () => {
    const { records, warnings } = readCanteens({
      canteens: [canteenRecord()],
      weeks: [createWeekMenu(dish({ labels: ['CELERY', 'VEGETARIAN', 'MILK', 'LACTOSE', 'SWEETENERS'] }))],
    });
    expect(warnings).toEqual([]);
    expect(records).toEqual([
      {
        kind: 'place',
        source: 'eat-api',
        sourceId: 'mensa-eins',
        sourceKind: null,
        datedHours: null,
        draft: {
          name: 'Mensa Eins',
          type: 'Restaurant',
          address: { placeId: null, street: 'Arcisstraße', streetNumber: '17', postalCode: '', locality: 'München' },
          location: { latitude: 48.14742, longitude: 11.56722 },
          tagIds: ['canteen'],
          openingHours: { 1: [{ start: '11:00', end: '14:00' }], 2: [], 3: [], 4: [], 5: [], 6: [], 7: [] },
          openingHoursText: null,
          lunchTimes: { 1: [{ start: '11:00', end: '14:00' }], 2: [], 3: [], 4: [], 5: [], 6: [], 7: [] },
        },
        menu: {
          days: new Set(['2026-06-24']),
          withoutPrice: 0,
          dishes: [
            {
              key: expect.stringMatching(/^[A-Za-z0-9_-]{22}$/),
              date: '2026-06-24',
              name: 'Tomatensuppe',
              price: 150,
              unit: null,
              mealType: 'Suppen',
              vatType: 'FOOD',
              order: expect.any(Number),
              allergens: ['G', 'I'],
              additives: ['mit Süßungsmittel'],
              diets: ['vegetarian'],
            },
          ],
        },
      },
    ]);
  });

  it.each([
    ['StuBistro Eins', ['bistro', 'canteen']],
    ['StuCafé Eins', ['cafe', 'canteen']],
    ['Mediziner Mensa', ['canteen']],
  ])('tags %p as %j', (name, tagIds) => {
    expect(readCanteens({ canteens: [canteenRecord({ name })], weeks: [] }).records).toMatchObject([
      { draft: { tagIds } },
    ]);
  });

  it.each([
    ['noName', canteenRecord({ name: ' \u200B ' })],
    ['noName', canteenRecord({ name: null })],
    ['noCoordinates', canteenRecord({ location: null })],
    ['noCoordinates', canteenRecord({ location: { address: 'Arcisstraße 17' } })],
    ['noCoordinates', canteenRecord({ location: { latitude: '48,1', longitude: 11.5 } })],
    ['noCoordinates', canteenRecord({ location: { latitude: 148, longitude: 11.5 } })],
    ['outsideArea', canteenRecord({ location: { latitude: 50.08, longitude: 14.43 } })],
    ['malformed', { name: 'Mensa ohne Kennung' }],
    ['malformed', 'Mensa'],
    ['malformed', null],
  ])('skips with %s what can be no place, and reads on', (reason, brokenPlace) => {
    const { records } = readCanteens({ canteens: [brokenPlace, canteenRecord({ canteen_id: 'zwei' })], weeks: [] });
    expect(records).toMatchObject([
      { kind: 'skipped', reason },
      { kind: 'place', sourceId: 'zwei' },
    ]);
  });

  it('takes a canteen that is listed twice once', () => {
    expect(readCanteens({ canteens: [canteenRecord(), canteenRecord()], weeks: [] }).records).toMatchObject([
      { kind: 'place' },
      { kind: 'skipped', reason: 'duplicate' },
    ]);
  });

  it('counts dishes without a price and keeps their day', () => {
    const { records } = readCanteens({
      canteens: [canteenRecord()],
      weeks: [
        createWeekMenu(
          dish({ prices: { guests: null } }),
          dish({ prices: null }),
          dish({ prices: { guests: { base_price: 0 } } }),
        ),
      ],
    });
    expect(menuOfRecord(records[0])).toEqual({ days: new Set(['2026-06-24']), dishes: [], withoutPrice: 3 });
  });

  it('counts what it does not know and keeps the dish', () => {
    const { records, warnings } = readCanteens({
      canteens: [canteenRecord()],
      weeks: [createWeekMenu(dish({ dish_type: 'Bowl', labels: ['CELERY', 'TRUFFLE'] }))],
    });
    expect(warnings).toEqual(['unknownDishType: Bowl', 'unknownLabel: TRUFFLE']);
    expect(menuOfRecord(records[0]).dishes).toMatchObject([
      { name: 'Tomatensuppe', mealType: 'Mittagstisch', allergens: ['I'] },
    ]);
  });

  it('counts a diet that the labels contradict', () => {
    const { records, warnings } = readCanteens({
      canteens: [canteenRecord()],
      weeks: [createWeekMenu(dish({ labels: ['VEGAN', 'VEGETARIAN', 'LACTOSE'] }))],
    });
    expect(warnings).toEqual(['contradictedDiet: Tomatensuppe']);
    expect(menuOfRecord(records[0]).dishes).toMatchObject([{ diets: ['vegetarian'], allergens: ['G'] }]);
  });

  it('reads on behind broken dishes, days and weeks', () => {
    const menuDays = [
      { date: '2026-02-30', dishes: [dish()] },
      { date: '2026-06-25' },
      'today',
      { date: '2026-06-26', dishes: [{}, null, dish({ name: ' , ' }), dish()] },
    ];
    const { records, warnings } = readCanteens({
      canteens: [canteenRecord()],
      weeks: [7, { canteen_id: 'mensa-eins', days: menuDays }],
    });
    expect(warnings).toEqual([
      'malformedDay: weeks',
      ...Array.from({ length: 3 }, () => 'malformedDay: mensa-eins'),
      ...Array.from({ length: 3 }, () => 'malformedDish: mensa-eins 2026-06-26'),
    ]);
    expect(menuOfRecord(records[0]).dishes).toHaveLength(1);
  });

  it('counts a menu of a canteen that is not there', () => {
    expect(readCanteens({ canteens: [], weeks: [createWeekMenu(dish())] }).warnings).toEqual([
      'unknownCanteen: mensa-eins',
    ]);
  });

  it('keeps the key of a dish whose price, type or labels change, and of no other', () => {
    const mealKeysOf = (...dishes: unknown[]) =>
      menuOfRecord(
        readCanteens({ canteens: [canteenRecord()], weeks: [createWeekMenu(...dishes)] }).records[0],
      ).dishes.map(({ key }) => key);
    const [key] = mealKeysOf(dish());
    expect(mealKeysOf(dish({ labels: [], dish_type: 'Studitopf', prices: { guests: { base_price: 9 } } }))).toEqual([
      key,
    ]);
    expect(mealKeysOf(dish({ name: 'Kürbissuppe' }))).not.toEqual([key]);
  });

  it('takes the same dish of a day once, and gives a second one of that name a key of its own', () => {
    const expensiveDish = dish({ prices: { guests: { base_price: 3 } } });
    const { records, warnings } = readCanteens({
      canteens: [canteenRecord()],
      weeks: [createWeekMenu(dish(), dish(), expensiveDish, expensiveDish)],
    });
    const { dishes } = menuOfRecord(records[0]);
    expect(dishes.map(({ price }) => price)).toEqual([150, 300]);
    expect(new Set(dishes.map(({ key }) => key)).size).toBe(2);
    expect(warnings).toEqual(['repeatedDish: Tomatensuppe', 'repeatedDish: Tomatensuppe']);
  });
});
