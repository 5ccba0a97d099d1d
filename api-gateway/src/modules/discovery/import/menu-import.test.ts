import { groupDaysByDishCount } from './menu-import';
import type { DishDraft } from './record/place-record';

const dishOn = (date: string): DishDraft => ({
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

describe('groupDaysByDishCount', () => {
  it('packs days into writes of about so many dishes and never tears one', () => {
    const dishCountByDate = { '2026-06-22': 3, '2026-06-23': 3, '2026-06-24': 20, '2026-06-25': 0, '2026-06-26': 2 };
    const dishDrafts = Object.entries(dishCountByDate).flatMap(([date, dishCount]) =>
      Array.from({ length: dishCount }, () => dishOn(date)),
    );
    expect(groupDaysByDishCount(Object.keys(dishCountByDate), dishDrafts, 10)).toEqual([
      ['2026-06-22', '2026-06-23'],
      ['2026-06-24'],
      ['2026-06-25', '2026-06-26'],
    ]);
  });

  it('keeps empty days, whose dishes may have to go', () => {
    expect(groupDaysByDishCount(['2026-06-24'], [], 10)).toEqual([['2026-06-24']]);
  });
});
