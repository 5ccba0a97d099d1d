import { useMedia } from '../../use-media';

/** Whether reduced motion is preferred: slides change at once then, and none by itself. */
export const useReducedMotion = (): boolean => useMedia('(prefers-reduced-motion: reduce)');
