import type { Coordinate, Restaurant, RestaurantSummary } from '@mahlzeit/contract';
import { isInHamburg } from '@mahlzeit/basemap';
import { useNow } from '@mahlzeit/shared-ui/platform';
import { MapAttribution, MapFoot, MapPosition } from '@mahlzeit/shared-ui/ui/restaurant';
import type { ReactNode } from 'react';
import { useEffect, useMemo } from 'react';
import styled from 'styled-components';
import { useTexts } from '../../discovery-texts';
import { followArrow } from './arrow-keys';
import { createPlaceIndex } from './cluster-rules';
import type { PlaceIndex } from './cluster-rules';
import { HamburgBasemap } from './hamburg-ground';
import { AreaButton, ZoomButtons } from './map-buttons';
import { MapBox } from './map-ground';
import { ClusterMarker, FoundMarker, PlaceMarker } from './map-items';
import { MapMarker } from './map-marker';
import { TownNames } from './town-names';
import type { MapCenter, ShownMap } from './use-map';
import { useFirstFit, useMap } from './use-map';
import { WalkingRings } from './walking-rings';

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

const OSM_COPYRIGHT = 'https://www.openstreetmap.org/copyright';

const isFromOsm = ({ credit }: RestaurantSummary): boolean => credit === 'openStreetMap';

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

const Credits = ({ isDrawn, isFromOsm }: { readonly isDrawn: boolean; readonly isFromOsm: boolean }) => {
  const t = useTexts();
  return (
    <MapAttribution>
      {isDrawn ? t('MapDrawn') : t('MapAttribution')}
      {isFromOsm && <> · <a href={OSM_COPYRIGHT} target="_blank" rel="noopener noreferrer">{t('OsmCredit')}</a></>}
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
        <Credits isDrawn={isDrawn} isFromOsm={[...restaurants, ...marks.found].some(isFromOsm)} />
        {children}
      </MapFoot>
    </Keys>
  );
};

const Keys = styled.div`
  display: contents;
`;
