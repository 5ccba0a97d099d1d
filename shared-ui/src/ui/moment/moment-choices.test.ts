import { dayName, firstMoment, momentName, monthRangeName, suggestedTimes } from './moment-choices';
import type { TimeChoice } from './moment-choices';

const timesBetween = (
  firstHour: number,
  lastHour: number,
  isClosed = (hour: number) => hour < 0,
): readonly TimeChoice[] =>
  Array.from({ length: (lastHour - firstHour) * 4 }, (_, index) => ({
    time: `${String(firstHour + Math.floor(index / 4)).padStart(2, '0')}:${String((index % 4) * 15).padStart(2, '0')}`,
    isClosed: isClosed(firstHour + Math.floor(index / 4)),
  }));

it.each<[string, readonly TimeChoice[], string | null, readonly string[]]>([
  ['noon', timesBetween(8, 22), null, ['12:00', '12:15', '12:30', '12:45']],
  [
    'the evening, where it opens then',
    timesBetween(8, 22, (hour) => hour < 18),
    null,
    ['18:00', '18:15', '18:30', '18:45'],
  ],
  ['the last ones before it closes', timesBetween(8, 12), null, ['11:00', '11:15', '11:30', '11:45']],
  ['the chosen one, too', timesBetween(8, 22), '17:30', ['12:00', '12:15', '12:30', '12:45', '17:30']],
  ['the chosen one in its order', timesBetween(8, 22), '09:00', ['09:00', '12:00', '12:15', '12:30', '12:45']],
  ['few', timesBetween(14, 15, () => true), null, []],
])('suggests a few times: %s', (_, offeredTimes, chosenTime, expectedTimes) => {
  expect(suggestedTimes(offeredTimes, chosenTime)).toEqual(expectedTimes);
});

it('starts at the first day that is not closed', () => {
  expect(
    firstMoment({
      today: '2026-10-17',
      days: [
        { day: '2026-10-17', isClosed: true },
        { day: '2026-10-18', isClosed: true },
        { day: '2026-10-19', isClosed: false },
      ],
    }),
  ).toEqual({ day: '2026-10-19', time: null });
  expect(firstMoment({ today: '2026-10-17', days: [] })).toEqual({ day: '2026-10-17', time: null });
});

it('names days and months in German', () => {
  expect(dayName('2026-10-14')).toBe('Mi. 14. Oktober');
  expect(momentName({ day: '2026-10-14', time: '12:30' })).toBe('Mi. 14. Oktober, 12:30');
  expect(monthRangeName('2026-10-14', '2026-10-28')).toBe('Oktober 2026');
  expect(monthRangeName('2026-12-24', '2027-01-07')).toBe('Dezember / Januar 2027');
});
