import { aDrink, aMealType, anOffer } from '@mahlzeit/contract/fixtures';
import { menuParts, servedPartsFirst } from './menu';

const soups = aMealType({
  key: 'suppen',
  baseName: 'Suppen',
  name: 'Suppen',
  translations: { de: 'Suppen' },
  order: 10,
});
const lunch = aMealType();
const drinks = aMealType({
  key: 'getraenke',
  baseName: 'Getränke',
  name: 'Getränke',
  translations: { de: 'Getränke' },
  order: 90,
});

it('D12 sorts types ascending and dishes descending by their order', () => {
  const offers = [
    aDrink(),
    anOffer({ key: 'a', order: 10 }),
    anOffer({ key: 'b', order: 30 }),
    anOffer({ key: 'suppe', typeKey: 'suppen', baseName: 'Suppen' }),
  ];
  expect(
    menuParts(offers, [drinks, lunch, soups]).map(({ name, offers: dishes }) => [name, dishes.map(({ key }) => key)]),
  ).toEqual([
    ['Suppen', ['suppe']],
    ['Mittagstisch', ['b', 'a']],
    ['Getränke', [aDrink().key]],
  ]);
});

it('leaves out types without dishes', () => {
  expect(menuParts([anOffer()], [soups, lunch, drinks]).map(({ key }) => key)).toEqual(['mittagstisch']);
});

it('puts dishes of an unknown type last, under their own name', () => {
  const brunch = anOffer({ key: 'brunch', typeKey: 'brunch', baseName: 'Brunch' });
  expect(menuParts([brunch, anOffer()], [lunch]).map(({ name }) => name)).toEqual(['Mittagstisch', 'Brunch']);
});

it('uses the German name of a type', () => {
  expect(menuParts([anOffer()], [aMealType({ name: 'Lunch', translations: { de: 'Mittags' } })])[0]?.name).toBe(
    'Mittags',
  );
});

it('puts lunch last when it is over', () => {
  const parts = ['Menü', 'Suppen', 'Mittagstisch', 'Kuchen'].map((baseName) => ({ baseName }));
  const order = (isLunchOver: boolean): string[] =>
    servedPartsFirst(parts, isLunchOver).map(({ baseName }) => baseName);
  expect(order(false)).toEqual(['Menü', 'Suppen', 'Mittagstisch', 'Kuchen']);
  expect(order(true)).toEqual(['Suppen', 'Kuchen', 'Menü', 'Mittagstisch']);
});
