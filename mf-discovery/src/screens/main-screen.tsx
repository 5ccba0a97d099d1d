import { defineScreen } from '@mahlzeit/shared-ui/platform';
import { ListMapSplit, ListPane, MapPane, ViewSwitch } from '@mahlzeit/shared-ui/ui';
import { List, Map } from 'lucide-react';
import { useCallback, useState } from 'react';
import { useTexts } from '../discovery-texts';
import { usePlace, usePlaceChoice } from '../features/location';
import { NearbyList, useNearby } from '../features/nearby';
import type { NearbySelection } from '../features/nearby';

type View = 'list' | 'map';

const MainScreen = () => {
  const t = useTexts();
  const place = usePlace();
  const { locate } = usePlaceChoice();
  const nearby = useNearby(place?.coordinate ?? null);
  const [view, setView] = useState<View>('list');
  const [selection, setSelection] = useState<NearbySelection>({ key: null, from: 'list' });
  const selectInList = useCallback((key: string) => setSelection({ key, from: 'list' }), []);
  return (
    <>
      <ListMapSplit data-view={view}>
        <ListPane>
          <NearbyList nearby={nearby} selection={selection} onSelect={selectInList} onLocate={locate} />
        </ListPane>
        <MapPane aria-label={t('Map')} />
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

export default defineScreen(MainScreen);
