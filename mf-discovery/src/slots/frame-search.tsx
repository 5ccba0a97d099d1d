import { useInSteps } from '../use-in-steps';

// Files themselves: of a front door nothing would be evaluated (ADR 19).
const frame = {
  steps: [
    () => import(/* webpackMode: "eager", webpackExports: [] */ '../features/location/chosen-place'),
    () => import(/* webpackMode: "eager", webpackExports: [] */ '../features/location/location'),
    () => import(/* webpackMode: "eager", webpackExports: [] */ '../features/search/search-entries'),
    () => import(/* webpackMode: "eager", webpackExports: [] */ '../features/filters/filter-state'),
  ],
  load: () => import(/* webpackMode: "eager" */ './search-and-app'),
} as const;

/** What discovery puts into the shell's top frame. */
const FrameSearch = () => {
  const parts = useInSteps(frame);
  return parts === null ? null : <parts.SearchAndApp />;
};

export default FrameSearch;
