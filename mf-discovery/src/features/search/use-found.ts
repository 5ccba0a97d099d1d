import type { Coordinate } from '@mahlzeit/contract';
import { errorCode, skipToken, useRetryWhenBack } from '@mahlzeit/shared-ui/platform';
import type { Found } from './found-entries';
import { useFoundMealsQuery, useFoundNonPartnersQuery, useFoundPartnersQuery, useFoundPlacesQuery, useFoundTagsQuery } from './search-api';

interface Query {
  readonly isFetching: boolean;
  readonly isError: boolean;
  readonly error?: unknown;
  refetch(): unknown;
}

/** What a text brought so far. */
export interface Finding {
  readonly found: Found;
  readonly isSearching: boolean;
  /** The gateway can't be reached. All other failures are empty lists (S1§7). */
  readonly isOffline: boolean;
}

interface FindRequest {
  /** null: nothing is searched. */
  readonly text: string | null;
  readonly at: Coordinate | null;
  /** Places alone. */
  readonly placesOnly: boolean;
}

const isCutOff = ({ isError, error }: Query): boolean => isError && ['offline', 'timeout'].includes(errorCode(error));

/** Everything that a text means. Each answer belongs to its text: one that comes late replaces nothing. */
export const useFound = ({ text, at, placesOnly }: FindRequest): Finding => {
  const near = text === null ? skipToken : { text, at };
  const byName = placesOnly ? skipToken : near;
  const byWord = placesOnly || text === null ? skipToken : text;
  const places = useFoundPlacesQuery(near);
  const partners = useFoundPartnersQuery(byName);
  const nonPartners = useFoundNonPartnersQuery(byName);
  const meals = useFoundMealsQuery(byWord);
  const tags = useFoundTagsQuery(byWord);
  const queries: readonly Query[] = [places, partners, nonPartners, meals, tags];
  const isOffline = queries.some(isCutOff);
  useRetryWhenBack(isOffline, () => queries.filter(isCutOff).forEach(({ refetch }) => void refetch()));
  return {
    found: {
      places: places.currentData ?? [],
      partners: partners.currentData ?? [],
      nonPartners: nonPartners.currentData ?? [],
      meals: meals.currentData ?? [],
      tags: tags.currentData ?? [],
    },
    isSearching: queries.some(({ isFetching }) => isFetching),
    isOffline,
  };
};
