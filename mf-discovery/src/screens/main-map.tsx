import type { Coordinate, Discount, Restaurant, RestaurantSummary } from '@mahlzeit/contract';
import { withDealPrices, filterCount, servesNothingMoreToday } from '@mahlzeit/contract/rules';
import { skipToken, useNow, useSelector } from '@mahlzeit/shared-ui/platform';
import { ErrorState, media } from '@mahlzeit/shared-ui/ui';
import { useCallback, useEffect, useMemo, useState } from 'react';
import type { ComponentType } from 'react';
import styled from 'styled-components';
import { selectMapPlace } from '../commands/show-place';
import { text, useTexts } from '../discovery-texts';
import type { ChosenPlace } from '../features/location';
import type { Favourites } from '../features/restaurant';
import type { ListFilters } from '../features/filters';
import { useDebouncedFilters } from '../features/filters';
import { useChooseArea, useLocateUser, useUserPosition } from '../features/location';
import type { PlaceMapViewProps } from '../features/map';
import type { NearbyState, NearbySelection } from '../features/nearby';
import { farthestMetresOf } from '../features/nearby';
import { NearbyCard } from '../features/restaurant';
import { useFoundNonPartnersQuery } from '../features/search';

/**
 * Holds the restaurant that is selected in both list and map, with one setter for the list, the map and the pointer on
 * the map.
 */
export const useRestaurantSelection = () => {
  const [restaurantSelection, setSelection] = useState<NearbySelection>({ key: null, focusTarget: 'list' });
  const selectInList = useCallback((key: string) => setSelection({ key, focusTarget: 'list' }), []);
  const selectOnMap = useCallback((key: string | null) => setSelection({ key, focusTarget: 'map' }), []);
  const highlightOnMap = useCallback((key: string) => setSelection({ key, focusTarget: 'pointer' }), []);
  return { selection: restaurantSelection, selectInList, selectOnMap, pointOnMap: highlightOnMap };
};

const noRestaurants: readonly RestaurantSummary[] = [];

/**
 * Returns the restaurants without orders in the app that the map marks: the results for the last search word that
 * filters the list. Without a search word the map shows none of them (Decision 13).
 */
const useNonPartnerResults = (coordinate: Coordinate | null): readonly RestaurantSummary[] => {
  const text = useDebouncedFilters().texts.at(-1);
  const { currentData = noRestaurants } = useFoundNonPartnersQuery(
    text === undefined ? skipToken : { text, coordinate },
  );
  return currentData;
};

/** Loading state of the map's script. */
type MapChunk =
  | { readonly status: 'waiting' }
  | { readonly status: 'failed' }
  | { readonly status: 'ready'; readonly View: ComponentType<PlaceMapViewProps> };

/** Loads the map's script when `isWanted` is true. `retry` loads it again after a failure. */
const useMapChunk = (isWanted: boolean): { readonly mapChunk: MapChunk; readonly retry: () => void } => {
  const [mapChunk, setMapChunk] = useState<MapChunk>({ status: 'waiting' });
  const [attemptCount, setAttempt] = useState(0);
  useEffect(() => {
    if (!isWanted) return undefined;
    let isEffectCurrent = true;
    const showChunk = (nextChunk: MapChunk): void => {
      if (isEffectCurrent) setMapChunk(nextChunk);
    };
    // Nothing awaits the promise: its result is stored in the state.
    void import('../features/map').then(
      ({ PlaceMapView }) => showChunk({ status: 'ready', View: PlaceMapView }),
      () => showChunk({ status: 'failed' }),
    );
    return () => {
      isEffectCurrent = false;
    };
  }, [isWanted, attemptCount]);
  const retry = useCallback(() => {
    setMapChunk({ status: 'waiting' });
    setAttempt((previousCount) => previousCount + 1);
  }, []);
  return { mapChunk, retry };
};

interface LazyMapProps extends PlaceMapViewProps {
  /**
   * Whether the map's script may load: false while the list is still loading, so that the script doesn't slow the list
   * down.
   */
  readonly isWanted: boolean;
}

/** Map whose script is loaded on demand. The list works without the map. */
const LazyMap = ({ isWanted, ...mapViewProps }: LazyMapProps) => {
  const t = useTexts();
  const { mapChunk, retry } = useMapChunk(isWanted);
  if (mapChunk.status === 'failed')
    return <ErrorState title={t('MapFailedTitle')} text={t('MapFailedText')} onRetry={retry} />;
  return mapChunk.status === 'ready' ? <mapChunk.View {...mapViewProps} /> : null;
};

/** Returns the restaurants with their current, possibly reduced prices, and the keys of those with reduced prices. */
const useDealPrices = (restaurants: readonly Restaurant[], discounts: readonly Discount[], now: number) =>
  useMemo(() => {
    const pricedRestaurants = restaurants.map((restaurant) => withDealPrices(restaurant, { discounts, now }));
    const discountedKeys = restaurants
      .filter((restaurant, index) => !servesNothingMoreToday(restaurant) && restaurant !== pricedRestaurants[index])
      .map(({ key }) => key);
    return { priced: pricedRestaurants, reduced: new Set(discountedKeys) };
  }, [restaurants, discounts, now]);

/**
 * Returns the restaurants that the map marks, and which of them is selected. If a screen beside the map shows a
 * restaurant, this one is selected instead of the one in the list.
 */
const useMarkedPlaces = (
  pricedRestaurants: readonly Restaurant[],
  { key, focusTarget }: NearbySelection,
  isWide: boolean,
) => {
  const mapPlace = useSelector(selectMapPlace);
  const shownPlace = isWide ? mapPlace : null;
  const restaurants = useMemo(
    () =>
      shownPlace === null || pricedRestaurants.some((pricedRestaurant) => pricedRestaurant.key === shownPlace.key)
        ? pricedRestaurants
        : [...pricedRestaurants, shownPlace],
    [pricedRestaurants, shownPlace],
  );
  if (shownPlace !== null) return { restaurants, selectedKey: shownPlace.key, pressedKey: shownPlace.key };
  return { restaurants, selectedKey: key, pressedKey: focusTarget === 'map' ? key : null };
};

// Matches cuisines whose German names are adjectives: „Indisch“ becomes „indische Lokale“, while „Burger“ and „Fisch“
// are no adjectives.
const CUISINE_ADJECTIVE_PATTERN = /(?<!^f|backf|fr)isch$|deutsch$/i;

/** Formats the number of results: „5 indische Lokale“; null when no filter is active. */
export const resultLabelOf = ({ tag, ...filters }: ListFilters, resultCount: number): string | null => {
  if (tag === null) return filterCount(filters) === 0 ? null : text('Results', { count: resultCount });
  return CUISINE_ADJECTIVE_PATTERN.test(tag.name)
    ? text('ResultsOfCuisine', { count: resultCount, cuisine: tag.name.toLowerCase() })
    : text('ResultsOfTag', { count: resultCount, tag: tag.name });
};

// Does nothing. It is used when the map fills the screen: then no list follows the pointer, and the focus on its way to
// the selected card must not select other restaurants.
const doNothing = (): void => undefined;

interface MainMapProps {
  readonly place: ChosenPlace;
  readonly nearby: NearbyState;
  /** Restaurants that match all active filters. */
  readonly matchingRestaurants: readonly Restaurant[];
  readonly filters: ListFilters;
  readonly discounts: readonly Discount[];
  readonly favourites: Favourites;
  readonly selectionState: ReturnType<typeof useRestaurantSelection>;
  /** Whether the map is visible: beside the list, or instead of the list on phones. */
  readonly isVisible: boolean;
  /** Whether the map is beside the list. Then the list shows the selected restaurant, and the map shows no card. */
  readonly isWide: boolean;
}

/** Map with the restaurants of the list and the results of the search. */
export const MainMap = ({
  place,
  nearby,
  matchingRestaurants,
  filters,
  discounts,
  favourites,
  selectionState,
  isVisible,
  isWide,
}: MainMapProps) => {
  const now = useNow();
  const { locate } = useLocateUser();
  const chooseArea = useChooseArea();
  const userPosition = useUserPosition();
  const searchResults = useNonPartnerResults(place.coordinate);
  const { priced, reduced } = useDealPrices(matchingRestaurants, discounts, now);
  const resultLabel = resultLabelOf(filters, matchingRestaurants.length + searchResults.length);
  const farthestMeters = useMemo(() => farthestMetresOf(nearby.restaurants), [nearby.restaurants]);
  const { selection, selectOnMap, pointOnMap: highlightOnMap } = selectionState;
  const markedPlaces = useMarkedPlaces(priced, selection, isWide);
  const selectedRestaurant = isWide ? undefined : matchingRestaurants.find(({ key }) => key === selection.key);
  return (
    <LazyMap
      isWanted={nearby.status !== 'loading' && isVisible}
      center={place.coordinate}
      keepsView={place.kind === 'area'}
      userAt={userPosition}
      ringCenter={place.kind === 'fallback' ? userPosition : place.coordinate}
      {...markedPlaces}
      searchResults={searchResults}
      isLocated={place.kind !== 'fallback'}
      deals={reduced}
      farthest={farthestMeters}
      filterText={resultLabel === null ? null : JSON.stringify(filters)}
      resultLabel={resultLabel}
      onSelect={selectOnMap}
      onPoint={isWide ? highlightOnMap : doNothing}
      onLocate={locate}
      onSearchArea={chooseArea}
    >
      {selectedRestaurant !== undefined && (
        <ChosenCard>
          <NearbyCard
            restaurant={selectedRestaurant}
            discounts={discounts}
            dishFilters={filters}
            now={now}
            layout="peek"
            isFavourite={favourites.isFavourite(selectedRestaurant.key)}
            isFavouriteWaiting={favourites.isWaiting(selectedRestaurant.key)}
            onFavourite={favourites.toggle}
          />
        </ChosenCard>
      )}
    </LazyMap>
  );
};

// Card of the selected restaurant over the map. Only narrow pages show it: wide pages show the restaurant in the list
// beside the map.
const ChosenCard = styled.div`
  position: relative;
  ${media.from701} {
    display: none;
  }
`;
