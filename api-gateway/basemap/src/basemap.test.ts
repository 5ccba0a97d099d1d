import { coordinateAt, mercator } from './basemap';

describe('mercator', () => {
  it('maps the middle of the world to the middle of the map', () =>
    expect(mercator({ latitude: 0, longitude: 0 }, 0)).toEqual({ x: 128, y: 128 }));

  it('doubles with each zoom', () => {
    const hamburg = { latitude: 53.55, longitude: 9.99 };
    const [nearPixels, farPixels] = [mercator(hamburg, 16), mercator(hamburg, 15)];
    expect(nearPixels.x / farPixels.x).toBeCloseTo(2);
    expect(nearPixels.y / farPixels.y).toBeCloseTo(2);
  });

  it('ends at the poles instead of at infinity', () => {
    expect(mercator({ latitude: 90, longitude: 180 }, 1).y).toBeCloseTo(0);
    expect(mercator({ latitude: -90, longitude: -180 }, 1)).toEqual({ x: 0, y: expect.closeTo(512) });
  });
});

it('is inverted by coordinateAt', () => {
  const hamburg = { latitude: 53.55, longitude: 9.99 };
  const { latitude, longitude } = coordinateAt(mercator(hamburg, 16), 16);
  expect(latitude).toBeCloseTo(hamburg.latitude, 6);
  expect(longitude).toBeCloseTo(hamburg.longitude, 6);
});
