import { aPlace } from '@mahlzeit/contract/fixtures';
import {
  fallbackPlace,
  chosenPlaceOf,
  createUnnamedPlace,
  parsePersistedPlace,
  serializeChosenPlace,
} from './chosen-place';

const munichCoordinate = { latitude: 48.14742, longitude: 11.56722 };

it('restores a stored point as the last place', () => {
  expect(parsePersistedPlace(serializeChosenPlace(createUnnamedPlace('user', munichCoordinate)))).toEqual(
    createUnnamedPlace('last', munichCoordinate),
  );
});

it('restores a stored place with name and id', () => {
  expect(parsePersistedPlace(serializeChosenPlace(chosenPlaceOf(aPlace())))).toEqual(chosenPlaceOf(aPlace(), 'last'));
});

it.each([
  null,
  '',
  '{',
  '[]',
  '"Hamburg"',
  '{"latitude":48}',
  '{"latitude":"48","longitude":"11"}',
  '{"latitude":148,"longitude":11}',
  '{"placeId":"x","name":"Nirgends","coordinate":{"latitude":148,"longitude":11}}',
])('ignores the stored text %j', (storedText) => {
  expect(parsePersistedPlace(storedText)).toBeNull();
});

it('falls back to Hamburg', () => {
  expect(fallbackPlace).toMatchObject({ kind: 'fallback', coordinate: { latitude: 53.55, longitude: 9.99 } });
});
