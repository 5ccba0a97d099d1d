import { refundableAmount, refundEndsAt, refundError } from './refund';

const instantOf = (iso: string): number => Date.parse(iso);
const paidAt = instantOf('2026-06-24T12:30:20+02:00');
const orderWithRefunds = (refunds: readonly (readonly [amount: number, date: string])[] = []) => ({
  totalPrice: 890,
  createdAt: paidAt,
  refunds: refunds.map(([amount, date]) => ({ amount, date: instantOf(date) })),
});
const now = instantOf('2026-06-24T13:00:00+02:00');

describe('the window of a refund', () => {
  it.each([
    ['2026-06-24T12:30:20+02:00', '2027-05-24T12:30:20+02:00'],
    // The clocks change between the payment and the end of the refund period; both have the same clock time in Berlin.
    ['2026-03-24T12:30:00+01:00', '2027-02-24T12:30:00+01:00'],
    ['2026-07-15T12:00:00+02:00', '2027-06-15T12:00:00+02:00'],
    ['2026-04-15T12:00:00+02:00', '2027-03-15T12:00:00+01:00'],
    // The last month of the refund period is shorter and has no 31st, so the period ends on that month's last day.
    ['2026-03-31T23:59:59+02:00', '2027-02-28T23:59:59+01:00'],
  ])('for a payment at %s ends at %s', (paymentDate, refundEnd) => {
    expect(new Date(refundEndsAt({ createdAt: instantOf(paymentDate) })).toISOString()).toBe(
      new Date(instantOf(refundEnd)).toISOString(),
    );
  });

  it.each([
    [0, null],
    [1, 'refundWindowExpired'],
  ])('%i ms after its last instant: %s', (lateMs, expectedError) => {
    expect(refundError(100, orderWithRefunds(), refundEndsAt(orderWithRefunds()) + lateMs)).toBe(expectedError);
  });
});

it.each([
  ['all of it', 890, [], null],
  ['a cent more', 891, [], 'refundExceedsAmount'],
  ['the rest', 590, [[300, '2026-06-24T12:45:00+02:00']], null],
  ['a cent more than the rest', 591, [[300, '2026-06-24T12:45:00+02:00']], 'refundExceedsAmount'],
  ['anything once all went back', 1, [[890, '2026-06-24T12:45:00+02:00']], 'refundExceedsAmount'],
  ['the same on the same day', 300, [[300, '2026-06-24T00:00:00+02:00']], 'refundOncePerDay'],
  ['the same as the day before', 300, [[300, '2026-06-23T23:59:59+02:00']], null],
  ['another amount on the same day', 301, [[300, '2026-06-24T12:45:00+02:00']], null],
] as const)('%s: %i cents', (_title, amount, refunds, expectedError) => {
  expect(refundError(amount, orderWithRefunds(refunds), now)).toBe(expectedError);
});

it('the refundable rest is the payment less refunds', () => {
  expect(
    refundableAmount(
      orderWithRefunds([
        [300, '2026-06-24T12:45:00+02:00'],
        [90, '2026-06-24T12:46:00+02:00'],
      ]),
    ),
  ).toBe(500);
});
