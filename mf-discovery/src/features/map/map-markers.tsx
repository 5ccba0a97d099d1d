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

/** Returns whether a key is an arrow key, which moves the focus between markers. */
export const isArrowKey = (key: string): boolean => Object.hasOwn(STEPS, key);

/**
 * Returns the index of the point to which an arrow key leads: the nearest point that is further away in that direction
 * than to the side; null if there is none.
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

/** Moves the focus to the next marker within `box` in the direction of the pressed arrow key. */
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

/** Shows React content at a point of the map. */
export const MapMarker = ({ map, coordinate, rank = 0, children }: MapMarkerProps) => {
  const [element] = useState(() => document.createElement('div'));
  const { latitude, longitude } = coordinate;
  const placedMarker = useRef<PlacedMarker | null>(null);
  useEffect(() => {
    const marker = map.addMarker({ latitude, longitude }, element);
    placedMarker.current = marker;
    return () => marker.remove();
  }, [map, latitude, longitude, element]);
  // The rank changes on the existing marker: a marker that was removed and added again would lose the focus.
  useEffect(() => placedMarker.current?.setRank(rank), [map, latitude, longitude, rank]);
  return createPortal(children, element);
};

/** Stacking order: selected markers cover all others, clusters cover pins, and closed restaurants lie at the bottom. */
const RANKS = { selected: 20_000, cluster: 5_000, plain: 0, closed: -1_000 } as const;

interface PlaceMarkerProps {
  readonly map: PlaceMap;
  readonly restaurant: Restaurant;
  readonly hasDeal: boolean;
  /** False at small zooms, where restaurants are dots. */
  readonly hasPills: boolean;
  readonly now: number;
  /** Whether distances are measured from a place that the user chose, or from the user's position. */
  readonly isLocated: boolean;
  readonly isSelected: boolean;
  /** Whether the user has selected the restaurant on the map. The next press then opens its page. */
  readonly isPressed: boolean;
  /** Px by which the pill is raised. */
  readonly lift: number;
  /** True if the price is left out because something would cover it. */
  readonly isCompactLayout: boolean;
  readonly onSelect: (key: string) => void;
  /** Called when the pointer or the focus reaches the marker. */
  readonly onPoint: (key: string) => void;
}

/** One restaurant on the map. The first press selects the restaurant, the second one opens its page. */
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
    isCompactLayout,
    onSelect,
    onPoint,
  }: PlaceMarkerProps) => {
    const mark = markOf(restaurant, { hasPills, now, isLocated, isSelected, isCompactLayout });
    const { navigation } = useShell();
    const button = useRef<HTMLButtonElement>(null);
    const keepsFocus = useRef(false);
    // When a dot becomes a pin, React replaces the element, and the new element takes over the focus.
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
  /** Whether distances are measured from a place that the user chose, or from the user's position. */
  readonly isLocated: boolean;
}

/** Search result that takes no orders (Decision 13). A press opens the restaurant's page. */
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
  /** Zooms in until the map shows the restaurants of the cluster. */
  readonly onOpen: (points: readonly Coordinate[]) => void;
}

/** Cluster of restaurants that are close to each other. A press zooms in until they separate. */
export const ClusterMarker = ({
  map,
  item: { keys, coordinate, points, price, isCompactLayout },
  onOpen,
}: ClusterMarkerProps) => {
  const t = useTexts();
  const count = keys.length;
  return (
    <MapMarker map={map} coordinate={coordinate} rank={RANKS.cluster}>
      <MapCluster
        count={count}
        {...(price !== null && !isCompactLayout && { price: priceFrom(price) })}
        label={price === null ? t('ClusterOf', { count }) : t('ClusterFrom', { count, price: priceFrom(price) })}
        onClick={() => onOpen(points)}
      />
    </MapMarker>
  );
};
