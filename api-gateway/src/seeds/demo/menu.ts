import type { Day, Diet } from '@mahlzeit/contract';
import { isoWeekday } from '@mahlzeit/contract/rules';
import { stableKey } from '../../modules/discovery';
import type { DishDraft } from '../../modules/discovery';
import { pickOne, seededInteger, pickSome } from '../seeded-random';
import type { DemoPlace } from './demo-places';
import { HOURS_BY_KEY } from './town/hours';
import type { Course, DishRow } from './kitchens/kitchen';

/** Data of a drink: its size, price in cents, letters of allergens, and optionally a deposit and additives. */
interface DrinkFacts {
  readonly name: string;
  readonly volume: string;
  readonly price: number;
  readonly allergens: string;
  readonly deposit?: number;
  readonly additives?: readonly string[];
  /** False for a drink that contains milk or another animal product. */
  readonly isVegan?: false;
}

const createDrink = (
  name: string,
  volume: string,
  price: number,
  drinkFacts: Partial<DrinkFacts> = {},
): DrinkFacts => ({
  name,
  volume,
  price,
  allergens: '',
  ...drinkFacts,
});

const caffeineAdditives = ['koffeinhaltig'];

/** Drinks of the demo, by the key that the cuisines use. A bottle to take away has a deposit. */
export const DRINKS: Readonly<Record<string, DrinkFacts>> = {
  wasser: createDrink('Mineralwasser', '0,25 l', 260),
  acqua: createDrink('Acqua frizzante', '0,75 l', 620),
  wasserflasche: createDrink('Mineralwasser', '0,5 l', 220, { deposit: 25 }),
  limoflasche: createDrink('Zitronenlimonade', '0,33 l', 280, { deposit: 15 }),
  bierflasche: createDrink('Helles aus der Flasche', '0,33 l', 290, {
    allergens: 'A',
    deposit: 8,
    additives: ['mit Alkohol'],
  }),
  apfelschorle: createDrink('Apfelschorle', '0,3 l', 320),
  rhabarber: createDrink('Rhabarberschorle', '0,3 l', 340),
  orangensaft: createDrink('Orangensaft, frisch gepresst', '0,2 l', 450),
  limonata: createDrink('Limonata', '0,33 l', 360, { deposit: 15 }),
  zitrone: createDrink('Zitronenlimonade, hausgemacht', '0,4 l', 420),
  limette: createDrink('Limettenlimonade mit Minze', '0,4 l', 450),
  mango: createDrink('Mangosaft', '0,3 l', 380),
  granatapfel: createDrink('Granatapfelschorle', '0,3 l', 380),
  pflaume: createDrink('Pflaumenschorle', '0,3 l', 360),
  jamaica: createDrink('Agua de Jamaica', '0,4 l', 390),
  bluetenlimo: createDrink('Orangenblütenlimonade', '0,33 l', 320, { deposit: 15 }),
  kombucha: createDrink('Kombucha mit Ingwer', '0,33 l', 420, { deposit: 15 }),
  ramune: createDrink('Yuzulimonade', '0,2 l', 380, { deposit: 25 }),
  cola: createDrink('Cola', '0,3 l', 340, { additives: ['mit Farbstoff', ...caffeineAdditives] }),
  spezi: createDrink('Cola-Mix', '0,3 l', 340, { additives: ['mit Farbstoff', ...caffeineAdditives] }),
  milchshake: createDrink('Vanillemilchshake', '0,4 l', 520, { allergens: 'G', isVegan: false }),
  ayran: createDrink('Ayran', '0,25 l', 220, { allergens: 'G', isVegan: false }),
  mangolassi: createDrink('Mangolassi', '0,3 l', 420, { allergens: 'G', isVegan: false }),
  kaffee: createDrink('Filterkaffee', '0,2 l', 260, { additives: caffeineAdditives }),
  espresso: createDrink('Espresso', '0,04 l', 240, { additives: caffeineAdditives }),
  milchkaffee: createDrink('Milchkaffee', '0,3 l', 390, {
    allergens: 'G',
    additives: caffeineAdditives,
    isVegan: false,
  }),
  galao: createDrink('Galão', '0,25 l', 340, { allergens: 'G', additives: caffeineAdditives, isVegan: false }),
  frappe: createDrink('Frappé', '0,3 l', 380, { additives: caffeineAdditives }),
  eiskaffee: createDrink('Eiskaffee mit Kondensmilch', '0,3 l', 450, {
    allergens: 'G',
    additives: caffeineAdditives,
    isVegan: false,
  }),
  chai: createDrink('Masala Chai', '0,25 l', 320, { allergens: 'G', isVegan: false }),
  tee: createDrink('Schwarzer Tee', '0,2 l', 240),
  gruentee: createDrink('Sencha', '0,3 l', 350),
  jasmintee: createDrink('Jasmintee, eine Kanne', '0,4 l', 420),
  minztee: createDrink('Minztee', '0,3 l', 320),
  alster: createDrink('Alsterwasser', '0,3 l', 390, { allergens: 'A', additives: ['mit Alkohol'] }),
  bier: createDrink('Pils vom Fass', '0,3 l', 390, { allergens: 'A', additives: ['mit Alkohol'] }),
  wein: createDrink('Hauswein', '0,2 l', 650, { allergens: 'L', additives: ['mit Alkohol'] }),
};

/** Name of the demo seed; seeded rows store it as their source. */
export const DEMO_SEED_NAME = 'demo';

const DAY_MS = 86_400_000;

/** German name of the meal type for each part of a menu. */
const MEAL_TYPE_BY_COURSE: Readonly<Record<Course, string>> = {
  lunch: 'Mittagstisch',
  starters: 'Vorspeisen',
  soups: 'Suppen',
  salads: 'Salate',
  mains: 'Hauptgerichte',
  sides: 'Beilagen',
  desserts: 'Desserts',
};

const STANDING_COURSE_COUNTS: readonly (readonly [course: Course, count: number])[] = [
  ['starters', 2],
  ['soups', 1],
  ['salads', 1],
  ['mains', 4],
  ['sides', 1],
  ['desserts', 1],
];

type UndatedDish = Omit<DishDraft, 'key' | 'date' | 'order'>;

// Returns the factor by which a restaurant's prices differ from the usual ones: chosen by its id, higher for a fine
// restaurant, lower for a cheap one.
const priceLevel = ({ id, traits }: DemoPlace): number => {
  const baseLevel = pickOne([0.92, 1, 1, 1.08, 1.15], 'price', id);
  if (traits.includes('fine')) return baseLevel * 1.45;
  return traits.includes('cheap') ? baseLevel * 0.72 : baseLevel;
};

const localPrice = (place: DemoPlace, cents: number): number =>
  Math.max(10, Math.round((cents * priceLevel(place)) / 10) * 10);

const dishDraftOf = (
  place: DemoPlace,
  course: Course,
  [name, description, price, allergens, dishMarks]: DishRow,
): UndatedDish => ({
  name,
  description,
  price: localPrice(place, price),
  unit: null,
  mealType: MEAL_TYPE_BY_COURSE[course],
  vatType: 'FOOD',
  allergens: [...allergens],
  additives: dishMarks?.contains === undefined ? [] : [dishMarks.contains],
  diets: dishMarks?.diets ?? [],
});

// Caches for each restaurant the part of the menu that is the same on every day.
const memoizeCard = <T>(createCard: (place: DemoPlace) => T): ((place: DemoPlace) => T) => {
  const cardByPlaceId = new Map<string, T>();
  return (place) => {
    const cachedDishes = cardByPlaceId.get(place.id);
    if (cachedDishes !== undefined) return cachedDishes;
    const card = createCard(place);
    cardByPlaceId.set(place.id, card);
    return card;
  };
};

const standingDishesOf = memoizeCard((place): UndatedDish[] =>
  STANDING_COURSE_COUNTS.flatMap(([course, dishCount]) =>
    pickSome(place.kitchen.dishes[course], dishCount, course, place.id).map((dishRow) =>
      dishDraftOf(place, course, dishRow),
    ),
  ),
);

const dayNumber = (day: Day): number => Math.floor(Date.parse(`${day}T00:00:00Z`) / DAY_MS);

/** Returns a restaurant's lunch dishes of a day. They rotate, so that no dish is served on two consecutive days. */
const lunchDishesOf = (place: DemoPlace, day: Day): UndatedDish[] => {
  const { lunch } = place.kitchen.dishes;
  const count = Math.min(2 + (seededInteger('lunch', place.id) % 2), Math.floor(lunch.length / 2));
  const firstDishIndex = dayNumber(day) * count + seededInteger('first', place.id);
  return Array.from({ length: count }, (_, index) => lunch[(firstDishIndex + index) % lunch.length]).flatMap((row) =>
    row === undefined ? [] : dishDraftOf(place, 'lunch', row),
  );
};

const unionOf = <T>(firstList: readonly T[], secondList: readonly T[]): T[] => [
  ...new Set([...firstList, ...secondList]),
];

const SECOND_COURSE_CENTS = 350;

const setMenuOf = (place: DemoPlace, [lunchDish]: readonly UndatedDish[]): UndatedDish[] => {
  const soupDish = pickSome(place.kitchen.dishes.soups, 1, 'menu', place.id).map((dishRow) =>
    dishDraftOf(place, 'soups', dishRow),
  )[0];
  if (lunchDish === undefined || soupDish === undefined || seededInteger('set menu', place.id) % 3 !== 0) return [];
  const diets: readonly Diet[] = lunchDish.diets.filter((diet) => soupDish.diets.includes(diet));
  return [
    {
      ...lunchDish,
      name: 'Mittagsmenü in zwei Gängen',
      description: `Erst ${soupDish.name}, dann ${lunchDish.name}`,
      price: lunchDish.price + localPrice(place, SECOND_COURSE_CENTS),
      mealType: 'Menü',
      allergens: unionOf(soupDish.allergens, lunchDish.allergens).sort(),
      additives: unionOf(soupDish.additives, lunchDish.additives),
      diets,
    },
  ];
};

// Returns the dishes of a buffet. A buffet is sold by weight, so the menu shows its price with a unit, and it can't be
// ordered.
const buffetDishesOf = (place: DemoPlace): UndatedDish[] =>
  place.kitchen.tags.includes('canteen') || seededInteger('buffet', place.id) % 29 === 0
    ? [
        {
          name: 'Salatbuffet',
          description: 'selbst zusammengestellt, an der Kasse gewogen',
          price: localPrice(place, 150),
          unit: '100 g',
          mealType: MEAL_TYPE_BY_COURSE.salads,
          vatType: 'FOOD',
          allergens: ['C', 'G', 'J'],
          additives: [],
          diets: [],
        },
      ]
    : [];

const drinkDishesOf = memoizeCard((place): UndatedDish[] =>
  pickSome(place.kitchen.drinks, 4, 'drinks', place.id).flatMap((name): UndatedDish[] => {
    const drink = DRINKS[name];
    if (drink === undefined) return [];
    const { volume, deposit = null, additives = [], allergens, isVegan = true } = drink;
    return [
      {
        name: drink.name,
        description: '',
        price: localPrice(place, drink.price),
        unit: null,
        volume,
        deposit,
        mealType: 'Getränke',
        vatType: 'DRINK',
        allergens: [...allergens],
        additives,
        diets: isVegan ? ['vegan', 'vegetarian'] : ['vegetarian'],
      },
    ];
  }),
);

const isOpenOn = ({ hours }: DemoPlace, day: Day): boolean => HOURS_BY_KEY[hours].opening[isoWeekday(day)].length > 0;
const hasLunchOn = ({ hours }: DemoPlace, day: Day): boolean => HOURS_BY_KEY[hours].lunch[isoWeekday(day)].length > 0;

/** Returns the key of a restaurant's dish on a day. */
export const dishKey = (place: DemoPlace, day: Day, name: string): string =>
  stableKey(DEMO_SEED_NAME, place.id, day, name);

/**
 * Returns a restaurant's menu of a day: first the lunch dishes of the day, if lunch is served, then the dishes of every
 * day.
 */
export const menuOn = (place: DemoPlace, day: Day): DishDraft[] => {
  if (!place.isPartner || place.traits.includes('noMenu') || !isOpenOn(place, day)) return [];
  const lunchDishes = hasLunchOn(place, day) ? lunchDishesOf(place, day) : [];
  const lunchDishNames = new Set(lunchDishes.map(({ name }) => name));
  const otherDishDrafts = [...standingDishesOf(place), ...buffetDishesOf(place), ...drinkDishesOf(place)].filter(
    ({ name }) => !lunchDishNames.has(name),
  );
  const dishDrafts = [...setMenuOf(place, lunchDishes), ...lunchDishes, ...otherDishDrafts];
  return dishDrafts.map((dishDraft, index) => ({
    ...dishDraft,
    key: dishKey(place, day, dishDraft.name),
    date: day,
    order: (dishDrafts.length - index) * 10,
  }));
};

/** Computes the average price of a meal in euro, from lunch and main dishes; null for a restaurant without a menu. */
export const meanPriceOf = (place: DemoPlace): number | null => {
  const { lunch, mains } = place.kitchen.dishes;
  const prices = [...lunch, ...mains].map(([, , cents]) => localPrice(place, cents));
  return place.traits.includes('noMenu')
    ? null
    : Math.round(prices.reduce((priceSum, price) => priceSum + price, 0) / prices.length / 10) / 10;
};
