import type { Restaurant, RestaurantSummary } from '@mahlzeit/contract';
import { useShell } from '@mahlzeit/shared-ui/platform';
import { MapCluster, MapDot, MapPin } from '@mahlzeit/shared-ui/ui/restaurant';
import { memo, useEffect, useRef } from 'react';
import { useTexts } from '../../discovery-texts';
import { emblemOf } from '../restaurant-facts';
import type { MapItem } from './cluster-rules';
import type { PlaceMap } from './create-map';
import { MapMarker } from './map-marker';
import { foundLabel, markLabel, markOf } from './pin-rules';

/** Selected ones cover everything, clusters cover pins, closed ones lie below. */
const RANKS = { selected: 20_000, cluster: 5_000, plain: 0, closed: -1_000 } as const;

interface PlaceMarkerProps {
  readonly map: PlaceMap;
  readonly restaurant: Restaurant;
  readonly hasDeal: boolean;
  readonly zoom: number;
  readonly now: number;
  readonly isSelected: boolean;
  /** Chosen on the map: the next press opens its page. */
  readonly isPressed: boolean;
  /** Px at the map's lower edge that a chosen place's card covers. */
  readonly coveredBelow: number;
  readonly onSelect: (key: string) => void;
  /** The pointer or the focus is on it. */
  readonly onPoint: (key: string) => void;
}

/** One place on the map: a press chooses it, another one opens its page. */
export const PlaceMarker = memo(({ map, restaurant, hasDeal, zoom, now, isSelected, isPressed, coveredBelow, onSelect, onPoint }: PlaceMarkerProps) => {
  const mark = markOf(restaurant, { zoom, now, isSelected });
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
    map.reveal(restaurant.location, coveredBelow);
  };
  const point = (): void => {
    if (!isSelected) onPoint(restaurant.key);
  };
  const rank = isSelected ? RANKS.selected : mark.kind === 'pin' && mark.look !== 'closed' ? RANKS.plain : RANKS.closed;
  const acts = { ref: button, label: markLabel(restaurant, now), onClick: press, ...(mark.kind === 'pin' && { onMouseEnter: point, onFocus: point }) };
  return (
    <MapMarker map={map} coordinate={restaurant.location} rank={rank}>
      {mark.kind === 'pin' ? (
        <MapPin {...emblemOf(restaurant)} {...acts} look={mark.look} text={mark.text} subText={mark.subText} hasDeal={hasDeal} />
      ) : (
        <MapDot {...acts} look={mark.kind === 'dot' ? 'far' : 'place'} />
      )}
    </MapMarker>
  );
});
PlaceMarker.displayName = 'PlaceMarker';

interface FoundMarkerProps {
  readonly map: PlaceMap;
  readonly place: RestaurantSummary;
}

/** A place without orders that was searched for (DESIGN §13.13); a press opens its page. */
export const FoundMarker = ({ map, place }: FoundMarkerProps) => {
  const { navigation } = useShell();
  return (
    <MapMarker map={map} coordinate={place.location} rank={RANKS.closed}>
      <MapDot look="place" label={foundLabel(place)} onClick={() => navigation.open('details', place.routingName)} />
    </MapMarker>
  );
};

interface ClusterMarkerProps {
  readonly map: PlaceMap;
  readonly item: Extract<MapItem, { kind: 'cluster' }>;
  readonly selectedKey: string | null;
}

/** Places too near to each other; a press zooms in until they part. */
export const ClusterMarker = ({ map, item, selectedKey }: ClusterMarkerProps) => {
  const t = useTexts();
  return (
    <MapMarker map={map} coordinate={item.coordinate} rank={RANKS.cluster}>
      <MapCluster
        count={item.keys.length}
        hasSelected={selectedKey !== null && item.keys.includes(selectedKey)}
        label={t('ClusterOf', { count: item.keys.length })}
        onClick={() => map.moveTo(item.coordinate, item.opensAtZoom)}
      />
    </MapMarker>
  );
};
