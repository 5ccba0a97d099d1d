import { aWeek, aWorkingWeek } from '@mahlzeit/contract/fixtures';
import { hoursLabel, weekLines, writtenLines } from './opening-week';

it.each([
  ['a working week', aWorkingWeek('11:00-14:00'), ['Mo. bis Fr. 11:00 bis 14:00', 'Sa. und So. geschlossen']],
  ['a short Friday', aWeek({ 1: ['11:00-14:30'], 2: ['11:00-14:30'], 3: ['11:00-14:30'], 4: ['11:00-14:30'], 5: ['11:00-14:00'] }), ['Mo. bis Do. 11:00 bis 14:30', 'Fr. 11:00 bis 14:00', 'Sa. und So. geschlossen']],
  ['two ranges', aWeek({ 1: ['11:00-14:00', '17:00-22:00'] }), ['Mo. 11:00 bis 14:00 und 17:00 bis 22:00', 'Di. bis So. geschlossen']],
  ['never', aWeek(), ['Mo. bis So. geschlossen']],
])('says %s in as few lines as it takes', (_case, week, lines) => {
  expect(weekLines(week)).toEqual(lines);
});

it('writes midnight as the menu does', () => {
  expect(hoursLabel([{ start: '18:00', end: '24:00' }])).toBe('18:00 bis 24:00');
});

it.each([
  ['Mo-Fr 07:00-19:00; Sa,Su,PH 08:00-19:00', ['Mo–Fr 07:00–19:00', 'Sa, So, Feiertage 08:00–19:00']],
  ['May-Sep: Tu-Sa 12:00-22:00; Su 11:00-22:00; Mo off', ['Mai–September: Di–Sa 12:00–22:00', 'So 11:00–22:00', 'Mo geschlossen']],
  ['Mo-Di 171:00-22:30; Do-Sa 17:30-22:30', ['Mo-Di 171:00-22:30; Do-Sa 17:30-22:30']],
  ['Mitte April - Ende Oktober täglich ab 10 Uhr', ['Mitte April - Ende Oktober täglich ab 10 Uhr']],
])('says in German what somebody wrote: %s', (written, lines) => expect(writtenLines(written)).toEqual(lines));
