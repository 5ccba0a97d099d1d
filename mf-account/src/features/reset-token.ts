import { createObservable } from '@mahlzeit/shared-ui/platform';

/**
 * Token of a mailed link; null before a link was opened and after a reload. The page keeps the token only in memory,
 * never in the URL or in a storage.
 */
export const passwordResetToken = createObservable<string | null>(null);
