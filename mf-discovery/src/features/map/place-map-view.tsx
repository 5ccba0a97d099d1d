import { isInHamburg } from '@mahlzeit/basemap';
import type { Coordinate, Restaurant, RestaurantSummary } from '@mahlzeit/contract';
import { useNow } from '@mahlzeit/shared-ui/platform';
import { Icon, IconButton } from '@mahlzeit/shared-ui/ui';
import { MapAttribution, MapControlGroup, MapControls, MapFoot, MapPill, MapPosition, MapTop } from '@mahlzeit/shared-ui/ui/restaurant';
import { LocateFixed, Minus, Plus, RefreshCw } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { ReactNode, RefObject } from 'react';
import styled from 'styled-components';
import { useTexts } from '../../discovery-texts';
import { HamburgBasemap, MapBox } from './basemap';
import { createMap } from './create-map';
import type { PlaceMap } from './create-map';
import { ClusterMarker, followArrow, FoundMarker, MapMarker, PlaceMarker } from './map-markers';
import { createPlaceIndex, hasLeftArea, nearestOf, PILL_ZOOM } from './map-rules';
import type { MapView, PlaceIndex } from './map-rules';
import { TownNames } from './town-names';
import { WalkingRings } from './walking-rings';

const isAnimated = (): boolean => !window.matchMedia('(prefers-reduced-motion: reduce)').matches;

/** What the map is centred on. */
interface MapCenter {
  readonly center: Coordinate;
  /** The centre was taken from the map itself: it stays as it is. */
  readonly keepsView: boolean;
}

/** The map and what it shows, once its box is there. */
interface ShownMap {
  readonly map: PlaceMap;
  readonly view: MapView;
}

/** A map in a box; it moves to each new centre. */
const useMap = ({ center, keepsView }: MapCenter): { readonly box: RefObject<HTMLDivElement | null>; readonly shown: ShownMap | null } => {
  const box = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState<ShownMap | null>(null);
  const start = useRef(center);
  useEffect(() => {
    if (box.current === null) return undefined;
    const map = createMap(box.current, { center: start.current, zoom: PILL_ZOOM, isAnimated: isAnimated() });
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
  useEffect(() => {
    if (!keepsView) map?.moveTo(center, PILL_ZOOM);
  }, [map, center, keepsView]);
  return { box, shown };
};

/** Where no place is in sight at first, the map zooms out until the nearest place does; once for each centre. */
const useFirstFit = (map: PlaceMap | null, index: PlaceIndex, { center, restaurants }: { readonly center: Coordinate; readonly restaurants: readonly Restaurant[] }): void => {
  const fitted = useRef<Coordinate | null>(null);
  useEffect(() => {
    const nearest = nearestOf(restaurants);
    if (map === null || nearest === null || fitted.current === center) return;
    fitted.current = center;
    if (index.within(map.view()).length === 0) map.fit([center, nearest.location], PILL_ZOOM);
  }, [map, index, center, restaurants]);
};

/** Finds the person, zooms in and out. */
const ZoomButtons = ({ map, onLocate }: Pick<ShownMap, 'map'> & { readonly onLocate: () => void }) => {
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

interface AreaButtonProps extends Pick<ShownMap, 'view'> {
  /** What the list is centred on. */
  readonly center: Coordinate;
  readonly farthest: number | null;
  readonly onSearch: (center: Coordinate) => void;
}

/** S1§2: searches where the map is, as soon as that is another area. */
const AreaButton = ({ view, center, farthest, onSearch }: AreaButtonProps) => {
  const t = useTexts();
  const isElsewhere = hasLeftArea({ from: center, to: view.center, farthest, diagonal: view.diagonal });
  return (
    <MapTop>
      {isElsewhere && (
        <MapPill onClick={() => onSearch(view.center)}>
          <Icon of={RefreshCw} size={18} />
          {t('SearchThisArea')}
        </MapPill>
      )}
    </MapTop>
  );
};

/** What the map shows, and its events. */
export interface PlaceMapViewProps extends MapCenter {
  /** The user's position; null where it is unknown. */
  readonly userAt: Coordinate | null;
  readonly restaurants: readonly Restaurant[];
  /** Places without orders that were searched for. */
  readonly found: readonly RestaurantSummary[];
  /** Keys of places that have a discount. */
  readonly deals: ReadonlySet<string>;
  /** Metres to the farthest place of the list as it was loaded; null where it is empty. */
  readonly farthest: number | null;
  /** Which place list and map have in common. */
  readonly selectedKey: string | null;
  /** The one that was chosen on the map: the next press opens its page. */
  readonly pressedKey: string | null;
  /** Px at the lower edge that a chosen place's card covers. */
  readonly coveredBelow: number;
  /** null: none any more. */
  readonly onSelect: (key: string | null) => void;
  readonly onPoint: (key: string) => void;
  readonly onLocate: () => void;
  readonly onSearchArea: (center: Coordinate) => void;
  /** The chosen place's card, at the lower edge. */
  readonly children?: ReactNode;
}

type MarksProps = ShownMap & { readonly index: PlaceIndex } & Pick<PlaceMapViewProps, 'restaurants' | 'found' | 'deals' | 'selectedKey' | 'pressedKey' | 'coveredBelow' | 'onSelect' | 'onPoint'>;

const Marks = ({ map, view, index, restaurants, found, deals, selectedKey, pressedKey, ...acts }: MarksProps) => {
  const now = useNow();
  const byKey = useMemo(() => new Map(restaurants.map((restaurant) => [restaurant.key, restaurant])), [restaurants]);
  const items = useMemo(() => index.within(view), [index, view]);
  return (
    <>
      {found.map((place) => <FoundMarker key={`found/${place.key}`} map={map} place={place} />)}
      {items.map((item) => {
        if (item.kind === 'cluster') return <ClusterMarker key={`cluster/${item.id}`} map={map} item={item} selectedKey={selectedKey} />;
        const restaurant = byKey.get(item.key);
        const isSelected = item.key === selectedKey;
        return restaurant !== undefined && (
          <PlaceMarker key={item.key} {...acts} map={map} restaurant={restaurant} hasDeal={deals.has(item.key)} zoom={view.zoom} now={now} isSelected={isSelected} isPressed={isSelected && item.key === pressedKey} />
        );
      })}
    </>
  );
};

const OSM_COPYRIGHT = 'https://www.openstreetmap.org/copyright';

const isFromOsm = ({ credit }: RestaurantSummary): boolean => credit === 'openStreetMap';

const Credits = ({ isDrawn, hasOsmPlaces }: { readonly isDrawn: boolean; readonly hasOsmPlaces: boolean }) => {
  const t = useTexts();
  return (
    <MapAttribution>
      {isDrawn ? t('MapDrawn') : t('MapAttribution')}
      {hasOsmPlaces && <> · <a href={OSM_COPYRIGHT} target="_blank" rel="noopener noreferrer">{t('OsmCredit')}</a></>}
    </MapAttribution>
  );
};

/** Places on a map that is drawn by ourselves: no tile is asked of anybody. */
export const PlaceMapView = ({ center, keepsView, userAt, farthest, onLocate, onSearchArea, children, ...marks }: PlaceMapViewProps) => {
  const t = useTexts();
  const { box, shown } = useMap({ center, keepsView });
  const map = shown?.map ?? null;
  const { onSelect, restaurants } = marks;
  const index = useMemo(() => createPlaceIndex(restaurants), [restaurants]);
  // After the map has moved to its centre: that would undo it.
  useFirstFit(map, index, { center, restaurants });
  useEffect(() => map?.onBackgroundClick(() => onSelect(null)), [map, onSelect]);
  const isDrawn = isInHamburg(center);
  return (
    // Marks stand in the map's own boxes; their keys bubble here all the same.
    <Keys role="presentation" onKeyDown={(event) => followArrow(event, box.current)}>
      <MapBox ref={box} role="application" aria-label={t('MapHint')} />
      {shown !== null && (
        <>
          {isDrawn ? <HamburgBasemap map={shown.map} zoom={shown.view.zoom} /> : <WalkingRings map={shown.map} around={center} />}
          <TownNames map={shown.map} view={shown.view} />
          {userAt !== null && <MapMarker map={shown.map} coordinate={userAt} rank={-1_500}><MapPosition /></MapMarker>}
          <Marks {...marks} {...shown} index={index} />
          <AreaButton view={shown.view} center={center} farthest={farthest} onSearch={onSearchArea} />
          <ZoomButtons map={shown.map} onLocate={onLocate} />
        </>
      )}
      <MapFoot>
        <Credits isDrawn={isDrawn} hasOsmPlaces={[...restaurants, ...marks.found].some(isFromOsm)} />
        {children}
      </MapFoot>
    </Keys>
  );
};

const Keys = styled.div`
  display: contents;
`;
