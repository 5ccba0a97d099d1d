import { mercator } from '@mahlzeit/basemap';
import { cameraOnPoints, cameraShowing, isPinVisible } from './camera-rules';
import type { Camera, CoveredEdges } from './camera-rules';
import type { MapView } from './map-rules';

const center = { latitude: 53.55, longitude: 9.99 };
const phoneView: MapView = {
  zoom: 16,
  center,
  width: 360,
  height: 594,
  west: 9.98,
  east: 10,
  south: 53.545,
  north: 53.555,
  diagonal: 1_000,
};
const noCoveredEdges: CoveredEdges = { top: 0, right: 0, bottom: 0, left: 0 };
/** Edges of a phone's map that the button at the top and the card of a restaurant cover. */
const cardEdges: CoveredEdges = { top: 68, right: 0, bottom: 320, left: 0 };
/** Box of the map's buttons on a phone, at the top right. */
const buttonsBox = { left: 288, right: 360, top: 0, bottom: 176 };
const emptyBox = { left: 360, right: 360, top: 0, bottom: 0 };
const zoomLimits = { maxZoom: 16, minZoom: 11 };

const METRES_PER_DEGREE = 111_195;
const pointAt = (east: number, south: number) => ({
  latitude: center.latitude - south / METRES_PER_DEGREE,
  longitude: center.longitude + east / (METRES_PER_DEGREE * Math.cos((center.latitude * Math.PI) / 180)),
});

/** Returns the screen position of a point under a camera, px. */
const screenPositionOf = (point: typeof center, { center: centerCoordinate, zoom }: Camera) => {
  const [a, b] = [mercator(point, zoom), mercator(centerCoordinate, zoom)];
  return { x: a.x - b.x + phoneView.width / 2, y: a.y - b.y + phoneView.height / 2 };
};

describe('the camera on the results', () => {
  it.each([
    ['close ones', [pointAt(-50, 0), pointAt(60, 40)], 16],
    ['some that are farther', [pointAt(-400, 0), pointAt(300, 200)], 14],
    ['some at the other end of the town', [pointAt(-3_000, 0), pointAt(3_000, 500)], 11],
  ])('shows pins, and zooms out as far as needed: %s', (_case, points, zoom) => {
    expect(cameraOnPoints(points, phoneView, { ...noCoveredEdges, buttons: emptyBox }, zoomLimits).zoom).toBe(zoom);
  });

  it('keeps each whole pin outside of cards, bars and buttons', () => {
    const points = [pointAt(-350, -200), pointAt(300, 250), pointAt(0, 400)];
    const coveredEdges = { top: 68, right: 0, bottom: 150, left: 8, buttons: emptyBox };
    const camera = cameraOnPoints(points, phoneView, coveredEdges, zoomLimits);
    for (const point of points) {
      const { x, y } = screenPositionOf(point, camera);
      expect(x - 60).toBeGreaterThanOrEqual(coveredEdges.left);
      expect(x + 60).toBeLessThanOrEqual(phoneView.width - coveredEdges.right);
      expect(y - 43).toBeGreaterThanOrEqual(coveredEdges.top);
      expect(y).toBeLessThanOrEqual(phoneView.height - coveredEdges.bottom);
    }
  });

  it('allows pins below the buttons, in the full width', () => {
    const points = [pointAt(-250, 0), pointAt(250, 200)];
    const camera = cameraOnPoints(points, phoneView, { ...noCoveredEdges, right: 68, buttons: buttonsBox }, zoomLimits);
    expect(camera.zoom).toBe(15);
    for (const point of points) {
      const { x, y } = screenPositionOf(point, camera);
      expect(x + 60 <= buttonsBox.left || y - 43 >= buttonsBox.bottom).toBe(true);
      expect(x + 60).toBeLessThanOrEqual(phoneView.width);
    }
  });

  it('stays finite in very small maps', () => {
    expect(
      cameraOnPoints(
        [pointAt(0, 0), pointAt(500, 0)],
        { ...phoneView, width: 100, height: 100 },
        { ...cardEdges, buttons: { ...buttonsBox, left: 28, right: 100 } },
        zoomLimits,
      ).zoom,
    ).toBe(11);
  });
});

describe('the camera on the chosen place', () => {
  it('stays when the pin is visible whole', () => {
    expect(cameraShowing(pointAt(0, 0), phoneView, noCoveredEdges)).toBeNull();
  });

  it.each([
    ['behind the card', pointAt(0, 250)],
    ['cut off at the left edge', pointAt(-240, -50)],
    ['cut off at the right edge', pointAt(240, -50)],
    ['cut off above', pointAt(0, -400)],
    ['far outside', pointAt(4_000, 3_000)],
  ])('moves when the pin is %s', (_case, point) => {
    const camera = cameraShowing(point, phoneView, cardEdges) ?? { center, zoom: 0 };
    expect(camera.zoom).toBe(phoneView.zoom);
    const { x, y } = screenPositionOf(point, camera);
    expect(x).toBeGreaterThanOrEqual(136 - 1);
    expect(x).toBeLessThanOrEqual(360 - 136 + 1);
    expect(y).toBeGreaterThanOrEqual(cardEdges.top + 80 - 1);
    expect(y).toBeLessThanOrEqual(594 - cardEdges.bottom - 10 + 1);
  });

  it('centers the pin in a free part that is too narrow', () => {
    const narrowCardEdges = { ...cardEdges, left: 60, right: 60 };
    const camera = cameraShowing(pointAt(300, 0), phoneView, narrowCardEdges) ?? { center, zoom: 0 };
    expect(screenPositionOf(pointAt(300, 0), camera).x).toBeCloseTo(180, 0);
  });
});

it.each([
  ['in the middle of what is left', pointAt(0, -150), true],
  ['behind the card', pointAt(0, 250), false],
  ['beside the map', pointAt(400, 0), false],
])('tells whether a place is visible: %s', (_case, point, expected) => {
  expect(isPinVisible(point, phoneView, cardEdges)).toBe(expected);
});
