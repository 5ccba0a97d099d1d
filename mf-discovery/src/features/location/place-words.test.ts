import { aGeocodeAnswer } from '@mahlzeit/contract/fixtures';
import { areaOf, placeWords } from './place-words';

it.each([
  ['its own name before all', { kind: 'place', name: 'Altona' }, 'Hamburg', 'Altona', 'Altona'],
  ['the own name of the last visit', { kind: 'last', name: 'Altona' }, null, 'Altona', 'Altona'],
  ['the town of a point', { kind: 'area', name: null }, 'Hamburg', 'Hamburg', 'Hamburg'],
  ['a point that nobody knows', { kind: 'area', name: null }, null, 'diesen Kartenausschnitt', 'Kartenausschnitt'],
  ['the last point that nobody knows', { kind: 'last', name: null }, null, 'deinen letzten Standort', 'Dein letzter Standort'],
  ['where the person stands', { kind: 'user', name: null }, null, 'deinen Standort', 'Dein Standort'],
  ['where nothing else is known', { kind: 'fallback', name: null }, null, 'Hamburg', 'Hamburg'],
] as const)('says %s', (_case, place, area, around, alone) => {
  expect(placeWords(place, area)).toEqual({ around, alone });
});

it('calls an address by its smallest part', () => {
  expect(areaOf(aGeocodeAnswer())).toBe('Hamburg');
  expect(areaOf({ status: 'ZERO_RESULTS', results: [] })).toBeNull();
  expect(areaOf(undefined)).toBeNull();
});
