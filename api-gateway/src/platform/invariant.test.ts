import { invariant } from './invariant';

describe('invariant', () => {
  it.each([null, undefined])('throws for %s an error that names the thing and its key', (value) => {
    expect(() => invariant(value, 'order', 'o1')).toThrow(new Error('There is no order o1'));
  });

  it.each([0, '', false])('accepts %p, which is a value', (value) => {
    expect(() => invariant(value, 'order', 'o1')).not.toThrow();
  });
});
