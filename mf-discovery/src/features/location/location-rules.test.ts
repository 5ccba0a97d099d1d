import { fallbackPlace, readKeptPlace, writeKeptPlace } from './location-rules';

it('reads back what it wrote, as the last place', () => {
  const coordinate = { latitude: 48.14742, longitude: 11.56722 };
  expect(readKeptPlace(writeKeptPlace({ kind: 'user', coordinate }))).toEqual({ kind: 'last', coordinate });
});

it.each([null, '', '{', '[]', '"Hamburg"', '{"latitude":48}', '{"latitude":"48","longitude":"11"}', '{"latitude":148,"longitude":11}'])('takes %j for nothing kept', (kept) => {
  expect(readKeptPlace(kept)).toBeNull();
});

it('falls back to Hamburg', () => {
  expect(fallbackPlace).toEqual({ kind: 'fallback', coordinate: { latitude: 53.55, longitude: 9.99 } });
});
