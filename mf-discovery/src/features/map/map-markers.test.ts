import { isArrowKey, nextIndexByArrow } from './map-markers';

const startPoint = { x: 100, y: 100 };
const markerPoints = [
  { x: 160, y: 110 },
  { x: 300, y: 100 },
  { x: 95, y: 40 },
  { x: 100, y: 240 },
  { x: 20, y: 160 },
];

it.each([
  ['ArrowRight', 0],
  ['ArrowUp', 2],
  ['ArrowDown', 3],
  ['ArrowLeft', 4],
])('%s leads to the nearest marker on that side', (arrowKey, expectedIndex) => {
  expect(nextIndexByArrow(arrowKey, startPoint, markerPoints)).toBe(expectedIndex);
});

it('leads nowhere without a marker on that side', () => {
  expect(nextIndexByArrow('ArrowUp', startPoint, [{ x: 300, y: 90 }])).toBeNull();
  expect(nextIndexByArrow('ArrowUp', startPoint, [])).toBeNull();
});

it('ignores all other keys', () => {
  expect(isArrowKey('Enter')).toBe(false);
  expect(nextIndexByArrow('Enter', startPoint, markerPoints)).toBeNull();
});
