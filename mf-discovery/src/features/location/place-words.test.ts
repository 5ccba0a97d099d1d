import { aGeocodeAnswer } from '@mahlzeit/contract/fixtures';
import { placeWords, townOf } from './place-words';

it.each([
  ['its own name before all', { kind: 'place', name: 'Altona' }, 'Hamburg', 'Altona'],
  ['the own name of the last visit', { kind: 'last', name: 'Altona' }, null, 'Altona'],
  ['the town of a point', { kind: 'area', name: null }, 'Hamburg', 'Hamburg'],
  ['a point that nobody knows', { kind: 'area', name: null }, null, 'diesen Kartenausschnitt'],
  ['the last point that nobody knows', { kind: 'last', name: null }, null, 'deinen letzten Standort'],
  ['where the person stands', { kind: 'user', name: null }, null, 'deinen Standort'],
  ['where nothing else is known', { kind: 'fallback', name: null }, null, 'Hamburg'],
] as const)('says %s', (_case, place, town, words) => {
  expect(placeWords(place, town)).toBe(words);
});

it('reads the town out of an address', () => {
  expect(townOf(aGeocodeAnswer())).toBe('Hamburg');
  expect(townOf({ status: 'ZERO_RESULTS', results: [] })).toBeNull();
  expect(townOf(undefined)).toBeNull();
});
