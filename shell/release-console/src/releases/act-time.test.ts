import { formatActTime } from './act-time';

it.each([
  ['2026-06-24T11:41:00+02:00', '11:41'],
  ['2026-06-23T23:59:00+02:00', 'Di. 23:59'],
  ['2026-06-18T08:00:00+02:00', 'Do. 08:00'],
  ['2026-06-17T08:00:00+02:00', '17. Juni, 08:00'],
])('shows the time %s on 24 June as %s', (instant, expectedText) => {
  expect(formatActTime(Date.parse(instant), Date.parse('2026-06-24T12:00:00+02:00'))).toBe(expectedText);
});
