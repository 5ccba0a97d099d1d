import type { Coordinate, Restaurant, RestaurantSummary } from '@mahlzeit/contract';
import { useShell } from '@mahlzeit/shared-ui/platform';
import { MapCluster, MapDot, MapPin } from '@mahlzeit/shared-ui/ui/map';
import { memo, useEffect, useRef, useState } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { emblemOf } from '../restaurant';
import type { PlacedMarker, PlaceMap } from './map-provider';
import { searchResultLabel, markerLabel, markerLookOf, lowestPriceText } from './map-rules';
import { useTexts } from './map-texts';
import type { MapItem } from './place-index';

/** Point on the screen in px. */
interface ScreenPoint {
  readonly x: number;
  readonly y: number;
}

/** Direction on the screen for each arrow key. */
const DIRECTION_BY_ARROW_KEY: Readonly<Record<string, ScreenPoint>> = {
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
};

/** Returns whether a key is an arrow key, which moves the focus between markers. */
export const isArrowKey = (pressedKey: string): boolean => Object.hasOwn(DIRECTION_BY_ARROW_KEY, pressedKey);

/**
 * Returns the index of the point to which an arrow key leads: the nearest point that is further away in that direction
 * than to the side; null if there is none.
 */
export const nextIndexByArrow = (
  arrowKey: string,
  origin: ScreenPoint,
  buttonPoints: readonly ScreenPoint[],
): number | null => {
  const direction = DIRECTION_BY_ARROW_KEY[arrowKey];
  if (direction === undefined) return null;
  const weightedDistances = buttonPoints.map(({ x, y }) => {
    const distanceAlongDirection = (x - origin.x) * direction.x + (y - origin.y) * direction.y;
    const distanceAcrossDirection = Math.abs((x - origin.x) * direction.y) + Math.abs((y - origin.y) * direction.x);
    return distanceAlongDirection > 0 && distanceAlongDirection >= distanceAcrossDirection
      ? distanceAlongDirection + distanceAcrossDirection
      : Infinity;
  });
  const shortestDistance = Math.min(...weightedDistances);
  return shortestDistance === Infinity ? null : weightedDistances.indexOf(shortestDistance);
};

const screenCenterOf = (element: Element): ScreenPoint => {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
};

/** Moves the keyboard focus to the next marker within `mapBox` in the direction of the pressed arrow key. */
export const moveFocusByArrow = (event: KeyboardEvent, mapBox: HTMLElement | null): void => {
  const { target, key } = event;
  if (mapBox === null || !(target instanceof HTMLElement) || !isArrowKey(key)) return;
  const otherButtons = [...mapBox.querySelectorAll('button')].filter((button) => button !== target);
  const nextButtonIndex = nextIndexByArrow(key, screenCenterOf(target), otherButtons.map(screenCenterOf));
  // While a marker has the focus, arrow keys never scroll the page, even without a next marker.
  event.preventDefault();
  if (nextButtonIndex !== null) otherButtons[nextButtonIndex]?.focus({ preventScroll: true });
};

interface MapMarkerProps {
  readonly map: PlaceMap;
  readonly coordinate: Coordinate;
  /** Rank of the marker: markers with a higher rank cover those with a lower one. */
  readonly rank?: number;
  /** Keys of the restaurants that the marker stands for. */
  readonly placeKeys?: readonly string[];
  readonly children: ReactNode;
}

/** Moves the focus to the marker that stands for a restaurant now. */
export const focusMarkerOf = (placeKey: string): void => {
  const markerElement = [...document.querySelectorAll<HTMLElement>('[data-places]')].find((element) =>
    element.dataset.places?.split(' ').includes(placeKey),
  );
  markerElement?.querySelector('button')?.focus({ preventScroll: true });
};

/** Shows React content at a point of the map. */
export const MapMarker = ({ map, coordinate, rank: stackingRank = 0, placeKeys = [], children }: MapMarkerProps) => {
  const [element] = useState(() => document.createElement('div'));
  const { latitude, longitude } = coordinate;
  const placedMarker = useRef<PlacedMarker | null>(null);
  useEffect(() => {
    const addedMarker = map.addMarker({ latitude, longitude }, element);
    placedMarker.current = addedMarker;
    return () => addedMarker.remove();
  }, [map, latitude, longitude, element]);
  // The rank changes on the existing marker: a marker that was removed and added again would lose the focus.
  useEffect(() => placedMarker.current?.setRank(stackingRank), [map, latitude, longitude, stackingRank]);
  return createPortal(
    placeKeys.length === 0 ? children : <span data-places={placeKeys.join(' ')}>{children}</span>,
    element,
  );
};

/**
 * Stacking order by the state of a marker: the user's position is always visible, selected markers cover all others,
 * clusters cover single restaurants, and closed restaurants are at the bottom.
 */
export const STACKING_RANK_BY_STATE = {
  position: 40_000,
  selected: 20_000,
  cluster: 5_000,
  plain: 0,
  closed: -1_000,
} as const;

interface PlaceMarkerProps {
  readonly map: PlaceMap;
  readonly restaurant: Restaurant;
  readonly hasDeal: boolean;
  /** False at small zooms, where markers are dots instead of pills with a price. */
  readonly hasPills: boolean;
  readonly now: number;
  /** Whether distances are measured from a place that the user chose, or from the user's position. */
  readonly isLocated: boolean;
  readonly isSelected: boolean;
  /** Whether the user has selected the restaurant on the map. The next press then opens its page. */
  readonly isPressed: boolean;
  /** Px by which the pill is raised so that it doesn't overlap another pill. */
  readonly lift: number;
  /** True if another element would cover the price. The marker then shows no price. */
  readonly isPriceHidden: boolean;
  readonly onSelect: (restaurantKey: string) => void;
  /** Called when the pointer or the focus reaches the marker. */
  readonly onPoint: (restaurantKey: string) => void;
}

/** Marker of one restaurant on the map. The first press selects the restaurant, the second one opens its page. */
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
    isPriceHidden,
    onSelect,
    onPoint,
  }: PlaceMarkerProps) => {
    const markerLook = markerLookOf(restaurant, { hasPills, now, isLocated, isSelected, isPriceHidden });
    const { navigation } = useShell();
    const buttonRef = useRef<HTMLButtonElement>(null);
    const shouldRestoreFocus = useRef(false);
    // When a dot becomes a pin, React replaces the element, and the new element takes over the focus.
    useEffect(() => {
      if (shouldRestoreFocus.current) buttonRef.current?.focus({ preventScroll: true });
      shouldRestoreFocus.current = false;
    }, [markerLook.kind]);
    const selectPlace = (): void => {
      if (isPressed) return navigation.open('details', restaurant.routingName);
      shouldRestoreFocus.current = markerLook.kind !== 'pin';
      onSelect(restaurant.key);
    };
    const notifyPointedAt = (): void => {
      if (!isSelected) onPoint(restaurant.key);
    };
    const stackingRank = isSelected
      ? STACKING_RANK_BY_STATE.selected
      : markerLook.kind === 'pin' && markerLook.look !== 'closed'
        ? STACKING_RANK_BY_STATE.plain
        : STACKING_RANK_BY_STATE.closed;
    const markerProps = {
      ref: buttonRef,
      label: markerLabel(restaurant, { now, isLocated }),
      onClick: selectPlace,
      ...(markerLook.kind === 'pin' && { onMouseEnter: notifyPointedAt, onFocus: notifyPointedAt }),
    };
    return (
      <MapMarker map={map} coordinate={restaurant.location} rank={stackingRank} placeKeys={[restaurant.key]}>
        {markerLook.kind === 'pin' ? (
          <MapPin
            {...emblemOf(restaurant)}
            {...markerProps}
            look={markerLook.look}
            text={markerLook.text}
            subText={markerLook.subText}
            hasDeal={hasDeal}
            liftPx={lift}
          />
        ) : (
          <MapDot {...markerProps} look={markerLook.kind === 'dot' ? 'far' : 'place'} />
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
    <MapMarker map={map} coordinate={place.location} rank={STACKING_RANK_BY_STATE.closed}>
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
  /** Zooms in until the map shows the restaurants of the cluster. `hasFocus`: the focus then follows its first one. */
  readonly onOpen: (cluster: ClusterMarkerProps['item'], hasFocus: boolean) => void;
}

/** Cluster of restaurants that are close to each other. A press zooms in until they separate. */
export const ClusterMarker = ({ map, item, onOpen }: ClusterMarkerProps) => {
  const t = useTexts();
  const { keys, coordinate, price, isPriceHidden } = item;
  const placeCount = keys.length;
  return (
    <MapMarker map={map} coordinate={coordinate} rank={STACKING_RANK_BY_STATE.cluster} placeKeys={keys}>
      <MapCluster
        count={placeCount}
        {...(price !== null && !isPriceHidden && { price: lowestPriceText(price) })}
        label={
          price === null
            ? t('ClusterOf', { count: placeCount })
            : t('ClusterFrom', { count: placeCount, price: lowestPriceText(price) })
        }
        onClick={({ currentTarget }) => onOpen(item, document.activeElement === currentTarget)}
      />
    </MapMarker>
  );
};
