import { coordinateAt, mercatorPixelsOf } from '@mahlzeit/basemap';
import { createMarkerSizes, doBoxesOverlap } from './marker-boxes';
import type { PixelBox } from './marker-boxes';
import { createPlaceIndex } from './place-index';
import type { ChosenPin, MapItem, MarkedPlace } from './place-index';

const hamburgCoordinate = { latitude: 53.55, longitude: 9.99 };
const formatPriceLabel = (cents: number): string => `ab ${(cents / 100).toFixed(2).replace('.', ',')} €`;
const markerSizes = createMarkerSizes(1);

/** Creates a restaurant at an offset in px, east and south of Hamburg's center at zoom 16. */
const createPlaceAt = (placeKey: string, eastPx: number, southPx: number, price: number | null = 850): MarkedPlace => {
  const { x, y } = mercatorPixelsOf(hamburgCoordinate, 16);
  return {
    key: placeKey,
    location: coordinateAt({ x: x + eastPx, y: y + southPx }, 16),
    price,
    label: price === null ? null : formatPriceLabel(price),
  };
};

const createViewAtZoom = (zoom: number) => ({ zoom, west: 9.9, south: 53.5, east: 10.1, north: 53.6 });
const createTestIndex = (places: readonly MarkedPlace[]) =>
  createPlaceIndex(places, { markerSizes, minPillZoom: 16, priceLabel: formatPriceLabel });
const mapItemsAtZoom = (zoom: number, places: readonly MarkedPlace[], chosenPin: ChosenPin | null = null) =>
  createTestIndex(places).itemsWithin(createViewAtZoom(zoom), chosenPin);
const mapItemName = (mapItem: MapItem): string => (mapItem.kind === 'place' ? mapItem.key : mapItem.keys.join('+'));
const itemNamesAtZoom = (zoom: number, ...places: readonly MarkedPlace[]): string[] =>
  mapItemsAtZoom(zoom, places).map(mapItemName).sort();

describe('close places', () => {
  it.each([
    ['joins two that are closer than 20 px', [createPlaceAt('a', 0, 0), createPlaceAt('b', 0, 19)], ['a+b']],
    ['leaves two apart whose pills would overlap', [createPlaceAt('a', 0, 0), createPlaceAt('b', 30, 0)], ['a', 'b']],
    [
      'leaves two apart whose pills stand beside each other',
      [createPlaceAt('a', 0, 0), createPlaceAt('b', 125, 0)],
      ['a', 'b'],
    ],
    [
      'leaves two apart whose pills stand above each other',
      [createPlaceAt('a', 0, 0), createPlaceAt('b', 0, 45)],
      ['a', 'b'],
    ],
    ['lets a ring stand closer than a pill', [createPlaceAt('a', 0, 0), createPlaceAt('b', 70, 0, null)], ['a', 'b']],
    [
      'leaves a place apart beside a cluster, which then has no price',
      [createPlaceAt('a', 0, 0), createPlaceAt('b', 0, 0), createPlaceAt('c', 40, 30)],
      ['a+b', 'c'],
    ],
    [
      'takes a place in that a cluster without its price would cover',
      [createPlaceAt('a', 0, 0), createPlaceAt('b', 0, 0), createPlaceAt('c', 22, 10)],
      ['a+b+c'],
    ],
  ])('%s', (_case, places, expectedNames) => expect(itemNamesAtZoom(16, ...places)).toEqual(expectedNames));

  it('show the price of the first in the list, and the others as dots', () => {
    const items = mapItemsAtZoom(16, [
      createPlaceAt('a', 0, 0),
      createPlaceAt('b', 100, 0),
      createPlaceAt('c', -30, -20),
    ]);
    expect(items.map((item) => [mapItemName(item), item.isPriceHidden]).sort()).toEqual([
      ['a', true],
      ['b', false],
      ['c', false],
    ]);
  });

  it('form clusters of at most a third of the markers in a town of streets', () => {
    const places = Array.from({ length: 60 }, (_, number) =>
      createPlaceAt(`p${number}`, ((number * 37) % 340) - 170, ((number * 53) % 520) - 260 - (number % 4)),
    );
    const items = mapItemsAtZoom(16, places);
    expect(items.filter(({ kind }) => kind === 'cluster').length).toBeLessThanOrEqual(items.length / 3);
  });

  it('need less space as dots', () => {
    expect(itemNamesAtZoom(15, createPlaceAt('a', 0, 0), createPlaceAt('b', 100, 0))).toEqual(['a', 'b']);
  });

  it('form a cluster with the lowest of their prices', () => {
    const [firstMapItem] = mapItemsAtZoom(16, [
      createPlaceAt('a', 0, 0, 1250),
      createPlaceAt('b', 5, 0, 490),
      createPlaceAt('c', 0, 5, null),
    ]);
    expect(firstMapItem).toMatchObject({ kind: 'cluster', price: 490, keys: ['a', 'b', 'c'], id: 'a' });
    expect(mapItemsAtZoom(16, [createPlaceAt('a', 0, 0, null), createPlaceAt('b', 5, 0, null)])).toEqual([
      expect.objectContaining({ price: null }),
    ]);
  });

  it('outside of the view are left out, but keep their clusters', () => {
    const placeIndex = createTestIndex([
      createPlaceAt('a', 0, 0),
      createPlaceAt('b', 10, 0),
      createPlaceAt('c', 2_000, 0),
    ]);
    const narrowView = { zoom: 16, west: 9.989, south: 53.549, east: 9.9925, north: 53.551 };
    expect(placeIndex.itemsWithin(narrowView, null).map(mapItemName)).toEqual(['a+b']);
  });

  it('are clustered for the zoom below a fraction', () =>
    expect(itemNamesAtZoom(16.9, createPlaceAt('a', 0, 0), createPlaceAt('b', 18, 0))).toEqual(['a+b']));

  it('are separate at the last zoom, even in one house', () => {
    const mapItems = mapItemsAtZoom(19, [createPlaceAt('a', 0, 0), createPlaceAt('b', 0, 0), createPlaceAt('c', 0, 0)]);
    const pinLifts = mapItems.map((mapItem) => (mapItem.kind === 'place' ? mapItem.lift : NaN)).sort((a, b) => a - b);
    expect(pinLifts).toEqual([0, 43, 86]);
  });
});

describe('the chosen place', () => {
  const chosenPin = { key: 'b', name: 'Gasthaus Zum Alten Speicher' };

  it('stands alone, however close others are', () => {
    expect(
      mapItemsAtZoom(16, [createPlaceAt('a', 0, 0), createPlaceAt('b', 5, 0), createPlaceAt('c', 0, 5)], chosenPin).map(
        mapItemName,
      ),
    ).toEqual(['a+c', 'b']);
  });

  it('covers no price: places behind its pin show none, all others do', () => {
    const mapItems = mapItemsAtZoom(
      16,
      [
        createPlaceAt('a', 90, -30),
        createPlaceAt('b', 0, 0),
        createPlaceAt('c', 300, 0),
        createPlaceAt('d', -60, -50),
        createPlaceAt('e', -64, -50),
      ],
      chosenPin,
    );
    expect(mapItems.map((mapItem) => [mapItemName(mapItem), mapItem.isPriceHidden])).toEqual([
      ['a', true],
      ['c', false],
      ['d+e', true],
      ['b', false],
    ]);
  });

  it('leaves prices out that would cover another marker, also far from its pin', () => {
    const farPlaces = [createPlaceAt('a', 400, 0), createPlaceAt('c', 500, 0), createPlaceAt('d', 370, -20)];
    const hiddenKeys = mapItemsAtZoom(16, [...farPlaces, createPlaceAt('b', 0, 0)], chosenPin)
      .filter(({ isPriceHidden }) => isPriceHidden)
      .map(mapItemName);
    expect(hiddenKeys).toEqual(['a']);
  });

  it('disappears with the filter that hides it', () => {
    expect(mapItemsAtZoom(16, [createPlaceAt('a', 0, 0)], chosenPin).map(mapItemName)).toEqual(['a']);
  });
});

it.each([12, 14, 16, 17, 18, 19])('covers no price at zoom %i, whatever the town', (zoom) => {
  // The restaurants follow a spiral with the golden angle, so they are denser in the middle.
  const places = Array.from({ length: 100 }, (_, placeNumber) =>
    createPlaceAt(
      `p${placeNumber}`,
      Math.cos(placeNumber * 2.4) * placeNumber * 6,
      Math.sin(placeNumber * 2.4) * placeNumber * 6,
      placeNumber % 7 === 0 ? null : 490 + placeNumber * 10,
    ),
  );
  const placeByKey = new Map(places.map((place) => [place.key, place]));
  const itemBoxes = mapItemsAtZoom(zoom, places).map((mapItem): PixelBox => {
    const itemPixel = mercatorPixelsOf(mapItem.coordinate, zoom);
    if (mapItem.kind === 'cluster')
      return markerSizes.clusterBox(
        mapItem.price === null || mapItem.isPriceHidden ? null : formatPriceLabel(mapItem.price),
        itemPixel,
      );
    const placeLabel = placeByKey.get(mapItem.key)?.label ?? null;
    const itemBox =
      placeLabel === null || mapItem.isPriceHidden || zoom < 16
        ? markerSizes.dotBox(itemPixel)
        : markerSizes.pillBox(placeLabel, itemPixel);
    return { ...itemBox, top: itemBox.top - mapItem.lift, bottom: itemBox.bottom - mapItem.lift };
  });
  const overlappingBoxes = itemBoxes.flatMap((itemBox, boxIndex) =>
    itemBoxes.slice(boxIndex + 1).filter((laterBox) => doBoxesOverlap(itemBox, laterBox)),
  );
  expect(overlappingBoxes).toEqual([]);
});
