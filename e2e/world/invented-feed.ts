import { writeFileSync } from 'node:fs';
import { TEST_DAY } from './partner';

interface Dish {
  readonly name: string;
  /** Type of the dish, as the canteens' feed names it. The gateway derives meal types from it. */
  readonly dishType: string;
  /** Prices in euro: a fixed part, and a part for each 100 g. */
  readonly price: readonly [base: number, perUnit: number];
}

interface Canteen {
  readonly id: string;
  readonly name: string;
  /** Distance from the Arcisstraße in metres, and direction in degrees from the north. */
  readonly at: readonly [metres: number, degrees: number];
  /** Opening hours of the canteen on Wednesdays; null if it is closed on Wednesdays. */
  readonly wednesdayHours: readonly [start: string, end: string] | null;
  readonly dishes: readonly Dish[];
}

const MIDDAY_HOURS = ['11:00', '14:00'] as const;
const CENTER_LATITUDE = 48.14742;
const CENTER_LONGITUDE = 11.56722;
const METRES_PER_DEGREE = 111_195;

const standardDishes: readonly Dish[] = [
  { name: 'Gulasch mit Semmelknödel', dishType: 'Fleisch', price: [5.9, 0] },
  { name: 'Kürbisrisotto', dishType: 'Vegan', price: [0, 1.6] },
  { name: 'Tomatensuppe', dishType: 'Tagessuppe, Brot, Obst', price: [1.2, 0] },
  { name: 'Vanillepudding', dishType: 'Dessert (Glas)', price: [0.9, 0] },
];

const createSingleDishMenu = (dishName: string): readonly Dish[] => [
  { name: dishName, dishType: 'Hauptgericht', price: [6.4, 0] },
];

/** Canteens of the invented feed, the nearest first. They cover all states that a canteen can have during a day. */
const CANTEENS: readonly Canteen[] = [
  { id: 'brunnen', name: 'Mensa am Brunnen', at: [60, 0], wednesdayHours: MIDDAY_HOURS, dishes: standardDishes },
  { id: 'linde', name: 'Bistro Linde', at: [160, 90], wednesdayHours: ['08:00', '16:00'], dishes: [] },
  { id: 'nordtor', name: 'Cafeteria Nordtor', at: [220, 180], wednesdayHours: null, dishes: [] },
  {
    id: 'fruehschicht',
    name: 'Kantine Frühschicht',
    at: [280, 270],
    wednesdayHours: ['06:00', '11:00'],
    dishes: createSingleDishMenu('Weißwurst mit Breze'),
  },
  ...Array.from({ length: 12 }, (_, index): Canteen => ({
    id: `haus-${index + 1}`,
    name: `Kantine Haus ${index + 1}`,
    at: [340 + index * 90, 45 + index * 70],
    wednesdayHours: MIDDAY_HOURS,
    dishes: createSingleDishMenu(`Eintopf Nummer ${index + 1}`),
  })),
  {
    id: 'fern',
    name: 'Mensa Fernblick',
    at: [20_000, 0],
    wednesdayHours: MIDDAY_HOURS,
    dishes: createSingleDishMenu('Leberkäse'),
  },
];

const feedDishOf = ({ name, dishType, price: [basePrice, pricePerUnit] }: Dish) => ({
  name,
  dish_type: dishType,
  labels: dishType === 'Vegan' ? ['VEGAN', 'CELERY'] : ['GLUTEN', 'WHEAT', 'CEREAL'],
  prices: { guests: { base_price: basePrice, price_per_unit: pricePerUnit, unit: '100g' } },
});

const feedCoordinateOf = ([metres, bearingDegrees]: Canteen['at']) => {
  const bearingRadians = (bearingDegrees * Math.PI) / 180;
  const metresPerLongitudeDegree = METRES_PER_DEGREE * Math.cos((CENTER_LATITUDE * Math.PI) / 180);
  return {
    latitude: CENTER_LATITUDE + (metres * Math.cos(bearingRadians)) / METRES_PER_DEGREE,
    longitude: CENTER_LONGITUDE + (metres * Math.sin(bearingRadians)) / metresPerLongitudeDegree,
  };
};

const feedCanteenOf = ({ id, name, at, wednesdayHours }: Canteen) => ({
  canteen_id: id,
  name,
  location: { address: `Brunnengasse ${Math.round(at[0] / 10)}, München`, ...feedCoordinateOf(at) },
  // Every canteen has opening hours on Thursday, because a canteen that is closed only on Wednesdays is in another
  // state than a canteen without any hours.
  open_hours: {
    thu: { start: '11:00', end: '14:00' },
    ...(wednesdayHours !== null && { wed: { start: wednesdayHours[0], end: wednesdayHours[1] } }),
  },
});

const feedWeekOf = ({ id, dishes }: Canteen) => ({
  canteen_id: id,
  number: 26,
  year: 2026,
  days: dishes.length === 0 ? [] : [{ date: TEST_DAY, dishes: dishes.map(feedDishOf) }],
});

/** Writes a partner feed of invented canteens around the Arcisstraße in München, in the format of the real feed. */
export const writeInventedFeed = (feedFile: string): void =>
  writeFileSync(feedFile, JSON.stringify({ canteens: CANTEENS.map(feedCanteenOf), weeks: CANTEENS.map(feedWeekOf) }));
