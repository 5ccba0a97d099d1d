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

const streets = STREETS.map(({ name, quarter, from, to }): Town => ({
  ...inHamburg,
  placeId: `street-hamburg-${slugOf(name)}`,
  name: `${name}, Hamburg-${QUARTERS[quarter].name}`,
  aliases: [],
  population: ASIDE,
  coordinate: { latitude: (from[0] + to[0]) / 2, longitude: (from[1] + to[1]) / 2 },
}));

/** Hamburg's quarters and the streets of the demo's places, for whoever looks one of them up. */
export const hamburgTowns: readonly Town[] = [...quarters, ...streets];
