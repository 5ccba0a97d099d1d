import { aGeocodeAnswer } from '@mahlzeit/contract/fixtures';
import { areaOf, placeWords } from './place-words';

it.each([
  ['its own name before all', { kind: 'place', name: 'Altona' }, 'Hamburg', 'Altona'],
  ['the own name of the last visit', { kind: 'last', name: 'Altona' }, null, 'Altona'],
  ['the town of a point', { kind: 'area', name: null }, 'Hamburg', 'Hamburg'],
  ['a point that nobody knows', { kind: 'area', name: null }, null, 'diesen Kartenausschnitt'],
  ['the last point that nobody knows', { kind: 'last', name: null }, null, 'deinen letzten Standort'],
  ['where the person stands', { kind: 'user', name: null }, null, 'deinen Standort'],
  ['where nothing else is known', { kind: 'fallback', name: null }, null, 'Hamburg'],
] as const)('says %s', (_case, place, area, words) => {
  expect(placeWords(place, area)).toBe(words);
});

it('calls an address by its smallest part', () => {
  expect(areaOf(aGeocodeAnswer())).toBe('Hamburg');
  expect(areaOf({ status: 'ZERO_RESULTS', results: [] })).toBeNull();
  expect(areaOf(undefined)).toBeNull();
});
