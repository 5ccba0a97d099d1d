import type { Coordinate, Discount, Restaurant, RestaurantSummary } from '@mahlzeit/contract';
import { atDealPrices, filterCount, isOutForToday } from '@mahlzeit/contract/rules';
import { skipToken, useNow, useSelector } from '@mahlzeit/shared-ui/platform';
import { ErrorState, media } from '@mahlzeit/shared-ui/ui';
import { useCallback, useEffect, useMemo, useState } from 'react';
import type { ComponentType } from 'react';
import styled from 'styled-components';
import { selectShownPlace } from '../commands/show-place';
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

/** Which restaurant list and map have in common, and how either side says so. */
export const useSelection = () => {
  const [selection, setSelection] = useState<NearbySelection>({ key: null, from: 'list' });
  const selectInList = useCallback((key: string) => setSelection({ key, from: 'list' }), []);
  const selectOnMap = useCallback((key: string | null) => setSelection({ key, from: 'map' }), []);
  const pointOnMap = useCallback((key: string) => setSelection({ key, from: 'pointer' }), []);
  return { selection, selectInList, selectOnMap, pointOnMap };
};

const none: readonly RestaurantSummary[] = [];

/**
 * DESIGN §13.13: places that are no partners show on the map only when searched for: those of the word that filters the
 * list, the last one where there are several.
 */
const useFoundNonPartners = (at: Coordinate | null): readonly RestaurantSummary[] => {
  const text = useDebouncedFilters().texts.at(-1);
  const { currentData = none } = useFoundNonPartnersQuery(text === undefined ? skipToken : { text, at });
  return currentData;
};

/** How far the map's own chunk is. */
type MapChunk =
  | { readonly status: 'waiting' }
  | { readonly status: 'failed' }
  | { readonly status: 'ready'; readonly View: ComponentType<PlaceMapViewProps> };

/** Loads the map's chunk once it is wanted; a failed load can be tried again. */
const useMapChunk = (isWanted: boolean): { readonly map: MapChunk; readonly retry: () => void } => {
  const [map, setMap] = useState<MapChunk>({ status: 'waiting' });
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    if (!isWanted) return undefined;
    let isCurrent = true;
    const show = (next: MapChunk): void => {
      if (isCurrent) setMap(next);
    };
    // Not awaited: what becomes of it is state.
    void import('../features/map').then(
      ({ PlaceMapView }) => show({ status: 'ready', View: PlaceMapView }),
      () => show({ status: 'failed' }),
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
  /** False while the list still needs the line. */
  readonly isWanted: boolean;
}

/** The map, loaded once it is wanted. Without it the list does all that it does. */
const LazyMap = ({ isWanted, ...view }: LazyMapProps) => {
  const t = useTexts();
  const { map, retry } = useMapChunk(isWanted);
  if (map.status === 'failed')
    return <ErrorState title={t('MapFailedTitle')} text={t('MapFailedText')} onRetry={retry} />;
  return map.status === 'ready' ? <map.View {...view} /> : null;
};

/** The places at the prices that hold now, and the keys of those that are reduced. */
const useDeals = (shown: readonly Restaurant[], discounts: readonly Discount[], now: number) =>
  useMemo(() => {
    const priced = shown.map((restaurant) => atDealPrices(restaurant, { discounts, now }));
    const reduced = shown
      .filter((restaurant, index) => !isOutForToday(restaurant) && restaurant !== priced[index])
      .map(({ key }) => key);
    return { priced, reduced: new Set(reduced) };
  }, [shown, discounts, now]);

/** What the map marks and which of it is chosen: what stands in the list's place comes before the list's own choice. */
const useMarked = (priced: readonly Restaurant[], { key, from }: NearbySelection, isWide: boolean) => {
  const asked = useSelector(selectShownPlace);
  const place = isWide ? asked : null;
  const restaurants = useMemo(
    () => (place === null || priced.some((one) => one.key === place.key) ? priced : [...priced, place]),
    [priced, place],
  );
  if (place !== null) return { restaurants, selectedKey: place.key, pressedKey: place.key };
  return { restaurants, selectedKey: key, pressedKey: from === 'map' ? key : null };
};

// „Indisch“ bends to „indische Lokale“; „Burger“ and „Fisch“ are no adjectives.
const ADJECTIVE = /(?<!^f|backf|fr)isch$|deutsch$/i;

/** „5 indische Lokale“: what the filters leave; null where they narrow nothing down. */
export const resultLabelOf = ({ tag, ...filters }: ListFilters, count: number): string | null => {
  if (tag === null) return filterCount(filters) === 0 ? null : text('Results', { count });
  return ADJECTIVE.test(tag.name)
    ? text('ResultsOfCuisine', { count, cuisine: tag.name.toLowerCase() })
    : text('ResultsOfTag', { count, tag: tag.name });
};

// Alone on the screen, the map has no list to show what the pointer is on; the focus on its way to the chosen card must
// not choose anew.
const nothing = (): void => undefined;

interface MainMapProps {
  readonly place: ChosenPlace;
  readonly nearby: Nearby;
  /** Those that pass the filters. */
  readonly shown: readonly Restaurant[];
  /** Those filters. */
  readonly filters: ListFilters;
  readonly discounts: readonly Discount[];
  readonly favourites: Favourites;
  readonly chosen: ReturnType<typeof useSelection>;
  /** The map is beside the list or in its place. */
  readonly isVisible: boolean;
  /** Beside the list, which then shows the chosen place. */
  readonly isWide: boolean;
}

/** The places of the list on the map, and what was searched for beside them. */
export const MainMap = ({
  place,
  nearby,
  shown,
  filters,
  discounts,
  favourites,
  chosen,
  isVisible,
  isWide,
}: MainMapProps) => {
  const now = useNow();
  const { locate } = useLocate();
  const chooseArea = useChooseArea();
  const userAt = useUserPosition();
  const found = useFoundNonPartners(place.coordinate);
  const { priced, reduced } = useDeals(shown, discounts, now);
  const resultLabel = resultLabelOf(filters, shown.length + found.length);
  const farthest = useMemo(() => farthestOf(nearby.restaurants), [nearby.restaurants]);
  const { selection, selectOnMap, pointOnMap } = chosen;
  const marked = useMarked(priced, selection, isWide);
  const selected = isWide ? undefined : shown.find(({ key }) => key === selection.key);
  return (
    <LazyMap
      isWanted={nearby.status !== 'loading' && isVisible}
      center={place.coordinate}
      keepsView={place.kind === 'area'}
      userAt={userAt}
      walkFrom={place.kind === 'fallback' ? userAt : place.coordinate}
      {...marked}
      found={found}
      isLocated={place.kind !== 'fallback'}
      deals={reduced}
      farthest={farthest}
      narrowedBy={resultLabel === null ? null : JSON.stringify(filters)}
      resultLabel={resultLabel}
      onSelect={selectOnMap}
      onPoint={isWide ? pointOnMap : nothing}
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

// Where the list has room beside the map, the chosen place stands there.
const ChosenCard = styled.div`
  position: relative;
  ${media.from701} {
    display: none;
  }
`;
