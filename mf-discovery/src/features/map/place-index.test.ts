import { coordinateAt, mercator } from '@mahlzeit/basemap';
import { createMarkerSizes, doOverlap } from './marker-boxes';
import type { Box } from './marker-boxes';
import { createPlaceIndex } from './place-index';
import type { ChosenPin, MapItem, MarkedPlace } from './place-index';

const hamburg = { latitude: 53.55, longitude: 9.99 };
const priceLabel = (cents: number): string => `ab ${(cents / 100).toFixed(2).replace('.', ',')} €`;
const sizes = createMarkerSizes(1);

/** Creates a place so many px east and south of Hamburg's center at zoom 16. */
const at = (key: string, eastPx: number, southPx: number, price: number | null = 850): MarkedPlace => {
  const { x, y } = mercator(hamburg, 16);
  return {
    key,
    location: coordinateAt({ x: x + eastPx, y: y + southPx }, 16),
    price,
    label: price === null ? null : priceLabel(price),
  };
};

const around = (zoom: number) => ({ zoom, west: 9.9, south: 53.5, east: 10.1, north: 53.6 });
const indexOf = (places: readonly MarkedPlace[]) => createPlaceIndex(places, { sizes, pillsFrom: 16, priceLabel });
const itemsAt = (zoom: number, places: readonly MarkedPlace[], chosen: ChosenPin | null = null) =>
  indexOf(places).within(around(zoom), chosen);
const nameOf = (item: MapItem): string => (item.kind === 'place' ? item.key : item.keys.join('+'));
const keysAt = (zoom: number, ...places: readonly MarkedPlace[]): string[] => itemsAt(zoom, places).map(nameOf).sort();

describe('close places', () => {
  it.each([
    ['joins two that are closer than 40 px', [at('a', 0, 0), at('b', 0, 39)], ['a+b']],
    ['joins two whose pills would overlap', [at('a', 0, 0), at('b', 100, 0)], ['a+b']],
    ['leaves two apart whose pills stand beside each other', [at('a', 0, 0), at('b', 125, 0)], ['a', 'b']],
    ['leaves two apart whose pills stand above each other', [at('a', 0, 0), at('b', 0, 45)], ['a', 'b']],
    ['lets a ring stand closer than a pill', [at('a', 0, 0), at('b', 70, 0, null)], ['a', 'b']],
    ['takes a pill in that a cluster would cover', [at('a', 0, 0), at('b', 0, 0), at('c', 90, 30)], ['a+b+c']],
  ])('%s', (_case, places, expected) => expect(keysAt(16, ...places)).toEqual(expected));

  it('need less space as dots', () => {
    expect(keysAt(15, at('a', 0, 0), at('b', 100, 0))).toEqual(['a', 'b']);
  });

  it('form a cluster with the lowest of their prices', () => {
    const [item] = itemsAt(16, [at('a', 0, 0, 1250), at('b', 5, 0, 490), at('c', 0, 5, null)]);
    expect(item).toMatchObject({ kind: 'cluster', price: 490, keys: ['a', 'b', 'c'], id: 'a' });
    expect(itemsAt(16, [at('a', 0, 0, null), at('b', 5, 0, null)])).toEqual([expect.objectContaining({ price: null })]);
  });

  it('outside of the view are left out, but keep their clusters', () => {
    const index = indexOf([at('a', 0, 0), at('b', 100, 0), at('c', 2_000, 0)]);
    const narrow = { zoom: 16, west: 9.989, south: 53.549, east: 9.9925, north: 53.551 };
    expect(index.within(narrow, null).map(nameOf)).toEqual(['a+b']);
  });

  it('are clustered for the zoom below a fraction', () =>
    expect(keysAt(16.9, at('a', 0, 0), at('b', 38, 0))).toEqual(['a+b']));

  it('are separate at the last zoom, even in one house', () => {
    const items = itemsAt(19, [at('a', 0, 0), at('b', 0, 0), at('c', 0, 0)]);
    const lifts = items.map((item) => (item.kind === 'place' ? item.lift : NaN)).sort((a, b) => a - b);
    expect(lifts).toEqual([0, 43, 86]);
  });
});

describe('the chosen place', () => {
  const chosen = { key: 'b', name: 'Gasthaus Zum Alten Speicher' };

  it('stands alone, however close others are', () => {
    expect(itemsAt(16, [at('a', 0, 0), at('b', 5, 0), at('c', 0, 5)], chosen).map(nameOf)).toEqual(['a+c', 'b']);
  });

  it('covers no price: places behind its pin show none, all others do', () => {
    const items = itemsAt(
      16,
      [at('a', 90, -30), at('b', 0, 0), at('c', 300, 0), at('d', -60, -50), at('e', -64, -50)],
      chosen,
    );
    expect(items.map((item) => [nameOf(item), item.isCompact])).toEqual([
      ['a', true],
      ['c', false],
      ['d+e', true],
      ['b', false],
    ]);
  });

  it('disappears with the filter that hides it', () => {
    expect(itemsAt(16, [at('a', 0, 0)], chosen).map(nameOf)).toEqual(['a']);
  });
});

it.each([12, 14, 16, 17, 18, 19])('covers no price at zoom %i, whatever the town', (zoom) => {
  // Spread by the golden angle, denser in the middle.
  const places = Array.from({ length: 100 }, (_, index) =>
    at(
      `p${index}`,
      Math.cos(index * 2.4) * index * 6,
      Math.sin(index * 2.4) * index * 6,
      index % 7 === 0 ? null : 490 + index * 10,
    ),
  );
  const byKey = new Map(places.map((place) => [place.key, place]));
  const boxes = itemsAt(zoom, places).map((item): Box => {
    const spot = mercator(item.coordinate, zoom);
    if (item.kind === 'cluster') return sizes.cluster(item.price === null ? null : priceLabel(item.price), spot);
    const label = byKey.get(item.key)?.label ?? null;
    const box = label === null || zoom < 16 ? sizes.dot(spot) : sizes.pill(label, spot);
    return { ...box, top: box.top - item.lift, bottom: box.bottom - item.lift };
  });
  const covered = boxes.flatMap((box, index) => boxes.slice(index + 1).filter((other) => doOverlap(box, other)));
  expect(covered).toEqual([]);
});
