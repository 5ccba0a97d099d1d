import { geocode, getDiscounts, getPlace, getTags, globalTopic, loadByLocation } from '@mahlzeit/contract';
import type { Restaurant } from '@mahlzeit/contract';
import { aDiscount, aGeocodeAnswer, aPlace, aTeaser } from '@mahlzeit/contract/fixtures';
import { answer, defineScenarios, neverRespond, refuse, failAsUnreachable } from '@mahlzeit/shared-ui/testing';
import type { Scenario, ScenarioAnswer, ScenarioShellOptions } from '@mahlzeit/shared-ui/testing';
import {
  createDish,
  allResultAnswers,
  hundredPlaces,
  placesWithLongNames,
  longNameAnswers,
  longTags,
  noResultAnswers,
  splitIntoPages,
  offlineSearchAnswers,
  failingSearchAnswers,
  hangingSearchAnswers,
  severalPlaces,
  severalTags,
} from './alone-fixtures';
import { detailsScenarios } from './screens/details.scenarios';

const createPlacesAnswer = (places: readonly Restaurant[]): ScenarioAnswer =>
  answer(loadByLocation, ...splitIntoPages(places));

type ScenarioOptions = ScenarioShellOptions & {
  readonly params?: readonly string[];
  readonly isOffline?: boolean;
  readonly stores?: readonly string[];
};

const createMainScenario = (
  scenarioName: string,
  listAnswer: ScenarioAnswer,
  { answers = [], ...moreOptions }: ScenarioOptions = {},
): Scenario => ({
  name: scenarioName,
  screen: 'main',
  answers: [
    ...answers,
    listAnswer,
    answer(getTags, severalTags),
    answer(getDiscounts, []),
    answer(geocode, aGeocodeAnswer()),
  ],
  ...moreOptions,
});

const orderablePlaces = severalPlaces.map((restaurant): Restaurant => ({ ...restaurant, hasPayment: true }));
const placeDiscounts = [
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

/** Example states of the main screen: list and map. */
const mainScenarios = defineScenarios([
  createMainScenario('Lokale', createPlacesAnswer(severalPlaces)),
  createMainScenario('Lokale laden', neverRespond(loadByLocation)),
  createMainScenario('Keine Lokale', answer(loadByLocation, [])),
  createMainScenario(
    'Kein Mittagstisch',
    createPlacesAnswer(severalPlaces.map((restaurant) => ({ ...restaurant, offers: [] }))),
  ),
  createMainScenario('Lokale laden nicht', refuse(loadByLocation, 'unavailable')),
  createMainScenario('Lokale ohne Netz', failAsUnreachable(loadByLocation), { isOffline: true }),
  createMainScenario('Hundert Lokale', createPlacesAnswer(hundredPlaces)),
  createMainScenario('Lange Namen', createPlacesAnswer(placesWithLongNames)),
  createMainScenario(
    'Bild lädt nicht',
    answer(
      loadByLocation,
      severalPlaces.map((restaurant) => ({ ...restaurant, midSizeFirstImage: '/media/gibt-es-nicht.jpg' })),
    ),
  ),
  createMainScenario(
    'Lokale nach dem Mittag',
    createPlacesAnswer(
      severalPlaces.map((restaurant) => ({
        ...restaurant,
        offers: [
          ...restaurant.offers,
          createDish('Matjes Hausfrauenart', 1490, { typeKey: 'mains', baseName: 'Hauptgerichte' }),
        ],
      })),
    ),
    { now: Date.parse('2026-06-24T14:40:00+02:00') },
  ),
  createMainScenario('Lokale am Abend', createPlacesAnswer(severalPlaces), {
    now: Date.parse('2026-06-24T21:30:00+02:00'),
  }),
  createMainScenario('Angebote', createPlacesAnswer(orderablePlaces), {
    answers: [answer(getDiscounts, placeDiscounts)],
    topics: { [globalTopic]: { discounts: placeDiscounts } },
  }),
  createMainScenario('Werbung lädt nicht', createPlacesAnswer(severalPlaces), {
    topics: { [globalTopic]: { teasers: [aTeaser({ imageUrl: '/media/gibt-es-nicht.webp' })] } },
  }),
  createMainScenario('Ort aus der Adresse', createPlacesAnswer(severalPlaces), {
    params: ['altona'],
    stores: ['mahlzeit.lastPlace'],
    answers: [answer(getPlace, aPlace({ placeId: 'altona', name: 'Altona' }))],
  }),
  createMainScenario('Ort ist unbekannt', createPlacesAnswer(severalPlaces), {
    params: ['nirgends'],
    answers: [refuse(getPlace, 'notFound')],
  }),
  createMainScenario('Lokale mit Favoriten', createPlacesAnswer(severalPlaces), { session: 'verified' }),
]);

/** Example states of the screen with the filters. */
const filterScreenScenarios = defineScenarios([
  { name: 'Filter', screen: 'filters', answers: [answer(loadByLocation, ...splitIntoPages(severalPlaces))] },
  {
    name: 'Filter über hundert Lokale',
    screen: 'filters',
    answers: [answer(loadByLocation, ...splitIntoPages(hundredPlaces))],
  },
  { name: 'Filter ohne Lokale', screen: 'filters', answers: [answer(loadByLocation, [])] },
  { name: 'Filter, während die Liste lädt', screen: 'filters', answers: [neverRespond(loadByLocation)] },
  { name: 'Filter ohne Netz', screen: 'filters', isOffline: true, answers: [failAsUnreachable(loadByLocation)] },
]);

const placesListAnswer = answer(loadByLocation, ...splitIntoPages(severalPlaces));

/** Example states of the screen that chooses a cuisine. */
const tagSelectionScenarios = defineScenarios([
  { name: 'Küchen', screen: 'tagselection', answers: [placesListAnswer, answer(getTags, severalTags)] },
  { name: 'Küchen mit langen Namen', screen: 'tagselection', answers: [placesListAnswer, answer(getTags, longTags)] },
  { name: 'Küchen laden', screen: 'tagselection', answers: [placesListAnswer, neverRespond(getTags)] },
  { name: 'Küchen laden nicht', screen: 'tagselection', answers: [placesListAnswer, refuse(getTags, 'unavailable')] },
  {
    name: 'Küchen ohne Netz',
    screen: 'tagselection',
    isOffline: true,
    answers: [failAsUnreachable(loadByLocation), failAsUnreachable(getTags)],
  },
]);

/** Example states of the page that links to the mobile app. */
const downloadScenarios = defineScenarios([{ name: 'App laden', screen: 'download' }]);

/** Example states of the top bar: location, search and filter button. Every search text has the same results. */
const frameSearchScenarios = defineScenarios([
  { name: 'Suche', slot: 'frame/search', props: {}, answers: allResultAnswers },
  { name: 'Suche mit langen Namen', slot: 'frame/search', props: {}, answers: longNameAnswers },
  { name: 'Suche findet nichts', slot: 'frame/search', props: {}, answers: noResultAnswers },
  { name: 'Suche läuft', slot: 'frame/search', props: {}, answers: hangingSearchAnswers },
  { name: 'Suche scheitert', slot: 'frame/search', props: {}, answers: failingSearchAnswers },
  { name: 'Suche ohne Netz', slot: 'frame/search', props: {}, isOffline: true, answers: offlineSearchAnswers },
]);

/**
 * Example states of each screen and slot of mf-discovery. The host that runs mf-discovery without the shell lists them
 * in its menu.
 */
export const scenarios = defineScenarios([
  ...mainScenarios,
  ...detailsScenarios,
  ...filterScreenScenarios,
  ...tagSelectionScenarios,
  ...downloadScenarios,
  ...frameSearchScenarios,
]);
