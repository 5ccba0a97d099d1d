import type { Key } from '@mahlzeit/contract';
import { berlinDay } from '@mahlzeit/contract/rules';
import * as z from '@mahlzeit/contract/zod';
import {
  copyWithStructuralSharing,
  createSlice,
  parseStored,
  reloadDiscounts,
  rootReducer,
  createStoredText,
  userChanged,
  useNow,
  userStorageKey,
  useSelector,
  useSession,
} from '@mahlzeit/shared-ui/platform';
import type { PayloadAction, RootState, ShellApi } from '@mahlzeit/shared-ui/platform';
import { useEffect, useMemo } from 'react';
import { Cart, Carts, emptyCart, noCarts } from './cart';
import type { CartAddress, OpenPayment, PaidCart } from './cart';
import { cartsOfUser, findCartIn, paidCartsIn, withCart, withPaidCart } from './carts';
import type { CartUser } from './carts';
import { recordOpenPayments, useOpenPaymentReminder } from './left-payments';

/** Returns whether an order uses discounts. They can be used again if its payment fails. */
const paymentUsesDiscounts = ({ form: { discount = null, items = [] } }: OpenPayment): boolean =>
  discount !== null || items.some((item) => (item.discount ?? null) !== null);

/**
 * Loads the discounts, because those of an order whose payment failed can be used again. This happens before the cart
 * is compared with the menu, because they counted as used while the order was open. Returns false if the request fails.
 */
export const reloadFreedDiscounts = async (
  { store }: Pick<ShellApi, 'store'>,
  payment: OpenPayment | null,
): Promise<boolean> => payment === null || !paymentUsesDiscounts(payment) || reloadDiscounts(store);

const CARTS_STORAGE_NAME = 'carts';
const ANONYMOUS_STORAGE_KEY = 'mahlzeit.anonymousCarts';
const MEMBER_STORAGE_KEY_PATTERN = /^mahlzeit\.user\.([^.]+)\.carts$/;

type CartStorage = Pick<Storage, 'length' | 'key' | 'getItem' | 'setItem' | 'removeItem'>;

const StoredCarts = z.object({ ...Carts.shape, byRestaurant: z.record(z.string(), z.unknown()) });

// Each stored cart is parsed on its own: a cart in an outdated format must not destroy the open payment of another
// cart.
const parseCarts = (text: string | null): Carts | null => {
  const parsedCarts = z.safeParse(StoredCarts, parseStored(text));
  if (!parsedCarts.success) return null;
  const carts = Object.entries(parsedCarts.data.byRestaurant).flatMap(([key, value]) => {
    const cart = z.safeParse(Cart, value);
    return cart.success ? [[key, cart.data] as const] : [];
  });
  return { ...parsedCarts.data, byRestaurant: Object.fromEntries(carts) };
};

const storageKeyOf = ({ owner }: Pick<Carts, 'owner'>): string =>
  owner === null ? ANONYMOUS_STORAGE_KEY : userStorageKey(owner, CARTS_STORAGE_NAME);

const cartStorageKeys = (cartStorageArea: CartStorage): readonly string[] =>
  Array.from({ length: cartStorageArea.length }, (_, index) => cartStorageArea.key(index) ?? '').filter(
    (key) => key === ANONYMOUS_STORAGE_KEY || MEMBER_STORAGE_KEY_PATTERN.test(key),
  );

/**
 * Stores carts in the browser. A member's carts have a key that the shell erases for other users; a visitor's carts
 * have a different key. When the storage is blocked, full or damaged, carts exist only in this page.
 */
export const createCartStorage = (storage: () => CartStorage) => {
  let isLastWriteStored = true;
  const readCarts = (cartUser: CartUser | null): Carts | null => {
    try {
      // For a member, the carts stored by the member hide those stored by a visitor. For a user without an account it
      // is the other way round, because such a user can't see a member's carts.
      const isAnonymousFirst = cartUser?.isAnonymous === true;
      const storageKeys = [...cartStorageKeys(storage())].sort(
        (a, b) =>
          (Number(a === ANONYMOUS_STORAGE_KEY) - Number(b === ANONYMOUS_STORAGE_KEY)) * (isAnonymousFirst ? -1 : 1),
      );
      return (
        storageKeys.map((key) => parseCarts(createStoredText(storage, key).read())).find((carts) => carts !== null) ??
        noCarts
      );
    } catch {
      return null;
    }
  };
  return {
    /**
     * Returns the stored carts that the user can see; `cartUser` is null while the user is unknown. Returns null when
     * the browser blocks its storage.
     */
    read: readCarts,
    /**
     * Returns the stored carts, but only if this page could store its last change. Otherwise the carts in this page are
     * newer, and null is returned.
     */
    shared: (cartUser: CartUser | null): Carts | null => (isLastWriteStored ? readCarts(cartUser) : null),
    write(carts: Carts): void {
      isLastWriteStored = createStoredText(storage, storageKeyOf(carts)).write(JSON.stringify(carts));
      if (carts.owner !== null) createStoredText(storage, ANONYMOUS_STORAGE_KEY).remove();
    },
    /**
     * Returns whether a changed storage key belongs to the carts of a member or a visitor; null: the whole storage was
     * cleared.
     */
    holds: (key: string | null): boolean =>
      key === null || key === ANONYMOUS_STORAGE_KEY || MEMBER_STORAGE_KEY_PATTERN.test(key),
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
    builder.addCase(userChanged, (carts: Carts, { payload: user }): Carts => cartsOfUser(carts, user));
  },
});

const cartReducer = rootReducer.inject(cartSlice);

const selectCarts = cartReducer.selector((state): Carts => state['ordering/cart']);

/** Returns the user's cart at an address; null when there is none. */
export const selectCart = cartReducer.selector((state, address: CartAddress): Cart | null =>
  findCartIn(state['ordering/cart'], address),
);

/** Address of a cart, and the restaurant's name in URLs. */
export interface CartPlace extends CartAddress {
  readonly routingName: string;
}

/** Key of the restaurant to which a cart belongs, and the restaurant's name in URLs. */
export type CartRestaurant = Pick<CartPlace, 'restaurantKey' | 'routingName'>;

/** Returns the address of the current user's cart at a restaurant; null while the user is unknown. */
export const cartPlaceOf = (
  { session, clock }: Pick<ShellApi, 'session' | 'clock'>,
  { restaurantKey, routingName }: CartRestaurant,
): CartPlace | null => {
  const sessionState = session.get();
  if (sessionState.status !== 'known') return null;
  return {
    owner: sessionState.account.isAnonymous ? null : sessionState.account.uid,
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
  const berlinToday = berlinDay(useNow());
  const isUserKnown = session.status === 'known';
  const cartOwner = isUserKnown && !session.account.isAnonymous ? session.account.uid : null;
  return useMemo(
    () => (isUserKnown ? { owner: cartOwner, day: berlinToday, restaurantKey, routingName } : null),
    [isUserKnown, cartOwner, berlinToday, restaurantKey, routingName],
  );
};

/** Returns the cart at an address; null when there is none. */
export const useCart = (cartPlace: CartPlace | null): Cart | null =>
  useSelector((state: RootState) => (cartPlace === null ? null : selectCart(state, cartPlace)));

/** Returns the cart of a restaurant that any tab has paid last today; null without one. */
export const useLastPaidCart = (cartPlace: CartPlace): PaidCart | null =>
  useSelector((state: RootState) => paidCartsIn(selectCarts(state), cartPlace).at(-1) ?? null);

/**
 * Returns whether a cart has content that must be stored: dishes, a meetup, an open payment, or a message that the
 * diner hasn't seen.
 */
export const hasCartContent = ({ lines, meetUp, payment, changes, isOver }: Cart): boolean =>
  lines.length > 0 || meetUp !== '' || payment !== null || changes.length > 0 || isOver;

const ANONYMOUS_CART_USER: CartUser = { uid: '', isAnonymous: true };

// The stored carts may be newer than those of this page, because other tabs store carts, too. Unchanged carts stay the
// same objects.
const latestCarts = (localCarts: Carts, { owner }: Pick<CartAddress, 'owner'>): Carts => {
  const cartUser = owner === null ? ANONYMOUS_CART_USER : { uid: owner, isAnonymous: false };
  return copyWithStructuralSharing(localCarts, cartsOfUser(cartStorage.shared(cartUser) ?? localCarts, cartUser));
};

/** Returns the cart that all tabs share; null when there is none. Works even while no page of the cart is mounted. */
export const latestSharedCart = ({ store }: Pick<ShellApi, 'store'>, address: CartAddress): Cart | null =>
  findCartIn(latestCarts(selectCarts(store.getState()), address), address);

/** Returns the carts of a restaurant that any tab has paid today, the latest one last. */
export const latestPaidCarts = ({ store }: Pick<ShellApi, 'store'>, address: CartAddress): readonly PaidCart[] =>
  paidCartsIn(latestCarts(selectCarts(store.getState()), address), address);

/** Changes the carts in this page and in the storage. The change starts from the carts that any tab has stored last. */
const updateCarts = (
  { store }: Pick<ShellApi, 'store'>,
  address: CartAddress,
  changeCarts: (storedCarts: Carts) => Carts,
): void => {
  const localCarts = selectCarts(store.getState());
  const storedCarts = latestCarts(localCarts, address);
  const carts = changeCarts(storedCarts);
  // The storage is written before the page's state changes, because listeners of that change may read the storage.
  if (carts !== storedCarts) {
    cartStorage.write(carts);
    recordOpenPayments(storedCarts, carts);
  }
  if (carts !== localCarts) store.dispatch(cartSlice.actions.cartsChanged(carts));
};

/** Changes a cart in this page and in the storage; removes a cart that becomes empty. */
export const updateCart = (
  shell: Pick<ShellApi, 'store'>,
  { routingName, ...address }: CartPlace,
  changeCart: (cart: Cart) => Cart,
): void =>
  updateCarts(shell, address, (storedCarts) => {
    const previousCart = findCartIn(storedCarts, address);
    const cart = changeCart(previousCart ?? emptyCart(routingName));
    return cart === previousCart ? storedCarts : withCart(storedCarts, address, hasCartContent(cart) ? cart : null);
  });

/**
 * Removes a cart whose open payment has succeeded. The same write to the storage also stores the order, so that other
 * tabs know why the cart is gone.
 */
export const removePaidCart = (shell: Pick<ShellApi, 'store'>, address: CartAddress, orderKey: Key): void =>
  updateCarts(shell, address, (storedCarts) => withPaidCart(storedCarts, address, orderKey));

type CartSharingShell = Pick<ShellApi, 'store' | 'session'>;

/** Returns an open payment that uses discounts and that another tab has cancelled; null when there is none. */
const cancelledDiscountPayment = (previousCarts: Carts, { owner, byRestaurant }: Carts): OpenPayment | null => {
  if (owner !== previousCarts.owner) return null;
  const [cancelledPayment] = Object.entries(previousCarts.byRestaurant).flatMap(([key, { payment }]) =>
    payment !== null && paymentUsesDiscounts(payment) && byRestaurant[key]?.payment === null ? [payment] : [],
  );
  return cancelledPayment ?? null;
};

const applyStoredCarts = (
  shell: CartSharingShell,
  readStoredCarts: (reader: CartUser | null) => Carts | null,
  areDiscountsLoaded = false,
): void => {
  const { store, session } = shell;
  const localCarts = selectCarts(store.getState());
  const sessionState = session.get();
  const cartUser = sessionState.status === 'known' ? sessionState.account : null;
  const storedCarts = readStoredCarts(cartUser) ?? localCarts;
  const cartsOfReader = cartsOfUser(storedCarts, cartUser);
  const cancelledPayment = areDiscountsLoaded ? null : cancelledDiscountPayment(localCarts, cartsOfReader);
  if (cancelledPayment !== null) {
    // In this page the discounts count as used until they are loaded again. The cart of the other tab is applied even
    // if loading fails, so that it doesn't wait forever offline.
    void reloadFreedDiscounts(shell, cancelledPayment).then(() => applyStoredCarts(shell, readStoredCarts, true));
    return;
  }
  const carts = copyWithStructuralSharing(localCarts, cartsOfReader);
  if (carts !== localCarts) store.dispatch(cartSlice.actions.cartsChanged(carts));
  // Stores the carts only if they have moved to a member: without this write they couldn't be found again under the
  // member's account.
  if (cartsOfReader !== storedCarts && cartsOfReader.owner !== null && cartsOfReader.day !== null)
    cartStorage.write(cartsOfReader);
};

/**
 * Shares carts between all tabs and moves them to the account that logs in. Mounted once with the restaurant's page;
 * when mounted, it also reads changes that happened before.
 */
export const useSharedCarts = ({ store, session, clock }: CartSharingShell & Pick<ShellApi, 'clock'>): void => {
  const sessionState = useSession();
  useEffect(() => {
    const onStorageChange = ({ key }: StorageEvent): void => {
      if (cartStorage.holds(key)) applyStoredCarts({ store, session }, cartStorage.read);
    };
    // A page that the browser froze has missed the storage events of other tabs.
    const onPageRestored = ({ persisted }: PageTransitionEvent): void => {
      if (persisted) applyStoredCarts({ store, session }, cartStorage.shared);
    };
    window.addEventListener('storage', onStorageChange);
    window.addEventListener('pageshow', onPageRestored);
    return () => {
      window.removeEventListener('storage', onStorageChange);
      window.removeEventListener('pageshow', onPageRestored);
    };
  }, [store, session]);
  useEffect(() => applyStoredCarts({ store, session }, cartStorage.shared), [store, session, sessionState]);
  const cartAccess = useMemo(
    () => ({
      readCarts: () => selectCarts(store.getState()),
      restoreCart(restaurantKey: Key, leftCart: Cart): void {
        const cartPlace = cartPlaceOf({ session, clock }, { restaurantKey, routingName: leftCart.routingName });
        if (cartPlace === null) return;
        // Content that the diner has put into the cart since then stays in the cart.
        updateCart({ store }, cartPlace, (cart) => {
          if (cart.payment !== null) return cart;
          return cart.lines.length > 0 ? { ...cart, payment: leftCart.payment } : leftCart;
        });
      },
    }),
    [store, session, clock],
  );
  useOpenPaymentReminder(cartAccess);
};
