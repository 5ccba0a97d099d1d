import { autocompletePlaces, searchMeals, searchNonPartners, searchPartners, searchTags } from '@mahlzeit/contract';
import type { Restaurant, RestaurantSummary } from '@mahlzeit/contract';
import { aFoundMeal, aPlace, aRestaurantSummary } from '@mahlzeit/contract/fixtures';
import { answer, hang, refuse, unreachable } from '@mahlzeit/shared-ui/testing';
import type { ScenarioAnswer } from '@mahlzeit/shared-ui/testing';
import { longNames, severalPlaces } from './alone-places';
import { severalTags } from './alone-tags';

const summaryOf = ({ key, name, routingName }: Restaurant): RestaurantSummary => aRestaurantSummary({ key, name, routingName });

const routes = [autocompletePlaces, searchPartners, searchNonPartners, searchMeals, searchTags] as const;

/** One of everything that a search finds, more restaurants than it shows. */
export const everythingFound: readonly ScenarioAnswer[] = [
  answer(autocompletePlaces, [aPlace({ placeId: 'suppenberg', name: 'Suppenberg' }), aPlace({ placeId: 'suppingen', name: 'Suppingen, Laichingen' })]),
  answer(searchPartners, severalPlaces.map(summaryOf)),
  answer(searchNonPartners, [aRestaurantSummary({ key: 'kein-partner', name: 'Suppenstübchen', routingName: 'suppenstuebchen', type: 'NonPartner' })]),
  answer(searchMeals, [aFoundMeal({ name: 'Kartoffelsuppe', price: 590 })]),
  answer(searchTags, severalTags.slice(-1)),
];

/** Names as long as people give them. */
export const longNamesFound: readonly ScenarioAnswer[] = [
  answer(autocompletePlaces, [aPlace({ name: 'Hinteruntermeitingen-Schwabmünchen an der Obermühle' })]),
  answer(searchPartners, longNames.map(summaryOf)),
  answer(searchNonPartners, longNames.map(summaryOf)),
  answer(searchMeals, [aFoundMeal({ name: 'Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetzeintopf', price: 12_345 })]),
  answer(searchTags, []),
];

/** No search finds anything. */
export const nothingFound: readonly ScenarioAnswer[] = [answer(autocompletePlaces, []), answer(searchPartners, []), answer(searchNonPartners, []), answer(searchMeals, []), answer(searchTags, [])];

/** No search answers. */
export const searchHangs: readonly ScenarioAnswer[] = routes.map((route) => hang(route));

/** Every search fails. */
export const searchFails: readonly ScenarioAnswer[] = routes.map((route) => refuse(route, 'internal'));

/** No search reaches the gateway. */
export const searchCutOff: readonly ScenarioAnswer[] = routes.map((route) => unreachable(route));
