import type { Restaurant } from '@mahlzeit/contract';
import { NEARBY_PAGE_SIZE } from '@mahlzeit/contract/rules';
import { LIMIT } from './reach-rules';

/** S1§9: pages load one after another until one is short or the limit is reached; then there is no next one. */
export const nextPage = (lastPage: readonly Restaurant[], page: number): number | undefined =>
  lastPage.length < NEARBY_PAGE_SIZE || page * NEARBY_PAGE_SIZE >= LIMIT ? undefined : page + 1;

/** All pages as one list. A place that moved between pages while they loaded appears once; S1§3: non-partners are left out. */
export const joinPages = (pages: readonly (readonly Restaurant[])[]): readonly Restaurant[] => {
  const byKey = new Map<string, Restaurant>();
  for (const restaurant of pages.flat()) if (restaurant.type !== 'NonPartner' && !byKey.has(restaurant.key)) byKey.set(restaurant.key, restaurant);
  return [...byKey.values()];
};

/** The pages with one restaurant renewed. */
export const withRestaurant = (pages: readonly (readonly Restaurant[])[], fresh: Restaurant): Restaurant[][] =>
  pages.map((page) => page.map((held) => (held.key === fresh.key ? fresh : held)));
