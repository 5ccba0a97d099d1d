import { isTownNameVisible, townRequestGrid } from './town-names';

const mapView = { zoom: 16, west: 9.98, south: 53.545, east: 9.995, north: 53.555 };

it('spreads points over the view', () => {
  const requestPoints = townRequestGrid(mapView);
  expect(requestPoints.length).toBeGreaterThan(1);
  expect(requestPoints.length).toBeLessThanOrEqual(9);
  for (const { latitude, longitude } of requestPoints) {
    expect(latitude).toBeGreaterThan(53.53);
    expect(latitude).toBeLessThan(53.57);
    expect(longitude).toBeGreaterThan(9.96);
    expect(longitude).toBeLessThan(10.01);
  }
});

it('returns the same points after a short move', () => {
  const movedGrid = townRequestGrid({ ...mapView, west: mapView.west + 0.0005, east: mapView.east + 0.0005 });
  const pointsBefore = townRequestGrid(mapView).map((point) => JSON.stringify(point));
  expect(movedGrid.filter((point) => pointsBefore.includes(JSON.stringify(point))).length).toBeGreaterThan(0);
});

it('returns few points on every scale', () => {
  expect(townRequestGrid({ zoom: 11, west: 9, south: 53, east: 11, north: 54 })).toHaveLength(9);
});

it.each([
  ['in the middle', 9.99, true],
  ['at the edge, where it would be cut off', 10.0085, false],
  ['outside', 10.02, false],
])('writes a name whole or not at all: %s', (_case, longitude, isVisible) => {
  const phoneView = {
    ...mapView,
    north: 53.555,
    center: { latitude: 53.55, longitude: 9.99 },
    width: 900,
    height: 600,
    diagonal: 1_000,
  };
  expect(isTownNameVisible({ name: 'Rothenburgsort', coordinate: { latitude: 53.55, longitude } }, phoneView)).toBe(
    isVisible,
  );
});
