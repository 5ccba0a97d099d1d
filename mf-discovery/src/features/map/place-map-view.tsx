import type { Coordinate, Restaurant } from '@mahlzeit/contract';
import { useNow } from '@mahlzeit/shared-ui/platform';
import { IconButton } from '@mahlzeit/shared-ui/ui';
import { MapAttribution, MapControlGroup, MapControls, MapPosition } from '@mahlzeit/shared-ui/ui/restaurant';
import { LocateFixed, Minus, Plus } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTexts } from '../../discovery-texts';
import type { MapItem, MapView, PlaceIndex } from './cluster-rules';
import { createPlaceIndex, nearestOf } from './cluster-rules';
import type { PlaceMap } from './create-map';
import { createMap } from './create-map';
import { MapGround } from './map-ground';
import { ClusterMarker, PlaceMarker } from './map-items';
import { MapMarker } from './map-marker';
import { PILL_ZOOM } from './pin-rules';
import { WalkingRings } from './walking-rings';

/** What the map shows and tells. */
export interface PlaceMapViewProps {
  readonly center: Coordinate;
  /** Whether the centre is where the person stands. */
  readonly isUserHere: boolean;
  readonly restaurants: readonly Restaurant[];
  readonly selectedKey: string | null;
  /** Px at the lower edge that a chosen place's card covers. */
  readonly coveredBelow: number;
  /** null: none any more. */
  readonly onSelect: (key: string | null) => void;
  readonly onLocate: () => void;
}

const isAnimated = (): boolean => !window.matchMedia('(prefers-reduced-motion: reduce)').matches;

const useMap = ({ latitude, longitude }: Coordinate) => {
  const ground = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState<{ readonly map: PlaceMap; readonly view: MapView } | null>(null);
  const start = useRef({ latitude, longitude });
  useEffect(() => {
    if (ground.current === null) return undefined;
    const map = createMap(ground.current, { center: start.current, zoom: PILL_ZOOM, isAnimated: isAnimated() });
    const show = (): void => setShown({ map, view: map.view() });
    const stop = map.onRest(show);
    show();
    return () => {
      stop();
      setShown(null);
      map.remove();
    };
  }, []);
  const map = shown?.map ?? null;
  useEffect(() => map?.moveTo({ latitude, longitude }, PILL_ZOOM), [map, latitude, longitude]);
  return { ground, shown };
};

const Controls = ({ map, onLocate }: { readonly map: PlaceMap } & Pick<PlaceMapViewProps, 'onLocate'>) => {
  const t = useTexts();
  return (
    <MapControls>
      <MapControlGroup>
        <IconButton label={t('UseMyLocation')} icon={LocateFixed} onClick={onLocate} />
      </MapControlGroup>
      <MapControlGroup>
        <IconButton label={t('ZoomIn')} icon={Plus} onClick={() => map.zoomBy(1)} />
        <IconButton label={t('ZoomOut')} icon={Minus} onClick={() => map.zoomBy(-1)} />
      </MapControlGroup>
    </MapControls>
  );
};

/** Where nothing lies in the first view, the map zooms out until the nearest place does; once for each centre. */
const useFirstFit = (map: PlaceMap | null, index: PlaceIndex, { center, restaurants }: Pick<PlaceMapViewProps, 'center' | 'restaurants'>): void => {
  const fitted = useRef<Coordinate | null>(null);
  useEffect(() => {
    const nearest = nearestOf(restaurants);
    if (map === null || nearest === null || fitted.current === center) return;
    fitted.current = center;
    if (index.within(map.view()).length === 0) map.fit([center, nearest.location], PILL_ZOOM);
  }, [map, index, center, restaurants]);
};

const useItems = (index: PlaceIndex, view: MapView | null): readonly MapItem[] => useMemo(() => (view === null ? [] : index.within(view)), [index, view]);

/** Places on a map that is drawn by ourselves: no tile is asked of anybody. */
export const PlaceMapView = ({ center, isUserHere, restaurants, selectedKey, coveredBelow, onSelect, onLocate }: PlaceMapViewProps) => {
  const t = useTexts();
  const now = useNow();
  const { ground, shown } = useMap(center);
  const byKey = useMemo(() => new Map(restaurants.map((restaurant) => [restaurant.key, restaurant])), [restaurants]);
  const map = shown?.map ?? null;
  useEffect(() => map?.onGround(() => onSelect(null)), [map, onSelect]);
  const index = useMemo(() => createPlaceIndex(restaurants), [restaurants]);
  useFirstFit(map, index, { center, restaurants });
  const items = useItems(index, shown?.view ?? null);
  return (
    <>
      <MapGround ref={ground} role="application" aria-label={t('MapHint')} />
      {shown !== null && (
        <>
          <WalkingRings map={shown.map} around={center} />
          {isUserHere && <MapMarker map={shown.map} coordinate={center} rank={-1_500}><MapPosition /></MapMarker>}
          {items.map((item) => {
            if (item.kind === 'cluster') return <ClusterMarker key={`cluster/${item.id}`} map={shown.map} item={item} selectedKey={selectedKey} />;
            const restaurant = byKey.get(item.key);
            return restaurant === undefined ? null : (
              <PlaceMarker key={item.key} map={shown.map} restaurant={restaurant} zoom={shown.view.zoom} now={now} isSelected={item.key === selectedKey} coveredBelow={coveredBelow} onSelect={onSelect} />
            );
          })}
          <Controls map={shown.map} onLocate={onLocate} />
        </>
      )}
      <MapAttribution>{t('MapAttribution')}</MapAttribution>
    </>
  );
};
