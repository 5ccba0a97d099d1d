import { loadByLocation, searchNonPartners, searchPartners } from '@mahlzeit/contract';
import type { Coordinate, FoundRestaurant, Restaurant, RestaurantSummary } from '@mahlzeit/contract';
import { cuisineNames, NEARBY_PAGE_SIZE, NEARBY_RADIUS_METRES, searchNeedle } from '@mahlzeit/contract/rules';
import {
  api,
  apiQuery,
  errorText,
  formatDistance,
  skipToken,
  useRestaurantQuery,
  useShell,
  useUser,
} from '@mahlzeit/shared-ui/platform';
import {
  EmptyState,
  ErrorState,
  IconLink,
  Inline,
  Row,
  Rows,
  RowSkeletons,
  Section,
  Stack,
  tokens,
  VisuallyHidden,
} from '@mahlzeit/shared-ui/ui';
import { RestaurantMedia, sceneFor, SearchBox } from '@mahlzeit/shared-ui/ui/restaurant';
import { Info, SearchX } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import styled from 'styled-components';
import { useDebouncedName } from '../people';
import { useSearchLocation } from '../search-location';
import { useTexts } from './draft-texts';

interface PlaceSearchInput {
  readonly text: string;
  readonly at: Coordinate | null;
}

const toSearchRequest = ({ text, at }: PlaceSearchInput) => ({ params: { text }, query: { ...at } });

const { useMeetupPartnersQuery, useMeetupNonPartnersQuery, useMeetupNearbyQuery } = api.injectEndpoints({
  endpoints: (build) => ({
    meetupPartners: build.query<FoundRestaurant[], PlaceSearchInput>(apiQuery(searchPartners, toSearchRequest)),
    meetupNonPartners: build.query<FoundRestaurant[], PlaceSearchInput>(apiQuery(searchNonPartners, toSearchRequest)),
    meetupNearby: build.query<Restaurant[], Coordinate>(
      apiQuery(loadByLocation, (location: Coordinate) => ({
        body: { location, radius: NEARBY_RADIUS_METRES, page: 1, pageSize: NEARBY_PAGE_SIZE },
      })),
    ),
  }),
});

const METRES_PER_KM = 1_000;

const germanCollator = new Intl.Collator('de');

/** Returns whether a meetup is possible at a place: only at places that serve food. */
const isMeetupRestaurant = ({ type }: Pick<RestaurantSummary, 'type'>): boolean =>
  type === 'Restaurant' || type === 'NonPartner';

/**
 * Keeps the places where meetups are possible, and sorts them by distance. Places of unknown distance come last, sorted
 * by name.
 */
const sortMeetupRestaurants = <Place extends Pick<RestaurantSummary, 'type' | 'name' | 'initialDistanceKm'>>(
  restaurants: readonly Place[],
): readonly Place[] =>
  restaurants
    .filter(isMeetupRestaurant)
    .sort(
      (a, b) =>
        (a.initialDistanceKm ?? Infinity) - (b.initialDistanceKm ?? Infinity) || germanCollator.compare(a.name, b.name),
    );

interface PlaceRowProps {
  readonly place: Pick<
    RestaurantSummary,
    'key' | 'name' | 'routingName' | 'initialDistanceKm' | 'address' | 'midSizeFirstImage'
  > &
    Partial<Pick<Restaurant, 'tags'>>;
  readonly onChoose: (key: string) => void;
}

/**
 * Row for one place, 61 px high including its separator line (S2§9). A press on the row chooses the place; the icon at
 * the end opens the place's page.
 */
const PlaceRow = ({
  place: { key, name, routingName, initialDistanceKm, address, midSizeFirstImage, tags = [] },
  onChoose,
}: PlaceRowProps) => {
  const t = useTexts();
  const { navigation } = useShell();
  const addressText = [
    initialDistanceKm === null ? '' : formatDistance(initialDistanceKm * METRES_PER_KM),
    address.quarter ?? address.locality,
  ]
    .filter((addressPart) => addressPart !== '')
    .join(' · ');
  return (
    <Row
      leading={
        <Thumbnail>
          <RestaurantMedia
            sceneSpec={sceneFor(name, cuisineNames({ tags }))}
            layout="thumb"
            pictureUrl={midSizeFirstImage}
          />
        </Thumbnail>
      }
      title={name}
      text={addressText === '' ? undefined : addressText}
      trailing={
        <IconLink
          label={t('LookAtPlace', { name })}
          icon={Info}
          href={navigation.hrefOf('details', routingName, 'invitation')}
        />
      }
      onClick={() => onChoose(key)}
    />
  );
};

const Thumbnail = styled.span`
  display: block;
  width: 44px;
  height: 44px;
  border-radius: ${tokens.radius.small};
  overflow: hidden;
`;

const useFavourite = (restaurantKey: string | undefined, coordinate: Coordinate | null | undefined) =>
  useRestaurantQuery(
    restaurantKey === undefined || coordinate === undefined
      ? skipToken
      : { key: restaurantKey, ...(coordinate !== null && { at: coordinate }) },
  );

/**
 * Returns those of the user's first five favourites where a meetup is possible. Favourites that can't be loaded are
 * left out.
 */
const useFavourites = (coordinate: Coordinate | null | undefined) => {
  const [firstKey, secondKey, thirdKey, fourthKey, fifthKey] = useUser()?.favorites ?? [];
  const favouriteQueries = [
    useFavourite(firstKey, coordinate),
    useFavourite(secondKey, coordinate),
    useFavourite(thirdKey, coordinate),
    useFavourite(fourthKey, coordinate),
    useFavourite(fifthKey, coordinate),
  ];
  return {
    isLoading: favouriteQueries.some(({ isLoading }) => isLoading),
    places: favouriteQueries.flatMap(({ data }) => (data !== undefined && isMeetupRestaurant(data) ? [data] : [])),
  };
};

interface SuggestionsProps extends Pick<PlaceRowProps, 'onChoose'> {
  readonly coordinate: Coordinate | null | undefined;
}

/** Suggestions before the user types: favourites and nearby places. */
const PlaceSuggestions = ({ coordinate, onChoose }: SuggestionsProps) => {
  const t = useTexts();
  const favourites = useFavourites(coordinate);
  const { data: nearbyRestaurants = [], isLoading } = useMeetupNearbyQuery(coordinate ?? skipToken);
  const otherRestaurants = sortMeetupRestaurants(
    nearbyRestaurants.filter(({ key }) => !favourites.places.some((favourite) => favourite.key === key)),
  );
  if (coordinate === undefined || isLoading || favourites.isLoading) return <RowSkeletons />;
  if (favourites.places.length === 0 && otherRestaurants.length === 0)
    return <EmptyState art="shallow-pan-of-food" title={t('SearchPlaceTitle')} text={t('SearchPlaceText')} />;
  return (
    <Stack $gap={20}>
      {favourites.places.length > 0 && (
        <Section title={t('FavouritePlaces')}>
          <Rows>
            {favourites.places.map((place) => (
              <PlaceRow key={place.key} place={place} onChoose={onChoose} />
            ))}
          </Rows>
        </Section>
      )}
      {otherRestaurants.length > 0 && (
        <Section title={t('NearPlaces')}>
          <Rows>
            {otherRestaurants.map((place) => (
              <PlaceRow key={place.key} place={place} onChoose={onChoose} />
            ))}
          </Rows>
        </Section>
      )}
    </Stack>
  );
};

/** Searches partner and non-partner places by name. */
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
    // When one of the two searches fails, the results of the other are shown. Without results the error is shown,
    // because there may still be matching places.
    error: places.length === 0 ? (partnersQuery.error ?? nonPartnersQuery.error) : undefined,
    // Not awaited: the query hooks deliver the new results.
    retry: () => {
      void partnersQuery.refetch();
      void nonPartnersQuery.refetch();
    },
    places,
  };
};

/** Results of the search: places, a message that nothing was found, or an error. */
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

/** Search for the restaurant of a meetup by name. Places near the user's location come first. */
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
