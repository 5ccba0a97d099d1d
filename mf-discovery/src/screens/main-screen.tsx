import type { ScreenProps } from '@mahlzeit/shared-ui/platform';
import { defineScreen } from '@mahlzeit/shared-ui/platform';
import { useInSteps } from '../use-in-steps';

// The steps import files instead of the folders' `index.ts`, because an `index.ts` contains no code to evaluate (ADR
// 19).
const mainViewSteps = {
  steps: [
    () => import(/* webpackMode: "eager", webpackExports: [] */ '../features/location/chosen-place'),
    () => import(/* webpackMode: "eager", webpackExports: [] */ '../features/location/location'),
    () => import(/* webpackMode: "eager", webpackExports: [] */ '../features/filters/filter-state'),
    () => import(/* webpackMode: "eager", webpackExports: [] */ '../features/nearby/nearby-list'),
  ],
  load: () => import(/* webpackMode: "eager" */ './main-view'),
} as const;

/** Main screen of discovery. The prerendered page stays visible until the view has content. */
const MainScreen = ({ params: [placeId] }: Pick<ScreenProps, 'params'>) => {
  const mainViewModule = useInSteps(mainViewSteps);
  return mainViewModule === null ? null : <mainViewModule.MainView placeId={placeId} />;
};

export default defineScreen(MainScreen, { isSliced: true });
