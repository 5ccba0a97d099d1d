import { getTags, loadByLocation } from '@mahlzeit/contract';
import { answer, defineScenarios, hang, refuse, unreachable } from '@mahlzeit/shared-ui/testing';
import { pagesOf, severalPlaces } from '../alone-places';
import { longTags, severalTags } from '../alone-tags';

const list = answer(loadByLocation, ...pagesOf(severalPlaces));

/** The choice of a cuisine in every state. */
export const tagselectionScenarios = defineScenarios([
  { name: 'Küchen', screen: 'tagselection', answers: [list, answer(getTags, severalTags)] },
  { name: 'Küchen mit langen Namen', screen: 'tagselection', answers: [list, answer(getTags, longTags)] },
  { name: 'Küchen laden', screen: 'tagselection', answers: [list, hang(getTags)] },
  { name: 'Küchen laden nicht', screen: 'tagselection', answers: [list, refuse(getTags, 'unavailable')] },
  { name: 'Küchen ohne Netz', screen: 'tagselection', isOffline: true, answers: [unreachable(loadByLocation), unreachable(getTags)] },
]);
