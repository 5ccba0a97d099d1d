import { isInHamburg } from '@mahlzeit/basemap';
import type { Coordinate, Restaurant } from '@mahlzeit/contract';
import { lunchPriceAt } from '@mahlzeit/contract/rules';
import { useNow } from '@mahlzeit/shared-ui/platform';
import { Icon, IconButton, tokens } from '@mahlzeit/shared-ui/ui';
import {
  MapControlGroup,
  MapControls,
  MapCount,
  MapFoot,
  MapPill,
  MapPosition,
  MapTop,
} from '@mahlzeit/shared-ui/ui/map';
import { LocateFixed, Minus, Plus, RefreshCw } from 'lucide-react';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { ReactNode, RefObject } from 'react';
import styled from 'styled-components';
import { text as listText } from '../../discovery-texts';
import { useMedia } from '../../use-media';
import { HamburgBasemap, MapBox } from './basemap';
import { isInSight, viewAt } from './camera-rules';
import type { Camera, CoveredEdges, CoveredMap } from './camera-rules';
import { Credits } from './map-credits';
import { followArrow, MapMarker } from './map-markers';
import { BUTTONS_ROOM, buttonsOn, coveredParts } from './map-overlays';
import type { Overlays } from './map-overlays';
import { hasLeftArea, PILL_ZOOM } from './map-rules';
import type { MapProvider, MapStart, PlaceMap } from './map-provider';
import type { MapView } from './map-rules';
import { useTexts } from './map-texts';
import type { Box } from './marker-boxes';
import type { MapItem } from './place-index';
import { PlaceMarks, readablePrices, useMapItems, usePlaceIndex } from './place-marks';
import type { MarkedPlaces } from './place-marks';
import { labelAreaOf } from './street-names';
import type { LabelArea } from './street-names';
import { TownNames } from './town-names';
import { useCamera } from './use-camera';
import type { ChosenPoint, MapCenter, MountedMap } from './use-camera';
import { useMapProvider } from './use-map-provider';
import type { ProvidedMap } from './use-map-provider';
import { labelRings, WalkingRings } from './walking-rings';
import type { RingLabel } from './walking-rings';

const isAnimated = (): boolean => !window.matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Creates a map. Returns null when the provider throws: the next provider takes over, and the places stay. */
const openMap = (provider: MapProvider, box: HTMLElement, start: MapStart): PlaceMap | null => {
  try {
    return provider.createMap(box, start);
  } catch (cause) {
    if (provider.name === 'drawn') throw cause;
    reportError(cause);
    box.replaceChildren();
    start.onBroken();
    return null;
  }
};

/** Holds a map in a box. Another provider takes over the current view. */
const useMap = (
  center: Coordinate,
  { provider, onBroken }: Pick<ProvidedMap, 'provider' | 'onBroken'>,
): { readonly box: RefObject<HTMLDivElement | null>; readonly mounted: MountedMap | null } => {
  const box = useRef<HTMLDivElement>(null);
  const [mounted, setMounted] = useState<MountedMap | null>(null);
  const camera = useRef<Camera>({ center, zoom: PILL_ZOOM });
  useEffect(() => {
    if (box.current === null) return undefined;
    const map = openMap(provider, box.current, { ...camera.current, isAnimated: isAnimated(), onBroken });
    if (map === null) return undefined;
    const show = (): void => {
      const view = map.view();
      camera.current = { center: view.center, zoom: view.zoom };
      setMounted({ map, view });
    };
    const stop = map.onRest(show);
    show();
    return () => {
      stop();
      setMounted(null);
      map.remove();
    };
  }, [provider, onBroken]);
  return { box, mounted };
};

/** Less than the real overlays without a chosen place: points that a camera has shown count as visible. */
const USUALLY_COVERED: CoveredEdges = { top: 0, right: 0, bottom: 72, left: 0 };

/** Measures the overlays of the map: the height of a card depends on its dishes. */
const useCoveredEdges = (box: RefObject<HTMLElement | null>, isWide: boolean) => {
  const foot = useRef<HTMLDivElement>(null);
  const [bottom, setBottom] = useState(0);
  const coveredEdges = useCallback((): CoveredMap => {
    const [area, edge] = [box.current, foot.current].map((element) => element?.getBoundingClientRect());
    const buttons = buttonsOn({ width: area?.width ?? 0, height: area?.height ?? 0 }, isWide);
    return {
      top: BUTTONS_ROOM,
      right: BUTTONS_ROOM,
      bottom: Math.max(0, (area?.bottom ?? 0) - (edge?.top ?? 0)),
      left: 0,
      buttons,
    };
  }, [box, isWide]);
  useEffect(() => {
    if (foot.current === null) return undefined;
    const resized = new ResizeObserver(() => setBottom(coveredEdges().bottom));
    resized.observe(foot.current);
    return () => resized.disconnect();
  }, [coveredEdges]);
  return { foot, bottom, coveredEdges };
};

/** Buttons for the user's position and the zoom. */
const ZoomButtons = ({ map, onLocate }: Pick<MountedMap, 'map'> & { readonly onLocate: () => void }) => {
  const t = useTexts();
  return (
    <MapControls>
      <MapControlGroup>
        <IconButton label={listText('UseMyLocation')} icon={LocateFixed} onClick={onLocate} />
      </MapControlGroup>
      <MapControlGroup>
        <IconButton label={t('ZoomIn')} icon={Plus} onClick={() => map.zoomBy(1)} />
        <IconButton label={t('ZoomOut')} icon={Minus} onClick={() => map.zoomBy(-1)} />
      </MapControlGroup>
    </MapControls>
  );
};

/** Button that searches the visible area. */
const AreaButton = ({ onSearch }: { readonly onSearch: () => void }) => {
  const t = useTexts();
  return (
    <MapTop>
      <MapPill onClick={onSearch}>
        <Icon of={RefreshCw} size={18} />
        {t('SearchThisArea')}
      </MapPill>
    </MapTop>
  );
};

/** Content of the map, and its events. */
export interface PlaceMapViewProps extends MapCenter, MarkedPlaces {
  /** Position of the user; null without one. */
  readonly userAt: Coordinate | null;
  /** Center of the walking times; null when neither a position nor a chosen place is known. */
  readonly walkFrom: Coordinate | null;
  /** Metres to the farthest place of the loaded list; null for an empty list. */
  readonly farthest: number | null;
  /** Number of results as text: „5 indische Lokale“; null without filters. */
  readonly resultLabel: string | null;
  readonly onLocate: () => void;
  readonly onSearchArea: (center: Coordinate) => void;
  /** Card of the chosen place, at the lower edge. */
  readonly children?: ReactNode;
}

interface VisibleCountProps {
  readonly label: string;
  readonly total: number;
  readonly inSight: number;
  readonly onShowAll: () => void;
}

/** Number of results, and whether all are visible. A press shows all of them. */
const VisibleCount = ({ label, total, inSight, onShowAll }: VisibleCountProps) => {
  const t = useTexts();
  if (inSight < total)
    return (
      <ShowAll onClick={onShowAll}>
        <b>{label}</b>
        <span>{t('SomeInSight', { count: inSight })}</span>
      </ShowAll>
    );
  return (
    <MapCount>
      <b>{label}</b>
      {total > 1 && <span>{t('AllInSight')}</span>}
    </MapCount>
  );
};

/** Returns the covered boxes of a view; empty before the first view. */
const useCoveredParts = (view: MapView | null, { isWide, bottom, hasAreaButton }: Overlays): readonly Box[] =>
  useMemo(
    () => (view === null ? [] : coveredParts(view, { isWide, bottom, hasAreaButton })),
    [view, isWide, bottom, hasAreaButton],
  );

/**
 * Returns whether the map shows another area than the list (S1§2). The area that a filter's camera has shown counts
 * like the list's center.
 */
const isElsewhere = ({ center, diagonal }: MapView, homes: readonly Coordinate[], farthest: number | null): boolean =>
  homes.every((from) => hasLeftArea({ from, to: center, farthest, diagonal }));

/** Returns the free space for street names. */
const useLabelArea = (
  view: MapView | null,
  markers: readonly Pick<MapItem, 'box'>[],
  covered: readonly Box[],
): LabelArea | null =>
  useMemo(
    () =>
      view === null
        ? null
        : labelAreaOf(
            view,
            markers.map(({ box }) => box),
            covered,
          ),
    [view, markers, covered],
  );

/** Places the labels of the walking times beside the prices. */
const useRingLabels = (
  ringCenter: Coordinate | null,
  view: MapView | null,
  { items, covered }: { readonly items: readonly MapItem[]; readonly covered: readonly Box[] },
): readonly RingLabel[] =>
  useMemo(
    () =>
      ringCenter === null || view === null
        ? []
        : labelRings(ringCenter, { view, markers: items.map(({ box }) => box), covered }),
    [ringCenter, view, items, covered],
  );

const restaurantPoint = (restaurants: readonly Restaurant[], wantedKey: string | null): Coordinate | null =>
  restaurants.find(({ key }) => key === wantedKey)?.location ?? null;

/** Returns the place whose pin must be visible: chosen on the map, or with its card on the map. */
const useChosenPoint = ({ restaurants, selectedKey, pressedKey, children }: PlaceMapViewProps): ChosenPoint | null => {
  const hasCard = children !== undefined && children !== false && children !== null;
  const point = restaurantPoint(restaurants, hasCard ? selectedKey : pressedKey);
  const [latitude, longitude, isOfMap] = [
    point?.latitude ?? null,
    point?.longitude ?? null,
    selectedKey === pressedKey,
  ];
  return useMemo(
    () => (latitude === null || longitude === null ? null : { point: { latitude, longitude }, isOfMap }),
    [latitude, longitude, isOfMap],
  );
};

interface LayersProps extends MountedMap {
  readonly places: PlaceMapViewProps;
  /** Provider of the map below the places. */
  readonly providerName: MapProvider['name'];
  readonly items: readonly MapItem[];
  readonly room: LabelArea | null;
  readonly ringLabels: readonly RingLabel[];
  readonly hasAreaButton: boolean;
  readonly onOpen: (points: readonly Coordinate[]) => void;
}

/** Layers of the map, and the buttons above. */
const Layers = ({ map, view, places, providerName, items, room, ringLabels, hasAreaButton, onOpen }: LayersProps) => {
  const { center, userAt, walkFrom, onSearchArea, onLocate } = places;
  const isOwn = providerName === 'drawn';
  return (
    <>
      {isOwn && isInHamburg(center) && <HamburgBasemap map={map} view={view} room={room} />}
      {walkFrom !== null && <WalkingRings map={map} around={walkFrom} labels={ringLabels} />}
      {isOwn && <TownNames map={map} view={view} />}
      {userAt !== null && (
        <MapMarker map={map} coordinate={userAt} rank={-1_500}>
          <MapPosition />
        </MapMarker>
      )}
      <PlaceMarks map={map} view={view} places={places} items={items} onOpen={onOpen} />
      {hasAreaButton && <AreaButton onSearch={() => onSearchArea(view.center)} />}
      <ZoomButtons map={map} onLocate={onLocate} />
    </>
  );
};

/** Indexes the places, and counts the readable prices under a camera. */
const usePrices = (props: PlaceMapViewProps, overlays: Omit<Overlays, 'hasAreaButton'>) => {
  const index = usePlaceIndex(props);
  const now = useNow();
  const { restaurants } = props;
  const isPriced = useMemo(
    () => restaurants.some((restaurant) => lunchPriceAt(restaurant, now) !== null),
    [restaurants, now],
  );
  const pricesFrom = (camera: Camera, { width, height }: MapView): number =>
    readablePrices(
      index,
      viewAt(camera, width, height),
      coveredParts({ width, height }, { ...overlays, hasAreaButton: false }),
    );
  return { index, isPriced, pricesFrom };
};

/** Map with places, from any provider. */
export const PlaceMapView = (props: PlaceMapViewProps) => {
  const {
    center,
    keepsView,
    narrowedBy,
    resultLabel,
    restaurants,
    searchResults: found,
    farthest,
    onSelect,
    children,
  } = props;
  const t = useTexts();
  const provided = useMapProvider();
  const { box, mounted: shown } = useMap(center, provided);
  const [map, view] = [shown?.map ?? null, shown?.view ?? null];
  const isWide = useMedia('(min-width: 701px)');
  const { foot, bottom, coveredEdges } = useCoveredEdges(box, isWide);
  const places = useMemo(() => [...restaurants, ...found], [restaurants, found]);
  const points = useMemo(() => places.map(({ location }) => location), [places]);
  const chosenPoint = useChosenPoint(props);
  const { index, isPriced, pricesFrom } = usePrices(props, { isWide, bottom });
  const { broughtTo, open, showAll } = useCamera(
    shown,
    { center, keepsView, places, narrowedBy, isPriced, coveredEdges, pricesFrom },
    chosenPoint,
  );
  const hasAreaButton = shown !== null && isElsewhere(shown.view, [center, broughtTo ?? center], farthest);
  const covered = useCoveredParts(view, { isWide, bottom, hasAreaButton });
  const inSight =
    shown === null ? points.length : points.filter((point) => isInSight(point, shown.view, USUALLY_COVERED)).length;
  const items = useMapItems(view, { ...props, index, covered });
  const ringLabels = useRingLabels(props.walkFrom, view, { items, covered });
  const markers = useMemo(() => [...items, ...ringLabels], [items, ringLabels]);
  const room = useLabelArea(view, markers, covered);
  useEffect(() => map?.onBackgroundClick(() => onSelect(null)), [map, onSelect]);
  const isDrawn = provided.provider.name === 'drawn' && isInHamburg(center);
  return (
    // Markers are inside of the map's elements; their key events bubble to this element.
    <Keys role="presentation" onKeyDown={(event) => followArrow(event, box.current)}>
      <MapBox ref={box} role="application" aria-label={t('MapHint')} />
      {shown !== null && (
        <Layers
          {...shown}
          places={props}
          providerName={provided.provider.name}
          items={items}
          room={room}
          ringLabels={ringLabels}
          hasAreaButton={hasAreaButton}
          onOpen={open}
        />
      )}
      <MapFoot ref={foot}>
        <Credits {...provided} isDrawn={isDrawn} places={places} />
        {resultLabel !== null && chosenPoint === null && (
          <VisibleCount
            label={resultLabel}
            total={points.length}
            inSight={inSight}
            onShowAll={() => showAll([center, ...points])}
          />
        )}
        {children}
      </MapFoot>
    </Keys>
  );
};

const Keys = styled.div`
  display: contents;
`;

const ShowAll = styled(MapPill)`
  justify-self: center;
  > span {
    font-weight: 400;
    color: ${tokens.color.ink2};
  }
`;
