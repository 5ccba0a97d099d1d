import { geocode, getDiscounts, getPlace, getTags, globalTopic, loadByLocation } from '@mahlzeit/contract';
import type { Restaurant } from '@mahlzeit/contract';
import { aDiscount, aGeocodeAnswer, aPlace, aTeaser } from '@mahlzeit/contract/fixtures';
import { answer, defineScenarios, neverRespond, refuse, unreachable } from '@mahlzeit/shared-ui/testing';
import type { Scenario, ScenarioAnswer, ScenarioShellOptions } from '@mahlzeit/shared-ui/testing';
import {
  dish,
  allResults,
  hundredPlaces,
  longNames,
  longNameResults,
  longTags,
  noSearchResults,
  pagesOf,
  searchCutOff,
  searchFails,
  searchHangs,
  severalPlaces,
  severalTags,
} from './alone-fixtures';
import { detailsScenarios } from './screens/details.scenarios';

const around = (places: readonly Restaurant[]): ScenarioAnswer => answer(loadByLocation, ...pagesOf(places));

type More = ScenarioShellOptions & {
  readonly params?: readonly string[];
  readonly isOffline?: boolean;
  readonly stores?: readonly string[];
};

const main = (name: string, list: ScenarioAnswer, { answers = [], ...more }: More = {}): Scenario => ({
  name,
  screen: 'main',
  answers: [
    ...answers,
    list,
    answer(getTags, severalTags),
    answer(getDiscounts, []),
    answer(geocode, aGeocodeAnswer()),
  ],
  ...more,
});

const orderable = severalPlaces.map((restaurant): Restaurant => ({ ...restaurant, hasPayment: true }));
const discounts = [
  aDiscount({
    key: 'suppe',
    restaurantRef: 'kirschtorten',
    discountType: 'percent',
    value: 20,
    mealRef: 'kartoffelsuppe-mit-saitenw-rstle',
    forAllMeals: false,
  }),
  aDiscount({ key: 'pho', restaurantRef: 'pho-stube', discountType: 'absolute', value: 150, forAllMeals: true }),
];

/** Scenarios of the main screen, one for each state. */
const mainScenarios = defineScenarios([
  main('Lokale', around(severalPlaces)),
  main('Lokale laden', neverRespond(loadByLocation)),
  main('Keine Lokale', answer(loadByLocation, [])),
  main('Kein Mittagstisch', around(severalPlaces.map((restaurant) => ({ ...restaurant, offers: [] })))),
  main('Lokale laden nicht', refuse(loadByLocation, 'unavailable')),
  main('Lokale ohne Netz', unreachable(loadByLocation), { isOffline: true }),
  main('Hundert Lokale', around(hundredPlaces)),
  main('Lange Namen', around(longNames)),
  main(
    'Bild lädt nicht',
    answer(
      loadByLocation,
      severalPlaces.map((restaurant) => ({ ...restaurant, midSizeFirstImage: '/media/gibt-es-nicht.jpg' })),
    ),
  ),
  main(
    'Lokale nach dem Mittag',
    around(
      severalPlaces.map((restaurant) => ({
        ...restaurant,
        offers: [
          ...restaurant.offers,
          dish('Matjes Hausfrauenart', 1490, { typeKey: 'mains', baseName: 'Hauptgerichte' }),
        ],
      })),
    ),
    { now: Date.parse('2026-06-24T14:40:00+02:00') },
  ),
  main('Lokale am Abend', around(severalPlaces), { now: Date.parse('2026-06-24T21:30:00+02:00') }),
  main('Angebote', around(orderable), {
    answers: [answer(getDiscounts, discounts)],
    topics: { [globalTopic]: { discounts } },
  }),
  main('Werbung lädt nicht', around(severalPlaces), {
    topics: { [globalTopic]: { teasers: [aTeaser({ imageUrl: '/media/gibt-es-nicht.webp' })] } },
  }),
  main('Ort aus der Adresse', around(severalPlaces), {
    params: ['altona'],
    stores: ['mahlzeit.lastPlace'],
    answers: [answer(getPlace, aPlace({ placeId: 'altona', name: 'Altona' }))],
  }),
  main('Ort ist unbekannt', around(severalPlaces), { params: ['nirgends'], answers: [refuse(getPlace, 'notFound')] }),
  main('Lokale mit Favoriten', around(severalPlaces), { session: 'verified' }),
]);

/** Scenarios of the filters, one for each state. */
const filtersScenarios = defineScenarios([
  { name: 'Filter', screen: 'filters', answers: [answer(loadByLocation, ...pagesOf(severalPlaces))] },
  {
    name: 'Filter über hundert Lokale',
    screen: 'filters',
    answers: [answer(loadByLocation, ...pagesOf(hundredPlaces))],
  },
  { name: 'Filter ohne Lokale', screen: 'filters', answers: [answer(loadByLocation, [])] },
  { name: 'Filter, während die Liste lädt', screen: 'filters', answers: [neverRespond(loadByLocation)] },
  { name: 'Filter ohne Netz', screen: 'filters', isOffline: true, answers: [unreachable(loadByLocation)] },
]);

const list = answer(loadByLocation, ...pagesOf(severalPlaces));

/** Scenarios of the cuisine choice, one for each state. */
const tagselectionScenarios = defineScenarios([
  { name: 'Küchen', screen: 'tagselection', answers: [list, answer(getTags, severalTags)] },
  { name: 'Küchen mit langen Namen', screen: 'tagselection', answers: [list, answer(getTags, longTags)] },
  { name: 'Küchen laden', screen: 'tagselection', answers: [list, neverRespond(getTags)] },
  { name: 'Küchen laden nicht', screen: 'tagselection', answers: [list, refuse(getTags, 'unavailable')] },
  {
    name: 'Küchen ohne Netz',
    screen: 'tagselection',
    isOffline: true,
    answers: [unreachable(loadByLocation), unreachable(getTags)],
  },
]);

/** Scenarios of the page that links to the mobile app. */
const downloadScenarios = defineScenarios([{ name: 'App laden', screen: 'download' }]);

/** Scenarios of location, search and filter button in the top bar. Every search text has the same results. */
const frameSearchScenarios = defineScenarios([
  { name: 'Suche', slot: 'frame/search', props: {}, answers: allResults },
  { name: 'Suche mit langen Namen', slot: 'frame/search', props: {}, answers: longNameResults },
  { name: 'Suche findet nichts', slot: 'frame/search', props: {}, answers: noSearchResults },
  { name: 'Suche läuft', slot: 'frame/search', props: {}, answers: searchHangs },
  { name: 'Suche scheitert', slot: 'frame/search', props: {}, answers: searchFails },
  { name: 'Suche ohne Netz', slot: 'frame/search', props: {}, isOffline: true, answers: searchCutOff },
]);

/**
 * Scenarios of each screen and slot of mf-discovery, one for each state. The host that runs a remote alone lists them
 * in its menu.
 */
export const scenarios = defineScenarios([
  ...mainScenarios,
  ...detailsScenarios,
  ...filtersScenarios,
  ...tagselectionScenarios,
  ...downloadScenarios,
  ...frameSearchScenarios,
]);
