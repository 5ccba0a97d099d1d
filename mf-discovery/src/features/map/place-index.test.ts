import { coordinateAt, mercator } from '@mahlzeit/basemap';
import { createMarkerSizes, doBoxesOverlap } from './marker-boxes';
import type { Box } from './marker-boxes';
import { createPlaceIndex } from './place-index';
import type { ChosenPin, MapItem, MarkedPlace } from './place-index';

const hamburg = { latitude: 53.55, longitude: 9.99 };
const priceLabel = (cents: number): string => `ab ${(cents / 100).toFixed(2).replace('.', ',')} €`;
const markerSizes = createMarkerSizes(1);

/** Creates a restaurant at an offset in px, east and south of Hamburg's center at zoom 16. */
const placeAt = (key: string, eastPx: number, southPx: number, price: number | null = 850): MarkedPlace => {
  const { x, y } = mercator(hamburg, 16);
  return {
    key,
    location: coordinateAt({ x: x + eastPx, y: y + southPx }, 16),
    price,
    label: price === null ? null : priceLabel(price),
  };
};

const viewAtZoom = (zoom: number) => ({ zoom, west: 9.9, south: 53.5, east: 10.1, north: 53.6 });
const createIndex = (places: readonly MarkedPlace[]) =>
  createPlaceIndex(places, { markerSizes, minPillZoom: 16, priceLabel });
const itemsAt = (zoom: number, places: readonly MarkedPlace[], chosenPin: ChosenPin | null = null) =>
  createIndex(places).itemsWithin(viewAtZoom(zoom), chosenPin);
const itemName = (item: MapItem): string => (item.kind === 'place' ? item.key : item.keys.join('+'));
const keysAt = (zoom: number, ...places: readonly MarkedPlace[]): string[] =>
  itemsAt(zoom, places).map(itemName).sort();

describe('close places', () => {
  it.each([
    ['joins two that are closer than 40 px', [placeAt('a', 0, 0), placeAt('b', 0, 39)], ['a+b']],
    ['joins two whose pills would overlap', [placeAt('a', 0, 0), placeAt('b', 100, 0)], ['a+b']],
    ['leaves two apart whose pills stand beside each other', [placeAt('a', 0, 0), placeAt('b', 125, 0)], ['a', 'b']],
    ['leaves two apart whose pills stand above each other', [placeAt('a', 0, 0), placeAt('b', 0, 45)], ['a', 'b']],
    ['lets a ring stand closer than a pill', [placeAt('a', 0, 0), placeAt('b', 70, 0, null)], ['a', 'b']],
    [
      'takes a pill in that a cluster would cover',
      [placeAt('a', 0, 0), placeAt('b', 0, 0), placeAt('c', 90, 30)],
      ['a+b+c'],
    ],
  ])('%s', (_case, places, expected) => expect(keysAt(16, ...places)).toEqual(expected));

  it('need less space as dots', () => {
    expect(keysAt(15, placeAt('a', 0, 0), placeAt('b', 100, 0))).toEqual(['a', 'b']);
  });

  it('form a cluster with the lowest of their prices', () => {
    const [item] = itemsAt(16, [placeAt('a', 0, 0, 1250), placeAt('b', 5, 0, 490), placeAt('c', 0, 5, null)]);
    expect(item).toMatchObject({ kind: 'cluster', price: 490, keys: ['a', 'b', 'c'], id: 'a' });
    expect(itemsAt(16, [placeAt('a', 0, 0, null), placeAt('b', 5, 0, null)])).toEqual([
      expect.objectContaining({ price: null }),
    ]);
  });

  it('outside of the view are left out, but keep their clusters', () => {
    const index = createIndex([placeAt('a', 0, 0), placeAt('b', 100, 0), placeAt('c', 2_000, 0)]);
    const narrowView = { zoom: 16, west: 9.989, south: 53.549, east: 9.9925, north: 53.551 };
    expect(index.itemsWithin(narrowView, null).map(itemName)).toEqual(['a+b']);
  });

  it('are clustered for the zoom below a fraction', () =>
    expect(keysAt(16.9, placeAt('a', 0, 0), placeAt('b', 38, 0))).toEqual(['a+b']));

  it('are separate at the last zoom, even in one house', () => {
    const items = itemsAt(19, [placeAt('a', 0, 0), placeAt('b', 0, 0), placeAt('c', 0, 0)]);
    const lifts = items.map((item) => (item.kind === 'place' ? item.lift : NaN)).sort((a, b) => a - b);
    expect(lifts).toEqual([0, 43, 86]);
  });
});

describe('the chosen place', () => {
  const chosenPin = { key: 'b', name: 'Gasthaus Zum Alten Speicher' };

  it('stands alone, however close others are', () => {
    expect(itemsAt(16, [placeAt('a', 0, 0), placeAt('b', 5, 0), placeAt('c', 0, 5)], chosenPin).map(itemName)).toEqual([
      'a+c',
      'b',
    ]);
  });

  it('covers no price: places behind its pin show none, all others do', () => {
    const items = itemsAt(
      16,
      [placeAt('a', 90, -30), placeAt('b', 0, 0), placeAt('c', 300, 0), placeAt('d', -60, -50), placeAt('e', -64, -50)],
      chosenPin,
    );
    expect(items.map((item) => [itemName(item), item.isCompactLayout])).toEqual([
      ['a', true],
      ['c', false],
      ['d+e', true],
      ['b', false],
    ]);
  });

  it('disappears with the filter that hides it', () => {
    expect(itemsAt(16, [placeAt('a', 0, 0)], chosenPin).map(itemName)).toEqual(['a']);
  });
});

it.each([12, 14, 16, 17, 18, 19])('covers no price at zoom %i, whatever the town', (zoom) => {
  // The restaurants follow a spiral with the golden angle, so they are denser in the middle.
  const places = Array.from({ length: 100 }, (_, index) =>
    placeAt(
      `p${index}`,
      Math.cos(index * 2.4) * index * 6,
      Math.sin(index * 2.4) * index * 6,
      index % 7 === 0 ? null : 490 + index * 10,
    ),
  );
  const placeByKey = new Map(places.map((place) => [place.key, place]));
  const boxes = itemsAt(zoom, places).map((item): Box => {
    const pixel = mercator(item.coordinate, zoom);
    if (item.kind === 'cluster')
      return markerSizes.clusterBox(item.price === null ? null : priceLabel(item.price), pixel);
    const label = placeByKey.get(item.key)?.label ?? null;
    const box = label === null || zoom < 16 ? markerSizes.dotBox(pixel) : markerSizes.pillBox(label, pixel);
    return { ...box, top: box.top - item.lift, bottom: box.bottom - item.lift };
  });
  const overlappingBoxes = boxes.flatMap((box, index) =>
    boxes.slice(index + 1).filter((other) => doBoxesOverlap(box, other)),
  );
  expect(overlappingBoxes).toEqual([]);
});
