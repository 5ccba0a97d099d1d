import { freeShiftOf } from './snackbar-place';
import type { Obstacle } from './snackbar-place';

const message = { left: 60, right: 300, top: 68, bottom: 120 };
const SCREEN_BOTTOM = 640;
const obstacleAt = (top: number, bottom: number, overrides: Partial<Obstacle> = {}): Obstacle => ({
  left: 0,
  right: 360,
  top,
  bottom,
  weight: 3,
  ...overrides,
});
const shiftPast = (...obstacles: readonly Obstacle[]) =>
  freeShiftOf({ message, screenBottom: SCREEN_BOTTOM, obstacles });

it.each<[string, readonly Obstacle[], number]>([
  ['stays where nothing is below it', [obstacleAt(0, 56), obstacleAt(130, 200)], 0],
  ['stays between buttons at both sides', [obstacleAt(60, 120, { right: 60 }), obstacleAt(60, 120, { left: 300 })], 0],
  ['moves below a button', [obstacleAt(70, 114)], 54],
  ['moves on where the next field is too near', [obstacleAt(70, 114), obstacleAt(150, 200)], 140],
  ['takes a gap that is just wide enough', [obstacleAt(70, 114), obstacleAt(174, 640)], 54],
])('a message %s', (_title, obstacles, expectedShift) => {
  expect(shiftPast(...obstacles)).toBe(expectedShift);
});

it('covers a link rather than a button where everything is taken', () => {
  const links = Array.from({ length: 8 }, (_, index) => obstacleAt(200 + index * 60, 260 + index * 60, { weight: 1 }));
  const shift = shiftPast(obstacleAt(60, 200), ...links);
  expect(message.top + shift).toBeGreaterThanOrEqual(200);
});

it('never leaves the screen', () => {
  const shift = shiftPast(obstacleAt(60, 600, { weight: 3 }));
  expect(message.bottom + shift).toBeLessThanOrEqual(SCREEN_BOTTOM);
});
