import type { Coordinate, Discount, Restaurant, RestaurantSummary } from '@mahlzeit/contract';
import { atDealPrices, filterCount, isOutForToday } from '@mahlzeit/contract/rules';
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
import { useChooseArea, useLocate, useUserPosition } from '../features/location';
import type { PlaceMapViewProps } from '../features/map';
import type { Nearby, NearbySelection } from '../features/nearby';
import { farthestOf } from '../features/nearby';
import { NearbyCard } from '../features/restaurant';
import { useFoundNonPartnersQuery } from '../features/search';

/** Holds the restaurant that list and map have both selected, with a setter for each side. */
export const useSelection = () => {
  const [selection, setSelection] = useState<NearbySelection>({ key: null, focusTarget: 'list' });
  const selectInList = useCallback((key: string) => setSelection({ key, focusTarget: 'list' }), []);
  const selectOnMap = useCallback((key: string | null) => setSelection({ key, focusTarget: 'map' }), []);
  const pointOnMap = useCallback((key: string) => setSelection({ key, focusTarget: 'pointer' }), []);
  return { selection, selectInList, selectOnMap, pointOnMap };
};

const noRestaurants: readonly RestaurantSummary[] = [];

/**
 * Returns the places without orders for the map: the results for the last word that filters the list. Without a search
 * they stay hidden (Decision 13).
 */
const useNonPartnerResults = (coordinate: Coordinate | null): readonly RestaurantSummary[] => {
  const text = useDebouncedFilters().texts.at(-1);
  const { currentData = noRestaurants } = useFoundNonPartnersQuery(
    text === undefined ? skipToken : { text, coordinate },
  );
  return currentData;
};

/** State of the map's script. */
type MapChunk =
  | { readonly status: 'waiting' }
  | { readonly status: 'failed' }
  | { readonly status: 'ready'; readonly View: ComponentType<PlaceMapViewProps> };

/** Loads the map's script when it is wanted; a failed load can be retried. */
const useMapChunk = (isWanted: boolean): { readonly map: MapChunk; readonly retry: () => void } => {
  const [map, setMap] = useState<MapChunk>({ status: 'waiting' });
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    if (!isWanted) return undefined;
    let isCurrent = true;
    const showChunk = (next: MapChunk): void => {
      if (isCurrent) setMap(next);
    };
    // Not awaited: the result becomes state.
    void import('../features/map').then(
      ({ PlaceMapView }) => showChunk({ status: 'ready', View: PlaceMapView }),
      () => showChunk({ status: 'failed' }),
    );
    return () => {
      isCurrent = false;
    };
  }, [isWanted, attempt]);
  const retry = useCallback(() => {
    setMap({ status: 'waiting' });
    setAttempt((count) => count + 1);
  }, []);
  return { map, retry };
};

interface LazyMapProps extends PlaceMapViewProps {
  /** False while the list still needs the connection. */
  readonly isWanted: boolean;
}

/** Map that is loaded on demand. The list works without it. */
const LazyMap = ({ isWanted, ...view }: LazyMapProps) => {
  const t = useTexts();
  const { map, retry } = useMapChunk(isWanted);
  if (map.status === 'failed')
    return <ErrorState title={t('MapFailedTitle')} text={t('MapFailedText')} onRetry={retry} />;
  return map.status === 'ready' ? <map.View {...view} /> : null;
};

/** Returns the places at their current prices, with the keys of those that are reduced. */
const useDeals = (restaurants: readonly Restaurant[], discounts: readonly Discount[], now: number) =>
  useMemo(() => {
    const priced = restaurants.map((restaurant) => atDealPrices(restaurant, { discounts, now }));
    const discountedNames = restaurants
      .filter((restaurant, index) => !isOutForToday(restaurant) && restaurant !== priced[index])
      .map(({ key }) => key);
    return { priced, reduced: new Set(discountedNames) };
  }, [restaurants, discounts, now]);

/**
 * Returns the marked places and the selected one. A place that a screen beside the map shows takes precedence over the
 * list's selection.
 */
const useMarked = (priced: readonly Restaurant[], { key, focusTarget }: NearbySelection, isWide: boolean) => {
  const mapPlace = useSelector(selectMapPlace);
  const place = isWide ? mapPlace : null;
  const restaurants = useMemo(
    () => (place === null || priced.some((candidate) => candidate.key === place.key) ? priced : [...priced, place]),
    [priced, place],
  );
  if (place !== null) return { restaurants, selectedKey: place.key, pressedKey: place.key };
  return { restaurants, selectedKey: key, pressedKey: focusTarget === 'map' ? key : null };
};

// „Indisch“ becomes „indische Lokale“; „Burger“ and „Fisch“ are no adjectives.
const ADJECTIVE = /(?<!^f|backf|fr)isch$|deutsch$/i;

/** Formats the number of results: „5 indische Lokale“; null without filters. */
export const resultLabelOf = ({ tag, ...filters }: ListFilters, count: number): string | null => {
  if (tag === null) return filterCount(filters) === 0 ? null : text('Results', { count });
  return ADJECTIVE.test(tag.name)
    ? text('ResultsOfCuisine', { count, cuisine: tag.name.toLowerCase() })
    : text('ResultsOfTag', { count, tag: tag.name });
};

// Alone on the screen, the map has no list that follows the pointer; the focus on its way to the chosen card must not
// select another place.
const noop = (): void => undefined;

interface MainMapProps {
  readonly place: ChosenPlace;
  readonly nearby: Nearby;
  /** Places that pass the filters. */
  readonly matchingRestaurants: readonly Restaurant[];
  /** Filters of the list. */
  readonly filters: ListFilters;
  readonly discounts: readonly Discount[];
  readonly favourites: Favourites;
  readonly selectionState: ReturnType<typeof useSelection>;
  /** Whether the map is beside the list or in its place. */
  readonly isVisible: boolean;
  /** Whether the map is beside the list, which then shows the chosen place. */
  readonly isWide: boolean;
}

/** Map with the places of the list and the results of the search. */
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
  const { locate } = useLocate();
  const chooseArea = useChooseArea();
  const userAt = useUserPosition();
  const searchResults = useNonPartnerResults(place.coordinate);
  const { priced, reduced } = useDeals(matchingRestaurants, discounts, now);
  const resultLabel = resultLabelOf(filters, matchingRestaurants.length + searchResults.length);
  const farthest = useMemo(() => farthestOf(nearby.restaurants), [nearby.restaurants]);
  const { selection, selectOnMap, pointOnMap } = selectionState;
  const markedPlaces = useMarked(priced, selection, isWide);
  const selected = isWide ? undefined : matchingRestaurants.find(({ key }) => key === selection.key);
  return (
    <LazyMap
      isWanted={nearby.status !== 'loading' && isVisible}
      center={place.coordinate}
      keepsView={place.kind === 'area'}
      userAt={userAt}
      walkFrom={place.kind === 'fallback' ? userAt : place.coordinate}
      {...markedPlaces}
      searchResults={searchResults}
      isLocated={place.kind !== 'fallback'}
      deals={reduced}
      farthest={farthest}
      narrowedBy={resultLabel === null ? null : JSON.stringify(filters)}
      resultLabel={resultLabel}
      onSelect={selectOnMap}
      onPoint={isWide ? pointOnMap : noop}
      onLocate={locate}
      onSearchArea={chooseArea}
    >
      {selected !== undefined && (
        <ChosenCard>
          <NearbyCard
            restaurant={selected}
            discounts={discounts}
            now={now}
            layout="peek"
            isFavourite={favourites.isFavourite(selected.key)}
            onFavourite={favourites.toggle}
          />
        </ChosenCard>
      )}
    </LazyMap>
  );
};

// Wide pages show the chosen place in the list beside the map.
const ChosenCard = styled.div`
  position: relative;
  ${media.from701} {
    display: none;
  }
`;
