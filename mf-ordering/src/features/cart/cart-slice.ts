import type { Key } from '@mahlzeit/contract';
import { berlinDay } from '@mahlzeit/contract/rules';
import * as z from '@mahlzeit/contract/zod';
import {
  copyWithStructuralSharing,
  createSlice,
  parseStored,
  reloadDiscounts,
  rootReducer,
  storedText,
  userChanged,
  useNow,
  userStorageKey,
  useSelector,
  useSession,
} from '@mahlzeit/shared-ui/platform';
import type { PayloadAction, RootState, ShellApi } from '@mahlzeit/shared-ui/platform';
import { useCallback, useEffect, useMemo } from 'react';
import { Cart, Carts, emptyCart, noCarts } from './cart';
import type { CartAddress, OpenPayment } from './cart';
import { noteOpenPayments, useLeftPayments } from './left-payments';

/** Returns whether an order uses discounts, which can be used again when its payment fails. */
const usesDiscounts = ({ form: { discount = null, items = [] } }: OpenPayment): boolean =>
  discount !== null || items.some((item) => (item.discount ?? null) !== null);

/**
 * Loads the discounts that can be used again after a failed payment. This happens before the cart is compared with the
 * menu, because the discounts counted as used while the order was open. Returns false when the request fails.
 */
export const reloadFreedDiscounts = async (
  { store }: Pick<ShellApi, 'store'>,
  payment: OpenPayment | null,
): Promise<boolean> => payment === null || !usesDiscounts(payment) || reloadDiscounts(store);

// Nobody else sees a member's carts. A visitor's carts are moved to the account that logs in.
const isOf = (carts: Carts, { owner }: Pick<CartAddress, 'owner'>): boolean =>
  carts.owner === null || carts.owner === owner;

// Carts expire at midnight, except carts with an open payment: it is still undecided whether their content is charged
// (C06).
const isStillThere = (carts: Carts, { day }: Pick<CartAddress, 'day'>, { payment }: Cart): boolean =>
  carts.day === day || payment !== null;

/** Returns the user's cart at an address; null when there is none. */
export const cartIn = (carts: Carts, address: CartAddress): Cart | null => {
  const cart = isOf(carts, address) ? carts.byRestaurant[address.restaurantKey] : undefined;
  return cart !== undefined && isStillThere(carts, address, cart) ? cart : null;
};

const without = <Value>(values: Readonly<Record<Key, Value>>, gone: Key): Readonly<Record<Key, Value>> =>
  Object.fromEntries(Object.entries(values).filter(([key]) => key !== gone));

/**
 * Replaces a cart; null removes it. Also drops the carts of another user, and carts of another day that have no open
 * payment.
 */
export const withCart = (carts: Carts, { owner, day, restaurantKey }: CartAddress, cart: Cart | null): Carts => {
  const ownCarts = isOf(carts, { owner }) ? Object.entries(carts.byRestaurant) : [];
  const stored = Object.fromEntries(ownCarts.filter(([, cartThere]) => isStillThere(carts, { day }, cartThere)));
  return {
    owner,
    day,
    byRestaurant: cart === null ? without(stored, restaurantKey) : { ...stored, [restaurantKey]: cart },
  };
};

/** Fields of the current user that determine which carts are visible. */
interface CartReader {
  readonly uid: string;
  readonly isAnonymous: boolean;
}

/** Returns the carts after the page's user has changed (A06). A visitor who logs in keeps the carts. */
export const cartsOf = (carts: Carts, user: CartReader | null): Carts => {
  // While the user changes, the page has no user for a moment, and the next user may be the same one.
  if (user === null || carts.owner === user.uid) return carts;
  if (carts.owner !== null) return noCarts;
  return user.isAnonymous ? carts : { ...carts, owner: user.uid };
};

const STORED_NAME = 'carts';
const ANONYMOUS_KEY = 'mahlzeit.anonymousCarts';
const MEMBER_KEY = /^mahlzeit\.user\.([^.]+)\.carts$/;

type CartStorage = Pick<Storage, 'length' | 'key' | 'getItem' | 'setItem' | 'removeItem'>;

const StoredCarts = z.object({ ...Carts.shape, byRestaurant: z.record(z.string(), z.unknown()) });

// The carts are parsed one by one: a cart in an outdated format must not destroy the open payment of another cart.
const parseCarts = (text: string | null): Carts | null => {
  const stored = z.safeParse(StoredCarts, parseStored(text));
  if (!stored.success) return null;
  const carts = Object.entries(stored.data.byRestaurant).flatMap(([key, value]) => {
    const cart = z.safeParse(Cart, value);
    return cart.success ? [[key, cart.data] as const] : [];
  });
  return { ...stored.data, byRestaurant: Object.fromEntries(carts) };
};

const keyOf = ({ owner }: Pick<Carts, 'owner'>): string =>
  owner === null ? ANONYMOUS_KEY : userStorageKey(owner, STORED_NAME);

const storedKeys = (storage: CartStorage): readonly string[] =>
  Array.from({ length: storage.length }, (_, at) => storage.key(at) ?? '').filter(
    (key) => key === ANONYMOUS_KEY || MEMBER_KEY.test(key),
  );

/**
 * Stores carts in the browser. A member's carts have a key that the shell erases for other users; a visitor's carts
 * have a different key. When the storage is blocked, full or damaged, carts exist only in this page.
 */
export const createCartStorage = (storage: () => CartStorage) => {
  let isStored = true;
  const read = (reader: CartReader | null): Carts | null => {
    try {
      // A member's carts hide a visitor's carts. For a user without an account the order is reversed, because such a
      // user can't see a member's carts.
      const isAnonymousFirst = reader?.isAnonymous === true;
      const keys = [...storedKeys(storage())].sort(
        (a, b) => (Number(a === ANONYMOUS_KEY) - Number(b === ANONYMOUS_KEY)) * (isAnonymousFirst ? -1 : 1),
      );
      return keys.map((key) => parseCarts(storedText(storage, key).read())).find((carts) => carts !== null) ?? noCarts;
    } catch {
      return null;
    }
  };
  return {
    /**
     * Returns the stored carts that the user can see; `reader` is null while the user is unknown. Returns null when the
     * browser blocks its storage.
     */
    read,
    /**
     * Returns the stored carts, but only if this page's last write succeeded. Otherwise the carts in this page are
     * newer, and null is returned.
     */
    shared: (reader: CartReader | null): Carts | null => (isStored ? read(reader) : null),
    write(carts: Carts): void {
      isStored = storedText(storage, keyOf(carts)).write(JSON.stringify(carts));
      if (carts.owner !== null) storedText(storage, ANONYMOUS_KEY).remove();
    },
    /** Returns whether a storage key belongs to carts. */
    holds: (key: string | null): boolean => key !== null && (key === ANONYMOUS_KEY || MEMBER_KEY.test(key)),
  };
};

const cartStorage = createCartStorage(() => window.localStorage);

const cartSlice = createSlice({
  name: 'ordering/cart',
  initialState: (): Carts => cartStorage.read(null) ?? noCarts,
  reducers: {
    cartsChanged: (_carts: Carts, { payload }: PayloadAction<Carts>): Carts => payload,
  },
  extraReducers: (builder) => {
    builder.addCase(userChanged, (carts: Carts, { payload: user }): Carts => cartsOf(carts, user));
  },
});

const reducer = rootReducer.inject(cartSlice);

const selectCarts = reducer.selector((state): Carts => state['ordering/cart']);

/** Returns the user's cart at an address; null when there is none. */
export const selectCart = reducer.selector((state, address: CartAddress): Cart | null =>
  cartIn(state['ordering/cart'], address),
);

/** Address of a cart, with the restaurant's name for routes. */
export interface CartPlace extends CartAddress {
  readonly routingName: string;
}

/** Restaurant that a cart belongs to. */
export type CartRestaurant = Pick<CartPlace, 'restaurantKey' | 'routingName'>;

/** Returns the address of the current user's cart at a restaurant; null while the user is unknown. */
export const cartPlaceOf = (
  { session, clock }: Pick<ShellApi, 'session' | 'clock'>,
  { restaurantKey, routingName }: CartRestaurant,
): CartPlace | null => {
  const view = session.get();
  if (view.status !== 'known') return null;
  return {
    owner: view.account.isAnonymous ? null : view.account.uid,
    day: berlinDay(clock.now()),
    restaurantKey,
    routingName,
  };
};

/**
 * Returns the address of the current user's cart at a restaurant, in components; null while the user is unknown. The
 * address changes at midnight.
 */
export const useCartPlace = ({ restaurantKey, routingName }: CartRestaurant): CartPlace | null => {
  const session = useSession();
  const day = berlinDay(useNow());
  const isKnown = session.status === 'known';
  const owner = isKnown && !session.account.isAnonymous ? session.account.uid : null;
  return useMemo(
    () => (isKnown ? { owner, day, restaurantKey, routingName } : null),
    [isKnown, owner, day, restaurantKey, routingName],
  );
};

/** Returns the cart at an address; null when there is none. */
export const useCart = (place: CartPlace | null): Cart | null =>
  useSelector((state: RootState) => (place === null ? null : selectCart(state, place)));

/**
 * Returns whether a cart has content that must be stored: dishes, a meetup, an open payment, or a message that the
 * diner hasn't seen.
 */
export const holdsSomething = ({ lines, meetUp, payment, changes, isOver }: Cart): boolean =>
  lines.length > 0 || meetUp !== '' || payment !== null || changes.length > 0 || isOver;

const nobody: CartReader = { uid: '', isAnonymous: true };

// The stored carts may be newer than those of this page, because other tabs store carts, too. Unchanged carts stay the
// same objects.
const latestCarts = (present: Carts, { owner }: Pick<CartAddress, 'owner'>): Carts => {
  const reader = owner === null ? nobody : { uid: owner, isAnonymous: false };
  return copyWithStructuralSharing(present, cartsOf(cartStorage.shared(reader) ?? present, reader));
};

/** Returns the cart that all tabs share; null when there is none. Works even while no page of the cart is mounted. */
export const sharedCart = ({ store }: Pick<ShellApi, 'store'>, address: CartAddress): Cart | null =>
  cartIn(latestCarts(selectCarts(store.getState()), address), address);

/**
 * Changes a cart in this page and in the storage; removes a cart that becomes empty. The change is applied to the
 * latest carts that other tabs have stored.
 */
export const updateCart = (
  { store }: Pick<ShellApi, 'store'>,
  { routingName, ...address }: CartPlace,
  change: (cart: Cart) => Cart,
): void => {
  const present = selectCarts(store.getState());
  const latest = latestCarts(present, address);
  const before = cartIn(latest, address);
  const cart = change(before ?? emptyCart(routingName));
  const carts = cart === before ? latest : withCart(latest, address, holdsSomething(cart) ? cart : null);
  // The storage is written first, because listeners of the change may read it.
  if (cart !== before) {
    cartStorage.write(carts);
    noteOpenPayments(latest, carts);
  }
  if (carts !== present) store.dispatch(cartSlice.actions.cartsChanged(carts));
};

type SharingShell = Pick<ShellApi, 'store' | 'session'>;

/** Returns an open payment that uses discounts and that another tab has cancelled; null when there is none. */
const givenUpWithDiscounts = (before: Carts, { owner, byRestaurant }: Carts): OpenPayment | null => {
  if (owner !== before.owner) return null;
  const [letGo] = Object.entries(before.byRestaurant).flatMap(([key, { payment }]) =>
    payment !== null && usesDiscounts(payment) && byRestaurant[key]?.payment === null ? [payment] : [],
  );
  return letGo ?? null;
};

const applyStoredCarts = (
  shell: SharingShell,
  readStored: (reader: CartReader | null) => Carts | null,
  areDiscountsLoaded = false,
): void => {
  const { store, session } = shell;
  const present = selectCarts(store.getState());
  const view = session.get();
  const reader = view.status === 'known' ? view.account : null;
  const currentCarts = readStored(reader) ?? present;
  const taken = cartsOf(currentCarts, reader);
  const givenUp = areDiscountsLoaded ? null : givenUpWithDiscounts(present, taken);
  if (givenUp !== null) {
    // In this page the discounts count as used until they are loaded again. The cart is taken over also after a
    // failure, so that it doesn't wait forever offline.
    void reloadFreedDiscounts(shell, givenUp).then(() => applyStoredCarts(shell, readStored, true));
    return;
  }
  const carts = copyWithStructuralSharing(present, taken);
  if (carts !== present) store.dispatch(cartSlice.actions.cartsChanged(carts));
  // Stores the carts only when they have moved to a member: without that account they can't be found any more.
  if (taken !== currentCarts && taken.owner !== null && taken.day !== null) cartStorage.write(taken);
};

/**
 * Shares carts between all tabs and moves them to the account that logs in. Mounted once with the restaurant's page;
 * when mounted, it also reads changes from before.
 */
export const useSharedCarts = ({ store, session }: SharingShell): void => {
  const view = useSession();
  useEffect(() => {
    const onStored = ({ key }: StorageEvent): void => {
      if (cartStorage.holds(key)) applyStoredCarts({ store, session }, cartStorage.read);
    };
    // A page that the browser froze has missed the storage events of other tabs.
    const onRestored = ({ persisted }: PageTransitionEvent): void => {
      if (persisted) applyStoredCarts({ store, session }, cartStorage.shared);
    };
    window.addEventListener('storage', onStored);
    window.addEventListener('pageshow', onRestored);
    return () => {
      window.removeEventListener('storage', onStored);
      window.removeEventListener('pageshow', onRestored);
    };
  }, [store, session]);
  useEffect(() => applyStoredCarts({ store, session }, cartStorage.shared), [store, session, view]);
  useLeftPayments(useCallback(() => selectCarts(store.getState()), [store]));
};
