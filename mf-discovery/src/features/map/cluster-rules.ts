import type { Coordinate, Restaurant } from '@mahlzeit/contract';
import { mercator } from '@mahlzeit/basemap';
import Supercluster from 'supercluster';
import { PILL_ZOOM } from './pin-rules';

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
