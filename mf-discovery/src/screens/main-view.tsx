import { useDiscounts, useMainReady, useNow } from '@mahlzeit/shared-ui/platform';
import { ListMapSplit, ListPane, MapPane, ViewSwitch, VisuallyHidden } from '@mahlzeit/shared-ui/ui';
import { List, Map } from 'lucide-react';
import { useDeferredValue, useMemo } from 'react';
import { text, useTexts } from '../discovery-texts';
import { useFavourites } from '../features/favourites';
import { usePrerenderCookies } from '../features/first-view/keep-start';
import { useDebouncedFilters } from '../features/filters';
import { applyFilters } from '../features/filters/apply-filters';
import { isStart } from '../features/filters/list-filters';
import { NothingPasses } from '../features/filters/nothing-passes';
import type { View } from '../features/kept-view';
import { useViewState } from '../features/kept-view';
import { useLocate, usePlace } from '../features/location';
import { NearbyList, isListReady } from '../features/nearby/nearby-list';
import { placesLabel } from '../features/nearby/places-words';
import { ResultCount } from '../features/nearby/result-count';
import { useNearby } from '../features/nearby/use-nearby';
import type { Nearby } from '../features/nearby/use-nearby';
import { ExpandSearchButton } from '../features/nearby/widen-button';
import { TagBar } from '../features/tags/tag-bar';
import { TeaserBanner } from '../features/teaser';
import { useMedia } from '../use-media';
import { MainMap } from './main-map';
import { useSelection } from './use-selection';

/** VISUAL, breakpoints: from here list and map stand side by side. */
const WIDE = '(min-width: 701px)';

/** What list and map show. They are drawn behind all else, in slices that a tap can come between: up to a hundred cards stand in the list. */
const useListed = (nearby: Nearby) => {
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
  const { nearby, shown, filters } = useListed(useNearby(place?.coordinate ?? null));
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
