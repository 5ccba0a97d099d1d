import type { Restaurant } from '@mahlzeit/contract';
import { filterCount } from '@mahlzeit/contract/rules';
import { useDiscounts, useMainReady, useNow } from '@mahlzeit/shared-ui/platform';
import { Button, EmptyState, ListMapSplit, ListPane, MapPane, ViewSwitch, VisuallyHidden } from '@mahlzeit/shared-ui/ui';
import { List, Map } from 'lucide-react';
import { useDeferredValue, useMemo } from 'react';
import type { ReactNode } from 'react';
import { text, useTexts } from '../discovery-texts';
import { useFavourites } from '../features/favourites';
import { applyFilters, isStart, noFilters } from '../features/filter-rules';
import type { ListFilters } from '../features/filter-rules';
import { useDebouncedFilters, useFilterActions } from '../features/filters';
import { useLocate, usePlace } from '../features/location';
import { placesLabel } from '../features/nearby/list-head';
import { ExpandSearchButton, isListReady, NearbyList, ResultCount } from '../features/nearby/nearby-list';
import { useNearby } from '../features/nearby/use-nearby';
import type { Nearby } from '../features/nearby/use-nearby';
import { TagBar } from '../features/tag-bar';
import { TeaserBanner } from '../features/teaser';
import { usePrerenderCookies, useViewState } from '../features/view-state';
import type { View } from '../features/view-state';
import { useMedia } from '../use-media';
import { MainMap, useSelection } from './main-map';

interface NothingPassesProps {
  /** All that are around; none of them passes. */
  readonly restaurants: readonly Restaurant[];
  /** What none of them passes. */
  readonly filters: ListFilters;
  /** Further ways out. */
  readonly children?: ReactNode;
}

/** In place of a list that is narrowed down to nothing: says by what, and takes it off. */
export const NothingPasses = ({ restaurants, filters, children }: NothingPassesProps) => {
  const t = useTexts();
  const now = useNow();
  const { reset, showAll } = useFilterActions();
  const { tag } = filters;
  // Where even tag or lunch list alone leave nothing, taking off the filters would help nobody.
  const left = applyFilters(restaurants, { ...filters, ...noFilters }, now).length;
  if (left > 0) {
    const active = filterCount(filters);
    return (
      <EmptyState art="olive" level={1} title={t('NothingPassesTitle')} text={active === 1 ? t('FilterExcludes', { count: left }) : t('FiltersExclude', { count: left, filters: active })}>
        <Button isBlock onClick={reset}>{t('ResetFilter')}</Button>
        {children}
      </EmptyState>
    );
  }
  const count = restaurants.length;
  return (
    <EmptyState
      art="olive"
      level={1}
      title={tag === null ? t('NoLunchNearbyTitle') : t('NothingPassesTitle')}
      text={tag === null ? t('NoLunchNearby', { count }) : t('NoneOfTag', { count, tag: tag.name })}
    >
      <Button isBlock onClick={showAll}>{t('ShowAllPlaces')}</Button>
      {children}
    </EmptyState>
  );
};

/** VISUAL, breakpoints: from here list and map stand side by side. */
const WIDE = '(min-width: 701px)';

/** What list and map show. They are drawn behind all else, in slices that a tap can come between: up to a hundred cards stand in the list. */
const useFiltered = (nearby: Nearby) => {
  const now = useNow();
  const filters = useDebouncedFilters();
  const { restaurants } = nearby;
  const shown = useMemo(() => applyFilters(restaurants, filters, now), [restaurants, filters, now]);
  return useDeferredValue(useMemo(() => ({ nearby, shown, filters }), [nearby, shown, filters]));
};

const Views = ({ view, onShow }: { readonly view: View; readonly onShow: (view: View) => void }) => {
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

/** All that will come is there. */
const isComplete = ({ status, more }: Nearby): boolean => status === 'ready' && more !== 'loading';

const countLabel = (nearby: Nearby, count: number): string => (count === 0 ? text('NothingPassesTitle') : placesLabel(nearby, count));

interface MainViewProps {
  /** The place that the page's path names. */
  readonly placeId?: string;
}

/** List and map of the places around: one at a time on phones, side by side where there is room. */
export const MainView = ({ placeId }: MainViewProps) => {
  const t = useTexts();
  const place = usePlace(placeId);
  const { locate } = useLocate();
  const { nearby, shown, filters } = useFiltered(useNearby(place?.coordinate ?? null));
  const discounts = useDiscounts();
  const favourites = useFavourites();
  const chosen = useSelection();
  const isWide = useMedia(WIDE);
  const { pane, view, show, isRestored } = useViewState({ path: placeId ?? '', isComplete: isComplete(nearby), hasOwnScroll: isWide });
  usePrerenderCookies(place, isStart(filters) && view === 'list');
  useMainReady(isListReady(nearby, shown));
  return (
    <>
      <TagBar />
      <ResultCount query={`${JSON.stringify(filters)} ${nearby.radius}`} text={isComplete(nearby) ? countLabel(nearby, shown.length) : null} />
      <ListMapSplit data-view={view}>
        <ListPane ref={pane} data-laid-out={isRestored ? '' : undefined}>
          <NearbyList
            nearby={nearby}
            shown={shown}
            discounts={discounts}
            favourites={favourites}
            selection={chosen.selection}
            onSelect={chosen.selectInList}
            onLocate={locate}
            teaser={place !== null && <TeaserBanner around={place.coordinate} />}
            nothingPasses={<NothingPasses restaurants={nearby.restaurants} filters={filters}><ExpandSearchButton nearby={nearby} /></NothingPasses>}
          />
        </ListPane>
        <MapPane aria-label={t('Map')}>
          {!isWide && view === 'map' && <VisuallyHidden as="h1">{t('MapTitle')}</VisuallyHidden>}
          {place !== null && <MainMap place={place} nearby={nearby} shown={shown} discounts={discounts} favourites={favourites} chosen={chosen} isVisible={isWide || view === 'map'} isWide={isWide} />}
        </MapPane>
      </ListMapSplit>
      <Views view={view} onShow={show} />
    </>
  );
};
