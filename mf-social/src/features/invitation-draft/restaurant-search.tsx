import { searchNonPartners, searchPartners } from '@mahlzeit/contract';
import type { Coordinate, FoundRestaurant, RestaurantSummary } from '@mahlzeit/contract';
import { isMeetupPlace, searchNeedle } from '@mahlzeit/contract/rules';
import { api, apiQuery, errorText, skipToken } from '@mahlzeit/shared-ui/platform';
import { EmptyState, ErrorState, Inline, Rows, RowSkeletons, Stack, VisuallyHidden } from '@mahlzeit/shared-ui/ui';
import { SearchBox } from '@mahlzeit/shared-ui/ui/restaurant';
import { SearchX } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useDebouncedName } from '../people';
import { useSearchLocation } from '../search-location';
import { useTexts } from './draft-texts';
import { PlaceRow } from './place-row';
import type { PlaceRowProps } from './place-row';
import { PlaceSuggestions } from './place-suggestions';

interface PlaceSearchInput {
  readonly text: string;
  readonly at: Coordinate | null;
}

const toSearchRequest = ({ text, at }: PlaceSearchInput) => ({ params: { text }, query: { ...at } });

const { useMeetupPartnersQuery, useMeetupNonPartnersQuery } = api.injectEndpoints({
  endpoints: (build) => ({
    meetupPartners: build.query<FoundRestaurant[], PlaceSearchInput>(apiQuery(searchPartners, toSearchRequest)),
    meetupNonPartners: build.query<FoundRestaurant[], PlaceSearchInput>(apiQuery(searchNonPartners, toSearchRequest)),
  }),
});

const germanCollator = new Intl.Collator('de');

/**
 * Keeps the restaurants where meetups are possible, and sorts them by distance. Restaurants of unknown distance come
 * last, sorted by name.
 */
const sortMeetupRestaurants = <Place extends Pick<RestaurantSummary, 'type' | 'name' | 'initialDistanceKm'>>(
  restaurants: readonly Place[],
): readonly Place[] =>
  restaurants
    .filter(isMeetupPlace)
    .sort(
      (a, b) =>
        (a.initialDistanceKm ?? Infinity) - (b.initialDistanceKm ?? Infinity) || germanCollator.compare(a.name, b.name),
    );

/** Searches by name for restaurants that take orders (partners) and for others. */
const usePlaceSearch = (typedText: string, coordinate: Coordinate | null | undefined) => {
  const text = searchNeedle(typedText) === null ? null : typedText.trim().toLocaleLowerCase('de');
  const debouncedText = useDebouncedName(text);
  const searchArgument =
    debouncedText === null || coordinate === undefined ? skipToken : { text: debouncedText, at: coordinate };
  const partnersQuery = useMeetupPartnersQuery(searchArgument);
  const nonPartnersQuery = useMeetupNonPartnersQuery(searchArgument);
  const isFetching = searchArgument === skipToken || partnersQuery.isFetching || nonPartnersQuery.isFetching;
  const places = isFetching
    ? []
    : sortMeetupRestaurants([...(partnersQuery.currentData ?? []), ...(nonPartnersQuery.currentData ?? [])]);
  return {
    isTooShort: text === null,
    isSearching: text !== null && isFetching,
    // If one of the two searches fails, the results of the other are shown. Without results the error is shown, because
    // there may still be matching restaurants.
    error: places.length === 0 ? (partnersQuery.error ?? nonPartnersQuery.error) : undefined,
    // The promises aren't awaited, because the query hooks deliver the new results.
    retry: () => {
      void partnersQuery.refetch();
      void nonPartnersQuery.refetch();
    },
    places,
  };
};

/** Results of the search: restaurants, a message that nothing was found, or an error. */
const PlaceSearchResults = ({
  search,
  typedText,
  onChoose,
}: { readonly search: ReturnType<typeof usePlaceSearch>; readonly typedText: string } & Pick<
  PlaceRowProps,
  'onChoose'
>) => {
  const t = useTexts();
  if (search.isSearching) return <RowSkeletons />;
  if (search.error !== undefined)
    return <ErrorState title={t('SearchFailedTitle')} text={errorText(search.error)} onRetry={search.retry} />;
  if (search.places.length === 0)
    return (
      <EmptyState icon={SearchX} title={t('NoMatchingResults')} text={t('NoPlaceNamed', { name: typedText.trim() })} />
    );
  return (
    <Rows>
      {search.places.map((place) => (
        <PlaceRow key={place.key} place={place} onChoose={onChoose} />
      ))}
    </Rows>
  );
};

/** Search by name for the restaurant of a meetup. Restaurants near the user's location come first. */
export const RestaurantSearch = ({ onChoose }: Pick<PlaceRowProps, 'onChoose'>) => {
  const t = useTexts();
  const [typedText, setTypedText] = useState('');
  const coordinate = useSearchLocation();
  const placeSearch = usePlaceSearch(typedText, coordinate);
  const searchAnnouncement: ReactNode = placeSearch.isSearching
    ? t('IsSearching')
    : placeSearch.isTooShort || placeSearch.error !== undefined
      ? ''
      : t('PlacesFound', { count: placeSearch.places.length });
  return (
    <Stack $gap={16}>
      <Inline role="search">
        <SearchBox
          label={t('SearchPlace')}
          placeholder={t('SearchPlace')}
          value={typedText}
          onValueChange={setTypedText}
        />
      </Inline>
      <VisuallyHidden role="status">{searchAnnouncement}</VisuallyHidden>
      {placeSearch.isTooShort ? (
        <PlaceSuggestions coordinate={coordinate} onChoose={onChoose} />
      ) : (
        <PlaceSearchResults search={placeSearch} typedText={typedText} onChoose={onChoose} />
      )}
    </Stack>
  );
};
