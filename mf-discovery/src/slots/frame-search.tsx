import { useInSteps } from '../use-in-steps';

// Files, not the folders' index: an index has no code to evaluate (ADR 19).
const frame = {
  steps: [
    () => import(/* webpackMode: "eager", webpackExports: [] */ '../features/location/chosen-place'),
    () => import(/* webpackMode: "eager", webpackExports: [] */ '../features/location/location'),
    () => import(/* webpackMode: "eager", webpackExports: [] */ '../features/search/search-entries'),
    () => import(/* webpackMode: "eager", webpackExports: [] */ '../features/filters/filter-state'),
  ],
  load: () => import(/* webpackMode: "eager" */ './search-and-app'),
} as const;

/** Content of discovery in the shell's top frame. */
const FrameSearch = () => {
  const parts = useInSteps(frame);
  return parts === null ? null : <parts.SearchAndApp />;
};

export default FrameSearch;
