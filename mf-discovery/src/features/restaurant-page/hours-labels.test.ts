import type { Restaurant } from '@mahlzeit/contract';
import { aDrink, anOffer, aRestaurant, aWeek, aWorkingWeek } from '@mahlzeit/contract/fixtures';
import { lunchStateAt, withDerivedFields } from '@mahlzeit/contract/rules';
import {
  hoursLabelOf,
  lunchTimeLabelOf,
  noMenuNoticeOf,
  orderHintOf,
  orderUntilLabelOf,
  openingHoursLines,
  hoursTextLines,
} from './hours-labels';

const everyDay = (hours: `${string}-${string}`) =>
  aWeek({ 1: [hours], 2: [hours], 3: [hours], 4: [hours], 5: [hours], 6: [hours], 7: [hours] });

describe('the hours of a week', () => {
  it.each([
    ['a working week', aWorkingWeek('11:00-14:00'), ['Mo. bis Fr. 11:00 bis 14:00', 'Sa. und So. geschlossen']],
    [
      'a short Friday',
      aWeek({ 1: ['11:00-14:30'], 2: ['11:00-14:30'], 3: ['11:00-14:30'], 4: ['11:00-14:30'], 5: ['11:00-14:00'] }),
      ['Mo. bis Do. 11:00 bis 14:30', 'Fr. 11:00 bis 14:00', 'Sa. und So. geschlossen'],
    ],
    [
      'two ranges',
      aWeek({ 1: ['11:00-14:00', '17:00-22:00'] }),
      ['Mo. 11:00 bis 14:00 und 17:00 bis 22:00', 'Di. bis So. geschlossen'],
    ],
    ['never', aWeek(), ['Mo. bis So. geschlossen']],
    ['every day alike', everyDay('11:00-22:00'), ['täglich 11:00 bis 22:00']],
    ['always', everyDay('00:00-24:00'), ['täglich rund um die Uhr']],
    [
      'a night from Friday',
      aWeek({ 5: ['00:00-24:00'], 6: ['00:00-24:00'] }),
      ['Mo. bis Do. geschlossen', 'Fr. und Sa. rund um die Uhr', 'So. geschlossen'],
    ],
  ])('formats %s in as few lines as possible', (_case, openingWeek, expectedLines) => {
    expect(openingHoursLines(openingWeek)).toEqual(expectedLines);
  });

  it('formats midnight like the menu', () => {
    expect(hoursLabelOf([{ start: '18:00', end: '24:00' }])).toBe('18:00 bis 24:00');
  });

  it.each([
    ['Mo-Fr 07:00-19:00; Sa,Su,PH 08:00-19:00', ['Mo–Fr 07:00–19:00', 'Sa, So, Feiertage 08:00–19:00']],
    [
      'May-Sep: Tu-Sa 12:00-22:00; Su 11:00-22:00; Mo off',
      ['Mai–September: Di–Sa 12:00–22:00', 'So 11:00–22:00', 'Mo geschlossen'],
    ],
    ['24/7', ['täglich rund um die Uhr']],
    ['Mo-Su 00:00-24:00', ['täglich rund um die Uhr']],
    ['Mo-Di 171:00-22:30; Do-Sa 17:30-22:30', ['Mo-Di 171:00-22:30; Do-Sa 17:30-22:30']],
    ['Mitte April - Ende Oktober täglich ab 10 Uhr', ['Mitte April - Ende Oktober täglich ab 10 Uhr']],
  ])('translates written hours: %s', (sourceText, expectedLines) =>
    expect(hoursTextLines(sourceText)).toEqual(expectedLines),
  );
});

describe('the reason for a missing menu', () => {
  const instantAt = (instant: string): number => Date.parse(`${instant}:00+02:00`);
  const holidayRestPeriod = { start: '2026-06-20', end: '2026-07-05', restTimeTypeKey: null };

  it.each<[string, Partial<Restaurant>, string, readonly [string, string] | null]>([
    ['there is a menu', {}, '2026-06-24T12:00', null],
    [
      'resting',
      { restTime: holidayRestPeriod },
      '2026-06-24T12:00',
      ['Pause bis 5. Juli', 'Weiter geht es Mo. 6. Juli ab 11:00.'],
    ],
    [
      'a rest day',
      { openingHours: aWorkingWeek('11:30-14:00') },
      '2026-06-28T12:00',
      ['Heute ist Ruhetag', 'Weiter geht es morgen ab 11:30.'],
    ],
    [
      'a rest day without a known next opening',
      { openingHours: aWeek(), datedWeek: { firstDay: '2026-06-23', nextOpening: null } },
      '2026-06-24T12:00',
      ['Heute ist Ruhetag', 'Schau an einem anderen Tag wieder vorbei.'],
    ],
    [
      'a rest day of a dated week',
      { openingHours: aWeek(), datedWeek: { firstDay: '2026-06-23', nextOpening: instantAt('2026-07-09T11:00') } },
      '2026-06-24T12:00',
      ['Heute ist Ruhetag', 'Weiter geht es Do. 9. Juli ab 11:00.'],
    ],
    ['no hours, with a menu', { openingHours: aWeek() }, '2026-06-24T12:00', null],
    ['already closed', {}, '2026-06-24T16:00', ['Heute ist schon Schluss', 'Weiter geht es morgen ab 11:00.']],
    [
      'no lunch',
      { offers: [] },
      '2026-06-24T12:00',
      ['Für heute ist keine Karte da', 'Was es heute gibt, weiß nur das Lokal selbst.'],
    ],
  ])('T04 %s', (_case, overrides, instant, expectedText) => {
    const now = instantAt(instant);
    const restingNotice = noMenuNoticeOf(withDerivedFields(aRestaurant(overrides), now), now);
    expect(restingNotice === null ? null : [restingNotice.title, restingNotice.text]).toEqual(expectedText);
  });

  it('names the reason of a holiday closure', () => {
    const now = instantAt('2026-06-24T12:00');
    expect(
      noMenuNoticeOf(withDerivedFields(aRestaurant({ restTime: holidayRestPeriod }), now), now, 'Betriebsferien')?.text,
    ).toBe('Betriebsferien. Weiter geht es Mo. 6. Juli ab 11:00.');
  });

  it('T03 calls a day on which only the night before ends a rest day', () => {
    const now = instantAt('2026-06-23T12:00');
    const noMenuTextsOfPlace = noMenuNoticeOf(
      withDerivedFields(aRestaurant({ openingHours: aWeek({ 1: ['22:00-02:00'] }) }), now),
      now,
    );
    expect(noMenuTextsOfPlace).toMatchObject({
      title: 'Heute ist Ruhetag',
      text: 'Weiter geht es Mo. 29. Juni ab 22:00.',
    });
  });
});

describe('the end of orders', () => {
  const instantAt = (instant: string): number => Date.parse(`2026-06-24T${instant}:00+02:00`);
  // The restaurant is open from 11:00 to 15:00 and serves lunch from 11:30 to 14:30. Preparing an order takes 20
  // minutes.
  const createRestaurant = (overrides: Partial<Restaurant> = {}): Restaurant =>
    aRestaurant({ orderForerunMinutes: 20, ...overrides });

  const tooLateText = 'Zum Vorbestellen ist es heute zu spät. Das ging bis 14:25.';
  const lunchOverText = 'Den Mittagstisch konntest du heute bis 13:55 vorbestellen.';

  it.each([
    ['09:00', null, null],
    ['13:55', null, null],
    ['13:56', lunchOverText, null],
    ['14:25', lunchOverText, null],
    ['14:26', tooLateText, tooLateText],
  ])('C27 is at %s of lunch %j and of all else %j', (time, expectedLunchHint, expectedOtherHint) => {
    expect([
      orderHintOf(createRestaurant(), 'Mittagstisch', instantAt(time)),
      orderHintOf(createRestaurant(), 'Suppen', instantAt(time)),
    ]).toEqual([expectedLunchHint, expectedOtherHint]);
  });

  it('includes set menus in lunch', () =>
    expect(orderHintOf(createRestaurant(), 'Menü', instantAt('14:20'))).toBe(lunchOverText));

  it('is not named for a place without hours, which takes orders by its menu', () => {
    const restaurant = withDerivedFields(createRestaurant({ openingHours: aWeek() }), instantAt('12:00'));
    expect([
      orderHintOf(restaurant, 'Suppen', instantAt('12:00')),
      orderUntilLabelOf(restaurant, instantAt('12:00')),
    ]).toEqual([null, null]);
  });

  it.each<[string, Partial<Restaurant>, string | null]>([
    ['12:00', {}, 'Vorbestellen bis 13:55'],
    // At 14:20 lunch can't be ordered any more, but the drinks of the fixture's menu can.
    ['14:20', {}, 'Übrige Karte vorbestellen bis 14:25'],
    ['14:20', { offers: [anOffer()] }, null],
    ['14:50', {}, null],
    ['12:00', { offers: [anOffer({ baseName: 'Suppen' }), aDrink()] }, 'Vorbestellen bis 14:25'],
    ['12:00', { hasPayment: false }, null],
    ['12:00', { openingHours: aWorkingWeek('11:00-14:00', '18:00-22:00') }, 'Vorbestellen bis 13:25'],
  ])('is at %s of %j: %s', (time, overrides, expectedText) => {
    expect(orderUntilLabelOf(withDerivedFields(createRestaurant(overrides), instantAt(time)), instantAt(time))).toBe(
      expectedText,
    );
  });
});

describe('the time of lunch', () => {
  const instantAt = (instant: string): number => Date.parse(`2026-06-24T${instant}:00+02:00`);

  it.each<[string, Partial<Restaurant>, string | undefined]>([
    ['09:00', {}, 'heute 11:30\u00a0bis\u00a014:30'],
    ['12:00', {}, 'heute bis 14:30'],
    ['14:30', {}, 'heute vorbei'],
    // In this case the restaurant closes before its lunch ends.
    ['12:00', { openingHours: aWorkingWeek('11:00-14:00') }, 'heute bis 14:00'],
    ['12:00', { lunchTimes: aWeek() }, undefined],
  ])('is at %s of %j: %s', (time, overrides, expectedText) => {
    expect(lunchTimeLabelOf(lunchStateAt(aRestaurant(overrides), instantAt(time)))).toBe(expectedText);
  });
});
