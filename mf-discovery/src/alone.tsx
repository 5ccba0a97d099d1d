import { defineScenarios } from '@mahlzeit/shared-ui/testing';
import { detailsScenarios } from './screens/details.scenarios';
import { downloadScenarios } from './screens/download.scenarios';
import { filtersScenarios } from './screens/filters.scenarios';
import { mainScenarios } from './screens/main.scenarios';
import { tagselectionScenarios } from './screens/tagselection.scenarios';
import { frameSearchScenarios } from './slots/frame-search.scenarios';

/** Every screen and slot of discovery in every state: what the bare host's menu offers. */
export const scenarios = defineScenarios([...mainScenarios, ...detailsScenarios, ...filtersScenarios, ...tagselectionScenarios, ...downloadScenarios, ...frameSearchScenarios]);
