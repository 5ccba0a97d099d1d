import { coordinateAt, mercator } from '@mahlzeit/basemap';
import type { Coordinate } from '@mahlzeit/contract';
import Supercluster from 'supercluster';
import type { ViewBox } from './map-rules';
import { doOverlap, joinOverlapping, liftApart } from './marker-boxes';
import type { Box, MarkerSizes, Spot } from './marker-boxes';

/** VISUAL: two markers that are closer than that become one. */
const CLUSTER_RADIUS = 40;
/** Leaflet's world is 256 px wide at zoom 0. */
const WORLD = 256;
/** The map zooms one further: even places in one house are told apart there. */
const LAST_CLUSTER_ZOOM = 18;

/** A place as the map marks it. */
export interface MarkedPlace {
  readonly key: string;
  readonly location: Coordinate;
  /** What its pill says; null where it has none. */
  readonly label: string | null;
  /** Cents of its cheapest lunch; null where there is none. */
  readonly price: number | null;
}

/** The chosen place: it stands by itself, whatever is near. */
export interface ChosenPin {
  readonly key: string;
  readonly name: string;
}

interface PlaceItem {
  readonly kind: 'place';
  readonly key: string;
  readonly coordinate: Coordinate;
  /** Px that its pill stands higher, because another one stands where it would. */
  readonly lift: number;
  /** Cents that its pill shows; null where it has none. */
  readonly price: number | null;
  /** The chosen place's pin would cover its price: it shows none. */
  readonly isCompact: boolean;
  /** The room that it takes on the world's picture at its zoom. */
  readonly box: Box;
}

interface ClusterItem {
  readonly kind: 'cluster';
  /** The same as long as it holds the same first place. */
  readonly id: string;
  readonly keys: readonly string[];
  /** Where its places are. */
  readonly points: readonly Coordinate[];
  readonly coordinate: Coordinate;
  /** Cents of the cheapest lunch among them; null where there is none. */
  readonly price: number | null;
  /** Both as of a place. */
  readonly isCompact: boolean;
  readonly box: Box;
}

/** What stands at one point of the map. */
export type MapItem = PlaceItem | ClusterItem;

/** Places by where they are. */
export interface PlaceIndex {
  /** What stands in a view, joined so that nothing covers a price. */
  within(view: ViewBox, chosen: ChosenPin | null): readonly MapItem[];
}

/** Places that one marker stands for, and the middle between them. */
interface Group extends Spot {
  readonly places: readonly MarkedPlace[];
}

const leastPrice = (places: readonly MarkedPlace[]): number | null =>
  places.reduce<number | null>(
    (least, { price }) => (price === null || (least !== null && least < price) ? least : price),
    null,
  );

const groupOf = (places: readonly MarkedPlace[], zoom: number): Group => {
  const spots = places.map(({ location }) => mercator(location, zoom));
  const mean = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0) / spots.length;
  return { places, x: mean(spots.map(({ x }) => x)), y: mean(spots.map(({ y }) => y)) };
};

interface Sizing {
  readonly sizes: MarkerSizes;
  /** Below it places are dots. */
  readonly pillsFrom: number;
  readonly priceLabel: (cents: number) => string;
}

const boxOf = (group: Group, zoom: number, { sizes, pillsFrom, priceLabel }: Sizing): Box => {
  const [only, another] = group.places;
  if (only === undefined || another !== undefined) {
    const price = leastPrice(group.places);
    return sizes.cluster(price === null ? null : priceLabel(price), group);
  }
  return only.label === null || zoom < pillsFrom ? sizes.dot(group) : sizes.pill(only.label, group);
};

const itemOf = (
  { places, ...middle }: Group,
  zoom: number,
  { box, hasPills }: { readonly box: Box; readonly hasPills: boolean },
): MapItem => {
  const [only, another] = places;
  if (only !== undefined && another === undefined)
    return {
      kind: 'place',
      key: only.key,
      coordinate: only.location,
      lift: 0,
      price: hasPills ? only.price : null,
      isCompact: false,
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
    isCompact: false,
    box,
  };
};

/** Groups with their places' pills moved apart where they are not joined any more. */
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

/**
 * All places by those that are too near to each other at a zoom: of the whole world, so that what is joined stays so
 * while the map moves.
 */
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
    /** Without the one that stands by itself. */
    groups: (zoom: number, apart: MarkedPlace | null): readonly Group[] =>
      clusters
        .getClusters([-180, -90, 180, 90], zoom)
        .map((feature) => keysOf(feature).flatMap((key) => (key === apart?.key ? [] : (byKey.get(key) ?? []))))
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

/** Sorts places so that those of a view, near ones joined, are found at once. */
export const createPlaceIndex = (places: readonly MarkedPlace[], sizing: Sizing): PlaceIndex => {
  const grouping = createGrouping(places);
  const itemsAt = (zoom: number, chosen: ChosenPin | null): readonly MapItem[] => {
    const place = chosen === null ? null : grouping.find(chosen.key);
    const near = grouping.groups(zoom, place);
    const apart =
      zoom > LAST_CLUSTER_ZOOM ? near : joinOverlapping(near, (group) => boxOf(group, zoom, sizing), joinGroups);
    const others = itemsOf(apart, zoom, sizing);
    if (chosen === null || place === null) return others;
    const own = groupOf([place], zoom);
    const pin = sizing.sizes.chosen(chosen.name, own);
    return [
      ...others.map((item) => ({ ...item, isCompact: doOverlap(pin, item.box) })),
      itemOf(own, zoom, { box: pin, hasPills: true }),
    ];
  };
  const known = new Map<string, readonly MapItem[]>();
  return {
    within(view, chosen) {
      const level = Math.floor(view.zoom);
      const id = `${level} ${chosen?.key ?? ''}`;
      const items = known.get(id) ?? itemsAt(level, chosen);
      known.set(id, items);
      return items.filter((item) => isIn(view, item));
    },
  };
};
