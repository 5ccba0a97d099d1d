import { coordinateAt, mercatorPixelsOf } from './basemap';

describe('mercator', () => {
  it('maps the middle of the world to the middle of the map', () =>
    expect(mercatorPixelsOf({ latitude: 0, longitude: 0 }, 0)).toEqual({ x: 128, y: 128 }));

  it('doubles with each zoom', () => {
    const hamburg = { latitude: 53.55, longitude: 9.99 };
    const [pixelsAtZoom16, pixelsAtZoom15] = [mercatorPixelsOf(hamburg, 16), mercatorPixelsOf(hamburg, 15)];
    expect(pixelsAtZoom16.x / pixelsAtZoom15.x).toBeCloseTo(2);
    expect(pixelsAtZoom16.y / pixelsAtZoom15.y).toBeCloseTo(2);
  });

  it('ends at the poles instead of at infinity', () => {
    expect(mercatorPixelsOf({ latitude: 90, longitude: 180 }, 1).y).toBeCloseTo(0);
    expect(mercatorPixelsOf({ latitude: -90, longitude: -180 }, 1)).toEqual({ x: 0, y: expect.closeTo(512) });
  });
});

it('is inverted by coordinateAt', () => {
  const hamburg = { latitude: 53.55, longitude: 9.99 };
  const { latitude, longitude } = coordinateAt(mercatorPixelsOf(hamburg, 16), 16);
  expect(latitude).toBeCloseTo(hamburg.latitude, 6);
  expect(longitude).toBeCloseTo(hamburg.longitude, 6);
});
