import { defineScenarios } from '@mahlzeit/shared-ui/testing';
import { detailsScenarios } from './screens/details.scenarios';
import { mainScenarios } from './screens/main.scenarios';

/** Every screen and slot of discovery in every state: what the bare host's menu offers. */
export const scenarios = defineScenarios([...mainScenarios, ...detailsScenarios, { name: 'Ort im Kopf der Seite', slot: 'frame/search', props: {} }]);
