import { useMedia } from '../../use-media';

/** Whether the reader wants no movement: slides change at once then, and none by itself. */
export const useStillness = (): boolean => useMedia('(prefers-reduced-motion: reduce)');
