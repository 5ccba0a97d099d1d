/** @page */
import { mercatorPixelsOf } from '@mahlzeit/basemap';
import { distanceMeters, chooseTravel } from '@mahlzeit/contract/rules';
import { doBoxesOverlap } from './marker-boxes';
import type { PixelBox } from './marker-boxes';
import { placeRingLabels, pointOnRing, WALKING_RINGS } from './walking-rings';

const ringCenter = { latitude: 48.14742, longitude: 11.56722 };

it.each(WALKING_RINGS.flatMap((walkingRing) => [0, 90, -120].map((bearing) => ({ ...walkingRing, bearing }))))(
  'draws the ring of $minutes minutes at that walking time: $bearing°',
  ({ minutes, metres, bearing }) => {
    expect(chooseTravel(metres)).toEqual({ mode: 'walk', minutes });
    expect(distanceMeters(ringCenter, pointOnRing(ringCenter, metres, bearing))).toBeCloseTo(metres, -1);
  },
);

describe('the label of a ring', () => {
  const mapView = {
    zoom: 16,
    center: ringCenter,
    width: 500,
    height: 500,
    west: 0,
    east: 0,
    south: 0,
    north: 0,
    diagonal: 0,
  };
  const fiveMinuteMetres = WALKING_RINGS.find(({ minutes }) => minutes === 5)?.metres ?? 0;
  const { x, y } = mercatorPixelsOf(pointOnRing(ringCenter, fiveMinuteMetres, 0), 16);
  const priceBox: PixelBox = { left: x, right: x + 80, top: y - 20, bottom: y + 20 };
  const placeRingLabel = (markerBoxes: readonly PixelBox[], coveredBoxes: readonly PixelBox[] = []) =>
    placeRingLabels(ringCenter, { view: mapView, markers: markerBoxes, coveredBoxes }).find(
      ({ minutes }) => minutes === 5,
    );

  it('stands at its top', () =>
    expect(placeRingLabel([])?.coordinate).toEqual(pointOnRing(ringCenter, fiveMinuteMetres, 0)));

  it.each([
    ['below a price', [priceBox], []],
    ['below a button', [], [{ left: 200, right: 300, top: 0, bottom: 100 }]],
  ])('never stands %s, but beside it', (_caseName, markerBoxes, coveredBoxes) => {
    const writtenRingLabel = placeRingLabel(markerBoxes, coveredBoxes);
    if (writtenRingLabel === undefined) throw new Error('No labels were written');
    expect(markerBoxes.some((markerBox) => doBoxesOverlap(markerBox, writtenRingLabel.markerBox))).toBe(false);
    expect(writtenRingLabel.coordinate).not.toEqual(pointOnRing(ringCenter, fiveMinuteMetres, 0));
    expect(writtenRingLabel.coordinate.latitude).toBeGreaterThan(ringCenter.latitude);
    expect(distanceMeters(ringCenter, writtenRingLabel.coordinate)).toBeCloseTo(fiveMinuteMetres, -1);
  });

  it('is left out without space, and never cut off', () => {
    expect(placeRingLabel([{ left: x - 500, right: x + 500, top: y - 500, bottom: y + 500 }])).toBeUndefined();
    expect(
      placeRingLabels(ringCenter, { view: mapView, markers: [], coveredBoxes: [] }).map(({ minutes }) => minutes),
    ).toEqual([5]);
  });
});
