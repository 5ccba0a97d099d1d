import { farthestOf, hasLeftArea } from './area-rules';

const METRES_A_DEGREE = 111_195;
const from = { latitude: 53.55, longitude: 9.99 };
const north = (metres: number) => ({ latitude: from.latitude + metres / METRES_A_DEGREE, longitude: from.longitude });
const moved = (metres: number, farthest: number | null, diagonal = 1_000) => hasLeftArea({ from, to: north(metres), farthest, diagonal });

it.each([
  ['half the way to the farthest place is not enough', moved(1_000, 2_000), false],
  ['a little more is', moved(1_010, 2_000), true],
  ['what the map shows does not matter where there are places', moved(900, 2_000, 100), false],
  ['without places, half the diagonal is not enough', moved(500, null), false],
  ['a little more of the diagonal is', moved(510, null), true],
  ['a map that was not moved stays where it is', moved(0, 0), false],
])('D10 %s', (_case, hasLeft, expected) => {
  expect(hasLeft).toBe(expected);
});

it('D10 measures to the farthest place as it was loaded, whatever the order', () => {
  expect(farthestOf([{ initialDistanceKm: 0.4 }, { initialDistanceKm: 1.25 }, { initialDistanceKm: null }, { initialDistanceKm: 0.9 }])).toBe(1_250);
  expect(farthestOf([])).toBeNull();
});
