import { groupDays } from './menu-import';
import type { DishDraft } from './record/place-record';

const dish = (date: string): DishDraft => ({
  key: '',
  date,
  name: '',
  price: 1,
  unit: null,
  mealType: '',
  vatType: 'FOOD',
  order: 0,
  allergens: [],
  additives: [],
  diets: [],
});

describe('groupDays', () => {
  it('packs days into writes of about so many dishes and never tears one', () => {
    const sizes = { '2026-06-22': 3, '2026-06-23': 3, '2026-06-24': 20, '2026-06-25': 0, '2026-06-26': 2 };
    const dishes = Object.entries(sizes).flatMap(([date, count]) => Array.from({ length: count }, () => dish(date)));
    expect(groupDays(Object.keys(sizes), dishes, 10)).toEqual([
      ['2026-06-22', '2026-06-23'],
      ['2026-06-24'],
      ['2026-06-25', '2026-06-26'],
    ]);
  });

  it('keeps empty days, whose dishes may have to go', () => {
    expect(groupDays(['2026-06-24'], [], 10)).toEqual([['2026-06-24']]);
  });
});
