import { anOffer } from '@mahlzeit/contract/fixtures';
import { mealOps } from './meal-change-rules';
import type { StoredOffer } from './offer-repository';

const today = '2026-06-24';
const tomorrow = '2026-06-25';

const meal = (restaurantKey: string, date: string): StoredOffer => ({ restaurantKey, source: null, offer: anOffer({ key: 'soup', date }) });

const put = (after: StoredOffer) => ({ topic: `restaurant/${after.restaurantKey}`, op: { kind: 'put', collection: 'meals', key: 'soup', value: after.offer } });
const del = (restaurantKey: string) => ({ topic: `restaurant/${restaurantKey}`, op: { kind: 'del', collection: 'meals', key: 'soup' } });

describe('mealOps', () => {
  it.each([
    ['a new dish of today', null, meal('a', today), [put(meal('a', today))]],
    ['a changed dish of today', meal('a', today), meal('a', today), [put(meal('a', today))]],
    ['a dish of today taken away', meal('a', today), null, [del('a')]],
    ['a dish moved from today to tomorrow', meal('a', today), meal('a', tomorrow), [del('a')]],
    ['a dish moved from tomorrow to today', meal('a', tomorrow), meal('a', today), [put(meal('a', today))]],
    ['a dish of today moved to another place', meal('a', today), meal('b', today), [del('a'), put(meal('b', today))]],
    ['a dish moved to another place and day', meal('a', today), meal('b', tomorrow), [del('a')]],
    ['a new dish of tomorrow', null, meal('a', tomorrow), []],
    ['a changed dish of tomorrow', meal('a', tomorrow), meal('a', tomorrow), []],
    ['a dish of tomorrow taken away', meal('a', tomorrow), null, []],
    ['nothing', null, null, []],
  ])('tells of %s', (_what, before, after, ops) => {
    expect(mealOps(before, after, today)).toEqual(ops);
  });
});
