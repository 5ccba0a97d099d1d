import { amountIn, createCartStorage, noCarts, withChange } from './cart';
import type { AmountChange, Carts } from './cart';

describe('changing a cart', () => {
  const meal = { owner: 'ich', day: '2026-06-24', restaurantKey: 'kantine', mealKey: 'curry' };
  const set = (amount: number, other: Partial<AmountChange> = {}): AmountChange => ({ ...meal, amount, ...other });

  const after = (...changes: readonly AmountChange[]) => changes.reduce(withChange, noCarts);

  it('counts a meal', () => {
    expect(amountIn(after(set(1), set(2)), meal)).toBe(2);
  });

  it('keeps one cart a restaurant', () => {
    const carts = after(set(1), set(3, { restaurantKey: 'bistro' }));
    expect(carts.byRestaurant).toEqual({ kantine: { curry: 1 }, bistro: { curry: 3 } });
  });

  it.each([0, -1])('removes a meal at %i, and a cart without meals', (amount) => {
    expect(after(set(1), set(2, { mealKey: 'suppe' }), set(amount)).byRestaurant).toEqual({ kantine: { suppe: 2 } });
    expect(after(set(1), set(amount)).byRestaurant).toEqual({});
  });

  it.each([1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 60])('takes no amount of %p', (amount) => {
    expect(amountIn(after(set(1), set(amount)), meal)).toBe(1);
  });

  it.each([[{ owner: 'du' }], [{ day: '2026-06-25' }]])('shows nothing of it to %j, and begins afresh there', (other) => {
    const carts = after(set(2));
    expect(amountIn(carts, { ...meal, ...other })).toBe(0);
    expect(withChange(carts, set(1, other)).byRestaurant).toEqual({ kantine: { curry: 1 } });
  });

  it('counts zero of what is not there, whatever it is called', () => {
    expect(amountIn(noCarts, meal)).toBe(0);
    expect(amountIn(after(set(1)), { ...meal, restaurantKey: 'anderswo' })).toBe(0);
  });
});

describe('carts that are stored', () => {
  const carts: Carts = { owner: 'ich', day: '2026-06-24', byRestaurant: { kantine: { curry: 2 } } };

  const storageWith = (stored: string | null = null) => {
    let text = stored;
    return { getItem: () => text, setItem: (_: string, next: string) => void (text = next), removeItem: () => void (text = null) };
  };

  it('gives back what it was given', () => {
    const storage = storageWith();
    createCartStorage(() => storage).write(carts);
    expect(createCartStorage(() => storage).read()).toEqual(carts);
  });

  it.each([
    null,
    '',
    'kein JSON',
    '[]',
    '{"owner":"ich","day":"2026-06-24"}',
    '{"owner":null,"day":"2026-06-24","byRestaurant":{}}',
    '{"owner":"ich","day":"2026-06-24","byRestaurant":{"kantine":{"curry":-1}}}',
    '{"owner":"ich","day":"2026-06-24","byRestaurant":{"kantine":{"curry":"2"}}}',
    '{"owner":"ich","day":"2026-06-24","byRestaurant":{"kantine":[2]}}',
  ])('takes %j for no carts', (stored) => {
    expect(createCartStorage(() => storageWith(stored)).read()).toEqual(noCarts);
  });

  it('does without a storage that is blocked or full', () => {
    const storage = createCartStorage(() => {
      throw new DOMException('blocked', 'SecurityError');
    });
    expect(storage.read()).toEqual(noCarts);
    expect(() => storage.write(carts)).not.toThrow();
  });
});
