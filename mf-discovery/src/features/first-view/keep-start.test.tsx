import { renderHook } from '@testing-library/react';
import type { ChosenPlace } from '../location/location-rules';
import { usePrerenderCookies } from './keep-start';

const munich: ChosenPlace = { kind: 'place', coordinate: { latitude: 48.14742, longitude: 11.56722 }, name: 'München', placeId: 'muenchen' };
const hamburg: ChosenPlace = { kind: 'fallback', coordinate: { latitude: 53.55, longitude: 9.99 }, name: null, placeId: null };

let written: string[];
let cookies: jest.SpyInstance;
beforeEach(() => {
  written = [];
  cookies = jest.spyOn(document, 'cookie', 'set').mockImplementation((cookie) => void written.push(cookie));
});
afterEach(() => cookies.mockRestore());

const visit = (place: ChosenPlace | null, isAsItStarts: boolean) => renderHook(() => usePrerenderCookies(place, isAsItStarts));

it('says where the next page begins, to pages alone', () => {
  visit(munich, true);
  expect(written).toEqual(['mahlzeit_start=48.14742,11.56722; max-age=31536000; path=/restaurants; SameSite=Lax', 'mahlzeit_narrowed=; max-age=0; path=/restaurants; SameSite=Lax']);
});

it.each([
  ['nobody knows yet where', null],
  ['nobody has chosen a place', hamburg],
])('keeps no place where %s', (_case, place) => {
  visit(place, true);
  expect(written.join()).not.toContain('mahlzeit_start');
});

it('says for the time of the visit that the list is another', () => {
  visit(munich, false);
  expect(written.at(-1)).toBe('mahlzeit_narrowed=1; path=/restaurants; SameSite=Lax');
});
