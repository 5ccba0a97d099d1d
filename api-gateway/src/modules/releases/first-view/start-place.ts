import { Coordinate, NARROWED_COOKIE, START_COOKIE } from '@mahlzeit/contract';
import { fallbackCoordinate } from '@mahlzeit/contract/rules';

const DEGREES = /^(-?\d{1,2}(?:\.\d{1,17})?),(-?\d{1,3}(?:\.\d{1,17})?)$/;

const readCookies = (header: string): ReadonlyMap<string, string> =>
  new Map(header.split(';').map((pair): [string, string] => {
    const [name = '', ...value] = pair.trim().split('=');
    return [name, value.join('=')];
  }));

/** Where the list begins for who sends these cookies; null where it begins otherwise than the server can know. */
export const startPlaceOf = (cookies: string | undefined): Coordinate | null => {
  const byName = readCookies(cookies ?? '');
  if (byName.has(NARROWED_COOKIE)) return null;
  const start = byName.get(START_COOKIE);
  if (start === undefined) return fallbackCoordinate;
  const [, latitude, longitude] = DEGREES.exec(start) ?? [];
  const place = Coordinate.safeParse({ latitude: Number(latitude), longitude: Number(longitude) });
  return place.success ? place.data : null;
};
