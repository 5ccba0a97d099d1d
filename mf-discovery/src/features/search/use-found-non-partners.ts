import type { Coordinate, RestaurantSummary } from '@mahlzeit/contract';
import { skipToken } from '@mahlzeit/shared-ui/platform';
import { useDebouncedFilters } from '../filters';
import { useFoundNonPartnersQuery } from './search-api';

const none: readonly RestaurantSummary[] = [];

/** DESIGN §13.13: places that are no partners show on the map only when searched for: those of the word that filters the list, the last one where there are several. */
export const useFoundNonPartners = (at: Coordinate | null): readonly RestaurantSummary[] => {
  const text = useDebouncedFilters().texts.at(-1);
  const { currentData = none } = useFoundNonPartnersQuery(text === undefined ? skipToken : { text, at });
  return currentData;
};
