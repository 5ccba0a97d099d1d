import { slugOf, type Town } from '../../../src/modules/discovery';
import { QUARTERS } from './quarters';
import { STREETS } from './streets';

const inHamburg = { countryCode: 'DE', state: 'Hamburg' } as const;

const quarters = Object.values(QUARTERS).map(({ name, aliases, population, middle: [latitude, longitude] }): Town => ({
  ...inHamburg,
  placeId: `quarter-hamburg-${slugOf(name)}`,
  name: `Hamburg-${name}`,
  aliases: [name, ...aliases.filter((alias) => alias !== `Hamburg-${name}`)],
  population,
  coordinate: { latitude, longitude },
}));

// A street is a smaller aim than the quarter it lies in.
const ASIDE = 100;

const middle = (a: number, b: number): number => Math.round(((a + b) / 2) * 1e5) / 1e5;

const streets = STREETS.map(({ name, quarter, from, to }): Town => ({
  ...inHamburg,
  placeId: `street-hamburg-${slugOf(name)}`,
  name: `${name}, Hamburg-${QUARTERS[quarter].name}`,
  aliases: [],
  population: ASIDE,
  coordinate: { latitude: middle(from[0], to[0]), longitude: middle(from[1], to[1]) },
}));

/** Hamburg's quarters and the streets of the demo's places, for whoever looks one of them up. */
export const hamburgTowns: readonly Town[] = [...quarters, ...streets];
