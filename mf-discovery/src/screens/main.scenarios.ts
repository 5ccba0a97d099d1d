import { geocode, getDiscounts, getPlace, getTags, globalTopic, loadByLocation } from '@mahlzeit/contract';
import type { Restaurant } from '@mahlzeit/contract';
import { aDiscount, aGeocodeAnswer, aPlace, aTeaser } from '@mahlzeit/contract/fixtures';
import { answer, defineScenarios, hang, refuse, unreachable } from '@mahlzeit/shared-ui/testing';
import type { Scenario, ScenarioAnswer, ScenarioShellOptions } from '@mahlzeit/shared-ui/testing';
import { hundredPlaces, longNames, pagesOf, severalPlaces } from '../alone-places';
import { severalTags } from '../alone-tags';

const around = (places: readonly Restaurant[]): ScenarioAnswer => answer(loadByLocation, ...pagesOf(places));

type More = ScenarioShellOptions & { readonly params?: readonly string[]; readonly isOffline?: boolean };

const main = (name: string, list: ScenarioAnswer, { answers = [], ...more }: More = {}): Scenario => ({
  name,
  screen: 'main',
  answers: [...answers, list, answer(getTags, severalTags), answer(getDiscounts, []), answer(geocode, aGeocodeAnswer())],
  ...more,
});

const orderable = severalPlaces.map((place): Restaurant => ({ ...place, hasPayment: true }));
const discounts = [
  aDiscount({ key: 'suppe', restaurantRef: 'kirschtorten', discountType: 'percent', value: 20, mealRef: 'kartoffelsuppe-mit-saitenw-rstle', forAllMeals: false }),
  aDiscount({ key: 'pho', restaurantRef: 'pho-stube', discountType: 'absolute', value: 150, forAllMeals: true }),
];

/** The main screen in every state. */
export const mainScenarios = defineScenarios([
  main('Lokale in der Nähe', around(severalPlaces)),
  main('Lokale laden', hang(loadByLocation)),
  main('Keine Lokale', answer(loadByLocation, [])),
  main('Kein Mittagstisch in der Nähe', around(severalPlaces.map((place) => ({ ...place, offers: [] })))),
  main('Lokale laden nicht', refuse(loadByLocation, 'unavailable')),
  main('Lokale ohne Netz', unreachable(loadByLocation), { isOffline: true }),
  main('Hundert Lokale', around(hundredPlaces)),
  main('Lange Namen', around(longNames)),
  main('Bild lädt nicht', answer(loadByLocation, severalPlaces.map((place) => ({ ...place, midSizeFirstImage: '/media/gibt-es-nicht.jpg' })))),
  main('Lokale am Abend', around(severalPlaces), { now: Date.parse('2026-06-24T21:30:00+02:00') }),
  main('Angebote', around(orderable), { answers: [answer(getDiscounts, discounts)], topics: { [globalTopic]: { discounts } } }),
  main('Werbung lädt nicht', around(severalPlaces), { topics: { [globalTopic]: { teasers: [aTeaser({ imageUrl: '/media/gibt-es-nicht.webp' })] } } }),
  main('Ort aus der Adresse', around(severalPlaces), { params: ['altona'], answers: [answer(getPlace, aPlace({ placeId: 'altona', name: 'Altona' }))] }),
  main('Ort ist unbekannt', around(severalPlaces), { params: ['nirgends'], answers: [refuse(getPlace, 'notFound')] }),
  main('Lokale mit Favoriten', around(severalPlaces), { session: 'verified' }),
]);
