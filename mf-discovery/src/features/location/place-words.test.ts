import { aGeocodeAnswer } from '@mahlzeit/contract/fixtures';
import { areaOf, placeLabels } from './place-words';

it.each([
  ['its own name before all', { kind: 'place', name: 'Altona' }, 'Hamburg', { around: 'Altona', alone: 'Altona' }],
  ['the own name of the last visit', { kind: 'last', name: 'Altona' }, null, { around: 'Altona', alone: 'Altona' }],
  ['the town of a point', { kind: 'area', name: null }, 'Hamburg', { around: 'Hamburg', alone: 'Hamburg' }],
  ['a point that nobody knows', { kind: 'area', name: null }, null, { around: 'diesen Kartenausschnitt', alone: 'Kartenausschnitt' }],
  ['the last point that nobody knows', { kind: 'last', name: null }, null, { around: 'deinen letzten Standort', alone: 'Dein letzter Standort' }],
  ['where the person stands', { kind: 'user', name: null }, null, { around: 'deinen Standort', alone: 'Dein Standort' }],
  ['where nothing else is known', { kind: 'fallback', name: null }, null, { around: 'Hamburg', alone: 'Hamburg' }],
] as const)('says %s', (_case, place, area, words) => {
  expect(placeLabels(place, area)).toEqual(words);
});

it('calls an address by its smallest part', () => {
  expect(areaOf(aGeocodeAnswer())).toBe('Hamburg');
  expect(areaOf({ status: 'ZERO_RESULTS', results: [] })).toBeNull();
  expect(areaOf(undefined)).toBeNull();
});
