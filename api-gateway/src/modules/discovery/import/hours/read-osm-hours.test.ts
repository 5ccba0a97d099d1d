import type { Week } from '@mahlzeit/contract';
import { readOsmHours, type HoursPlace } from './read-osm-hours';

const munichPlace: Omit<HoursPlace, 'today'> = {
  location: { latitude: 48.14, longitude: 11.58 },
  region: { countryCode: 'DE', state: 'Bayern' },
};
const hamburgPlace: Omit<HoursPlace, 'today'> = {
  location: { latitude: 53.55, longitude: 9.99 },
  region: { countryCode: 'DE', state: 'Hamburg' },
};
const ordinaryDay = '2026-06-24';
const corpusChristi = '2026-06-04';

const weekLines = (week: Week | undefined): string[] =>
  Object.entries(week ?? {}).map(
    ([day, dayRanges]) => `${day} ${dayRanges.map(({ start, end }) => `${start}-${end}`).join(' ')}`,
  );
const sameHoursDaily = (hoursOfDay: string): string[] =>
  ['1', '2', '3', '4', '5', '6', '7'].map((day) => `${day} ${hoursOfDay}`);
const readHoursIn = (value: string, todayInBerlin = ordinaryDay, hoursPlace = munichPlace) =>
  readOsmHours(value, { ...hoursPlace, today: todayInBerlin });

describe('readOsmHours', () => {
  it.each([
    ['one range', 'Mo-Su 11:00-22:00', sameHoursDaily('11:00-22:00')],
    ['several ranges', 'Mo-Su 11:30-14:30,17:30-23:00', sameHoursDaily('11:30-14:30 17:30-23:00')],
    ['a night', 'Mo-Su 18:00-02:00', sameHoursDaily('18:00-02:00')],
    ['an end at midnight', 'Mo-Su 12:00-24:00', sameHoursDaily('12:00-24:00')],
    ['day and night', '24/7', sameHoursDaily('00:00-24:00')],
    [
      'other days',
      'Mo-Fr 11:00-14:00; Sa off',
      ['1 11:00-14:00', '2 11:00-14:00', '3 11:00-14:00', '4 11:00-14:00', '5 11:00-14:00', '6 ', '7 '],
    ],
    [
      'a weekend without a pause',
      'Fr 18:00-24:00; Sa 00:00-24:00; Su 00:00-06:00',
      ['1 ', '2 ', '3 ', '4 ', '5 18:00-24:00', '6 00:00-24:00', '7 00:00-06:00'],
    ],
    ['German words', 'täglich 11-22 Uhr', sameHoursDaily('11:00-22:00')],
    ['a place that is closed', 'closed', sameHoursDaily('')],
    ['holidays like any other day', 'Mo-Su,PH 11:00-22:00', sameHoursDaily('11:00-22:00')],
  ])('reads %s whole', (_title, value, week) => {
    const parsedHours = readHoursIn(value);
    expect(weekLines(parsedHours?.week)).toEqual(week);
    expect(parsedHours).toMatchObject({ isWhole: true, isDated: false });
  });

  it.each([
    'Mitte April - Ende Oktober täglich ab 10 Uhr',
    'Mo-Di 171:00-22:30',
    'Mo-Su 10:00-00pp:00',
    'Mo-Sa 18:00-',
    'Mo-Fr',
    'nach Vereinbarung, Tel. anrufen',
    '',
    '   ',
    '\u0000',
  ])('guesses nothing of %p', (value) => {
    expect(readHoursIn(value)).toBeNull();
  });

  it('closes on the holidays of the state alone', () => {
    const value = 'Mo-Su 11:00-22:00; PH off';
    expect(weekLines(readHoursIn(value, corpusChristi)?.week)[3]).toBe('4 ');
    expect(weekLines(readHoursIn(value, corpusChristi, hamburgPlace)?.week)[3]).toBe('4 11:00-22:00');
    expect(readHoursIn(value)).toMatchObject({ isWhole: false, isDated: true });
    expect(weekLines(readHoursIn(value)?.week)).toEqual(sameHoursDaily('11:00-22:00'));
  });

  it('knows the night that yesterday began', () => {
    // For the package `opening_hours`, a holiday has 24 hours, so the opening period of the night before ends at
    // midnight.
    const value = 'Mo-Su 18:00-02:00; PH off';
    expect(weekLines(readHoursIn(value, '2026-06-05')?.week).slice(3, 5)).toEqual(['4 ', '5 00:00-02:00 18:00-02:00']);
    expect(weekLines(readHoursIn(value, '2026-06-07')?.week).slice(3, 5)).toEqual(['4 18:00-02:00', '5 18:00-02:00']);
  });

  it('follows the season of the day', () => {
    const value = 'Apr-Sep: Mo-Su 12:00-23:00; Oct-Mar: Mo-Su 16:00-23:00';
    expect(weekLines(readHoursIn(value)?.week)).toEqual(sameHoursDaily('12:00-23:00'));
    expect(weekLines(readHoursIn(value, '2026-12-02')?.week)).toEqual(sameHoursDaily('16:00-23:00'));
    expect(readHoursIn(value)).toMatchObject({ isWhole: false, isDated: true });
  });

  it.each([
    ['the last time that is named', 'Mo-Su 11:00-22:00+', sameHoursDaily('11:00-22:00')],
    ['the day’s end where none is', 'Mo-Su 18:00+', sameHoursDaily('18:00-24:00')],
  ])('ends an open end at %s and keeps the text', (_title, value, week) => {
    const parsedHours = readHoursIn(value);
    expect(weekLines(parsedHours?.week)).toEqual(week);
    expect(parsedHours).toMatchObject({ isWhole: false, isDated: false });
  });

  it('does not call open what is open by appointment', () => {
    const parsedHours = readHoursIn('Mo-Fr 11:00-14:00; Sa 11:00-14:00 "nach Vereinbarung"');
    expect(weekLines(parsedHours?.week).slice(4)).toEqual(['5 11:00-14:00', '6 ', '7 ']);
    expect(parsedHours?.isWhole).toBe(false);
  });
});
