import type { Coordinate, Restaurant } from '@mahlzeit/contract';
import Supercluster from 'supercluster';

/** VISUAL: two markers that are closer than that become one. */
const CLUSTER_RADIUS = 40;
/** Leaflet's world is 256 px wide at zoom 0. */
const WORLD = 256;
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
  return { within: ({ zoom, west, south, east, north }) => index.getClusters([west, south, east, north], Math.floor(zoom)).map(itemOf) };
};

type Distant = Pick<Restaurant, 'location' | 'initialDistanceKm'>;

/** The place with the least distance; null where there is none. */
export const nearestOf = <Place extends Distant>(places: readonly Place[]): Place | null =>
  places.reduce<Place | null>((nearest, place) => (nearest === null || (place.initialDistanceKm ?? Infinity) < (nearest.initialDistanceKm ?? Infinity) ? place : nearest), null);
