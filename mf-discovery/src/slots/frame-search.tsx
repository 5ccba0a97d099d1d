import { useInSteps } from '../use-in-steps';

// The steps import files instead of the folders' `index.ts`, because an `index.ts` contains no code to evaluate (ADR
// 19).
const frameLoadSteps = {
  steps: [
    () => import(/* webpackMode: "eager", webpackExports: [] */ '../features/location/chosen-place'),
    () => import(/* webpackMode: "eager", webpackExports: [] */ '../features/location/location'),
    () => import(/* webpackMode: "eager", webpackExports: [] */ '../features/search/search-entries'),
    () => import(/* webpackMode: "eager", webpackExports: [] */ '../features/filters/filter-state'),
  ],
  load: () => import(/* webpackMode: "eager" */ './search-and-app'),
} as const;

/** Discovery's part of the shell's top bar: location, search, filters, and the link to the app. */
const FrameSearch = () => {
  const frameModule = useInSteps(frameLoadSteps);
  return frameModule === null ? null : <frameModule.SearchAndApp />;
};

export default FrameSearch;
