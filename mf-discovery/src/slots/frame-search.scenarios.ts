import { defineScenarios } from '@mahlzeit/shared-ui/testing';
import { everythingFound, longNamesFound, nothingFound, searchCutOff, searchFails, searchHangs } from '../alone-search';

/** Place, search and filter of the top frame; what the search finds is always the same. */
export const frameSearchScenarios = defineScenarios([
  { name: 'Suche', slot: 'frame/search', props: {}, answers: everythingFound },
  { name: 'Suche mit langen Namen', slot: 'frame/search', props: {}, answers: longNamesFound },
  { name: 'Suche findet nichts', slot: 'frame/search', props: {}, answers: nothingFound },
  { name: 'Suche läuft', slot: 'frame/search', props: {}, answers: searchHangs },
  { name: 'Suche scheitert', slot: 'frame/search', props: {}, answers: searchFails },
  { name: 'Suche ohne Netz', slot: 'frame/search', props: {}, isOffline: true, answers: searchCutOff },
]);
