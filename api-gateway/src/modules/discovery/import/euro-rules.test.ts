import fc from 'fast-check';
import { centsOf } from './euro-rules';

describe('centsOf', () => {
  it.each([
    [0, 0],
    [1.6, 160],
    [1.15, 115],
    [0.5, 50],
    [8.2, 820],
    [19.99, 1999],
    [1.005, 101],
    [2.674, 267],
    [6, 600],
    [1234567.89, 123456789],
  ])('reads %p euro as %p cents', (euro, cents) => {
    expect(centsOf(euro)).toBe(cents);
  });

  it.each([-1, Number.NaN, Number.POSITIVE_INFINITY, 1e21, 1e-9])('finds no amount in %p', (euro) => {
    expect(centsOf(euro)).toBeNull();
  });

  it('gives back any amount of cents that was written as euro', () => {
    fc.assert(fc.property(fc.integer({ min: 0, max: 100_000_000 }), (cents) => centsOf(cents / 100) === cents));
  });
});
