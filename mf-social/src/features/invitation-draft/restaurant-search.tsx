import { loadByLocation, searchNonPartners, searchPartners } from '@mahlzeit/contract';
import type { Coordinate, FoundRestaurant, Restaurant, RestaurantSummary } from '@mahlzeit/contract';
import { cuisineNames, NEARBY_PAGE_SIZE, NEARBY_RADIUS, searchNeedle } from '@mahlzeit/contract/rules';
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
import { useTexts } from './draft-texts';
import { useLookAround } from './use-draft';

interface Search {
  readonly text: string;
  readonly at: Coordinate | null;
}

const byText = ({ text, at }: Search) => ({ params: { text }, query: { ...at } });

const { useMeetupPartnersQuery, useMeetupNonPartnersQuery, useMeetupNearbyQuery } = api.injectEndpoints({
  endpoints: (build) => ({
    meetupPartners: build.query<FoundRestaurant[], Search>(apiQuery(searchPartners, byText)),
    meetupNonPartners: build.query<FoundRestaurant[], Search>(apiQuery(searchNonPartners, byText)),
    meetupNearby: build.query<Restaurant[], Coordinate>(
      apiQuery(loadByLocation, (location: Coordinate) => ({
        body: { location, radius: NEARBY_RADIUS, page: 1, pageSize: NEARBY_PAGE_SIZE },
      })),
    ),
  }),
});

const METRES = 1_000;

const german = new Intl.Collator('de');

/** Returns whether a meetup is possible at a place: food is served there. */
const isForMeetups = ({ type }: Pick<RestaurantSummary, 'type'>): boolean =>
  type === 'Restaurant' || type === 'NonPartner';

/** Sorts the places of meetups, nearest first; places of unknown distance by name. */
const inOrder = <Place extends Pick<RestaurantSummary, 'type' | 'name' | 'initialDistanceKm'>>(
  places: readonly Place[],
): readonly Place[] =>
  places
    .filter(isForMeetups)
    .sort(
      (a, b) => (a.initialDistanceKm ?? Infinity) - (b.initialDistanceKm ?? Infinity) || german.compare(a.name, b.name),
    );

interface PlaceRowProps {
  readonly place: Pick<
    RestaurantSummary,
    'key' | 'name' | 'routingName' | 'initialDistanceKm' | 'address' | 'midSizeFirstImage'
  > &
    Partial<Pick<Restaurant, 'tags'>>;
  readonly onChoose: (key: string) => void;
}

/** One place, 61 px high with its hairline (S2§9). A press chooses the place; the icon at the end links to its page. */
const PlaceRow = ({
  place: { key, name, routingName, initialDistanceKm, address, midSizeFirstImage, tags = [] },
  onChoose,
}: PlaceRowProps) => {
  const t = useTexts();
  const { navigation } = useShell();
  const placeText = [
    initialDistanceKm === null ? '' : formatDistance(initialDistanceKm * METRES),
    address.quarter ?? address.locality,
  ]
    .filter((part) => part !== '')
    .join(' · ');
  return (
    <Row
      leading={
        <Thumb>
          <RestaurantMedia of={sceneFor(name, cuisineNames({ tags }))} layout="thumb" pictureUrl={midSizeFirstImage} />
        </Thumb>
      }
      title={name}
      text={placeText === '' ? undefined : placeText}
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

const Thumb = styled.span`
  display: block;
  width: 44px;
  height: 44px;
  border-radius: ${tokens.radius.small};
  overflow: hidden;
`;

const useFavourite = (key: string | undefined, at: Coordinate | null | undefined) =>
  useRestaurantQuery(key === undefined || at === undefined ? skipToken : { key, ...(at !== null && { at }) });

/** Returns the first five favourites that allow meetups. Favourites that can't be loaded are left out. */
const useFavourites = (at: Coordinate | null | undefined) => {
  const [first, second, third, fourth, fifth] = useUser()?.favorites ?? [];
  const queries = [
    useFavourite(first, at),
    useFavourite(second, at),
    useFavourite(third, at),
    useFavourite(fourth, at),
    useFavourite(fifth, at),
  ];
  return {
    isLoading: queries.some(({ isLoading }) => isLoading),
    places: queries.flatMap(({ data }) => (data !== undefined && isForMeetups(data) ? [data] : [])),
  };
};

interface SuggestionsProps extends Pick<PlaceRowProps, 'onChoose'> {
  readonly at: Coordinate | null | undefined;
}

/** Favourites and nearby places, before the user types. */
const PlaceSuggestions = ({ at, onChoose }: SuggestionsProps) => {
  const t = useTexts();
  const favourites = useFavourites(at);
  const { data: near = [], isLoading } = useMeetupNearbyQuery(at ?? skipToken);
  const others = inOrder(near.filter(({ key }) => !favourites.places.some((favourite) => favourite.key === key)));
  if (at === undefined || isLoading || favourites.isLoading) return <RowSkeletons />;
  if (favourites.places.length === 0 && others.length === 0)
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
      {others.length > 0 && (
        <Section title={t('NearPlaces')}>
          <Rows>
            {others.map((place) => (
              <PlaceRow key={place.key} place={place} onChoose={onChoose} />
            ))}
          </Rows>
        </Section>
      )}
    </Stack>
  );
};

/** Searches partner and non-partner places by name. */
const usePlaceSearch = (typed: string, at: Coordinate | null | undefined) => {
  const text = searchNeedle(typed) === null ? null : typed.trim().toLocaleLowerCase('de');
  const debounced = useDebouncedName(text);
  const search = debounced === null || at === undefined ? skipToken : { text: debounced, at };
  const partners = useMeetupPartnersQuery(search);
  const nonPartners = useMeetupNonPartnersQuery(search);
  const isFetching = search === skipToken || partners.isFetching || nonPartners.isFetching;
  const places = isFetching ? [] : inOrder([...(partners.currentData ?? []), ...(nonPartners.currentData ?? [])]);
  return {
    isTooShort: text === null,
    isSearching: text !== null && isFetching,
    // A partial answer shows its places; an empty partial answer doesn't prove that there are none.
    error: places.length === 0 ? (partners.error ?? nonPartners.error) : undefined,
    // Not awaited: the hooks deliver the answers.
    retry: () => {
      void partners.refetch();
      void nonPartners.refetch();
    },
    places,
  };
};

/** Results of the search, with an announcement for screen readers. */
const Outcome = ({
  search,
  typed,
  onChoose,
}: { readonly search: ReturnType<typeof usePlaceSearch>; readonly typed: string } & Pick<
  PlaceRowProps,
  'onChoose'
>) => {
  const t = useTexts();
  if (search.isSearching) return <RowSkeletons />;
  if (search.error !== undefined)
    return <ErrorState title={t('SearchFailedTitle')} text={errorText(search.error)} onRetry={search.retry} />;
  if (search.places.length === 0)
    return (
      <EmptyState icon={SearchX} title={t('NoMatchingResults')} text={t('NoPlaceNamed', { name: typed.trim() })} />
    );
  return (
    <Rows>
      {search.places.map((place) => (
        <PlaceRow key={place.key} place={place} onChoose={onChoose} />
      ))}
    </Rows>
  );
};

/** Searches the restaurant of a meetup by name, near the location of the user. */
export const RestaurantSearch = ({ onChoose }: Pick<PlaceRowProps, 'onChoose'>) => {
  const t = useTexts();
  const [typed, setTyped] = useState('');
  const at = useLookAround();
  const search = usePlaceSearch(typed, at);
  const announcement: ReactNode = search.isSearching
    ? t('IsSearching')
    : search.isTooShort || search.error !== undefined
      ? ''
      : t('PlacesFound', { count: search.places.length });
  return (
    <Stack $gap={16}>
      <Inline role="search">
        <SearchBox label={t('SearchPlace')} placeholder={t('SearchPlace')} value={typed} onValueChange={setTyped} />
      </Inline>
      <VisuallyHidden role="status">{announcement}</VisuallyHidden>
      {search.isTooShort ? (
        <PlaceSuggestions at={at} onChoose={onChoose} />
      ) : (
        <Outcome search={search} typed={typed} onChoose={onChoose} />
      )}
    </Stack>
  );
};
