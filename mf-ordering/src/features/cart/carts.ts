import type { Key } from '@mahlzeit/contract';
import { noCarts } from './cart';
import type { Cart, CartAddress, Carts, PaidCart } from './cart';

// Returns whether carts belong to a user. A member's carts are visible to nobody else; a visitor's carts are moved to
// the account that logs in.
const areCartsOfOwner = (ownedCarts: Carts, { owner }: Pick<CartAddress, 'owner'>): boolean =>
  ownedCarts.owner === null || ownedCarts.owner === owner;

// Returns whether carts are still valid. They expire at midnight, except carts with an open payment: it is still
// undecided whether their content is charged (C06).
const isCartStillValid = (carts: Carts, { day }: Pick<CartAddress, 'day'>, { payment }: Cart): boolean =>
  carts.day === day || payment !== null;

/** Returns the user's cart at an address; null when there is none. */
export const findCartIn = (carts: Carts, cartAddress: CartAddress): Cart | null => {
  const cart = areCartsOfOwner(carts, cartAddress) ? carts.byRestaurant[cartAddress.restaurantKey] : undefined;
  return cart !== undefined && isCartStillValid(carts, cartAddress, cart) ? cart : null;
};

const omitKey = <Value>(valueByKey: Readonly<Record<Key, Value>>, removedKey: Key): Readonly<Record<Key, Value>> =>
  Object.fromEntries(Object.entries(valueByKey).filter(([key]) => key !== removedKey));

/**
 * Replaces a cart; null removes it. Also drops the carts of another user, and carts of another day that have no open
 * payment.
 */
export const withCart = (carts: Carts, { owner, day, restaurantKey }: CartAddress, cart: Cart | null): Carts => {
  const userCarts = areCartsOfOwner(carts, { owner }) ? Object.entries(carts.byRestaurant) : [];
  const validCarts = Object.fromEntries(
    userCarts.filter(([, storedCart]) => isCartStillValid(carts, { day }, storedCart)),
  );
  return {
    owner,
    day,
    byRestaurant: cart === null ? omitKey(validCarts, restaurantKey) : { ...validCarts, [restaurantKey]: cart },
    paidCarts: areCartsOfOwner(carts, { owner }) && carts.day === day ? carts.paidCarts : [],
  };
};

/** Returns the user's carts of a restaurant that were paid on the carts' day, the latest one last. */
export const paidCartsIn = (carts: Carts, { owner, restaurantKey }: CartAddress): readonly PaidCart[] =>
  areCartsOfOwner(carts, { owner })
    ? carts.paidCarts.filter((paidCart) => paidCart.restaurantKey === restaurantKey)
    : [];

/**
 * Removes a cart whose open payment has succeeded, and stores its order among the paid carts. A cart without a payment
 * stays as it is.
 */
export const withPaidCart = (carts: Carts, cartAddress: CartAddress, orderKey: Key): Carts => {
  const requestKey = findCartIn(carts, cartAddress)?.payment?.requestKey;
  if (requestKey === undefined) return carts;
  const otherCarts = withCart(carts, cartAddress, null);
  const paidCart = { restaurantKey: cartAddress.restaurantKey, requestKey, orderKey };
  return { ...otherCarts, paidCarts: [...otherCarts.paidCarts, paidCart] };
};

/** Fields of the current user that determine which carts are visible. */
export interface CartUser {
  readonly uid: string;
  readonly isAnonymous: boolean;
}

/** Returns the carts after another user has begun to use the page (A06). A visitor who logs in keeps the carts. */
export const cartsOfUser = (carts: Carts, user: CartUser | null): Carts => {
  // While one user logs out and another logs in, the page has no user for a moment. The next user may be the same one,
  // so the carts stay.
  if (user === null || carts.owner === user.uid) return carts;
  if (carts.owner !== null) return noCarts;
  return user.isAnonymous ? carts : { ...carts, owner: user.uid };
};
