export type { View } from './kept-view';
export { useKeptView } from './use-kept-view';
