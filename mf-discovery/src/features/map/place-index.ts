import { coordinateAt, mercator } from '@mahlzeit/basemap';
import type { Coordinate } from '@mahlzeit/contract';
import Supercluster from 'supercluster';
import type { ViewBox } from './map-rules';
import { doBoxesOverlap, joinOverlappingGroups, liftsWithoutOverlap } from './marker-boxes';
import type { Box, MarkerSizes, ProjectedPoint } from './marker-boxes';

/** Maximum distance in px between two markers that form a cluster (VISUAL). */
const CLUSTER_RADIUS_PX = 40;
/** Width in px that Leaflet's whole world has at zoom 0. */
const WORLD_SIZE_PX = 256;
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
  readonly markerBox: Box;
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
  readonly markerBox: Box;
}

/** Marker at one point of the map: a restaurant or a cluster. */
export type MapItem = PlaceItem | ClusterItem;

/** Index of restaurants by their position. */
export interface PlaceIndex {
  /** Returns the markers in a view. Restaurants whose marker would cover a price form clusters. */
  itemsWithin(view: ViewBox, chosenPin: ChosenPin | null): readonly MapItem[];
}

/** Restaurants that share one marker, and the point between them. */
interface PlaceGroup extends ProjectedPoint {
  readonly places: readonly MarkedPlace[];
}

const lowestPriceOf = (places: readonly MarkedPlace[]): number | null =>
  places.reduce<number | null>(
    (lowestPrice, { price }) => (price === null || (lowestPrice !== null && lowestPrice < price) ? lowestPrice : price),
    null,
  );

const createGroup = (places: readonly MarkedPlace[], zoom: number): PlaceGroup => {
  const pixels = places.map(({ location }) => mercator(location, zoom));
  const averageOf = (values: readonly number[]): number =>
    values.reduce((total, value) => total + value, 0) / pixels.length;
  return { places, x: averageOf(pixels.map(({ x }) => x)), y: averageOf(pixels.map(({ y }) => y)) };
};

interface SizingOptions {
  readonly markerSizes: MarkerSizes;
  /** Minimum zoom for pills. At smaller zooms, restaurants are dots. */
  readonly minPillZoom: number;
  readonly priceLabel: (cents: number) => string;
}

const boxOf = (group: PlaceGroup, zoom: number, { markerSizes, minPillZoom, priceLabel }: SizingOptions): Box => {
  const [onlyPlace, secondPlace] = group.places;
  if (onlyPlace === undefined || secondPlace !== undefined) {
    const price = lowestPriceOf(group.places);
    return markerSizes.clusterBox(price === null ? null : priceLabel(price), group);
  }
  return onlyPlace.label === null || zoom < minPillZoom
    ? markerSizes.dotBox(group)
    : markerSizes.pillBox(onlyPlace.label, group);
};

const createItem = (
  { places, ...groupCenter }: PlaceGroup,
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
      markerBox: box,
    };
  const keys = places.map(({ key }) => key).sort();
  return {
    kind: 'cluster',
    id: keys[0] ?? '',
    keys,
    points: places.map(({ location }) => location),
    coordinate: coordinateAt(groupCenter, zoom),
    price: lowestPriceOf(places),
    isCompactLayout: false,
    markerBox: box,
  };
};

/** Converts groups to markers. At zooms without clusters, overlapping pills are raised until they no longer overlap. */
const createItems = (groups: readonly PlaceGroup[], zoom: number, sizing: SizingOptions): readonly MapItem[] => {
  const boxes = groups.map((group) => boxOf(group, zoom, sizing));
  const lifts = zoom > LAST_CLUSTER_ZOOM ? liftsWithoutOverlap(boxes) : boxes.map(() => 0);
  return groups.flatMap((group, index) => {
    const [box, lift = 0] = [boxes[index], lifts[index]];
    return box === undefined
      ? []
      : [
          {
            ...createItem(group, zoom, {
              box: { ...box, top: box.top - lift, bottom: box.bottom - lift },
              hasPills: zoom >= sizing.minPillZoom,
            }),
            lift,
          },
        ];
  });
};

/** Clusters all restaurants of the world at a zoom, so that the clusters stay the same while the map moves. */
const createGrouping = (places: readonly MarkedPlace[]) => {
  const placeByKey = new Map(places.map((place) => [place.key, place]));
  const clusters = new Supercluster<{ readonly key: string }>({
    radius: CLUSTER_RADIUS_PX,
    extent: WORLD_SIZE_PX,
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
  const placeKeysOf = ({ properties }: ReturnType<typeof clusters.getClusters>[number]): readonly string[] =>
    'cluster_id' in properties
      ? clusters.getLeaves(properties.cluster_id, Infinity).map((leaf) => leaf.properties.key)
      : [properties.key];
  return {
    find: (key: string) => placeByKey.get(key) ?? null,
    /** Returns the groups at a zoom. `ungroupedPlace` is left out because its marker stays single. */
    groups: (zoom: number, ungroupedPlace: MarkedPlace | null): readonly PlaceGroup[] =>
      clusters
        .getClusters([-180, -90, 180, 90], zoom)
        .map((feature) =>
          placeKeysOf(feature).flatMap((key) => (key === ungroupedPlace?.key ? [] : (placeByKey.get(key) ?? []))),
        )
        .filter((groupPlaces) => groupPlaces.length > 0)
        .map((members) => createGroup(members, zoom)),
  };
};

const joinGroups = (a: PlaceGroup, b: PlaceGroup): PlaceGroup => {
  const [countA, countB] = [a.places.length, b.places.length];
  return {
    places: [...a.places, ...b.places],
    x: (a.x * countA + b.x * countB) / (countA + countB),
    y: (a.y * countA + b.y * countB) / (countA + countB),
  };
};

const isItemInView = (
  { west, south, east, north }: ViewBox,
  { coordinate: { latitude, longitude } }: MapItem,
): boolean => latitude >= south && latitude <= north && longitude >= west && longitude <= east;

/** Builds the index, which returns the markers of a view quickly. */
export const createPlaceIndex = (places: readonly MarkedPlace[], sizing: SizingOptions): PlaceIndex => {
  const placeGrouping = createGrouping(places);
  const itemsAt = (zoom: number, chosenPin: ChosenPin | null): readonly MapItem[] => {
    const place = chosenPin === null ? null : placeGrouping.find(chosenPin.key);
    const nearbyGroups = placeGrouping.groups(zoom, place);
    const separateGroups =
      zoom > LAST_CLUSTER_ZOOM
        ? nearbyGroups
        : joinOverlappingGroups(nearbyGroups, (group) => boxOf(group, zoom, sizing), joinGroups);
    const otherItems = createItems(separateGroups, zoom, sizing);
    if (chosenPin === null || place === null) return otherItems;
    const pinGroup = createGroup([place], zoom);
    const pinBox = sizing.markerSizes.chosenBox(chosenPin.name, pinGroup);
    return [
      ...otherItems.map((item) => ({ ...item, isCompactLayout: doBoxesOverlap(pinBox, item.markerBox) })),
      createItem(pinGroup, zoom, { box: pinBox, hasPills: true }),
    ];
  };
  const itemsByView = new Map<string, readonly MapItem[]>();
  return {
    itemsWithin(view, chosenPin) {
      const zoomLevel = Math.floor(view.zoom);
      const id = `${zoomLevel} ${chosenPin?.key ?? ''}`;
      const viewItems = itemsByView.get(id) ?? itemsAt(zoomLevel, chosenPin);
      itemsByView.set(id, viewItems);
      return viewItems.filter((item) => isItemInView(view, item));
    },
  };
};
