import type { Restaurant } from '@mahlzeit/contract';
import { filterCount } from '@mahlzeit/contract/rules';
import type { ListOrder } from '@mahlzeit/contract/rules';
import { useDiscounts, useMainReady, useNow } from '@mahlzeit/shared-ui/platform';
import { Button, EmptyState, ListMapSplit, ListPane, MapPane, SkipLink, VisuallyHidden } from '@mahlzeit/shared-ui/ui';
import { ViewSwitch } from '@mahlzeit/shared-ui/ui/restaurant';
import { List, Map } from 'lucide-react';
import { lazy, Suspense, useDeferredValue, useMemo, useRef } from 'react';
import type { ComponentType, MouseEvent, ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { text, useTexts } from '../discovery-texts';
import { useFavourites } from '../features/restaurant';
import {
  applyFilters,
  hasLastingFilter,
  areInitialListFilters,
  noFilters,
  TagBar,
  useDebouncedFilters,
  useFilterActions,
} from '../features/filters';
import type { ListFilters } from '../features/filters';
import { lunchTitleOf, useAreaName, useLocateUser, usePlace } from '../features/location';
import {
  ExpandSearchButton,
  createFreshList,
  isNearbyListReady,
  NearbyList,
  ResultCount,
  useNearby,
  useStableList,
} from '../features/nearby';
import type { NearbyState } from '../features/nearby';
import { useMapHistory } from '../features/map-history';
import { TeaserBanner, useIsTeaserReady } from '../features/teaser';
import { usePrerenderCookies, useViewState } from '../features/view-state';
import type { FilterDuration, ListView } from '../features/view-state';
import { useIsWide } from '../use-media';
import { MainMap, useRestaurantSelection } from './main-map';

interface NoMatchesProps {
  /** All restaurants nearby; none of them passes the filters. */
  readonly restaurants: readonly Restaurant[];
  readonly filters: ListFilters;
  /** Suggestions below the buttons that remove filters. */
  readonly children?: ReactNode;
}

type FilterSuggestionsComponent = ComponentType<Pick<NoMatchesProps, 'restaurants' | 'filters'>>;

// The suggestions load with a script of their own. They are rarely visible, so the list doesn't wait for the script; if
// it can't be loaded, they are left out.
const LazyFilterSuggestions = lazy((): Promise<{ default: FilterSuggestionsComponent }> =>
  import('../features/filter-suggestions').then(
    (loadedModule) => ({ default: loadedModule.FilterSuggestions }),
    () => ({ default: () => null }),
  ),
);

/** Message that replaces an empty list: it counts the active filters and offers to remove them. */
export const NoMatches = ({ restaurants, filters, children }: NoMatchesProps) => {
  const t = useTexts();
  const now = useNow();
  const { reset, showAll } = useFilterActions();
  const { tag } = filters;
  // Counts the restaurants that would remain without filters. Removing the filters doesn't help if no restaurant has
  // the tag, or none is on the lunch list.
  const remainingCount = applyFilters(restaurants, { ...filters, ...noFilters }, now).length;
  if (remainingCount > 0) {
    const activeFilterCount = filterCount(filters);
    return (
      <EmptyState
        art="olive"
        headingLevel={1}
        title={t('NothingPassesTitle')}
        text={
          activeFilterCount === 1
            ? t('FilterExcludes', { count: remainingCount })
            : t('FiltersExclude', { count: remainingCount, filters: activeFilterCount })
        }
      >
        <Suspense fallback={null}>
          <LazyFilterSuggestions restaurants={restaurants} filters={filters} />
        </Suspense>
        <Button isBlock onClick={reset}>
          {t('ResetFilter')}: {t('PlaceCount', { count: remainingCount })}
        </Button>
        {children}
      </EmptyState>
    );
  }
  const restaurantCount = restaurants.length;
  return (
    <EmptyState
      art="olive"
      headingLevel={1}
      title={tag === null ? t('NoLunchNearbyTitle') : t('NothingPassesTitle')}
      text={
        tag === null
          ? t('NoLunchNearby', { count: restaurantCount })
          : t('NoneOfTag', { count: restaurantCount, tag: tag.name })
      }
    >
      <Button isBlock onClick={showAll}>
        {t('ShowAllPlaces')}: {restaurantCount}
      </Button>
      {children}
    </EmptyState>
  );
};

/**
 * Returns the content of the list and the map. React renders it with low priority and pauses to handle taps, because
 * the list has up to a hundred cards.
 */
const useFilteredList = (nearby: NearbyState) => {
  const now = useNow();
  const filters = useDebouncedFilters();
  const { restaurants } = nearby;
  const listOrder: ListOrder = useMemo(
    () => ({ now, list: filters.showLunchList ? 'lunch' : 'all' }),
    [now, filters.showLunchList],
  );
  const listedPlaces = useMemo(
    () => createFreshList(applyFilters(restaurants, filters, now), listOrder),
    [restaurants, filters, now, listOrder],
  );
  return useDeferredValue(
    useMemo(
      () => ({ nearby, fresh: listedPlaces, filters, order: listOrder }),
      [nearby, listedPlaces, filters, listOrder],
    ),
  );
};

const ListMapSwitch = ({ view, onShow }: { readonly view: ListView; readonly onShow: (view: ListView) => void }) => {
  const t = useTexts();
  return (
    <ViewSwitch
      label={t('View')}
      options={[
        { id: 'list', label: t('ListView'), icon: List },
        { id: 'map', label: t('MapView'), icon: Map },
      ]}
      selectedId={view}
      onSelect={(id) => onShow(id === 'map' ? 'map' : 'list')}
    />
  );
};

const MAP_ELEMENT_ID = 'karte';

/**
 * Returns the handler of the link that skips the list's cards, and the ref of the map. The handler shows the map, if it
 * isn't beside the list, and moves the focus to it.
 */
const useSkipToMap = (isWide: boolean, showView: (view: ListView) => void) => {
  const mapRef = useRef<HTMLElement>(null);
  const skipToMap = (event: MouseEvent): void => {
    // The link must not change the URL's hash, because the hash names the open modal.
    event.preventDefault();
    // The map must be visible first, because hidden elements can't take the focus.
    if (!isWide) flushSync(() => showView('map'));
    mapRef.current?.focus();
  };
  return { map: mapRef, skip: skipToMap };
};

/** Returns whether the list has its final length: no page of it is still loading. */
const isListComplete = ({ status, more }: NearbyState): boolean => status === 'ready' && more !== 'loading';

const filterDurationOf = (filters: ListFilters, view: ListView): FilterDuration => {
  if (hasLastingFilter(filters)) return 'lasting';
  return areInitialListFilters(filters) && view === 'list' ? 'none' : 'visit';
};

const restaurantCountLabel = (restaurantCount: number): string =>
  restaurantCount === 0 ? text('NothingPassesTitle') : text('PlaceCount', { count: restaurantCount });

interface MainViewProps {
  /** Id of a location; it comes from the path of the page's URL. */
  readonly placeId?: string;
}

/** List and map of the restaurants nearby: one at a time on phones, side by side on wide pages. */
export const MainView = ({ placeId }: MainViewProps) => {
  const t = useTexts();
  const place = usePlace(placeId);
  const areaName = useAreaName();
  const { locate } = useLocateUser();
  const { nearby, fresh, filters, order } = useFilteredList(useNearby(place?.coordinate ?? null));
  const discounts = useDiscounts();
  const favourites = useFavourites();
  const selectionState = useRestaurantSelection();
  const isWide = useIsWide();
  const viewState = useViewState({
    path: placeId ?? '',
    isComplete: isListComplete(nearby),
    hasOwnScroll: isWide,
  });
  const { pane, view, isRestored, isAtRest, scrollToTop } = viewState;
  const show = useMapHistory(view, viewState.show, isWide);
  const stableList = useStableList({
    fresh,
    all: nearby.restaurants,
    query: JSON.stringify([filters, nearby.searchArea]),
    isAtRest,
  });
  const matchingRestaurants = stableList.restaurants;
  usePrerenderCookies(place, areaName, filterDurationOf(filters, view));
  const { map, skip } = useSkipToMap(isWide, show);
  const isListShown = isNearbyListReady(nearby, matchingRestaurants);
  const isTeaserReady = useIsTeaserReady(isListShown);
  useMainReady(isListShown && isTeaserReady);
  return (
    <>
      <SkipLink href={`#${MAP_ELEMENT_ID}`} onClick={skip}>
        {t('SkipToMap')}
      </SkipLink>
      <TagBar />
      <ResultCount
        query={`${JSON.stringify(filters)} ${nearby.radius}`}
        text={isListComplete(nearby) ? restaurantCountLabel(matchingRestaurants.length) : null}
      />
      <ListMapSplit data-view={view}>
        <ListPane ref={pane} $isLoading={!isListShown} data-laid-out={isRestored ? '' : undefined}>
          <NearbyList
            nearby={nearby}
            list={stableList}
            order={order}
            isRestored={isRestored}
            title={place === null ? '' : lunchTitleOf(place, areaName)}
            isAssumed={place?.kind === 'fallback'}
            onSortedAnew={scrollToTop}
            discounts={discounts}
            dishFilters={filters}
            favourites={favourites}
            selection={selectionState.selection}
            onSelect={selectionState.selectInList}
            onLocate={locate}
            teaser={place !== null && <TeaserBanner center={place.coordinate} restaurants={nearby.restaurants} />}
            noMatchesMessage={
              <NoMatches restaurants={nearby.restaurants} filters={filters}>
                <ExpandSearchButton nearby={nearby} />
              </NoMatches>
            }
          />
        </ListPane>
        <MapPane ref={map} id={MAP_ELEMENT_ID} tabIndex={-1} aria-label={t('Map')}>
          {!isWide && view === 'map' && <VisuallyHidden as="h1">{t('MapTitle')}</VisuallyHidden>}
          {place !== null && (
            <MainMap
              place={place}
              nearby={nearby}
              matchingRestaurants={matchingRestaurants}
              filters={filters}
              discounts={discounts}
              favourites={favourites}
              selectionState={selectionState}
              isVisible={isWide || view === 'map'}
              isWide={isWide}
            />
          )}
        </MapPane>
      </ListMapSplit>
      <ListMapSwitch view={view} onShow={show} />
    </>
  );
};
