import { mercatorPixelsOf } from '@mahlzeit/basemap';
import { cameraOpeningCluster, cameraShowingPin, fitCameraToPoints, isPinVisible } from './camera-rules';
import type { Camera, CoveredEdges } from './camera-rules';
import type { MapView } from './map-rules';

const mapCenter = { latitude: 53.55, longitude: 9.99 };
const phoneView: MapView = {
  zoom: 16,
  center: mapCenter,
  width: 360,
  height: 594,
  west: 9.98,
  east: 10,
  south: 53.545,
  north: 53.555,
  diagonal: 1_000,
};
const noCoveredEdges: CoveredEdges = { top: 0, right: 0, bottom: 0, left: 0 };
/**
 * Covered px at the edges of a phone's map: a button covers the top, and the card of a restaurant covers the bottom.
 */
const cardEdges: CoveredEdges = { top: 68, right: 0, bottom: 320, left: 0 };
/** Box of the map's buttons on a phone, at the top right. */
const buttonsBox = { left: 288, right: 360, top: 0, bottom: 176 };
const emptyBox = { left: 360, right: 360, top: 0, bottom: 0 };
const zoomLimits = { maxZoom: 16, minZoom: 11 };

const METRES_PER_DEGREE = 111_195;
const createPointAt = (eastMetres: number, southMetres: number) => ({
  latitude: mapCenter.latitude - southMetres / METRES_PER_DEGREE,
  longitude: mapCenter.longitude + eastMetres / (METRES_PER_DEGREE * Math.cos((mapCenter.latitude * Math.PI) / 180)),
});

/** Returns the position in px at which a point is on the screen for a camera (center and zoom). */
const screenPositionOf = (point: typeof mapCenter, { center: centerCoordinate, zoom }: Camera) => {
  const [pointPixel, centerPixel] = [mercatorPixelsOf(point, zoom), mercatorPixelsOf(centerCoordinate, zoom)];
  return {
    x: pointPixel.x - centerPixel.x + phoneView.width / 2,
    y: pointPixel.y - centerPixel.y + phoneView.height / 2,
  };
};

describe('the camera on the results', () => {
  it.each([
    ['close ones', [createPointAt(-50, 0), createPointAt(60, 40)], 16],
    ['some that are farther', [createPointAt(-400, 0), createPointAt(300, 200)], 14],
    ['some at the other end of the town', [createPointAt(-3_000, 0), createPointAt(3_000, 500)], 11],
  ])('shows pins, and zooms out as far as needed: %s', (_case, pinPoints, expectedZoom) => {
    expect(fitCameraToPoints(pinPoints, phoneView, { ...noCoveredEdges, buttons: emptyBox }, zoomLimits).zoom).toBe(
      expectedZoom,
    );
  });

  it('keeps each whole pin outside of cards, bars and buttons', () => {
    const pinPoints = [createPointAt(-350, -200), createPointAt(300, 250), createPointAt(0, 400)];
    const coveredEdges = { top: 68, right: 0, bottom: 150, left: 8, buttons: emptyBox };
    const fittedCamera = fitCameraToPoints(pinPoints, phoneView, coveredEdges, zoomLimits);
    for (const point of pinPoints) {
      const { x, y } = screenPositionOf(point, fittedCamera);
      expect(x - 60).toBeGreaterThanOrEqual(coveredEdges.left);
      expect(x + 60).toBeLessThanOrEqual(phoneView.width - coveredEdges.right);
      expect(y - 43).toBeGreaterThanOrEqual(coveredEdges.top);
      expect(y).toBeLessThanOrEqual(phoneView.height - coveredEdges.bottom);
    }
  });

  it('allows pins below the buttons, in the full width', () => {
    const pinPoints = [createPointAt(-250, 0), createPointAt(250, 200)];
    const fittedCamera = fitCameraToPoints(
      pinPoints,
      phoneView,
      { ...noCoveredEdges, right: 68, buttons: buttonsBox },
      zoomLimits,
    );
    expect(fittedCamera.zoom).toBe(15);
    for (const point of pinPoints) {
      const { x, y } = screenPositionOf(point, fittedCamera);
      expect(x + 60 <= buttonsBox.left || y - 43 >= buttonsBox.bottom).toBe(true);
      expect(x + 60).toBeLessThanOrEqual(phoneView.width);
    }
  });

  it('stays finite in very small maps', () => {
    expect(
      fitCameraToPoints(
        [createPointAt(0, 0), createPointAt(500, 0)],
        { ...phoneView, width: 100, height: 100 },
        { ...cardEdges, buttons: { ...buttonsBox, left: 28, right: 100 } },
        zoomLimits,
      ).zoom,
    ).toBe(11);
  });
});

describe('the camera that opens a cluster', () => {
  const coveredMap = { ...cardEdges, bottom: 72, buttons: buttonsBox };
  const paddedEdges = { top: 23, right: 23, bottom: 95, left: 23 };

  it.each([
    ['of two in one street', [createPointAt(0, 0), createPointAt(20, 5)]],
    ['as wide as the view at the next zoom', [createPointAt(-105, 0), createPointAt(105, 0), createPointAt(0, 60)]],
    ['wider than the view at the next zoom', [createPointAt(-200, 0), createPointAt(200, 10)]],
  ])('shows all its places with padding: one %s', (_case, points) => {
    const camera = cameraOpeningCluster(points, phoneView, coveredMap, 19);
    expect(points.every((point) => isPinVisible(point, { ...phoneView, ...camera }, paddedEdges))).toBe(true);
    expect(camera.zoom).toBeGreaterThanOrEqual(phoneView.zoom);
  });
});

describe('the camera on the chosen place', () => {
  it('stays when the pin is visible whole', () => {
    expect(cameraShowingPin(createPointAt(0, 0), phoneView, noCoveredEdges)).toBeNull();
  });

  it.each([
    ['behind the card', createPointAt(0, 250)],
    ['cut off at the left edge', createPointAt(-240, -50)],
    ['cut off at the right edge', createPointAt(240, -50)],
    ['cut off above', createPointAt(0, -400)],
    ['far outside', createPointAt(4_000, 3_000)],
  ])('moves when the pin is %s', (_case, point) => {
    const movedCamera = cameraShowingPin(point, phoneView, cardEdges) ?? { center: mapCenter, zoom: 0 };
    expect(movedCamera.zoom).toBe(phoneView.zoom);
    const { x, y } = screenPositionOf(point, movedCamera);
    expect(x).toBeGreaterThanOrEqual(136 - 1);
    expect(x).toBeLessThanOrEqual(360 - 136 + 1);
    expect(y).toBeGreaterThanOrEqual(cardEdges.top + 80 - 1);
    expect(y).toBeLessThanOrEqual(594 - cardEdges.bottom - 10 + 1);
  });

  it('centers the pin in a free part that is too narrow', () => {
    const narrowCardEdges = { ...cardEdges, left: 60, right: 60 };
    const movedCamera = cameraShowingPin(createPointAt(300, 0), phoneView, narrowCardEdges) ?? {
      center: mapCenter,
      zoom: 0,
    };
    expect(screenPositionOf(createPointAt(300, 0), movedCamera).x).toBeCloseTo(180, 0);
  });
});

it.each([
  ['in the middle of what is left', createPointAt(0, -150), true],
  ['behind the card', createPointAt(0, 250), false],
  ['beside the map', createPointAt(400, 0), false],
])('tells whether a place is visible: %s', (_case, point, isVisible) => {
  expect(isPinVisible(point, phoneView, cardEdges)).toBe(isVisible);
});
