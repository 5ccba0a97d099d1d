import { blocksWithin } from './blocks';

const extentAround = (metres: number) => ({ west: -metres, east: metres, north: -metres, south: metres });
const countPaths = (path: string): number => path.split('M').length - 1;

it('draws the quarters within a view, and no others', () => {
  expect(blocksWithin(extentAround(300)).length).toBeGreaterThan(0);
  expect(blocksWithin(extentAround(300)).length).toBeLessThan(blocksWithin(extentAround(3_000)).length);
  expect(blocksWithin({ west: 50_000, east: 51_000, north: 0, south: 1_000 })).toEqual([]);
});

it('gives each lane’s cell a block and most blocks a yard', () => {
  for (const { lanes, blocks, yards } of blocksWithin(extentAround(9_000))) {
    expect(countPaths(blocks)).toBe(countPaths(lanes));
    expect(countPaths(lanes)).toBeGreaterThan(10);
    expect(countPaths(yards)).toBeGreaterThan(countPaths(blocks) * 0.3);
    expect(countPaths(yards)).toBeLessThan(countPaths(blocks));
    expect(`${lanes}${blocks}${yards}`).not.toMatch(/NaN|undefined/);
  }
});

it('draws a quarter only once', () => {
  const [firstBlocks] = blocksWithin(extentAround(100));
  expect(blocksWithin(extentAround(100))[0]).toBe(firstBlocks);
});
