import { getInvitations, getOrders, getPlaceSuggestions } from '@mahlzeit/contract';
import type {
  Coordinate,
  Invitation,
  Order,
  PlaceSuggestions as SuggestedPlaces,
  SuggestedPlace,
} from '@mahlzeit/contract';
import { MAX_NAMED_PLACES } from '@mahlzeit/contract/rules';
import { api, apiQuery, skipToken, useUser } from '@mahlzeit/shared-ui/platform';
import { EmptyState, Rows, RowSkeletons, Section, Stack } from '@mahlzeit/shared-ui/ui';
import { useTexts } from './draft-texts';
import { PlaceRow } from './place-row';
import type { PlaceRowProps } from './place-row';

/** Number of past meetups, and of past orders, whose restaurants are suggested. */
const HISTORY_LENGTH = 10;

/** Maximum number of rows below the headings of favourite and of recent restaurants. */
const MAX_PLACES_OF_KIND = 5;

interface SuggestionInput {
  readonly keys: string[];
  readonly at: Coordinate | null;
}

const pastPage = { query: { when: 'past', limit: HISTORY_LENGTH } } as const;

const { usePastMeetupsQuery, usePastOrdersQuery, usePlaceSuggestionsQuery } = api.injectEndpoints({
  endpoints: (build) => ({
    pastMeetups: build.query<Invitation[], void>(apiQuery(getInvitations, () => pastPage)),
    pastOrders: build.query<Order[], void>(apiQuery(getOrders, () => pastPage)),
    placeSuggestions: build.query<SuggestedPlaces, SuggestionInput>(
      apiQuery(getPlaceSuggestions, ({ keys, at }: SuggestionInput) => ({ query: { keys, ...at } })),
    ),
  }),
});

// The history isn't read from the cache, because the user may have met or ordered since then.
const alwaysRefetchOptions = { refetchOnMountOrArgChange: true } as const;

/** Returns the keys of the restaurants where the user has met or ordered lately, the latest first. */
const useRecentPlaceKeys = (): { readonly isLoading: boolean; readonly keys: readonly string[] } => {
  const meetups = usePastMeetupsQuery(undefined, alwaysRefetchOptions);
  const orders = usePastOrdersQuery(undefined, alwaysRefetchOptions);
  const visits = [
    ...(meetups.data ?? []).map(({ restaurant, date }) => ({ key: restaurant, time: Date.parse(date) })),
    ...(orders.data ?? []).map(({ restaurantId, meetUpDate }) => ({ key: restaurantId, time: meetUpDate })),
  ].sort((a, b) => b.time - a.time);
  return {
    isLoading: meetups.isLoading || orders.isLoading,
    keys: [...new Set(visits.map(({ key }) => key))].slice(0, HISTORY_LENGTH),
  };
};

/**
 * Returns favourite, recent and near restaurants, each only once. The user's favourites contain people as well, which
 * the gateway skips. If the history can't be loaded, it is left out.
 */
const usePlaceSuggestions = (coordinate: Coordinate | null | undefined) => {
  const favouriteKeys = useUser()?.favorites ?? [];
  const recentPlaces = useRecentPlaceKeys();
  const keys = [...new Set([...recentPlaces.keys, ...[...favouriteKeys].reverse()])].slice(0, MAX_NAMED_PLACES);
  const { data, isLoading } = usePlaceSuggestionsQuery(
    coordinate === undefined || recentPlaces.isLoading ? skipToken : { keys, at: coordinate },
  );
  const namedPlaces = data?.named ?? [];
  const favouriteKeySet = new Set(favouriteKeys);
  const recentKeySet = new Set(recentPlaces.keys);
  return {
    isLoading: coordinate === undefined || recentPlaces.isLoading || isLoading,
    favourites: namedPlaces.filter(({ key }) => favouriteKeySet.has(key)).slice(0, MAX_PLACES_OF_KIND),
    recent: namedPlaces
      .filter(({ key }) => recentKeySet.has(key) && !favouriteKeySet.has(key))
      .slice(0, MAX_PLACES_OF_KIND),
    nearest: data?.nearest ?? [],
  };
};

interface PlaceSectionProps extends Pick<PlaceRowProps, 'onChoose'> {
  readonly title: string;
  readonly places: readonly SuggestedPlace[];
}

/** Rows of restaurants below a heading. Renders nothing without restaurants. */
const PlaceSection = ({ title, places, onChoose }: PlaceSectionProps) =>
  places.length > 0 && (
    <Section title={title}>
      <Rows>
        {places.map((place) => (
          <PlaceRow key={place.key} place={place} onChoose={onChoose} />
        ))}
      </Rows>
    </Section>
  );

interface PlaceSuggestionsProps extends Pick<PlaceRowProps, 'onChoose'> {
  readonly coordinate: Coordinate | null | undefined;
}

/** Suggestions that are shown before the user types: favourite restaurants, recent ones and the nearest. */
export const PlaceSuggestions = ({ coordinate, onChoose }: PlaceSuggestionsProps) => {
  const t = useTexts();
  const { isLoading, favourites, recent, nearest } = usePlaceSuggestions(coordinate);
  if (isLoading) return <RowSkeletons />;
  if (favourites.length + recent.length + nearest.length === 0)
    return <EmptyState art="shallow-pan-of-food" title={t('SearchPlaceTitle')} text={t('SearchPlaceText')} />;
  return (
    <Stack $gap={20}>
      <PlaceSection title={t('FavouritePlaces')} places={favourites} onChoose={onChoose} />
      <PlaceSection title={t('RecentPlaces')} places={recent} onChoose={onChoose} />
      <PlaceSection title={t('NearPlaces')} places={nearest} onChoose={onChoose} />
    </Stack>
  );
};
