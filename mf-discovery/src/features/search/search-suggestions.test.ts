import { anOffer, aRestaurant } from '@mahlzeit/contract/fixtures';
import { editDistance, searchSuggestionsFor } from './search-suggestions';

const makeDish = (name: string, price: number, diets: readonly ('vegan' | 'vegetarian')[] = []) =>
  anOffer({ key: name, name, price, diets: [...diets] });

const places = [
  aRestaurant({
    key: 'a',
    name: 'Kombüse',
    tags: [],
    initialDistanceKm: 0.4,
    offers: [makeDish('Labskaus mit Spiegelei', 1190), makeDish('Linsensuppe', 690, ['vegan'])],
  }),
  aRestaurant({
    key: 'b',
    name: 'Labskaus-Eck',
    tags: [],
    initialDistanceKm: 0.2,
    offers: [makeDish('Labskaus', 1390), makeDish('Ofenkürbis', 990, ['vegetarian'])],
  }),
];

const labskausMatches = { text: 'Labskaus', dishes: 2, places: 1, price: 1190 };

it.each([
  ['', '', 0],
  ['suppe', 'suppe', 0],
  ['supe', 'suppe', 1],
  ['supppe', 'suppe', 1],
  ['sappe', 'suppe', 1],
  ['spupe', 'suppe', 1],
  ['abc', '', 3],
])('counts from %j to %j %i changes', (a, b, changeCount) =>
  expect([editDistance(a, b), editDistance(b, a)]).toEqual([changeCount, changeCount]),
);

it.each([
  ['Labskus', 'Labskaus'],
  ['lapskaus', 'Labskaus'],
  ['LINSENSUPE', 'Linsensuppe'],
  ['Kombuese', 'Kombüse'],
  ['Linsensupe', 'Linsensuppe'],
])('corrects %s to %s', (typedText, expectedCorrection) => {
  expect(searchSuggestionsFor(typedText, places)[0]).toMatchObject({ kind: 'respelled', text: expectedCorrection });
});

it('names the results of the corrected spelling', () =>
  expect(searchSuggestionsFor('Labskus', places)).toEqual([
    { kind: 'respelled', ...labskausMatches },
    { kind: 'elsewhere' },
  ]));

it.each(['xyz', 'Sushi', 'Lab', 'Kaus'])('does not correct %s', (typedText) =>
  expect(searchSuggestionsFor(typedText, places).filter(({ kind }) => kind === 'respelled')).toEqual([]),
);

it('suggests each word, and all dishes of a typed diet', () => {
  expect(searchSuggestionsFor('Labskaus vegan', places)).toEqual([
    { kind: 'part', ...labskausMatches },
    { kind: 'diet', diet: 'vegan', dishes: 1, nearestKm: 0.4 },
    { kind: 'elsewhere' },
  ]);
  expect(searchSuggestionsFor('vegetarisches Labskaus', places)).toContainEqual({
    kind: 'diet',
    diet: 'vegetarian',
    dishes: 2,
    nearestKm: 0.2,
  });
});

it('does not correct the name of a diet', () => {
  expect(searchSuggestionsFor('Labskus vegan', places).map(({ kind }) => kind)).toEqual([
    'respelled',
    'diet',
    'elsewhere',
  ]);
});

it('suggests no word and no diet without results', () =>
  expect(searchSuggestionsFor('Sushi halal', places)).toEqual([{ kind: 'elsewhere' }]));

it('suggests another location when nothing is around', () =>
  expect(searchSuggestionsFor('Labskaus', [])).toEqual([{ kind: 'elsewhere' }]));
