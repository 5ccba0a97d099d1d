import { isArrowKey, nextIndexByArrow } from './map-markers';

const start = { x: 100, y: 100 };
const points = [
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
])('%s leads to the nearest marker on that side', (key, index) => {
  expect(nextIndexByArrow(key, start, points)).toBe(index);
});

it('leads nowhere without a marker on that side', () => {
  expect(nextIndexByArrow('ArrowUp', start, [{ x: 300, y: 90 }])).toBeNull();
  expect(nextIndexByArrow('ArrowUp', start, [])).toBeNull();
});

it('ignores all other keys', () => {
  expect(isArrowKey('Enter')).toBe(false);
  expect(nextIndexByArrow('Enter', start, points)).toBeNull();
});
