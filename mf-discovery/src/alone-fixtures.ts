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
import { answer, neverRespond, refuse, unreachable } from '@mahlzeit/shared-ui/testing';
import type { ScenarioAnswer } from '@mahlzeit/shared-ui/testing';
import { FIRST_PAGE, nextPage } from './features/nearby';
import type { NearbyPage } from './features/nearby';

/** Fallback location of the list. All restaurants of the scenarios are near this point. */
const CENTER = { latitude: 53.55, longitude: 9.99 };

/** Converts a name to a key: lower-case ASCII letters, digits and hyphens, at most 64 characters. */
const keyOf = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 64);

const tag = (name: string) => aTag({ key: `t${keyOf(name)}`, id: `t${keyOf(name)}`, name, translations: { de: name } });

/** Creates a dish of the lunch menu; its key is made from its name. */
export const dish = (name: string, price: number, overrides: Partial<Offer> = {}): Offer =>
  anOffer({ key: keyOf(name), name, price, description: '', allergens: ['A', 'C', 'G'], diets: [], ...overrides });

/**
 * Creates a restaurant at an offset of `north` and `east` degrees from the centre, in its state at the time of the
 * fixtures.
 */
const placeAt = (north: number, east: number, overrides: Partial<Restaurant>): Restaurant => {
  const location = { latitude: CENTER.latitude + north, longitude: CENTER.longitude + east };
  const routingName = overrides.key ?? 'elbkantine';
  return withDerivedFields({ ...aRestaurant({ routingName, ...overrides }), location }, fixtureNow);
};

/** Restaurants that show all states of cards and markers. */
export const severalPlaces: readonly Restaurant[] = [
  placeAt(0.0012, 0.0018, {
    key: 'kirschtorten',
    name: 'Schwarzwälder-Kirschtorten-Manufaktur',
    tags: [tag('Badisch')],
    initialDistanceKm: 0.35,
    premiumStart: '2026-06-01',
    premiumEnd: '2026-06-30',
    offers: [dish('Kartoffelsuppe mit Saitenwürstle', 790), dish('Käsespätzle mit Röstzwiebeln', 1090), aDrink()],
  }),
  placeAt(-0.0008, 0.001, {
    key: 'pasta-sorella',
    name: 'Pasta Sorella',
    tags: [tag('Italienisch')],
    initialDistanceKm: 0.2,
    offers: [dish('Orecchiette mit Brokkoli und Sardellen', 1150), dish('Lasagne al forno', 980)],
  }),
  placeAt(0.0022, -0.0014, {
    key: 'pho-stube',
    name: 'Phở-Stube Großneumarkt',
    tags: [tag('Vietnamesisch')],
    initialDistanceKm: 0.45,
    activeSince: '2026-05-02',
    openingHours: aWorkingWeek('11:00-12:08'),
    offers: [dish('Bún Chay mit Tofu und Kräutern', 690), dish('Phở Gà, kleine Schale', 740)],
  }),
  placeAt(-0.0019, -0.0021, {
    key: 'kantine',
    name: 'Kantine am Fleet',
    tags: [tag('Kantine')],
    initialDistanceKm: 0.6,
    offers: [aDishByWeight({ key: 'buffet', name: 'Salatbuffet', baseName: 'Mittagstisch' }), dish('Eintopf', 490)],
  }),
  placeAt(-0.0004, 0.0031, {
    key: 'spaetschicht',
    name: 'Spätschicht',
    tags: [tag('Deutsch')],
    initialDistanceKm: 0.7,
    openingHours: aWorkingWeek('17:00-22:00'),
  }),
  placeAt(0.0034, 0.0004, {
    key: 'ruhig',
    name: 'Zum ruhigen Eck',
    tags: [tag('Deutsch')],
    initialDistanceKm: 0.9,
    openingHours: aWeek({ 4: ['11:00-15:00'] }),
  }),
  placeAt(-0.0031, 0.0012, {
    key: 'urlaub',
    name: 'Osteria Ferie',
    tags: [tag('Italienisch')],
    initialDistanceKm: 1.1,
    restTime: { start: '2026-06-20', end: '2026-07-05', restTimeTypeKey: null },
  }),
  placeAt(-0.0031, 0.0014, {
    key: 'frueh-zu',
    name: 'Backstube Morgenrot',
    tags: [tag('Café')],
    initialDistanceKm: 1.1,
    openingHours: aWorkingWeek('06:00-11:00'),
  }),
  placeAt(0.0009, -0.0042, {
    key: 'ohne-karte',
    name: 'Bistro ohne Karte',
    tags: [],
    initialDistanceKm: 1.3,
    offers: [],
  }),
];

/** Restaurants with very long names, which must not break the layout. */
export const longNames: readonly Restaurant[] = [
  placeAt(0.001, 0.001, {
    key: 'lang',
    name: 'Donaudampfschifffahrtsgesellschaftskapitänskajütenspeisewirtschaft',
    tags: [tag('Süddeutsch-österreichische Hausmannskost')],
    offers: [
      dish('Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetzeintopf', 12_345),
      dish('Kartoffelsuppe nach einem Rezept von Großmutter Friederike mit Saitenwürstle, Majoran und Bauernbrot', 790),
    ],
  }),
  placeAt(-0.001, 0.002, { key: 'kurz', name: 'Ö', tags: [tag('Ö')], offers: [dish('Ei', 100)] }),
];

/** Hundred restaurants: the maximum that a list loads. */
export const hundredPlaces: readonly Restaurant[] = Array.from({ length: 100 }, (_, index) =>
  placeAt(Math.sin(index * 2.4) * 0.0006 * Math.sqrt(index), Math.cos(index * 2.4) * 0.001 * Math.sqrt(index), {
    key: `platz-${index}`,
    name: `Mittagslokal ${index + 1}`,
    initialDistanceKm: 0.06 * Math.sqrt(index),
    offers: [dish('Tagesgericht', 590 + index * 7), dish('Eintopf', 490 + index * 5)],
  }),
);

/** Divides restaurants into the pages in which the route `loadByLocation` returns them. */
export const pagesOf = (places: readonly Restaurant[]): [Restaurant[], ...Restaurant[][]] => {
  const pageAt = ({ page, pageSize }: NearbyPage): Restaurant[] => places.slice((page - 1) * pageSize, page * pageSize);
  const first = pageAt(FIRST_PAGE);
  const furtherPages: Restaurant[][] = [];
  for (let next = nextPage(first, FIRST_PAGE); next !== undefined; next = nextPage(furtherPages.at(-1) ?? first, next))
    furtherPages.push(pageAt(next));
  return [first, ...furtherPages];
};

const cuisine = (key: string, name: string, popularity: number): Tag =>
  aTag({ key, id: key, name: key, popularity, translations: { de: name } });

/** More cuisines than the bar shows, and tags that are no cuisines. */
export const severalTags: Tag[] = [
  cuisine('german', 'Deutsch', 90),
  cuisine('italian', 'Italienisch', 80),
  cuisine('vietnamese', 'Vietnamesisch', 70),
  cuisine('turkish', 'Türkisch', 60),
  cuisine('indian', 'Indisch', 50),
  cuisine('japanese', 'Japanisch', 40),
  cuisine('greek', 'Griechisch', 30),
  cuisine('cafe', 'Café', 20),
  aTag({ key: 'soup', id: 'soup', name: 'soup', type: 'product', popularity: 10, translations: { de: 'Suppe' } }),
];

/** Cuisines with very long names, which must not break the layout. */
export const longTags: Tag[] = [
  cuisine('long', 'Süddeutsch-österreichisch-böhmische Hausmannskost mit Mehlspeisen', 90),
  cuisine('compound', 'Donaudampfschifffahrtsgesellschaftskapitänsküche', 80),
  cuisine('short', 'Ö', 70),
];

const foundOf = ({ key, name, routingName }: Restaurant): FoundRestaurant =>
  aFoundRestaurant({ key, name, routingName });

const routes = [
  autocompletePlaces,
  searchPartners,
  searchNonPartners,
  searchMeals,
  searchTags,
  getPopularDishes,
] as const;

/** Response of the route for discounts without any discount. */
const noDiscounts = answer(getDiscounts, []);

const popular = answer(getPopularDishes, [
  aPopularDish(),
  aPopularDish({ name: 'Grünkohl mit Kassler', places: 4, price: 890, nearestKm: 0.4 }),
]);

/** Responses with one result of each kind, and with more restaurants than the result panel shows. */
export const allResults: readonly ScenarioAnswer[] = [
  answer(autocompletePlaces, [
    aPlace({ placeId: 'suppenberg', name: 'Suppenberg' }),
    aPlace({ placeId: 'suppingen', name: 'Suppingen, Laichingen' }),
  ]),
  answer(searchPartners, severalPlaces.map(foundOf)),
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
  popular,
  noDiscounts,
];

/** Responses to a search with very long names, which must not break the layout. */
export const longNameResults: readonly ScenarioAnswer[] = [
  answer(autocompletePlaces, [aPlace({ name: 'Hinteruntermeitingen-Schwabmünchen an der Obermühle' })]),
  answer(searchPartners, longNames.map(foundOf)),
  answer(searchNonPartners, longNames.map(foundOf)),
  answer(searchMeals, [
    aFoundMeal({ name: 'Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetzeintopf', price: 12_345 }),
  ]),
  answer(searchTags, []),
  answer(getPopularDishes, [
    aPopularDish({ name: 'Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetzeintopf', price: 12_345 }),
  ]),
  noDiscounts,
];

/** Responses to a search without any result. */
export const noSearchResults: readonly ScenarioAnswer[] = [
  noDiscounts,
  answer(autocompletePlaces, []),
  answer(searchPartners, []),
  answer(searchNonPartners, []),
  answer(searchMeals, []),
  answer(searchTags, []),
  answer(getPopularDishes, []),
  answer(loadByLocation, ...pagesOf(severalPlaces)),
];

/** Search requests that never get a response. */
export const searchHangs: readonly ScenarioAnswer[] = [...routes, getDiscounts].map((route) => neverRespond(route));

/** Error responses to every search. */
export const searchFails: readonly ScenarioAnswer[] = [
  ...routes.map((route) => refuse(route, 'internal')),
  noDiscounts,
  answer(loadByLocation, ...pagesOf(severalPlaces)),
];

/** Search requests without a connection to the gateway. */
export const searchCutOff: readonly ScenarioAnswer[] = [...routes, getDiscounts].map((route) => unreachable(route));
