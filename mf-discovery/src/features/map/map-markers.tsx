import type { Coordinate, Restaurant, RestaurantSummary } from '@mahlzeit/contract';
import { useShell } from '@mahlzeit/shared-ui/platform';
import { MapCluster, MapDot, MapPin } from '@mahlzeit/shared-ui/ui/map';
import { memo, useEffect, useRef, useState } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { emblemOf } from '../restaurant';
import type { PlacedMarker, PlaceMap } from './map-provider';
import { foundLabel, markLabel, markOf, priceFrom } from './map-rules';
import { useTexts } from './map-texts';
import type { MapItem } from './place-index';

/** A point of the screen, px. */
interface ScreenPoint {
  readonly x: number;
  readonly y: number;
}

/** Which way an arrow key leads, as a step on the screen. */
const STEPS: Readonly<Record<string, ScreenPoint>> = {
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
};

/** Whether a key leads from one marker to another. */
export const leadsOn = (key: string): boolean => Object.hasOwn(STEPS, key);

/**
 * Index of the point that an arrow key leads to: the nearest that lies more that way than aside; null where there is
 * none.
 */
export const nextByArrow = (key: string, from: ScreenPoint, points: readonly ScreenPoint[]): number | null => {
  const step = STEPS[key];
  if (step === undefined) return null;
  const distances = points.map(({ x, y }) => {
    const along = (x - from.x) * step.x + (y - from.y) * step.y;
    const aside = Math.abs((x - from.x) * step.y) + Math.abs((y - from.y) * step.x);
    return along > 0 && along >= aside ? along + aside : Infinity;
  });
  const nearest = Math.min(...distances);
  return nearest === Infinity ? null : distances.indexOf(nearest);
};

const middleOf = (element: Element): ScreenPoint => {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
};

/** Leads the focus by arrow keys from the marker that has it to the next one within `box`. */
export const followArrow = (event: KeyboardEvent, box: HTMLElement | null): void => {
  const { target, key } = event;
  if (box === null || !(target instanceof HTMLElement) || !leadsOn(key)) return;
  const others = [...box.querySelectorAll('button')].filter((button) => button !== target);
  const next = nextByArrow(key, middleOf(target), others.map(middleOf));
  // Arrow keys belong to the markers while one has the focus, even where none follows: the page must not scroll.
  event.preventDefault();
  if (next !== null) others[next]?.focus({ preventScroll: true });
};

interface MapMarkerProps {
  readonly map: PlaceMap;
  readonly coordinate: Coordinate;
  /** Higher ones cover lower ones. */
  readonly rank?: number;
  readonly children: ReactNode;
}

/** React's content at a point of the map. */
export const MapMarker = ({ map, coordinate, rank = 0, children }: MapMarkerProps) => {
  const [element] = useState(() => document.createElement('div'));
  const { latitude, longitude } = coordinate;
  const placed = useRef<PlacedMarker | null>(null);
  useEffect(() => {
    const marker = map.addMarker({ latitude, longitude }, element);
    placed.current = marker;
    return () => marker.remove();
  }, [map, latitude, longitude, element]);
  // In place: a marker that is put anew loses the focus.
  useEffect(() => placed.current?.setRank(rank), [map, latitude, longitude, rank]);
  return createPortal(children, element);
};

/** Selected ones cover everything, clusters cover pins, closed ones lie below. */
const RANKS = { selected: 20_000, cluster: 5_000, plain: 0, closed: -1_000 } as const;

interface PlaceMarkerProps {
  readonly map: PlaceMap;
  readonly restaurant: Restaurant;
  readonly hasDeal: boolean;
  /** False from further up, where places are dots. */
  readonly hasPills: boolean;
  readonly now: number;
  /** Somebody looks from a place of their own. */
  readonly isLocated: boolean;
  readonly isSelected: boolean;
  /** Chosen on the map: the next press opens its page. */
  readonly isPressed: boolean;
  /** Px that its pill stands higher than usual. */
  readonly lift: number;
  /** Its price would be covered: it shows none. */
  readonly isCompact: boolean;
  readonly onSelect: (key: string) => void;
  /** The pointer or the focus is on it. */
  readonly onPoint: (key: string) => void;
}

/** One place on the map: a press chooses it, another one opens its page. */
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
    // A dot that becomes a pin is another element: the focus goes with it.
    useEffect(() => {
      if (keepsFocus.current) button.current?.focus({ preventScroll: true });
      keepsFocus.current = false;
    }, [mark.kind]);
    const press = (): void => {
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
      onClick: press,
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

interface FoundMarkerProps {
  readonly map: PlaceMap;
  readonly place: RestaurantSummary;
  /** Somebody looks from a place of their own. */
  readonly isLocated: boolean;
}

/** A place without orders that was searched for (DESIGN §13.13); a press opens its page. */
export const FoundMarker = ({ map, place, isLocated }: FoundMarkerProps) => {
  const { navigation } = useShell();
  return (
    <MapMarker map={map} coordinate={place.location} rank={RANKS.closed}>
      <MapDot
        look="place"
        label={foundLabel(place, isLocated)}
        onClick={() => navigation.open('details', place.routingName)}
      />
    </MapMarker>
  );
};

interface ClusterMarkerProps {
  readonly map: PlaceMap;
  readonly item: Extract<MapItem, { kind: 'cluster' }>;
  /** Brings its places into sight, from nearer by. */
  readonly onOpen: (points: readonly Coordinate[]) => void;
}

/** Places too near to each other; a press zooms in until they part. */
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
