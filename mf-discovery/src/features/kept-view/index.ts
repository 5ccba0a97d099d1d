export type { View } from './kept-view';
export { useViewState } from './use-kept-view';
