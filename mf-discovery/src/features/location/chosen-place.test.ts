import { aPlace } from '@mahlzeit/contract/fixtures';
import { fallbackPlace, placeOf, unnamedPlace, parsePersistedPlace, serializePlace } from './chosen-place';

const coordinate = { latitude: 48.14742, longitude: 11.56722 };

it('restores a stored point as the last place', () => {
  expect(parsePersistedPlace(serializePlace(unnamedPlace('user', coordinate)))).toEqual(
    unnamedPlace('last', coordinate),
  );
});

it('restores a stored place with name and id', () => {
  expect(parsePersistedPlace(serializePlace(placeOf(aPlace())))).toEqual(placeOf(aPlace(), 'last'));
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
