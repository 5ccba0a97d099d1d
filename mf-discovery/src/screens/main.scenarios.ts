import { loadByLocation } from '@mahlzeit/contract';
import { answer, defineScenarios, hang, refuse, unreachable } from '@mahlzeit/shared-ui/testing';
import { hundredPlaces, longNames, pagesOf, severalPlaces } from '../alone-places';

/** The main screen in every state. */
export const mainScenarios = defineScenarios([
  { name: 'Lokale in der Nähe', screen: 'main', answers: [answer(loadByLocation, ...pagesOf(severalPlaces))] },
  { name: 'Lokale laden', screen: 'main', answers: [hang(loadByLocation)] },
  { name: 'Keine Lokale', screen: 'main', answers: [answer(loadByLocation, [])] },
  { name: 'Lokale laden nicht', screen: 'main', answers: [refuse(loadByLocation, 'unavailable')] },
  { name: 'Lokale ohne Netz', screen: 'main', isOffline: true, answers: [unreachable(loadByLocation)] },
  { name: 'Hundert Lokale', screen: 'main', answers: [answer(loadByLocation, ...pagesOf(hundredPlaces))] },
  { name: 'Lange Namen', screen: 'main', answers: [answer(loadByLocation, ...pagesOf(longNames))] },
  { name: 'Bild lädt nicht', screen: 'main', answers: [answer(loadByLocation, severalPlaces.map((place) => ({ ...place, midSizeFirstImage: '/media/gibt-es-nicht.jpg' })))] },
  { name: 'Lokale am Abend', screen: 'main', now: Date.parse('2026-06-24T21:30:00+02:00'), answers: [answer(loadByLocation, ...pagesOf(severalPlaces))] },
]);
