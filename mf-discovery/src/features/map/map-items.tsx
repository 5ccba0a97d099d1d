import type { Restaurant } from '@mahlzeit/contract';
import { useShell } from '@mahlzeit/shared-ui/platform';
import { MapCluster, MapDot, MapPin } from '@mahlzeit/shared-ui/ui/restaurant';
import { useTexts } from '../../discovery-texts';
import { emblemOf } from '../restaurant-facts';
import type { MapItem } from './cluster-rules';
import type { PlaceMap } from './create-map';
import { MapMarker } from './map-marker';
import { markLabel, markOf } from './pin-rules';

/** Selected ones cover everything, clusters cover pins, closed ones lie below. */
const RANKS = { selected: 20_000, cluster: 5_000, plain: 0, closed: -1_000 } as const;

interface PlaceMarkerProps {
  readonly map: PlaceMap;
  readonly restaurant: Restaurant;
  readonly zoom: number;
  readonly now: number;
  readonly isSelected: boolean;
  /** Px at the map's lower edge that a chosen place's card covers. */
  readonly coveredBelow: number;
  readonly onSelect: (key: string) => void;
}

/** One place on the map: a press chooses it, another one opens its page. */
export const PlaceMarker = ({ map, restaurant, zoom, now, isSelected, coveredBelow, onSelect }: PlaceMarkerProps) => {
  const mark = markOf(restaurant, { zoom, now, isSelected });
  const label = markLabel(restaurant, now);
  const { navigation } = useShell();
  const press = (): void => {
    if (isSelected) return navigation.open('details', restaurant.routingName);
    onSelect(restaurant.key);
    map.reveal(restaurant.location, coveredBelow);
  };
  const rank = isSelected ? RANKS.selected : mark.kind === 'pin' && mark.look !== 'closed' ? RANKS.plain : RANKS.closed;
  return (
    <MapMarker map={map} coordinate={restaurant.location} rank={rank}>
      {mark.kind === 'pin' ? (
        <MapPin {...emblemOf(restaurant)} look={mark.look} text={mark.text} subText={mark.subText} label={label} onClick={press} />
      ) : (
        <MapDot look={mark.kind === 'dot' ? 'far' : 'place'} label={label} onClick={press} />
      )}
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
