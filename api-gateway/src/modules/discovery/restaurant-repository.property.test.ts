import fc from 'fast-check';
import { compareRanked, type Ranked } from './restaurant-repository';

const ranked: fc.Arbitrary<Ranked> = fc.record({ isOpenNow: fc.boolean(), isPremium: fc.boolean(), meters: fc.integer({ min: 0, max: 5000 }) });
const pairs = (list: readonly Ranked[]): [Ranked, Ranked][] => list.flatMap((one, index) => list.slice(index + 1).map((other): [Ranked, Ranked] => [one, other]));

// The same data in every run.
const run = { seed: 20_260_624, numRuns: 300 };

describe('the order of the list', () => {
  it('D01 has no closed place before an open one, no ordinary before a premium one of its kind, no farther before a nearer one of its kind', () => {
    fc.assert(
      fc.property(fc.array(ranked, { maxLength: 30 }), (places) => {
        const sorted = [...places].sort(compareRanked);
        expect(sorted).toHaveLength(places.length);
        for (const [before, after] of pairs(sorted)) {
          expect(!before.isOpenNow && after.isOpenNow).toBe(false);
          if (before.isOpenNow !== after.isOpenNow) continue;
          expect(!before.isPremium && after.isPremium).toBe(false);
          if (before.isPremium === after.isPremium) expect(before.meters).toBeLessThanOrEqual(after.meters);
        }
      }),
      run,
    );
  });

  it('D01 lets each key act: places that differ in one alone are told apart by it', () => {
    fc.assert(
      fc.property(ranked, fc.integer({ min: 1, max: 5000 }), (place, farther) => {
        expect(compareRanked({ ...place, isOpenNow: true }, { ...place, isOpenNow: false })).toBeLessThan(0);
        expect(compareRanked({ ...place, isPremium: true }, { ...place, isPremium: false })).toBeLessThan(0);
        expect(compareRanked(place, { ...place, meters: place.meters + farther })).toBeLessThan(0);
        expect(compareRanked(place, { ...place })).toBe(0);
      }),
      run,
    );
  });
});
