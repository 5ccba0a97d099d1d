import { useDiscounts, useMainStands, useNow } from '@mahlzeit/shared-ui/platform';
import { ListMapSplit, ListPane, MapPane, ViewSwitch, VisuallyHidden } from '@mahlzeit/shared-ui/ui';
import { List, Map } from 'lucide-react';
import { useDeferredValue, useMemo } from 'react';
import { text, useTexts } from '../discovery-texts';
import { useFavourites } from '../features/favourites';
import { useKeptStart } from '../features/first-view';
import { NothingPasses, applyFilters, isStart, useSettledFilters } from '../features/filters';
import type { View } from '../features/kept-view';
import { useKeptView } from '../features/kept-view';
import { useLocate, usePlace } from '../features/location';
import { NearbyList, ResultCount, WidenButton, hasSettled, placesWords, useNearby } from '../features/nearby';
import type { Nearby } from '../features/nearby';
import { TagBar } from '../features/tags';
import { TeaserBanner } from '../features/teaser';
import { useMedia } from '../use-media';
import { MainMap } from './main-map';
import { useSelection } from './use-selection';

/** VISUAL, breakpoints: from here list and map stand side by side. */
const WIDE = '(min-width: 701px)';

/** What list and map show. They are drawn behind all else, in slices that a tap can come between: up to a hundred cards stand in the list. */
const useListed = (nearby: Nearby) => {
  const now = useNow();
  const filters = useSettledFilters();
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
const isReady = ({ status, more }: Nearby): boolean => status === 'ready' && more !== 'loading';

const countWords = (nearby: Nearby, count: number): string => (count === 0 ? text('NothingPassesTitle') : placesWords(nearby, count));

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
  const { pane, view, show, comesBack } = useKeptView({ path: placeId ?? '', isComplete: isReady(nearby), hasOwnScroll: isWide });
  useKeptStart(place, isStart(filters) && view === 'list');
  useMainStands(hasSettled(nearby, shown));
  return (
    <>
      <TagBar />
      <ResultCount asked={`${JSON.stringify(filters)} ${nearby.radius}`} words={isReady(nearby) ? countWords(nearby, shown.length) : null} />
      <ListMapSplit data-view={view}>
        <ListPane ref={pane} data-laid-out={comesBack ? '' : undefined}>
          <NearbyList
            nearby={nearby}
            shown={shown}
            discounts={discounts}
            favourites={favourites}
            selection={chosen.selection}
            onSelect={chosen.selectInList}
            onLocate={locate}
            teaser={place !== null && <TeaserBanner around={place.coordinate} />}
            nothingPasses={<NothingPasses restaurants={nearby.restaurants} filters={filters}><WidenButton nearby={nearby} /></NothingPasses>}
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
