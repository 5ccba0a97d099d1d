import {
  formatClosing,
  formatDate,
  formatDay,
  formatDistance,
  formatMinutes,
  formatMoment,
  formatNumber,
  formatPrice,
  formatTime,
} from './format';

const NO_BREAK_SPACE = '\u00a0';

describe('prices', () => {
  it.each([
    [150, '1,50 €'],
    [0, '0,00 €'],
    [-0, '0,00 €'],
    [5, '0,05 €'],
    [-1250, '−12,50 €'],
    [123_456_789, '1.234.567,89 €'],
    [29, '0,29 €'],
  ])('shows %i cents as %s', (cents, expectedText) => {
    expect(formatPrice(cents)).toBe(expectedText.replace(' ', NO_BREAK_SPACE));
  });
});

it.each([
  [0, '0'],
  [2.54, '2,5'],
  [1_000, '1.000'],
])('shows the number %d as %s', (value, expectedText) => {
  expect(formatNumber(value)).toBe(expectedText);
});

describe('times', () => {
  it.each([
    ['2026-06-24T10:30:00Z', '12:30'],
    ['2026-12-24T23:05:00Z', '00:05'],
    ['2027-03-28T01:00:00Z', '03:00'],
  ])('shows %s in Berlin', (isoInstant, expectedText) => {
    expect(formatTime(Date.parse(isoInstant))).toBe(expectedText);
  });

  it.each([
    ['2026-10-14', 'Mi. 14. Oktober'],
    ['2027-03-01', 'Mo. 1. März'],
    ['2026-06-28', 'So. 28. Juni'],
  ])('shows the day %s', (isoDay, expectedText) => {
    expect(formatDay(isoDay)).toBe(expectedText);
    expect(expectedText.endsWith(`. ${formatDate(isoDay)}`)).toBe(true);
  });
});

describe('moments', () => {
  const now = Date.parse('2026-06-24T21:30:00Z');

  it.each([
    ['2026-06-24T10:30:00Z', 'Heute, 12:30'],
    ['2026-06-24T22:15:00Z', 'Morgen, 00:15'],
    ['2026-06-26T10:30:00Z', 'Fr. 26. Juni, 12:30'],
    ['2026-06-23T10:30:00Z', 'Di. 23. Juni, 12:30'],
  ])('says when %s is, seen from Wednesday night in Berlin', (instant, expectedText) => {
    expect(formatMoment(Date.parse(instant), now)).toBe(expectedText);
  });
});

describe('ways', () => {
  it.each([
    [10, '50 m'],
    [349, '350 m'],
    [974, '950 m'],
    [976, '1,0 km'],
    [1_149, '1,1 km'],
    [12_000, '12,0 km'],
  ])('D07 shows %i metres as %s', (meters, expectedText) => {
    expect(formatDistance(meters)).toBe(expectedText.replace(' ', NO_BREAK_SPACE));
  });

  it('shows minutes with an unbroken unit', () => {
    expect(formatMinutes(5)).toBe(`5${NO_BREAK_SPACE}Min.`);
    expect(formatClosing(38)).toBe(`Schließt in 38${NO_BREAK_SPACE}Min.`);
  });
});
