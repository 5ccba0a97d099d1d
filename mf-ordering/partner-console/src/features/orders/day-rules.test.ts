import { parseTypedDay, formatTypedDay } from './day-rules';

const dayRange = { min: '2025-07-24', max: '2026-06-23' };

it.each([
  ['20.6.', '2026-06-20'],
  ['20.6', '2026-06-20'],
  [' 20.06.2026 ', '2026-06-20'],
  ['20.06.26', '2026-06-20'],
  ['24. 12.', '2025-12-24'],
  ['24.7.', '2025-07-24'],
  ['23.7.', null],
  ['24.6.2026', null],
  ['31.6.', null],
  ['29.2.2026', null],
  ['00.01.', null],
  ['gestern', null],
  ['', null],
])('reads „%s“ as %s', (typedText, expectedDay) => {
  expect(parseTypedDay(typedText, dayRange)).toBe(expectedDay);
});

it('writes a day as it is typed', () => {
  expect(formatTypedDay('2026-06-03')).toBe('03.06.2026');
});
