import { renderHook } from '@testing-library/react';
import type { ChosenPlace } from '../location';
import { useKeptStart } from './keep-start';

const munich: ChosenPlace = { kind: 'place', coordinate: { latitude: 48.14742, longitude: 11.56722 }, name: 'München', placeId: 'muenchen' };
const hamburg: ChosenPlace = { kind: 'fallback', coordinate: { latitude: 53.55, longitude: 9.99 }, name: null, placeId: null };

let kept: string[];
let cookies: jest.SpyInstance;
beforeEach(() => {
  kept = [];
  cookies = jest.spyOn(document, 'cookie', 'set').mockImplementation((cookie) => void kept.push(cookie));
});
afterEach(() => cookies.mockRestore());

const keep = (place: ChosenPlace | null, isAsItStarts: boolean) => renderHook(() => useKeptStart(place, isAsItStarts));

it('tells where the next page begins, to pages alone', () => {
  keep(munich, true);
  expect(kept).toEqual(['mahlzeit_start=48.14742,11.56722; max-age=31536000; path=/restaurants; SameSite=Lax', 'mahlzeit_narrowed=; max-age=0; path=/restaurants; SameSite=Lax']);
});

it.each([
  ['nobody knows yet where', null],
  ['nobody has chosen a place', hamburg],
])('keeps no place where %s', (_case, place) => {
  keep(place, true);
  expect(kept.join()).not.toContain('mahlzeit_start');
});

it('says for the time of the visit that the list is another', () => {
  keep(munich, false);
  expect(kept.at(-1)).toBe('mahlzeit_narrowed=1; path=/restaurants; SameSite=Lax');
});
