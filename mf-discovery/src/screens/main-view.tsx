import { useNow } from '@mahlzeit/shared-ui/platform';
import { ListMapSplit, ListPane, MapPane, ViewSwitch } from '@mahlzeit/shared-ui/ui';
import { MapPeek } from '@mahlzeit/shared-ui/ui/restaurant';
import { List, Map } from 'lucide-react';
import { useCallback, useState } from 'react';
import { useTexts } from '../discovery-texts';
import { useLocate, usePlace } from '../features/location';
import { NearbyMap } from '../features/map';
import { NearbyList, useNearby } from '../features/nearby';
import type { NearbySelection } from '../features/nearby';
import { NearbyCard } from '../features/restaurant-card';
import { useMedia } from './use-media';

type View = 'list' | 'map';

/** Px that the card over the map and the view switch below it take at most. */
const PEEK_HEIGHT = 300;

/** VISUAL, breakpoints: from here list and map stand side by side. */
const WIDE = '(min-width: 701px)';

/** List and map of the places around: one at a time on phones, side by side where there is room. */
export const MainView = () => {
  const t = useTexts();
  const now = useNow();
  const place = usePlace();
  const { locate } = useLocate();
  const nearby = useNearby(place?.coordinate ?? null);
  const [view, setView] = useState<View>('list');
  const [selection, setSelection] = useState<NearbySelection>({ key: null, from: 'list' });
  const selectInList = useCallback((key: string) => setSelection({ key, from: 'list' }), []);
  const selectOnMap = useCallback((key: string | null) => setSelection({ key, from: 'map' }), []);
  const isWide = useMedia(WIDE);
  const selected = nearby.restaurants.find(({ key }) => key === selection.key);
  return (
    <>
      <ListMapSplit data-view={view}>
        <ListPane>
          <NearbyList nearby={nearby} selection={selection} onSelect={selectInList} onLocate={locate} />
        </ListPane>
        <MapPane aria-label={t('Map')}>
          {place !== null && (
            <NearbyMap
              isWanted={nearby.status !== 'loading' && (isWide || view === 'map')}
              center={place.coordinate}
              isUserHere={place.kind === 'user'}
              restaurants={nearby.restaurants}
              selectedKey={selection.key}
              coveredBelow={isWide ? 0 : PEEK_HEIGHT}
              onSelect={selectOnMap}
              onLocate={locate}
            />
          )}
          {!isWide && selected !== undefined && (
            <MapPeek>
              <NearbyCard restaurant={selected} now={now} layout="peek" />
            </MapPeek>
          )}
        </MapPane>
      </ListMapSplit>
      <ViewSwitch
        label={t('View')}
        options={[
          { id: 'list', label: t('ListView'), icon: List },
          { id: 'map', label: t('MapView'), icon: Map },
        ]}
        selectedId={view}
        onSelect={(id) => setView(id === 'map' ? 'map' : 'list')}
      />
    </>
  );
};
