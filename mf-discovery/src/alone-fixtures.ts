import {
  autocompletePlaces,
  getDiscounts,
  getPopularDishes,
  loadByLocation,
  searchMeals,
  searchNonPartners,
  searchPartners,
  searchTags,
} from '@mahlzeit/contract';
import type { FoundRestaurant, Offer, Restaurant, Tag } from '@mahlzeit/contract';
import {
  aDishByWeight,
  aDrink,
  aFoundMeal,
  aFoundRestaurant,
  anOffer,
  aPlace,
  aPopularDish,
  aRestaurant,
  aTag,
  aWeek,
  aWorkingWeek,
  fixtureNow,
} from '@mahlzeit/contract/fixtures';
import { withDerivedFields } from '@mahlzeit/contract/rules';
import { answer, neverRespond, refuse, failAsUnreachable } from '@mahlzeit/shared-ui/testing';
import type { ScenarioAnswer } from '@mahlzeit/shared-ui/testing';
import { FIRST_PAGE, nextPageAfter } from './features/nearby';
import type { NearbyPage } from './features/nearby';

/** Fallback location of the list: the middle of Hamburg. All restaurants of the scenarios are near this point. */
const HAMBURG_CENTER = { latitude: 53.55, longitude: 9.99 };

/** Converts a name to a key: lower-case ASCII letters, digits and hyphens, at most 64 characters. */
const keyFromName = (sourceName: string): string =>
  sourceName
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 64);

const createTag = (tagName: string) =>
  aTag({
    key: `t${keyFromName(tagName)}`,
    id: `t${keyFromName(tagName)}`,
    name: tagName,
    translations: { de: tagName },
  });

/** Creates a dish of the lunch menu; its key is made from its name. */
export const createDish = (dishName: string, price: number, overrides: Partial<Offer> = {}): Offer =>
  anOffer({
    key: keyFromName(dishName),
    name: dishName,
    price,
    description: '',
    allergens: ['A', 'C', 'G'],
    diets: [],
    ...overrides,
  });

/**
 * Creates a restaurant at an offset of `northDegrees` and `eastDegrees` degrees from `HAMBURG_CENTER`. Its derived
 * fields, such as the opening state, are those of the time at which the scenarios run.
 */
const createPlaceAt = (northDegrees: number, eastDegrees: number, overrides: Partial<Restaurant>): Restaurant => {
  const location = {
    latitude: HAMBURG_CENTER.latitude + northDegrees,
    longitude: HAMBURG_CENTER.longitude + eastDegrees,
  };
  const routingName = overrides.key ?? 'elbkantine';
  return withDerivedFields({ ...aRestaurant({ routingName, ...overrides }), location }, fixtureNow);
};

/** Restaurants that show all states of cards and markers. */
export const severalPlaces: readonly Restaurant[] = [
  createPlaceAt(0.0012, 0.0018, {
    key: 'kirschtorten',
    name: 'Schwarzwälder-Kirschtorten-Manufaktur',
    tags: [createTag('Badisch')],
    initialDistanceKm: 0.35,
    premiumStart: '2026-06-01',
    premiumEnd: '2026-06-30',
    offers: [
      createDish('Kartoffelsuppe mit Saitenwürstle', 790),
      createDish('Käsespätzle mit Röstzwiebeln', 1090),
      aDrink(),
    ],
  }),
  createPlaceAt(-0.0008, 0.001, {
    key: 'pasta-sorella',
    name: 'Pasta Sorella',
    tags: [createTag('Italienisch')],
    initialDistanceKm: 0.2,
    offers: [createDish('Orecchiette mit Brokkoli und Sardellen', 1150), createDish('Lasagne al forno', 980)],
  }),
  createPlaceAt(0.0022, -0.0014, {
    key: 'pho-stube',
    name: 'Phở-Stube Großneumarkt',
    tags: [createTag('Vietnamesisch')],
    initialDistanceKm: 0.45,
    activeSince: '2026-05-02',
    openingHours: aWorkingWeek('11:00-12:08'),
    offers: [createDish('Bún Chay mit Tofu und Kräutern', 690), createDish('Phở Gà, kleine Schale', 740)],
  }),
  createPlaceAt(-0.0019, -0.0021, {
    key: 'kantine',
    name: 'Kantine am Fleet',
    tags: [createTag('Kantine')],
    initialDistanceKm: 0.6,
    offers: [
      aDishByWeight({ key: 'buffet', name: 'Salatbuffet', baseName: 'Mittagstisch' }),
      createDish('Eintopf', 490),
    ],
  }),
  createPlaceAt(-0.0004, 0.0031, {
    key: 'spaetschicht',
    name: 'Spätschicht',
    tags: [createTag('Deutsch')],
    initialDistanceKm: 0.7,
    openingHours: aWorkingWeek('17:00-22:00'),
  }),
  createPlaceAt(0.0034, 0.0004, {
    key: 'ruhig',
    name: 'Zum ruhigen Eck',
    tags: [createTag('Deutsch')],
    initialDistanceKm: 0.9,
    openingHours: aWeek({ 4: ['11:00-15:00'] }),
  }),
  createPlaceAt(-0.0031, 0.0012, {
    key: 'urlaub',
    name: 'Osteria Ferie',
    tags: [createTag('Italienisch')],
    initialDistanceKm: 1.1,
    restTime: { start: '2026-06-20', end: '2026-07-05', restTimeTypeKey: null },
  }),
  createPlaceAt(-0.0031, 0.0014, {
    key: 'frueh-zu',
    name: 'Backstube Morgenrot',
    tags: [createTag('Café')],
    initialDistanceKm: 1.1,
    openingHours: aWorkingWeek('06:00-11:00'),
  }),
  createPlaceAt(0.0009, -0.0042, {
    key: 'ohne-karte',
    name: 'Bistro ohne Karte',
    tags: [],
    initialDistanceKm: 1.3,
    offers: [],
  }),
];

/** Restaurants with very long names, which must not break the layout. */
export const placesWithLongNames: readonly Restaurant[] = [
  createPlaceAt(0.001, 0.001, {
    key: 'lang',
    name: 'Donaudampfschifffahrtsgesellschaftskapitänskajütenspeisewirtschaft',
    tags: [createTag('Süddeutsch-österreichische Hausmannskost')],
    offers: [
      createDish('Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetzeintopf', 12_345),
      createDish(
        'Kartoffelsuppe nach einem Rezept von Großmutter Friederike mit Saitenwürstle, Majoran und Bauernbrot',
        790,
      ),
    ],
  }),
  createPlaceAt(-0.001, 0.002, { key: 'kurz', name: 'Ö', tags: [createTag('Ö')], offers: [createDish('Ei', 100)] }),
];

/** Hundred restaurants: the maximum that a list loads. */
export const hundredPlaces: readonly Restaurant[] = Array.from({ length: 100 }, (_, index) =>
  createPlaceAt(Math.sin(index * 2.4) * 0.0006 * Math.sqrt(index), Math.cos(index * 2.4) * 0.001 * Math.sqrt(index), {
    key: `platz-${index}`,
    name: `Mittagslokal ${index + 1}`,
    initialDistanceKm: 0.06 * Math.sqrt(index),
    offers: [createDish('Tagesgericht', 590 + index * 7), createDish('Eintopf', 490 + index * 5)],
  }),
);

/**
 * Divides restaurants into the pages in which the endpoint `loadByLocation` returns them. The first page exists even if
 * there are no restaurants.
 */
export const splitIntoPages = (places: readonly Restaurant[]): [Restaurant[], ...Restaurant[][]] => {
  const placesOnPage = ({ page, pageSize }: NearbyPage): Restaurant[] =>
    places.slice((page - 1) * pageSize, page * pageSize);
  const firstPage = placesOnPage(FIRST_PAGE);
  const furtherPages: Restaurant[][] = [];
  for (
    let followingPage = nextPageAfter(firstPage, FIRST_PAGE);
    followingPage !== undefined;
    followingPage = nextPageAfter(furtherPages.at(-1) ?? firstPage, followingPage)
  )
    furtherPages.push(placesOnPage(followingPage));
  return [firstPage, ...furtherPages];
};

const createCuisine = (cuisineKey: string, cuisineName: string, popularity: number): Tag =>
  aTag({ key: cuisineKey, id: cuisineKey, name: cuisineKey, popularity, translations: { de: cuisineName } });

/** More cuisines than the bar shows, and tags that are no cuisines. */
export const severalTags: Tag[] = [
  createCuisine('german', 'Deutsch', 90),
  createCuisine('italian', 'Italienisch', 80),
  createCuisine('vietnamese', 'Vietnamesisch', 70),
  createCuisine('turkish', 'Türkisch', 60),
  createCuisine('indian', 'Indisch', 50),
  createCuisine('japanese', 'Japanisch', 40),
  createCuisine('greek', 'Griechisch', 30),
  createCuisine('cafe', 'Café', 20),
  aTag({ key: 'soup', id: 'soup', name: 'soup', type: 'product', popularity: 10, translations: { de: 'Suppe' } }),
];

/** Cuisines with very long names, which must not break the layout. */
export const longTags: Tag[] = [
  createCuisine('long', 'Süddeutsch-österreichisch-böhmische Hausmannskost mit Mehlspeisen', 90),
  createCuisine('compound', 'Donaudampfschifffahrtsgesellschaftskapitänsküche', 80),
  createCuisine('short', 'Ö', 70),
];

const createFoundRestaurant = ({ key, name, routingName }: Restaurant): FoundRestaurant =>
  aFoundRestaurant({ key, name, routingName });

const searchRoutes = [
  autocompletePlaces,
  searchPartners,
  searchNonPartners,
  searchMeals,
  searchTags,
  getPopularDishes,
] as const;

/** Response of the discounts endpoint for a visitor without any discount. */
const noDiscountsAnswer = answer(getDiscounts, []);

const popularDishesAnswer = answer(getPopularDishes, [
  aPopularDish(),
  aPopularDish({ name: 'Grünkohl mit Kassler', places: 4, price: 890, nearestKm: 0.4 }),
]);

/** Responses to a search: one result of each kind, and more restaurants than the result panel shows. */
export const allResultAnswers: readonly ScenarioAnswer[] = [
  answer(autocompletePlaces, [
    aPlace({ placeId: 'suppenberg', name: 'Suppenberg' }),
    aPlace({ placeId: 'suppingen', name: 'Suppingen, Laichingen' }),
  ]),
  answer(searchPartners, severalPlaces.map(createFoundRestaurant)),
  answer(searchNonPartners, [
    aFoundRestaurant({
      key: 'kein-partner',
      name: 'Suppenstübchen',
      routingName: 'suppenstuebchen',
      type: 'NonPartner',
    }),
  ]),
  answer(searchMeals, [aFoundMeal({ name: 'Kartoffelsuppe', price: 590 })]),
  answer(searchTags, severalTags.slice(-1)),
  popularDishesAnswer,
  noDiscountsAnswer,
];

/** Responses to a search with very long names, which must not break the layout. */
export const longNameAnswers: readonly ScenarioAnswer[] = [
  answer(autocompletePlaces, [aPlace({ name: 'Hinteruntermeitingen-Schwabmünchen an der Obermühle' })]),
  answer(searchPartners, placesWithLongNames.map(createFoundRestaurant)),
  answer(searchNonPartners, placesWithLongNames.map(createFoundRestaurant)),
  answer(searchMeals, [
    aFoundMeal({ name: 'Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetzeintopf', price: 12_345 }),
  ]),
  answer(searchTags, []),
  answer(getPopularDishes, [
    aPopularDish({ name: 'Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetzeintopf', price: 12_345 }),
  ]),
  noDiscountsAnswer,
];

/** Responses to a search without any result. */
export const noResultAnswers: readonly ScenarioAnswer[] = [
  noDiscountsAnswer,
  answer(autocompletePlaces, []),
  answer(searchPartners, []),
  answer(searchNonPartners, []),
  answer(searchMeals, []),
  answer(searchTags, []),
  answer(getPopularDishes, []),
  answer(loadByLocation, ...splitIntoPages(severalPlaces)),
];

/** Search requests that never get a response. */
export const hangingSearchAnswers: readonly ScenarioAnswer[] = [...searchRoutes, getDiscounts].map((route) =>
  neverRespond(route),
);

/** Error responses of all endpoints that a search requests. */
export const failingSearchAnswers: readonly ScenarioAnswer[] = [
  ...searchRoutes.map((route) => refuse(route, 'internal')),
  noDiscountsAnswer,
  answer(loadByLocation, ...splitIntoPages(severalPlaces)),
];

/** Search requests without a connection to the gateway. */
export const offlineSearchAnswers: readonly ScenarioAnswer[] = [...searchRoutes, getDiscounts].map((route) =>
  failAsUnreachable(route),
);
