/** @page */
import { mercator } from '@mahlzeit/basemap';
import { distanceMeters, travelBy } from '@mahlzeit/contract/rules';
import { doOverlap } from './marker-boxes';
import type { Box } from './marker-boxes';
import { labelRings, pointOnRing, RINGS } from './walking-rings';

const place = { latitude: 48.14742, longitude: 11.56722 };

it.each(RINGS.flatMap((ring) => [0, 90, -120].map((bearing) => ({ ...ring, bearing }))))(
  'draws the ring of $minutes minutes at that walking time: $bearing°',
  ({ minutes, metres, bearing }) => {
    expect(travelBy(metres)).toEqual({ mode: 'walk', minutes });
    expect(distanceMeters(place, pointOnRing(place, metres, bearing))).toBeCloseTo(metres, -1);
  },
);

describe('the label of a ring', () => {
  const view = { zoom: 16, center: place, width: 500, height: 500, west: 0, east: 0, south: 0, north: 0, diagonal: 0 };
  const five = RINGS.find(({ minutes }) => minutes === 5)?.metres ?? 0;
  const { x, y } = mercator(pointOnRing(place, five, 0), 16);
  const price: Box = { left: x, right: x + 80, top: y - 20, bottom: y + 20 };
  const written = (markers: readonly Box[], covered: readonly Box[] = []) =>
    labelRings(place, { view, markers, covered }).find(({ minutes }) => minutes === 5);

  it('stands at its top', () => expect(written([])?.coordinate).toEqual(pointOnRing(place, five, 0)));

  it.each([
    ['below a price', [price], []],
    ['below a button', [], [{ left: 200, right: 300, top: 0, bottom: 100 }]],
  ])('never stands %s, but beside it', (_, markers, covered) => {
    const labels = written(markers, covered);
    if (labels === undefined) throw new Error('No labels were written');
    expect(markers.some((box) => doOverlap(box, labels.box))).toBe(false);
    expect(labels.coordinate).not.toEqual(pointOnRing(place, five, 0));
    expect(labels.coordinate.latitude).toBeGreaterThan(place.latitude);
    expect(distanceMeters(place, labels.coordinate)).toBeCloseTo(five, -1);
  });

  it('is left out without space, and never cut off', () => {
    expect(written([{ left: x - 500, right: x + 500, top: y - 500, bottom: y + 500 }])).toBeUndefined();
    expect(labelRings(place, { view, markers: [], covered: [] }).map(({ minutes }) => minutes)).toEqual([5]);
  });
});
