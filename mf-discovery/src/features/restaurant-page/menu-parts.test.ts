import { aDrink, aMealType, anOffer } from '@mahlzeit/contract/fixtures';
import { menuPartsOf, sortServedPartsFirst } from './menu-parts';

const soupType = aMealType({
  key: 'suppen',
  baseName: 'Suppen',
  name: 'Suppen',
  translations: { de: 'Suppen' },
  order: 10,
});
const lunchType = aMealType();
const drinkType = aMealType({
  key: 'getraenke',
  baseName: 'Getränke',
  name: 'Getränke',
  translations: { de: 'Getränke' },
  order: 90,
});

it('D12 sorts types ascending and dishes descending by their order', () => {
  const menuOffers = [
    aDrink(),
    anOffer({ key: 'a', order: 10 }),
    anOffer({ key: 'b', order: 30 }),
    anOffer({ key: 'suppe', typeKey: 'suppen', baseName: 'Suppen' }),
  ];
  expect(
    menuPartsOf(menuOffers, [drinkType, lunchType, soupType]).map(({ name, offers: partOffers }) => [
      name,
      partOffers.map(({ key }) => key),
    ]),
  ).toEqual([
    ['Suppen', ['suppe']],
    ['Mittagstisch', ['b', 'a']],
    ['Getränke', [aDrink().key]],
  ]);
});

it('leaves out types without dishes', () => {
  expect(menuPartsOf([anOffer()], [soupType, lunchType, drinkType]).map(({ key }) => key)).toEqual(['mittagstisch']);
});

it('puts dishes of an unknown type last, under their own name', () => {
  const brunchOffer = anOffer({ key: 'brunch', typeKey: 'brunch', baseName: 'Brunch' });
  expect(menuPartsOf([brunchOffer, anOffer()], [lunchType]).map(({ name }) => name)).toEqual([
    'Mittagstisch',
    'Brunch',
  ]);
});

it('uses the German name of a type', () => {
  expect(menuPartsOf([anOffer()], [aMealType({ name: 'Lunch', translations: { de: 'Mittags' } })])[0]?.name).toBe(
    'Mittags',
  );
});

it('puts lunch last when it is over', () => {
  const menuPartNames = ['Menü', 'Suppen', 'Mittagstisch', 'Kuchen'].map((baseName) => ({ baseName }));
  const orderedPartNames = (isLunchOver: boolean): string[] =>
    sortServedPartsFirst(menuPartNames, isLunchOver).map(({ baseName }) => baseName);
  expect(orderedPartNames(false)).toEqual(['Menü', 'Suppen', 'Mittagstisch', 'Kuchen']);
  expect(orderedPartNames(true)).toEqual(['Suppen', 'Kuchen', 'Menü', 'Mittagstisch']);
});
