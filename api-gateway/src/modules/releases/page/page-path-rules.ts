import { reservedSegments } from '@mahlzeit/contract/rules';

/** What a path shows (S1§2 "URL paths"): the main view, the page that renders nothing, the way home, nothing of ours though a person may ask, or no page at all. */
export type PageKind = 'main' | 'empty' | 'home' | 'stray' | 'none';

/** Tells what a path shows; the path is as in the request line, without its query. */
export const pageKindOf = (path: string): PageKind => {
  const [first = '', ...rest] = path.replace(/^\//, '').replace(/\/$/, '').split('/');
  if (first === '') return rest.length === 0 ? 'home' : 'none';
  if (first === 'restaurants' || first === 'search') return 'main';
  if (first === 'empty') return rest.length === 0 ? 'empty' : 'stray';
  if (reservedSegments.has(first)) return 'none';
  return rest.length === 0 ? 'main' : 'stray';
};
