import type { Coordinate, Details } from '@mahlzeit/contract';
import { insertAsJson } from '../../api-gateway/src/platform/database/engine-sql';
import type { OpenDatabase } from '../../api-gateway/src/platform/database/open-database';
import {
  restaurantColumns,
  type OwnRestaurant,
} from '../../api-gateway/src/modules/discovery/restaurants/restaurant-repository';

/** Restaurants per square kilometre, the same for every number of restaurants. */
const PLACES_PER_SQUARE_KM = 100;
const METERS_PER_DEGREE = 111_195;
const PLACES_PER_WRITE = 50_000;
const PLACES_PER_INSERT = 2000;

/**
 * Word for which the search benchmark searches. In every filled database, `hits` restaurants have this word in their
 * name.
 */
export const RARE_SEARCH_WORD = { text: 'zwiebelkuchen', hits: 40 };

const MAP_CENTER: Coordinate = { latitude: 50, longitude: 10 };
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

const placeDetails: Details = {
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
 * measures the same restaurants.
 */
export const createRandomGenerator = (seed: number) => () => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
  return seed / 2_147_483_648;
};

const worldSideDegreesOf = (placeCount: number): number =>
  (Math.sqrt(placeCount / PLACES_PER_SQUARE_KM) * 1000) / METERS_PER_DEGREE;

/**
 * Returns a random point in an area with `placeCount` restaurants. `insetShare` keeps a distance from the edge, where
 * there are fewer neighbours.
 */
export const randomPoint = (placeCount: number, randomNumber: () => number, insetShare = 0): Coordinate => {
  const sideDegrees = worldSideDegreesOf(placeCount) * (1 - 2 * insetShare);
  const longitudeScale = Math.cos((MAP_CENTER.latitude * Math.PI) / 180);
  return {
    latitude: MAP_CENTER.latitude + sideDegrees * (randomNumber() - 0.5),
    longitude: MAP_CENTER.longitude + (sideDegrees / longitudeScale) * (randomNumber() - 0.5),
  };
};

const randomWord = (wordList: readonly string[], random: () => number): string =>
  wordList[Math.floor(random() * wordList.length)] ?? '';

const dayHours = [
  { start: '11:00', end: '14:30' },
  { start: '17:00', end: '01:00' },
];
const weekHours = { 1: dayHours, 2: dayHours, 3: dayHours, 4: [], 5: dayHours, 6: dayHours, 7: dayHours };
const lateWeekHours = { ...weekHours, 3: [{ start: '17:00', end: '23:00' }] };

const createPlaceAt = (placeIndex: number, placeCount: number, random: () => number): OwnRestaurant => {
  const hasRareWord =
    placeIndex % Math.floor(placeCount / RARE_SEARCH_WORD.hits) === 0 &&
    placeIndex / Math.floor(placeCount / RARE_SEARCH_WORD.hits) < RARE_SEARCH_WORD.hits;
  const placeName = hasRareWord
    ? `Zwiebelkuchen-Stube ${placeIndex}`
    : `${randomWord(NAME_PREFIXES, random)} ${randomWord(NAME_SUFFIXES, random)} ${placeIndex}`;
  return {
    key: `place-${placeIndex}`,
    name: placeName,
    routingName: `place-${placeIndex}`,
    type: 'Restaurant',
    logo: null,
    tagIds: ['german', 'pizza'],
    hasPayment: false,
    address: {
      placeId: null,
      street: 'Musterstraße',
      streetNumber: `${placeIndex % 200}`,
      postalCode: '20459',
      locality: 'Musterstadt',
    },
    location: randomPoint(placeCount, random),
    media: [],
    openingHours: placeIndex % 3 === 0 ? lateWeekHours : weekHours,
    openingHoursText: null,
    lunchTimes: weekHours,
    restTime: null,
    orderForerunMinutes: 15,
    activeSince: '2024-01-01',
    premiumStart: null,
    premiumEnd: null,
    onlyTakeAway: false,
    ordersPausedUntil: null,
    companyId: null,
    data: {
      description: 'Hausmannskost, jeden Tag frisch.',
      contact: { phoneNumber: '+49 40 5550142', email: null, web: null, reservationUrl: null },
      meanPrice: 5 + (placeIndex % 15),
      details: placeDetails,
    },
  };
};

// The rows are inserted as parts of one JSON value, so their JSON columns stay objects instead of becoming texts.
const placeRowOf = (place: OwnRestaurant) => ({
  ...restaurantColumns(place),
  tag_ids: place.tagIds,
  address: place.address,
  media: place.media,
  opening_hours: place.openingHours,
  lunch_times: place.lunchTimes,
  order_channels: [],
  data: place.data,
});

type PlaceRow = ReturnType<typeof placeRowOf>;

const PLACE_COLUMNS = [
  'key',
  'name',
  'search_text',
  'street_text',
  'routing_name',
  'type',
  'tag_ids',
  'address',
  'latitude',
  'longitude',
  'media',
  'opening_hours',
  'lunch_times',
  'order_forerun_minutes',
  'active_since',
  'only_take_away',
  'order_channels',
  'data',
] as const satisfies (keyof PlaceRow)[];

/** Fills a new database with `placeCount` restaurants of equal density. */
export const fillWithPlaces = async (database: OpenDatabase, placeCount: number): Promise<void> => {
  const random = createRandomGenerator(placeCount);
  for (let writeStartIndex = 0; writeStartIndex < placeCount; writeStartIndex += PLACES_PER_WRITE) {
    const writeEndIndex = Math.min(placeCount, writeStartIndex + PLACES_PER_WRITE);
    await database.write(async (transaction) => {
      for (
        let insertStartIndex = writeStartIndex;
        insertStartIndex < writeEndIndex;
        insertStartIndex += PLACES_PER_INSERT
      ) {
        const insertCount = Math.min(PLACES_PER_INSERT, writeEndIndex - insertStartIndex);
        const rows = Array.from({ length: insertCount }, (_, insertOffset) =>
          placeRowOf(createPlaceAt(insertStartIndex + insertOffset, placeCount, random)),
        );
        // The rows are inserted as one JSON value, because binding the values of a million rows one by one would take
        // longer than the measurement.
        await insertAsJson(transaction.knex, { table: 'restaurant', columns: PLACE_COLUMNS, rows });
      }
    });
  }
};
