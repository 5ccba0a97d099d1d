import { coordinateAt, mercator } from '@mahlzeit/basemap';
import type { Coordinate } from '@mahlzeit/contract';
import Supercluster from 'supercluster';
import type { ViewBox } from './map-rules';
import { doOverlap, joinOverlapping, liftApart } from './marker-boxes';
import type { Box, MarkerSizes, Spot } from './marker-boxes';

/** Maximum distance in px between two markers that form a cluster (VISUAL). */
const CLUSTER_RADIUS = 40;
/** Width in px that Leaflet's whole world has at zoom 0. */
const WORLD = 256;
/**
 * Last zoom with clusters. The map can zoom in one step further, which separates even restaurants in the same house.
 */
const LAST_CLUSTER_ZOOM = 18;

/** Restaurant with the values that its marker shows. */
export interface MarkedPlace {
  readonly key: string;
  readonly location: Coordinate;
  /** Text of the pill; null if the restaurant has none. */
  readonly label: string | null;
  /** Price of the cheapest lunch in cents; null without one. */
  readonly price: number | null;
}

/** Pin of the selected restaurant, which never joins a cluster. */
export interface ChosenPin {
  readonly key: string;
  readonly name: string;
}

interface PlaceItem {
  readonly kind: 'place';
  readonly key: string;
  readonly coordinate: Coordinate;
  /** Px by which the pill is raised because it would overlap another one. */
  readonly lift: number;
  /** Price on the pill in cents; null without one. */
  readonly price: number | null;
  /** True if the price is left out because the pin of the selected restaurant would cover it. */
  readonly isCompactLayout: boolean;
  /** Box of the marker in the projected world at its zoom. */
  readonly box: Box;
}

interface ClusterItem {
  readonly kind: 'cluster';
  /** Id that stays the same as long as the first restaurant of the cluster does. */
  readonly id: string;
  readonly keys: readonly string[];
  /** Points of the restaurants in the cluster. */
  readonly points: readonly Coordinate[];
  readonly coordinate: Coordinate;
  /** Price of the cheapest lunch in cents; null without one. */
  readonly price: number | null;
  /** True if the price is left out because the pin of the selected restaurant would cover it. */
  readonly isCompactLayout: boolean;
  readonly box: Box;
}

/** Marker at one point of the map: a restaurant or a cluster. */
export type MapItem = PlaceItem | ClusterItem;

/** Index of restaurants by their position. */
export interface PlaceIndex {
  /** Returns the markers in a view. Restaurants whose marker would cover a price form clusters. */
  itemsWithin(view: ViewBox, chosenPin: ChosenPin | null): readonly MapItem[];
}

/** Restaurants that share one marker, and the point between them. */
interface Group extends Spot {
  readonly places: readonly MarkedPlace[];
}

const leastPrice = (places: readonly MarkedPlace[]): number | null =>
  places.reduce<number | null>(
    (least, { price }) => (price === null || (least !== null && least < price) ? least : price),
    null,
  );

const groupOf = (places: readonly MarkedPlace[], zoom: number): Group => {
  const pixels = places.map(({ location }) => mercator(location, zoom));
  const meanOf = (values: readonly number[]): number =>
    values.reduce((total, value) => total + value, 0) / pixels.length;
  return { places, x: meanOf(pixels.map(({ x }) => x)), y: meanOf(pixels.map(({ y }) => y)) };
};

interface Sizing {
  readonly sizes: MarkerSizes;
  /** Minimum zoom for pills. At smaller zooms, restaurants are dots. */
  readonly pillsFrom: number;
  readonly priceLabel: (cents: number) => string;
}

const boxOf = (group: Group, zoom: number, { sizes, pillsFrom, priceLabel }: Sizing): Box => {
  const [onlyPlace, another] = group.places;
  if (onlyPlace === undefined || another !== undefined) {
    const price = leastPrice(group.places);
    return sizes.cluster(price === null ? null : priceLabel(price), group);
  }
  return onlyPlace.label === null || zoom < pillsFrom ? sizes.dot(group) : sizes.pill(onlyPlace.label, group);
};

const itemOf = (
  { places, ...middle }: Group,
  zoom: number,
  { box, hasPills }: { readonly box: Box; readonly hasPills: boolean },
): MapItem => {
  const [onlyPlace, another] = places;
  if (onlyPlace !== undefined && another === undefined)
    return {
      kind: 'place',
      key: onlyPlace.key,
      coordinate: onlyPlace.location,
      lift: 0,
      price: hasPills ? onlyPlace.price : null,
      isCompactLayout: false,
      box,
    };
  const keys = places.map(({ key }) => key).sort();
  return {
    kind: 'cluster',
    id: keys[0] ?? '',
    keys,
    points: places.map(({ location }) => location),
    coordinate: coordinateAt(middle, zoom),
    price: leastPrice(places),
    isCompactLayout: false,
    box,
  };
};

/** Converts groups to markers. At zooms without clusters, overlapping pills are raised until they no longer overlap. */
const itemsOf = (groups: readonly Group[], zoom: number, sizing: Sizing): readonly MapItem[] => {
  const boxes = groups.map((group) => boxOf(group, zoom, sizing));
  const lifts = zoom > LAST_CLUSTER_ZOOM ? liftApart(boxes) : boxes.map(() => 0);
  return groups.flatMap((group, index) => {
    const [box, lift = 0] = [boxes[index], lifts[index]];
    return box === undefined
      ? []
      : [
          {
            ...itemOf(group, zoom, {
              box: { ...box, top: box.top - lift, bottom: box.bottom - lift },
              hasPills: zoom >= sizing.pillsFrom,
            }),
            lift,
          },
        ];
  });
};

/** Clusters all restaurants of the world at a zoom, so that the clusters stay the same while the map moves. */
const createGrouping = (places: readonly MarkedPlace[]) => {
  const byKey = new Map(places.map((place) => [place.key, place]));
  const clusters = new Supercluster<{ readonly key: string }>({
    radius: CLUSTER_RADIUS,
    extent: WORLD,
    maxZoom: LAST_CLUSTER_ZOOM,
    minPoints: 2,
  });
  clusters.load(
    places.map(({ key, location }) => ({
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [location.longitude, location.latitude] },
      properties: { key },
    })),
  );
  const keysOf = ({ properties }: ReturnType<typeof clusters.getClusters>[number]): readonly string[] =>
    'cluster_id' in properties
      ? clusters.getLeaves(properties.cluster_id, Infinity).map((leaf) => leaf.properties.key)
      : [properties.key];
  return {
    find: (key: string) => byKey.get(key) ?? null,
    /** Returns the groups at a zoom. `ungroupedPlace` is left out because its marker stays single. */
    groups: (zoom: number, ungroupedPlace: MarkedPlace | null): readonly Group[] =>
      clusters
        .getClusters([-180, -90, 180, 90], zoom)
        .map((feature) => keysOf(feature).flatMap((key) => (key === ungroupedPlace?.key ? [] : (byKey.get(key) ?? []))))
        .filter((members) => members.length > 0)
        .map((members) => groupOf(members, zoom)),
  };
};

const joinGroups = (a: Group, b: Group): Group => {
  const [m, n] = [a.places.length, b.places.length];
  return { places: [...a.places, ...b.places], x: (a.x * m + b.x * n) / (m + n), y: (a.y * m + b.y * n) / (m + n) };
};

const isIn = ({ west, south, east, north }: ViewBox, { coordinate: { latitude, longitude } }: MapItem): boolean =>
  latitude >= south && latitude <= north && longitude >= west && longitude <= east;

/** Builds the index, which returns the markers of a view quickly. */
export const createPlaceIndex = (places: readonly MarkedPlace[], sizing: Sizing): PlaceIndex => {
  const grouping = createGrouping(places);
  const itemsAt = (zoom: number, chosenPin: ChosenPin | null): readonly MapItem[] => {
    const place = chosenPin === null ? null : grouping.find(chosenPin.key);
    const nearbyGroups = grouping.groups(zoom, place);
    const separateGroup =
      zoom > LAST_CLUSTER_ZOOM
        ? nearbyGroups
        : joinOverlapping(nearbyGroups, (group) => boxOf(group, zoom, sizing), joinGroups);
    const otherItems = itemsOf(separateGroup, zoom, sizing);
    if (chosenPin === null || place === null) return otherItems;
    const pinGroup = groupOf([place], zoom);
    const pin = sizing.sizes.chosen(chosenPin.name, pinGroup);
    return [
      ...otherItems.map((item) => ({ ...item, isCompactLayout: doOverlap(pin, item.box) })),
      itemOf(pinGroup, zoom, { box: pin, hasPills: true }),
    ];
  };
  const cache = new Map<string, readonly MapItem[]>();
  return {
    itemsWithin(view, chosenPin) {
      const level = Math.floor(view.zoom);
      const id = `${level} ${chosenPin?.key ?? ''}`;
      const items = cache.get(id) ?? itemsAt(level, chosenPin);
      cache.set(id, items);
      return items.filter((item) => isIn(view, item));
    },
  };
};
