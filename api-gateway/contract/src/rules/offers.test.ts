import { aDishByWeight, anOffer } from '../fixtures';
import { drinksMealTypeName, isLunchMealType, isOrderable, offersOf } from './offers';

describe('offersOf', () => {
  it('takes one day and sorts by order, the highest first', () => {
    const offers = [
      anOffer({ key: 'salat', order: 1 }),
      anOffer({ key: 'gestern', date: '2026-06-23', order: 9 }),
      anOffer({ key: 'suppe', order: 5 }),
      anOffer({ key: 'brot', order: 1 }),
    ];
    expect(offersOf(offers, '2026-06-24').map(({ key }) => key)).toEqual(['suppe', 'salat', 'brot']);
  });

  it('leaves the given list as it was', () => {
    const offers = [anOffer({ key: 'a', order: 1 }), anOffer({ key: 'b', order: 2 })];
    offersOf(offers, '2026-06-24');
    expect(offers.map(({ key }) => key)).toEqual(['a', 'b']);
  });
});

describe('isLunchMealType', () => {
  it.each([['Menü', true], ['Mittagstisch', true], ['Suppen', false], [drinksMealTypeName, false], ['menü', false]])('takes %s as %s', (baseName, isLunch) => {
    expect(isLunchMealType(baseName)).toBe(isLunch);
  });
});

describe('isOrderable', () => {
  it('is not so for what is sold by weight', () => {
    expect(isOrderable(anOffer())).toBe(true);
    expect(isOrderable(aDishByWeight())).toBe(false);
  });
});
