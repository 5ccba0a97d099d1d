import type { Day, Key } from '@mahlzeit/contract';

/** How often each meal is in a restaurant's cart; what isn't there is there zero times. */
export type CartAmounts = Readonly<Record<Key, number>>;

/** The carts of one user on one day: orders are for today alone, and nobody sees another's. */
export interface Carts {
  readonly owner: Key | null;
  readonly day: Day | null;
  /** One cart for each restaurant. */
  readonly byRestaurant: Readonly<Record<Key, CartAmounts>>;
}

/** Whose carts, and of which day. */
export interface CartOwner {
  readonly owner: Key;
  readonly day: Day;
}

/** A meal of a restaurant, set to so many. */
export interface AmountChange extends CartOwner {
  readonly restaurantKey: Key;
  readonly mealKey: Key;
  readonly amount: number;
}

/** No carts, nobody's. */
export const noCarts: Carts = { owner: null, day: null, byRestaurant: {} };

const isOf = (carts: Carts, { owner, day }: CartOwner): boolean => carts.owner === owner && carts.day === day;

/** How often a meal is in the cart. */
export const amountIn = (carts: Carts, { owner, day, restaurantKey, mealKey }: Omit<AmountChange, 'amount'>): number =>
  isOf(carts, { owner, day }) ? (carts.byRestaurant[restaurantKey]?.[mealKey] ?? 0) : 0;

const without = <Value>(values: Readonly<Record<Key, Value>>, gone: Key): Readonly<Record<Key, Value>> =>
  Object.fromEntries(Object.entries(values).filter(([key]) => key !== gone));

// S2§5: whole numbers from 0; a meal at 0 is removed, and so is a cart without meals.
const withAmount = (cart: CartAmounts, mealKey: Key, amount: number): CartAmounts =>
  (amount > 0 ? { ...cart, [mealKey]: amount } : without(cart, mealKey));

const withCart = (carts: Carts['byRestaurant'], restaurantKey: Key, cart: CartAmounts): Carts['byRestaurant'] =>
  (Object.keys(cart).length > 0 ? { ...carts, [restaurantKey]: cart } : without(carts, restaurantKey));

/** The carts after a change; those of another user or day are left behind. An amount that is no whole number changes nothing. */
export const withChange = (carts: Carts, { owner, day, restaurantKey, mealKey, amount }: AmountChange): Carts => {
  if (!Number.isSafeInteger(amount)) return carts;
  const kept = isOf(carts, { owner, day }) ? carts.byRestaurant : {};
  return { owner, day, byRestaurant: withCart(kept, restaurantKey, withAmount(kept[restaurantKey] ?? {}, mealKey, amount)) };
};
