import { mercator } from '@mahlzeit/basemap';
import type { Coordinate, Ms, Restaurant, RestaurantSummary } from '@mahlzeit/contract';
import { distanceMeters, travelBy } from '@mahlzeit/contract/rules';
import { formatMinutes } from '@mahlzeit/shared-ui/platform';
import type { PinVariant } from '@mahlzeit/shared-ui/ui/restaurant';
import Supercluster from 'supercluster';
import { text } from '../../discovery-texts';
import { cheapestLunch, isOutForToday, openingStatus, shortPriceLabel, statusLabels } from '../restaurant-facts';

/** Below it, pills would cover each other: places become dots. */
export const PILL_ZOOM = 16;

/** How a place is marked. A `ring` has nothing to price: no dishes today. A `dot` is a place seen from further up. */
export type Mark = { readonly kind: 'pin'; readonly look: PinVariant; readonly text: string; readonly subText?: string } | { readonly kind: 'ring' } | { readonly kind: 'dot' };

const travelLabel = ({ initialDistanceKm }: Pick<Restaurant, 'initialDistanceKm'>): string | null => (initialDistanceKm === null ? null : formatMinutes(travelBy(initialDistanceKm * 1000).minutes));

const priceOrState = (restaurant: Restaurant): string | null => {
  if (isOutForToday(restaurant)) return text('PinClosed');
  const cheapest = cheapestLunch(restaurant);
  return cheapest === null ? null : shortPriceLabel(cheapest);
};

const selectedMark = (restaurant: Restaurant): Mark => {
  const parts = [priceOrState(restaurant), travelLabel(restaurant)].filter((part) => part !== null);
  return { kind: 'pin', look: 'selected', text: restaurant.name, ...(parts.length > 0 && { subText: parts.join(' · ') }) };
};

interface Moment {
  readonly zoom: number;
  readonly now: Ms;
  readonly isSelected: boolean;
}

/** VISUAL, markers: what stands for a place on the map. */
export const markOf = (restaurant: Restaurant, { zoom, now, isSelected }: Moment): Mark => {
  if (isSelected) return selectedMark(restaurant);
  const label = priceOrState(restaurant);
  if (label === null) return { kind: 'ring' };
  if (zoom < PILL_ZOOM) return isOutForToday(restaurant) ? { kind: 'ring' } : { kind: 'dot' };
  if (isOutForToday(restaurant)) return { kind: 'pin', look: 'closed', text: label };
  return { kind: 'pin', look: openingStatus(restaurant, now).kind === 'closingSoon' ? 'soon' : 'plain', text: label };
};

/** The place in full, for who doesn't see the map. */
export const markLabel = (restaurant: Restaurant, now: Ms): string => {
  const status = statusLabels(openingStatus(restaurant, now), now);
  const cheapest = isOutForToday(restaurant) ? null : cheapestLunch(restaurant);
  const parts = [restaurant.name, status === null ? null : [status.word, status.rest].filter((part) => part !== undefined).join(' '), cheapest === null ? null : text('LunchFor', { price: shortPriceLabel(cheapest) }), travelLabel(restaurant)];
  return parts.filter((part) => part !== null).join(', ');
};

/** A place without orders in full. */
export const foundLabel = (place: RestaurantSummary): string => [place.name, text('NotPartnerTitle'), travelLabel(place)].filter((part) => part !== null).join(', ');

/** VISUAL: two markers that are closer than that become one. */
const CLUSTER_RADIUS = 40;
/** Leaflet's world is 256 px wide at zoom 0. */
const WORLD = 256;
/** How far a pill stands from its point, px: to each side, and between two heights above it. */
const PILL = { side: 42, top: 42, foot: 6 } as const;
/** Half a cluster's circle, px. */
const CIRCLE = 22;
/** So deep may a circle lie over a pill and leave its price to be read, px. */
const READABLE = 6;
/** The map zooms one further: even places in one house can be told apart there. */
const LAST_CLUSTER_ZOOM = 18;

/** A part of the world seen from a height. */
export interface ViewBox {
  readonly zoom: number;
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

/** What of the world the map shows, with a little room around it. */
export interface MapView extends ViewBox {
  readonly center: Coordinate;
  /** Metres from corner to corner, without the room. */
  readonly diagonal: number;
}

/** What stands at one point of the map. */
export type MapItem =
  | { readonly kind: 'place'; readonly key: string; readonly coordinate: Coordinate }
  | { readonly kind: 'cluster'; readonly id: number; readonly keys: readonly string[]; readonly coordinate: Coordinate; readonly opensAtZoom: number };

type Placed = Pick<Restaurant, 'key' | 'location'>;

/** Places by where they are. */
export interface PlaceIndex {
  within(view: ViewBox): readonly MapItem[];
}

const coordinateOf = ([longitude = 0, latitude = 0]: readonly number[]): Coordinate => ({ latitude, longitude });

type Cluster = Extract<MapItem, { kind: 'cluster' }>;

const covers = (cluster: Cluster, place: MapItem, zoom: number): boolean => {
  const [middle, foot] = [mercator(cluster.coordinate, zoom), mercator(place.coordinate, zoom)];
  const [east, south] = [middle.x - foot.x, middle.y - foot.y];
  const margin = CIRCLE - READABLE;
  return Math.abs(east) < PILL.side + margin && south > -PILL.top - margin && south < margin - PILL.foot;
};

/** Places whose pill would lie under a cluster belong to it: nobody could read their price. */
const withCovered = (items: readonly MapItem[], zoom: number): readonly MapItem[] => {
  const clusters = items.filter((item) => item.kind === 'cluster');
  const clusterOver = (item: MapItem): Cluster | undefined => (item.kind === 'place' ? clusters.find((cluster) => covers(cluster, item, zoom)) : undefined);
  const covered = new Map(items.flatMap((item) => (item.kind === 'place' ? [[item.key, clusterOver(item)] as const] : [])));
  return items.flatMap((item): MapItem[] => {
    if (item.kind === 'place') return covered.get(item.key) === undefined ? [item] : [];
    return [{ ...item, keys: [...item.keys, ...[...covered].flatMap(([key, over]) => (over === item ? [key] : []))] }];
  });
};

/** Sorts places so that those of a view, near ones joined, are found at once. */
export const createPlaceIndex = (places: readonly Placed[]): PlaceIndex => {
  const index = new Supercluster<{ readonly key: string }>({ radius: CLUSTER_RADIUS, extent: WORLD, maxZoom: LAST_CLUSTER_ZOOM, minPoints: 2 });
  index.load(places.map(({ key, location }) => ({ type: 'Feature', geometry: { type: 'Point', coordinates: [location.longitude, location.latitude] }, properties: { key } })));

  const itemOf = ({ geometry, properties }: ReturnType<typeof index.getClusters>[number]): MapItem => {
    const coordinate = coordinateOf(geometry.coordinates);
    if (!('cluster_id' in properties)) return { kind: 'place', key: properties.key, coordinate };
    const id = properties.cluster_id;
    const keys = index.getLeaves(id, Infinity).map((leaf) => leaf.properties.key);
    return { kind: 'cluster', id, keys, coordinate, opensAtZoom: index.getClusterExpansionZoom(id) };
  };
  return {
    within({ zoom, west, south, east, north }) {
      const level = Math.floor(zoom);
      const items = index.getClusters([west, south, east, north], level).map(itemOf);
      return level < PILL_ZOOM || level > LAST_CLUSTER_ZOOM ? items : withCovered(items, level);
    },
  };
};

type Distant = Pick<Restaurant, 'location' | 'initialDistanceKm'>;

/** The place with the least distance; null where there is none. */
export const nearestOf = <Place extends Distant>(places: readonly Place[]): Place | null =>
  places.reduce<Place | null>((nearest, place) => (nearest === null || (place.initialDistanceKm ?? Infinity) < (nearest.initialDistanceKm ?? Infinity) ? place : nearest), null);

/** Where the map has been moved to, and what it started from. */
interface AreaMove {
  /** What the list is centred on. */
  readonly from: Coordinate;
  /** The middle of the map. */
  readonly to: Coordinate;
  /** Metres to the farthest place of the list as it was loaded; null where the list is empty. */
  readonly farthest: number | null;
  /** Metres from corner to corner of what the map shows. */
  readonly diagonal: number;
}

/** A projection rounds; nobody moved the map by that, in metres. */
const STILL = 2;

/** S1§2: another area is worth searching farther off than half the way to the farthest place, or half the diagonal where there is none. */
export const hasLeftArea = ({ from, to, farthest, diagonal }: AreaMove): boolean => distanceMeters(from, to) > (farthest ?? diagonal) / 2 + STILL;
