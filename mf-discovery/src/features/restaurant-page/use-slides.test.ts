import { isWithinClickDistance } from './use-slides';

it.each([
  [0, 0, true],
  [9, 0, true],
  [0, -9, true],
  [6, 7, true],
  [10, 0, false],
  [-10, 0, false],
  [8, 8, false],
])('U02 classifies a press that moved by %i and %i px as a click: %s', (movedX, movedY, isExpectedClick) => {
  expect(isWithinClickDistance({ clientX: 100, clientY: 50 }, { clientX: 100 + movedX, clientY: 50 + movedY })).toBe(
    isExpectedClick,
  );
});
