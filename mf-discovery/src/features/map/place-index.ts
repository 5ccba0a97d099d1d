import { coordinateAt, mercatorPixelsOf } from '@mahlzeit/basemap';
import type { Coordinate } from '@mahlzeit/contract';
import Supercluster from 'supercluster';
import type { MapViewBounds } from './map-rules';
import { doBoxesOverlap, joinOverlappingGroups, computeMarkerLifts } from './marker-boxes';
import type { PixelBox, MarkerSizes, ProjectedPoint } from './marker-boxes';

/** Maximum distance in px between two markers that form a cluster: closer dots would overlap (VISUAL: clusters). */
const CLUSTER_RADIUS_PX = 20;
/** Width in px that Leaflet's whole world has at zoom 0. */
const WORLD_SIZE_PX = 256;
/**
 * Last zoom with clusters. The map can zoom in one step further, which separates even restaurants in the same house.
 */
const LAST_CLUSTER_ZOOM = 18;

/** Restaurant with the text and the price that its marker shows. */
export interface MarkedPlace {
  readonly key: string;
  readonly location: Coordinate;
  /** Text of the restaurant's marker; null if the marker has no text. */
  readonly label: string | null;
  /** Price of the cheapest lunch in cents; null without one. */
  readonly price: number | null;
}

/** Pin (marker) of the selected restaurant, which never joins a cluster. */
export interface ChosenPin {
  readonly key: string;
  readonly name: string;
}

interface PlaceItem {
  readonly kind: 'place';
  readonly key: string;
  readonly coordinate: Coordinate;
  /** Px by which the marker is raised because it would overlap another one. */
  readonly lift: number;
  /** Price in cents that the marker shows; null for a marker without a price. */
  readonly price: number | null;
  /**
   * True if the marker shows no price, because the price would cover another marker, or the selected restaurant's pin
   * would cover the price.
   */
  readonly isPriceHidden: boolean;
  /** Box of the marker in the projected world at its zoom. */
  readonly markerBox: PixelBox;
}

/** Restaurants that share one marker. */
export interface ClusterItem {
  readonly kind: 'cluster';
  /** Id that stays the same as long as the first restaurant of the cluster does. */
  readonly id: string;
  readonly keys: readonly string[];
  /** Points of the restaurants in the cluster. */
  readonly points: readonly Coordinate[];
  readonly coordinate: Coordinate;
  /** Price of the cheapest lunch in cents; null without one. */
  readonly price: number | null;
  /** True if the marker shows no price, because the pin of the selected restaurant would cover it. */
  readonly isPriceHidden: boolean;
  readonly markerBox: PixelBox;
}

/** Marker at one point of the map: a restaurant or a cluster. */
export type MapItem = PlaceItem | ClusterItem;

/**
 * Index of restaurants by their position, which finds the markers of a view without a search through all restaurants.
 */
export interface PlaceIndex {
  /** Returns the markers in a view. Restaurants whose marker would cover a price form clusters. */
  itemsWithin(view: MapViewBounds, chosenPin: ChosenPin | null): readonly MapItem[];
}

/** Restaurants that share one marker, and the point between them. */
interface PlaceGroup extends ProjectedPoint {
  readonly places: readonly MarkedPlace[];
  /** Whether the group's marker shows no price, because the price would cover another marker. */
  readonly isPriceless: boolean;
}

const lowestPriceOf = (places: readonly MarkedPlace[]): number | null =>
  places.reduce<number | null>(
    (lowestPrice, { price }) => (price === null || (lowestPrice !== null && lowestPrice < price) ? lowestPrice : price),
    null,
  );

const createPlaceGroup = (places: readonly MarkedPlace[], zoom: number): PlaceGroup => {
  const placePixels = places.map(({ location }) => mercatorPixelsOf(location, zoom));
  const averagePixelOf = (values: readonly number[]): number =>
    values.reduce((pixelTotal, value) => pixelTotal + value, 0) / placePixels.length;
  return {
    places,
    x: averagePixelOf(placePixels.map(({ x }) => x)),
    y: averagePixelOf(placePixels.map(({ y }) => y)),
    isPriceless: false,
  };
};

interface MarkerSizingOptions {
  readonly markerSizes: MarkerSizes;
  /** Minimum zoom for markers with a price (pills). At smaller zooms, restaurants are dots. */
  readonly minPillZoom: number;
  readonly priceLabel: (cents: number) => string;
}

const markerBoxOf = (
  group: PlaceGroup,
  zoom: number,
  { markerSizes, minPillZoom, priceLabel }: MarkerSizingOptions,
): PixelBox => {
  const [firstPlace, secondPlace] = group.places;
  if (firstPlace === undefined || secondPlace !== undefined) {
    const price = group.isPriceless ? null : lowestPriceOf(group.places);
    return markerSizes.clusterBox(price === null ? null : priceLabel(price), group);
  }
  return group.isPriceless || firstPlace.label === null || zoom < minPillZoom
    ? markerSizes.dotBox(group)
    : markerSizes.pillBox(firstPlace.label, group);
};

const createMapItem = (
  { places, isPriceless, ...groupCenter }: PlaceGroup,
  zoom: number,
  { box: groupBox, hasPills }: { readonly box: PixelBox; readonly hasPills: boolean },
): MapItem => {
  const [firstPlace, secondPlaceOfGroup] = places;
  if (firstPlace !== undefined && secondPlaceOfGroup === undefined)
    return {
      kind: 'place',
      key: firstPlace.key,
      coordinate: firstPlace.location,
      lift: 0,
      price: hasPills ? firstPlace.price : null,
      isPriceHidden: isPriceless,
      markerBox: groupBox,
    };
  const keys = places.map(({ key }) => key).sort();
  return {
    kind: 'cluster',
    id: keys[0] ?? '',
    keys,
    points: places.map(({ location }) => location),
    coordinate: coordinateAt(groupCenter, zoom),
    price: lowestPriceOf(places),
    isPriceHidden: isPriceless,
    markerBox: groupBox,
  };
};

/**
 * Converts groups of restaurants to markers. At zooms without clusters, pills that overlap are raised until they no
 * longer overlap.
 */
const createMapItems = (
  groups: readonly PlaceGroup[],
  zoom: number,
  sizingOptions: MarkerSizingOptions,
): readonly MapItem[] => {
  const groupBoxes = groups.map((group) => markerBoxOf(group, zoom, sizingOptions));
  const groupLifts = zoom > LAST_CLUSTER_ZOOM ? computeMarkerLifts(groupBoxes) : groupBoxes.map(() => 0);
  return groups.flatMap((group, groupIndex) => {
    const [groupBox, lift = 0] = [groupBoxes[groupIndex], groupLifts[groupIndex]];
    return groupBox === undefined
      ? []
      : [
          {
            ...createMapItem(group, zoom, {
              box: { ...groupBox, top: groupBox.top - lift, bottom: groupBox.bottom - lift },
              hasPills: zoom >= sizingOptions.minPillZoom,
            }),
            lift,
          },
        ];
  });
};

/**
 * Groups all restaurants of the world at a zoom into clusters, so that the clusters stay the same while the map moves.
 */
const createPlaceGrouping = (places: readonly MarkedPlace[]) => {
  const placeByKey = new Map(places.map((place) => [place.key, place]));
  const clusterIndex = new Supercluster<{ readonly key: string }>({
    radius: CLUSTER_RADIUS_PX,
    extent: WORLD_SIZE_PX,
    maxZoom: LAST_CLUSTER_ZOOM,
    minPoints: 2,
  });
  clusterIndex.load(
    places.map(({ key, location }) => ({
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [location.longitude, location.latitude] },
      properties: { key },
    })),
  );
  const placeKeysOfCluster = ({
    properties,
  }: ReturnType<typeof clusterIndex.getClusters>[number]): readonly string[] =>
    'cluster_id' in properties
      ? clusterIndex.getLeaves(properties.cluster_id, Infinity).map((leaf) => leaf.properties.key)
      : [properties.key];
  return {
    find: (key: string) => placeByKey.get(key) ?? null,
    /**
     * Returns the groups of restaurants at a zoom. `ungroupedPlace` is left out, because the selected restaurant has a
     * separate marker.
     */
    groups: (zoom: number, ungroupedPlace: MarkedPlace | null): readonly PlaceGroup[] =>
      clusterIndex
        .getClusters([-180, -90, 180, 90], zoom)
        .map((clusterFeature) =>
          placeKeysOfCluster(clusterFeature).flatMap((key) =>
            key === ungroupedPlace?.key ? [] : (placeByKey.get(key) ?? []),
          ),
        )
        .filter((groupMembers) => groupMembers.length > 0)
        .map((groupMembers) => createPlaceGroup(groupMembers, zoom)),
  };
};

const joinPlaceGroups = (firstGroup: PlaceGroup, secondGroup: PlaceGroup): PlaceGroup => {
  const [firstCount, secondCount] = [firstGroup.places.length, secondGroup.places.length];
  return {
    places: [...firstGroup.places, ...secondGroup.places],
    x: (firstGroup.x * firstCount + secondGroup.x * secondCount) / (firstCount + secondCount),
    y: (firstGroup.y * firstCount + secondGroup.y * secondCount) / (firstCount + secondCount),
    isPriceless: false,
  };
};

/**
 * Leaves out prices that would cover another marker: a restaurant becomes a dot, a cluster a disc. The first
 * restaurants of the list keep their prices. A group whose dot would be covered, too, keeps its price and joins the
 * marker that it overlaps.
 */
const withoutCrowdedPrices = (
  groups: readonly PlaceGroup[],
  boxOfGroup: (group: PlaceGroup) => PixelBox,
): readonly PlaceGroup[] => {
  const smallBoxes = groups.map((group) => ({ group, box: boxOfGroup({ ...group, isPriceless: true }) }));
  const placedGroups: { readonly group: PlaceGroup; readonly box: PixelBox }[] = [];
  for (const { group, box: smallBox } of smallBoxes) {
    const largeBox = boxOfGroup(group);
    const isCovered = (box: PixelBox): boolean =>
      placedGroups.some((placedGroup) => doBoxesOverlap(placedGroup.box, box));
    const isPriceFree =
      !isCovered(largeBox) &&
      !smallBoxes.some((otherBox) => otherBox.group !== group && doBoxesOverlap(otherBox.box, largeBox));
    placedGroups.push(
      isPriceFree || isCovered(smallBox)
        ? { group, box: largeBox }
        : { group: { ...group, isPriceless: true }, box: smallBox },
    );
  }
  return placedGroups.map(({ group }) => group);
};

const isItemInView = (
  { west, south, east, north }: MapViewBounds,
  { coordinate: { latitude, longitude } }: MapItem,
): boolean => latitude >= south && latitude <= north && longitude >= west && longitude <= east;

/** Builds the index of all restaurants. Queries for the markers of a view are then quick. */
export const createPlaceIndex = (places: readonly MarkedPlace[], sizingOptions: MarkerSizingOptions): PlaceIndex => {
  const placeGrouping = createPlaceGrouping(places);
  const createItemsAtZoom = (zoom: number, chosenPin: ChosenPin | null): readonly MapItem[] => {
    const place = chosenPin === null ? null : placeGrouping.find(chosenPin.key);
    const groupsAtZoom = placeGrouping.groups(zoom, place);
    const boxOfGroup = (group: PlaceGroup): PixelBox => markerBoxOf(group, zoom, sizingOptions);
    const separateGroups =
      zoom > LAST_CLUSTER_ZOOM
        ? groupsAtZoom
        : joinOverlappingGroups(withoutCrowdedPrices(groupsAtZoom, boxOfGroup), boxOfGroup, joinPlaceGroups);
    const unpinnedItems = createMapItems(separateGroups, zoom, sizingOptions);
    if (chosenPin === null || place === null) return unpinnedItems;
    const pinGroup = createPlaceGroup([place], zoom);
    const pinBox = sizingOptions.markerSizes.chosenBox(chosenPin.name, pinGroup);
    return [
      ...unpinnedItems.map((unpinnedItem) => ({
        ...unpinnedItem,
        isPriceHidden: unpinnedItem.isPriceHidden || doBoxesOverlap(pinBox, unpinnedItem.markerBox),
      })),
      createMapItem(pinGroup, zoom, { box: pinBox, hasPills: true }),
    ];
  };
  const itemsByView = new Map<string, readonly MapItem[]>();
  return {
    itemsWithin(view, chosenPin) {
      const zoomLevel = Math.floor(view.zoom);
      const id = `${zoomLevel} ${chosenPin?.key ?? ''}`;
      const viewItems = itemsByView.get(id) ?? createItemsAtZoom(zoomLevel, chosenPin);
      itemsByView.set(id, viewItems);
      return viewItems.filter((viewItem) => isItemInView(view, viewItem));
    },
  };
};
