import { PartnerDiscount } from '@mahlzeit/contract';
import { aDiscount, fixtureNow } from '@mahlzeit/contract/fixtures';
import {
  ALL_DISHES,
  changedDiscount,
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
])('reads „%s“ as %s percent', (typedText, percent) => {
  expect(parsePercent(typedText)).toBe(percent);
});

it('leaves something to pay: all of the price goes off a single dish alone', () => {
  expect([makesOrdersFree(100, ALL_DISHES), makesOrdersFree(99, ALL_DISHES), makesOrdersFree(100, 'suppe')]).toEqual([
    true,
    false,
    false,
  ]);
});

const discountWish = {
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
] as const)('makes what the partner API takes: %s', (_, days, mealKey, expected) => {
  const madeDiscount = createDiscount({ ...discountWish, days, mealKey });
  expect(PartnerDiscount.parse(madeDiscount)).toEqual(madeDiscount);
  expect(madeDiscount).toMatchObject({
    ...expected,
    restaurantRef: 'elbkantine',
    discountType: 'percent',
    value: 20,
    platform: false,
    start: fixtureNow,
  });
});

it('begins with the present minute: menus and carts count by minutes, and would hear of it late', () => {
  const minute = Date.parse('2026-06-24T11:58:00+02:00');
  expect([0, 1, 59_999].map((ms) => createDiscount({ ...discountWish, now: minute + ms }).start)).toEqual([
    minute,
    minute,
    minute,
  ]);
});

it.each([
  ['its own', {}, true],
  ['one that the platform pays', { platform: true }, false],
  ['one of its company', { restaurantRef: null, companyRef: 'firma' }, false],
])('knows %s', (_, overrides, expected) => {
  expect(isOwnDiscount(aDiscount(overrides), 'elbkantine')).toBe(expected);
});

describe('a change', () => {
  const { percent, mealKey, name, valueText, now } = discountWish;
  const monday = Date.parse('2026-06-29T00:00:00+02:00');
  const discountBefore = aDiscount({
    discountType: 'percent',
    start: now - 60_000,
    end: monday,
    expiryHint: 'bis Montag',
  });
  const change = (days: 'today' | 'week' | null, start = discountBefore.start) =>
    changedDiscount({ ...discountBefore, start }, { percent, mealKey, name, valueText, now, days });

  it.each([
    ['today', Date.parse('2026-06-25T00:00:00+02:00')],
    ['week', Date.parse('2026-07-01T00:00:00+02:00')],
  ] as const)('ends it anew: %s; words for the old end go', (days, end) => {
    expect(change(days)).toMatchObject({ start: discountBefore.start, end, expiryHint: null });
  });

  it.each([
    ['today', Date.parse('2026-06-27T00:00:00+02:00')],
    ['week', Date.parse('2026-07-03T00:00:00+02:00')],
  ] as const)('counts from its start where that is to come: %s', (days, end) => {
    const start = Date.parse('2026-06-26T11:00:00+02:00');
    const madeDiscount = change(days, start);
    expect(PartnerDiscount.parse(madeDiscount)).toMatchObject({ start, end });
  });

  it('leaves the end and its words where nobody has touched them', () => {
    expect(change(null)).toMatchObject({ end: monday, expiryHint: 'bis Montag' });
  });
});

it('is for a week on all dishes alone: a dish is on the menu of one day', () => {
  expect([discountDaysFor(ALL_DISHES), discountDaysFor('suppe')]).toEqual([['today', 'week'], ['today']]);
});
