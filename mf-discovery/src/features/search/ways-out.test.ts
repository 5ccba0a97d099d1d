import { anOffer, aRestaurant } from '@mahlzeit/contract/fixtures';
import { editDistance, waysOutOf } from './ways-out';

const dish = (name: string, price: number, diets: readonly ('vegan' | 'vegetarian')[] = []) =>
  anOffer({ key: name, name, price, diets: [...diets] });

const places = [
  aRestaurant({
    key: 'a',
    name: 'Kombüse',
    tags: [],
    initialDistanceKm: 0.4,
    offers: [dish('Labskaus mit Spiegelei', 1190), dish('Linsensuppe', 690, ['vegan'])],
  }),
  aRestaurant({
    key: 'b',
    name: 'Labskaus-Eck',
    tags: [],
    initialDistanceKm: 0.2,
    offers: [dish('Labskaus', 1390), dish('Ofenkürbis', 990, ['vegetarian'])],
  }),
];

const labskaus = { text: 'Labskaus', dishes: 2, places: 1, price: 1190 };

it.each([
  ['', '', 0],
  ['suppe', 'suppe', 0],
  ['supe', 'suppe', 1],
  ['supppe', 'suppe', 1],
  ['sappe', 'suppe', 1],
  ['spupe', 'suppe', 1],
  ['abc', '', 3],
])('from %j to %j it takes %i', (a, b, slips) =>
  expect([editDistance(a, b), editDistance(b, a)]).toEqual([slips, slips]),
);

it.each([
  ['Labskus', 'Labskaus'],
  ['lapskaus', 'Labskaus'],
  ['LINSENSUPE', 'Linsensuppe'],
  ['Kombuese', 'Kombüse'],
  ['Linsensupe', 'Linsensuppe'],
])('takes %s for %s', (typed, meant) => {
  expect(waysOutOf(typed, places)[0]).toMatchObject({ kind: 'respelled', text: meant });
});

it('says what the right spelling finds', () =>
  expect(waysOutOf('Labskus', places)).toEqual([{ kind: 'respelled', ...labskaus }, { kind: 'elsewhere' }]));

it.each(['xyz', 'Sushi', 'Lab', 'Kaus'])('takes %s for nothing else', (typed) =>
  expect(waysOutOf(typed, places).filter(({ kind }) => kind === 'respelled')).toEqual([]),
);

it('offers the words one by one, and all dishes of a diet that was asked for', () => {
  expect(waysOutOf('Labskaus vegan', places)).toEqual([
    { kind: 'part', ...labskaus },
    { kind: 'diet', diet: 'vegan', dishes: 1, nearestKm: 0.4 },
    { kind: 'elsewhere' },
  ]);
  expect(waysOutOf('vegetarisches Labskaus', places)).toContainEqual({
    kind: 'diet',
    diet: 'vegetarian',
    dishes: 2,
    nearestKm: 0.2,
  });
});

it('takes a diet for no slip of the pen', () => {
  expect(waysOutOf('Labskus vegan', places).map(({ kind }) => kind)).toEqual(['respelled', 'diet', 'elsewhere']);
});

it('offers no word and no diet that finds nothing', () =>
  expect(waysOutOf('Sushi halal', places)).toEqual([{ kind: 'elsewhere' }]));

it('looks elsewhere where nothing is around', () => expect(waysOutOf('Labskaus', [])).toEqual([{ kind: 'elsewhere' }]));
