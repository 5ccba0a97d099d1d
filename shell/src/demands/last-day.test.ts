import { lastDayBefore } from './last-day';

it.each([
  ['2026-07-24T12:00:00+02:00', 'Freitag, 24.\u00A0Juli'],
  ['2026-07-24T00:00:00+02:00', 'Donnerstag, 23.\u00A0Juli'],
  ['2026-07-24T00:30:00+02:00', 'Freitag, 24.\u00A0Juli'],
])('names the last day before %s in Berlin', (end, expected) => {
  expect(lastDayBefore(Date.parse(end))).toBe(expected);
});
