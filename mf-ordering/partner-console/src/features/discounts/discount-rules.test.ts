import { PartnerDiscount } from '@mahlzeit/contract';
import { aDiscount, fixtureNow } from '@mahlzeit/contract/fixtures';
import {
  ALL_DISHES_KEY,
  changedDiscountOf,
  discountDaysFor,
  createDiscount,
  isOwnDiscount,
  makesOrdersFree,
  parsePercent,
} from './discount-rules';

it.each([
  ['15', 15],
  ['15 %', 15],
  ['100', 100],
  ['1', 1],
  ['0', null],
  ['101', null],
  ['', null],
  ['-5', null],
  ['7,5', null],
])('reads „%s“ as %s percent', (typedText, expectedPercent) => {
  expect(parsePercent(typedText)).toBe(expectedPercent);
});

it('leaves something to pay: all of the price goes off a single dish alone', () => {
  expect([
    makesOrdersFree(100, ALL_DISHES_KEY),
    makesOrdersFree(99, ALL_DISHES_KEY),
    makesOrdersFree(100, 'suppe'),
  ]).toEqual([true, false, false]);
});

const discountInput = {
  restaurantKey: 'elbkantine',
  percent: 20,
  mealKey: 'suppe',
  days: 'today' as const,
  now: fixtureNow,
  name: '20 % auf Suppe',
  valueText: '20 %',
  typeText: 'Rabatt',
};

it.each([
  [
    'a dish today',
    'today',
    'suppe',
    { mealRef: 'suppe', forAllMeals: false, end: Date.parse('2026-06-25T00:00:00+02:00') },
  ],
  [
    'every dish for a week',
    'week',
    null,
    { mealRef: null, forAllMeals: true, end: Date.parse('2026-07-01T00:00:00+02:00') },
  ],
] as const)('makes what the partner API takes: %s', (_, discountDays, mealKey, expectedDiscount) => {
  const madeDiscount = createDiscount({ ...discountInput, days: discountDays, mealKey });
  expect(PartnerDiscount.parse(madeDiscount)).toEqual(madeDiscount);
  expect(madeDiscount).toMatchObject({
    ...expectedDiscount,
    restaurantRef: 'elbkantine',
    discountType: 'percent',
    value: 20,
    platform: false,
    start: fixtureNow,
  });
});

it('begins with the present minute: menus and carts count by minutes, and would hear of it late', () => {
  const minuteStartMs = Date.parse('2026-06-24T11:58:00+02:00');
  expect(
    [0, 1, 59_999].map((offsetMs) => createDiscount({ ...discountInput, now: minuteStartMs + offsetMs }).start),
  ).toEqual([minuteStartMs, minuteStartMs, minuteStartMs]);
});

it.each([
  ['its own', {}, true],
  ['one that the platform pays', { platform: true }, false],
  ['one of its company', { restaurantRef: null, companyRef: 'firma' }, false],
])('knows %s', (_, overrides, isOwn) => {
  expect(isOwnDiscount(aDiscount(overrides), 'elbkantine')).toBe(isOwn);
});

describe('a change', () => {
  const { percent, mealKey, name, valueText, now } = discountInput;
  const mondayStartMs = Date.parse('2026-06-29T00:00:00+02:00');
  const existingDiscount = aDiscount({
    discountType: 'percent',
    start: now - 60_000,
    end: mondayStartMs,
    expiryHint: 'bis Montag',
  });
  const changeDays = (days: 'today' | 'week' | null, startsAtMs = existingDiscount.start) =>
    changedDiscountOf({ ...existingDiscount, start: startsAtMs }, { percent, mealKey, name, valueText, now, days });

  it.each([
    ['today', Date.parse('2026-06-25T00:00:00+02:00')],
    ['week', Date.parse('2026-07-01T00:00:00+02:00')],
  ] as const)('ends it anew: %s; words for the old end go', (days, expectedEndMs) => {
    expect(changeDays(days)).toMatchObject({ start: existingDiscount.start, end: expectedEndMs, expiryHint: null });
  });

  it.each([
    ['today', Date.parse('2026-06-27T00:00:00+02:00')],
    ['week', Date.parse('2026-07-03T00:00:00+02:00')],
  ] as const)('counts from its start where that is to come: %s', (days, expectedEndMs) => {
    const startsAtMs = Date.parse('2026-06-26T11:00:00+02:00');
    const madeDiscount = changeDays(days, startsAtMs);
    expect(PartnerDiscount.parse(madeDiscount)).toMatchObject({ start: startsAtMs, end: expectedEndMs });
  });

  it('leaves the end and its words where nobody has touched them', () => {
    expect(changeDays(null)).toMatchObject({ end: mondayStartMs, expiryHint: 'bis Montag' });
  });
});

it('is for a week on all dishes alone: a dish is on the menu of one day', () => {
  expect([discountDaysFor(ALL_DISHES_KEY), discountDaysFor('suppe')]).toEqual([['today', 'week'], ['today']]);
});
