import type { Coordinate, Details } from '@mahlzeit/contract';
import type { OpenDatabase, OpenWriteTransaction } from '../../api-gateway/src/platform/database/open-database';
import {
  restaurantColumns,
  type OwnRestaurant,
} from '../../api-gateway/src/modules/discovery/restaurants/restaurant-repository';

/** Restaurants per square kilometre; the same for every size of the world. */
const PLACES_PER_SQUARE_KM = 100;
const METERS_PER_DEGREE = 111_195;
const PLACES_PER_WRITE = 50_000;
const PLACES_PER_INSERT = 2000;

/** Word that the search bench looks for, and the number of restaurants with this word in their name in every world. */
export const RARE_WORD = { text: 'zwiebelkuchen', hits: 40 };

const CENTER: Coordinate = { latitude: 50, longitude: 10 };
const NAME_PREFIXES = [
  'Gasthaus',
  'Pizzeria',
  'Kuchenhaus',
  'Zwiebelturm',
  'Bistro',
  'Trattoria',
  'Wirtshaus',
  'Kantine',
  'Suppenküche',
  'Brauhaus',
];
const NAME_SUFFIXES = [
  'Adler',
  'Bella Napoli',
  'Sonne',
  'Hirsch',
  'Löwen',
  'Linde',
  'Mühle',
  'Anker',
  'Rose',
  'Krone',
  'Schwan',
  'Kuchen',
  'Stern',
];

const details: Details = {
  wifi: true,
  paymentEC: true,
  paymentVS: null,
  paymentMC: null,
  paymentDC: null,
  paymentAE: null,
  paymentPP: null,
  paymentGP: null,
  paymentAP: null,
  paymentCash: true,
  sodexo: null,
  ticketRestaurant: null,
  handicap: null,
  parkingExternal: null,
  parkingRestaurant: null,
  smokingOutside: null,
  smokingInside: null,
  seatsOutside: true,
};

/**
 * Returns a generator of pseudo-random numbers from 0 to 1. The same seed gives the same numbers, so that every run
 * measures the same world.
 */
export const createRandom = (seed: number) => () => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
  return seed / 2_147_483_648;
};

const worldSideDegrees = (placeCount: number): number =>
  (Math.sqrt(placeCount / PLACES_PER_SQUARE_KM) * 1000) / METERS_PER_DEGREE;

/**
 * Returns a random point in a world of `placeCount` restaurants. `inset` keeps a distance from the edge, where there
 * are fewer neighbours.
 */
export const randomPoint = (placeCount: number, random: () => number, inset = 0): Coordinate => {
  const sideDegrees = worldSideDegrees(placeCount) * (1 - 2 * inset);
  const longitudeScale = Math.cos((CENTER.latitude * Math.PI) / 180);
  return {
    latitude: CENTER.latitude + sideDegrees * (random() - 0.5),
    longitude: CENTER.longitude + (sideDegrees / longitudeScale) * (random() - 0.5),
  };
};

const randomWord = (words: readonly string[], random: () => number): string =>
  words[Math.floor(random() * words.length)] ?? '';

const dayHours = [
  { start: '11:00', end: '14:30' },
  { start: '17:00', end: '01:00' },
];
const weekHours = { 1: dayHours, 2: dayHours, 3: dayHours, 4: [], 5: dayHours, 6: dayHours, 7: dayHours };
const lateWeekHours = { ...weekHours, 3: [{ start: '17:00', end: '23:00' }] };

const placeAt = (index: number, placeCount: number, random: () => number): OwnRestaurant => {
  const hasRareWord =
    index % Math.floor(placeCount / RARE_WORD.hits) === 0 &&
    index / Math.floor(placeCount / RARE_WORD.hits) < RARE_WORD.hits;
  const name = hasRareWord
    ? `Zwiebelkuchen-Stube ${index}`
    : `${randomWord(NAME_PREFIXES, random)} ${randomWord(NAME_SUFFIXES, random)} ${index}`;
  return {
    key: `place-${index}`,
    name,
    routingName: `place-${index}`,
    type: 'Restaurant',
    logo: null,
    tagIds: ['german', 'pizza'],
    hasPayment: false,
    address: {
      placeId: null,
      street: 'Musterstraße',
      streetNumber: `${index % 200}`,
      postalCode: '20459',
      locality: 'Musterstadt',
    },
    location: randomPoint(placeCount, random),
    media: [],
    openingHours: index % 3 === 0 ? lateWeekHours : weekHours,
    openingHoursText: null,
    lunchTimes: weekHours,
    restTime: null,
    orderForerunMinutes: 15,
    activeSince: '2024-01-01',
    premiumStart: null,
    premiumEnd: null,
    onlyTakeAway: false,
    companyId: null,
    data: {
      description: 'Hausmannskost, jeden Tag frisch.',
      contact: { phoneNumber: '+49 40 5550142', email: null, web: null, reservationUrl: null },
      meanPrice: 5 + (index % 15),
      details,
    },
  };
};

type RestaurantColumns = ReturnType<typeof restaurantColumns>;

// One statement inserts thousands of rows: binding the values of a million rows one by one would take longer than the
// measurement.
const insertPlaces = async ({ knex }: OpenWriteTransaction, rows: readonly RestaurantColumns[]): Promise<void> => {
  const columnNames = Object.keys(rows[0] ?? {});
  const values = columnNames.map((name) => `value ->> '$.${name}'`).join(', ');
  await knex.raw(`insert into restaurant (${columnNames.join(', ')}) select ${values} from json_each(?)`, [
    JSON.stringify(rows),
  ]);
};

/** Fills a new database with `placeCount` restaurants of equal density. */
export const fillWithPlaces = async (database: OpenDatabase, placeCount: number): Promise<void> => {
  const random = createRandom(placeCount);
  for (let start = 0; start < placeCount; start += PLACES_PER_WRITE) {
    const end = Math.min(placeCount, start + PLACES_PER_WRITE);
    await database.write(async (tx) => {
      for (let from = start; from < end; from += PLACES_PER_INSERT) {
        const count = Math.min(PLACES_PER_INSERT, end - from);
        await insertPlaces(
          tx,
          Array.from({ length: count }, (_, offset) => restaurantColumns(placeAt(from + offset, placeCount, random))),
        );
      }
    });
  }
};
