import { loadByLocation } from '@mahlzeit/contract';
import { answer, defineScenarios, hang, unreachable } from '@mahlzeit/shared-ui/testing';
import { hundredPlaces, pagesOf, severalPlaces } from '../alone-places';

/** The filters in every state. */
export const filtersScenarios = defineScenarios([
  { name: 'Filter', screen: 'filters', answers: [answer(loadByLocation, ...pagesOf(severalPlaces))] },
  { name: 'Filter über hundert Lokale', screen: 'filters', answers: [answer(loadByLocation, ...pagesOf(hundredPlaces))] },
  { name: 'Filter ohne Lokale', screen: 'filters', answers: [answer(loadByLocation, [])] },
  { name: 'Filter, während die Liste lädt', screen: 'filters', answers: [hang(loadByLocation)] },
  { name: 'Filter ohne Netz', screen: 'filters', isOffline: true, answers: [unreachable(loadByLocation)] },
]);
