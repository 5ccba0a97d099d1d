import type { Coordinate, Restaurant, RestaurantSummary } from '@mahlzeit/contract';
import { useShell } from '@mahlzeit/shared-ui/platform';
import { MapCluster, MapDot, MapPin } from '@mahlzeit/shared-ui/ui/map';
import { memo, useEffect, useRef, useState } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { emblemOf } from '../restaurant';
import type { PlacedMarker, PlaceMap } from './map-provider';
import { searchResultLabel, markLabel, markOf, priceFrom } from './map-rules';
import { useTexts } from './map-texts';
import type { MapItem } from './place-index';

/** Point on the screen, px. */
interface ScreenPoint {
  readonly x: number;
  readonly y: number;
}

/** Direction of each arrow key on the screen. */
const STEPS: Readonly<Record<string, ScreenPoint>> = {
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
};

/** Returns whether a key moves the focus between markers. */
export const isArrowKey = (key: string): boolean => Object.hasOwn(STEPS, key);

/**
 * Returns the index of the point that an arrow key leads to: the nearest one that lies further in that direction than
 * to the side; null without one.
 */
export const nextByArrow = (key: string, origin: ScreenPoint, points: readonly ScreenPoint[]): number | null => {
  const step = STEPS[key];
  if (step === undefined) return null;
  const distances = points.map(({ x, y }) => {
    const along = (x - origin.x) * step.x + (y - origin.y) * step.y;
    const aside = Math.abs((x - origin.x) * step.y) + Math.abs((y - origin.y) * step.x);
    return along > 0 && along >= aside ? along + aside : Infinity;
  });
  const nearest = Math.min(...distances);
  return nearest === Infinity ? null : distances.indexOf(nearest);
};

const middleOf = (element: Element): ScreenPoint => {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
};

/** Moves the focus by arrow keys to the next marker within `box`. */
export const followArrow = (event: KeyboardEvent, box: HTMLElement | null): void => {
  const { target, key } = event;
  if (box === null || !(target instanceof HTMLElement) || !isArrowKey(key)) return;
  const otherButtons = [...box.querySelectorAll('button')].filter((button) => button !== target);
  const next = nextByArrow(key, middleOf(target), otherButtons.map(middleOf));
  // While a marker has the focus, arrow keys never scroll the page, even without a next marker.
  event.preventDefault();
  if (next !== null) otherButtons[next]?.focus({ preventScroll: true });
};

interface MapMarkerProps {
  readonly map: PlaceMap;
  readonly coordinate: Coordinate;
  /** Markers with a higher rank cover those with a lower one. */
  readonly rank?: number;
  readonly children: ReactNode;
}

/** React content at a point of the map. */
export const MapMarker = ({ map, coordinate, rank = 0, children }: MapMarkerProps) => {
  const [element] = useState(() => document.createElement('div'));
  const { latitude, longitude } = coordinate;
  const placedMarker = useRef<PlacedMarker | null>(null);
  useEffect(() => {
    const marker = map.addMarker({ latitude, longitude }, element);
    placedMarker.current = marker;
    return () => marker.remove();
  }, [map, latitude, longitude, element]);
  // Changed in place: a marker that is added again loses the focus.
  useEffect(() => placedMarker.current?.setRank(rank), [map, latitude, longitude, rank]);
  return createPortal(children, element);
};

/** Selected markers cover all others, clusters cover pins, closed places lie below. */
const RANKS = { selected: 20_000, cluster: 5_000, plain: 0, closed: -1_000 } as const;

interface PlaceMarkerProps {
  readonly map: PlaceMap;
  readonly restaurant: Restaurant;
  readonly hasDeal: boolean;
  /** False on small scales, where places are dots. */
  readonly hasPills: boolean;
  readonly now: number;
  /** Whether distances count from a place that the user chose or is at. */
  readonly isLocated: boolean;
  readonly isSelected: boolean;
  /** Whether the place was chosen on the map: the next press opens its page. */
  readonly isPressed: boolean;
  /** Px by which the pill is raised. */
  readonly lift: number;
  /** Whether the price is left out because it would be covered. */
  readonly isCompact: boolean;
  readonly onSelect: (key: string) => void;
  /** Called when the pointer or the focus reaches the marker. */
  readonly onPoint: (key: string) => void;
}

/** One place on the map. A press chooses the place, another press opens its page. */
export const PlaceMarker = memo(
  ({
    map,
    restaurant,
    hasDeal,
    hasPills,
    now,
    isLocated,
    isSelected,
    isPressed,
    lift,
    isCompact,
    onSelect,
    onPoint,
  }: PlaceMarkerProps) => {
    const mark = markOf(restaurant, { hasPills, now, isLocated, isSelected, isCompact });
    const { navigation } = useShell();
    const button = useRef<HTMLButtonElement>(null);
    const keepsFocus = useRef(false);
    // A dot that becomes a pin is another element, which takes over the focus.
    useEffect(() => {
      if (keepsFocus.current) button.current?.focus({ preventScroll: true });
      keepsFocus.current = false;
    }, [mark.kind]);
    const selectMarker = (): void => {
      if (isPressed) return navigation.open('details', restaurant.routingName);
      keepsFocus.current = mark.kind !== 'pin';
      onSelect(restaurant.key);
    };
    const point = (): void => {
      if (!isSelected) onPoint(restaurant.key);
    };
    const rank = isSelected
      ? RANKS.selected
      : mark.kind === 'pin' && mark.look !== 'closed'
        ? RANKS.plain
        : RANKS.closed;
    const acts = {
      ref: button,
      label: markLabel(restaurant, { now, isLocated }),
      onClick: selectMarker,
      ...(mark.kind === 'pin' && { onMouseEnter: point, onFocus: point }),
    };
    return (
      <MapMarker map={map} coordinate={restaurant.location} rank={rank}>
        {mark.kind === 'pin' ? (
          <MapPin
            {...emblemOf(restaurant)}
            {...acts}
            look={mark.look}
            text={mark.text}
            subText={mark.subText}
            hasDeal={hasDeal}
            lift={lift}
          />
        ) : (
          <MapDot {...acts} look={mark.kind === 'dot' ? 'far' : 'place'} />
        )}
      </MapMarker>
    );
  },
);
PlaceMarker.displayName = 'PlaceMarker';

interface SearchResultMarkerProps {
  readonly map: PlaceMap;
  readonly place: RestaurantSummary;
  /** Whether distances count from a place that the user chose or is at. */
  readonly isLocated: boolean;
}

/** Result of the search without orders (Decision 13). A press opens its page. */
export const SearchResultMarker = ({ map, place, isLocated }: SearchResultMarkerProps) => {
  const { navigation } = useShell();
  return (
    <MapMarker map={map} coordinate={place.location} rank={RANKS.closed}>
      <MapDot
        look="place"
        label={searchResultLabel(place, isLocated)}
        onClick={() => navigation.open('details', place.routingName)}
      />
    </MapMarker>
  );
};

interface ClusterMarkerProps {
  readonly map: PlaceMap;
  readonly item: Extract<MapItem, { kind: 'cluster' }>;
  /** Shows the places of the cluster on a larger scale. */
  readonly onOpen: (points: readonly Coordinate[]) => void;
}

/** Cluster of close places. A press zooms in until they separate. */
export const ClusterMarker = ({
  map,
  item: { keys, coordinate, points, price, isCompact },
  onOpen,
}: ClusterMarkerProps) => {
  const t = useTexts();
  const count = keys.length;
  return (
    <MapMarker map={map} coordinate={coordinate} rank={RANKS.cluster}>
      <MapCluster
        count={count}
        {...(price !== null && !isCompact && { price: priceFrom(price) })}
        label={price === null ? t('ClusterOf', { count }) : t('ClusterFrom', { count, price: priceFrom(price) })}
        onClick={() => onOpen(points)}
      />
    </MapMarker>
  );
};
