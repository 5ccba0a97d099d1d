import { reservedSegments } from '@mahlzeit/contract/rules';

/** First path segments that belong to pages of the app. */
const PAGE_SEGMENTS: ReadonlySet<string> = new Set(['', 'restaurants', 'search', 'empty', 'i', 'r']);

/**
 * Returns whether the gateway answers this path with the app's page. Other documents (pages without the shell, files,
 * returns of payments) never come from the service worker.
 */
export const isAppPath = (pathname: string): boolean => {
  const [, firstSegment = ''] = pathname.split('/');
  return PAGE_SEGMENTS.has(firstSegment) || !(reservedSegments.has(firstSegment) || firstSegment.startsWith('.'));
};

const HASHED_FILE_PATTERN = /^\/(?:assets|remotes\/[a-z0-9-]+)\/[^/]+\.[0-9a-f]{8,}\.[a-z0-9]+$/;

/**
 * Returns whether the path is that of a file whose content never changes, because its name contains a hash of the
 * content.
 */
export const isHashedFile = (pathname: string): boolean => HASHED_FILE_PATTERN.test(pathname);

/**
 * Returns whether a page requests a file again and wants no cached one: a second attempt has another URL
 * (`script-guard.ts`), and the recovery of a broken page bypasses all caches (`page-recovery.ts`).
 */
export const isAskedAnew = ({ cache }: Pick<Request, 'cache'>, { search }: Pick<URL, 'search'>): boolean =>
  search !== '' || cache === 'reload';
