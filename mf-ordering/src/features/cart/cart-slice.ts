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

/** Whether an order has taken discounts that are its diner's again where it comes to nothing. */
const takesDiscounts = ({ form: { discount = null, items = [] } }: OpenPayment): boolean =>
  discount !== null || items.some((item) => (item.discount ?? null) !== null);

/**
 * Asks which discounts are the diner's again behind a payment that came to nothing, before its cart follows the menu:
 * as long as the order was open they counted as used. False: nobody has answered.
 */
export const reloadFreedDiscounts = async (
  { store }: Pick<ShellApi, 'store'>,
  payment: OpenPayment | null,
): Promise<boolean> => payment === null || !takesDiscounts(payment) || reloadDiscounts(store);

// Carts without an account are taken along by whoever logs in; a member's are seen by nobody else.
const isOf = (carts: Carts, { owner }: Pick<CartAddress, 'owner'>): boolean =>
  carts.owner === null || carts.owner === owner;

// Yesterday's carts are gone at midnight, but for those that are being paid: what they hold is charged, or not, until
// that is decided (C06).
const isStillThere = (carts: Carts, { day }: Pick<CartAddress, 'day'>, { payment }: Cart): boolean =>
  carts.day === day || payment !== null;

/** A cart of somebody's; null where there is none. */
export const cartIn = (carts: Carts, address: CartAddress): Cart | null => {
  const cart = isOf(carts, address) ? carts.byRestaurant[address.restaurantKey] : undefined;
  return cart !== undefined && isStillThere(carts, address, cart) ? cart : null;
};

const without = <Value>(values: Readonly<Record<Key, Value>>, gone: Key): Readonly<Record<Key, Value>> =>
  Object.fromEntries(Object.entries(values).filter(([key]) => key !== gone));

/**
 * The carts with this one in place of what was there; null takes it out. Those of another user are left behind, and
 * those of another day that nobody is paying.
 */
export const withCart = (carts: Carts, { owner, day, restaurantKey }: CartAddress, cart: Cart | null): Carts => {
  const known = isOf(carts, { owner }) ? Object.entries(carts.byRestaurant) : [];
  const stored = Object.fromEntries(known.filter(([, cartThere]) => isStillThere(carts, { day }, cartThere)));
  return {
    owner,
    day,
    byRestaurant: cart === null ? without(stored, restaurantKey) : { ...stored, [restaurantKey]: cart },
  };
};

/** Who uses the page. */
interface CartReader {
  readonly uid: string;
  readonly isAnonymous: boolean;
}

/** The carts once somebody else uses the page (A06): whoever logs in keeps what they have filled before. */
export const cartsOf = (carts: Carts, user: CartReader | null): Carts => {
  // Between two users nobody is known for a moment, and it may be the same one again.
  if (user === null || carts.owner === user.uid) return carts;
  if (carts.owner !== null) return noCarts;
  return user.isAnonymous ? carts : { ...carts, owner: user.uid };
};

const STORED_NAME = 'carts';
const ANONYMOUS_KEY = 'mahlzeit.anonymousCarts';
const MEMBER_KEY = /^mahlzeit\.user\.([^.]+)\.carts$/;

type CartStorage = Pick<Storage, 'length' | 'key' | 'getItem' | 'setItem' | 'removeItem'>;

const StoredCarts = z.object({ ...Carts.shape, byRestaurant: z.record(z.string(), z.unknown()) });

// Cart by cart: one of an older form must not take another's open payment along.
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
 * Carts in a storage of the browser: a member's under a key that the shell erases for others, those of nobody under
 * another. Where it is blocked, full or holds something else, they live in this page alone.
 */
export const createCartStorage = (storage: () => CartStorage) => {
  let isStored = true;
  const read = (reader: CartReader | null): Carts | null => {
    try {
      // A member's carts hide those of nobody, except from who has no account: they could see none then.
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
    /** What is stored for a reader, null while they aren't known; null where the browser blocks its storage. */
    read,
    /** The same as long as it is what this page has written last: where that failed, the page's own carts are newer. */
    shared: (reader: CartReader | null): Carts | null => (isStored ? read(reader) : null),
    write(carts: Carts): void {
      isStored = storedText(storage, keyOf(carts)).write(JSON.stringify(carts));
      if (carts.owner !== null) storedText(storage, ANONYMOUS_KEY).remove();
    },
    /** Whether a key of the storage holds carts. */
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

/** A cart of somebody's; null where there is none. */
export const selectCart = reducer.selector((state, address: CartAddress): Cart | null =>
  cartIn(state['ordering/cart'], address),
);

/** Where a cart is, and how its restaurant is called in addresses. */
export interface CartPlace extends CartAddress {
  readonly routingName: string;
}

/** A restaurant that has a cart. */
export type CartRestaurant = Pick<CartPlace, 'restaurantKey' | 'routingName'>;

/** Where the cart of whoever uses the page is at that restaurant; null while nobody is known. */
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

/** The same in components; another one at midnight. */
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

/** The cart at a place; null while there is none. */
export const useCart = (place: CartPlace | null): Cart | null =>
  useSelector((state: RootState) => (place === null ? null : selectCart(state, place)));

/** Whether a cart holds anything that somebody may want to see again. */
export const holdsSomething = ({ lines, meetUp, payment, changes, isOver }: Cart): boolean =>
  lines.length > 0 || meetUp !== '' || payment !== null || changes.length > 0 || isOver;

const nobody: CartReader = { uid: '', isAnonymous: true };

// Other tabs may have stored something since. What they left alone stays the same object.
const latestCarts = (present: Carts, { owner }: Pick<CartAddress, 'owner'>): Carts => {
  const reader = owner === null ? nobody : { uid: owner, isAnonymous: false };
  return copyWithStructuralSharing(present, cartsOf(cartStorage.shared(reader) ?? present, reader));
};

/** The cart at a place as all tabs share it, also where none of its pages is mounted; null where there is none. */
export const sharedCart = ({ store }: Pick<ShellApi, 'store'>, address: CartAddress): Cart | null =>
  cartIn(latestCarts(selectCarts(store.getState()), address), address);

/**
 * Changes a cart, in this page and beyond it; one that holds nothing any more is taken out. Builds on what other tabs
 * have stored.
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
  // Stored first: whoever hears of the change may look at what is stored.
  if (cart !== before) {
    cartStorage.write(carts);
    noteOpenPayments(latest, carts);
  }
  if (carts !== present) store.dispatch(cartSlice.actions.cartsChanged(carts));
};

type SharingShell = Pick<ShellApi, 'store' | 'session'>;

/** A payment with discounts that another tab has let go of; null: none. */
const letGoWithDiscounts = (before: Carts, { owner, byRestaurant }: Carts): OpenPayment | null => {
  if (owner !== before.owner) return null;
  const [letGo] = Object.entries(before.byRestaurant).flatMap(([key, { payment }]) =>
    payment !== null && takesDiscounts(payment) && byRestaurant[key]?.payment === null ? [payment] : [],
  );
  return letGo ?? null;
};

const takeOver = (
  shell: SharingShell,
  readStored: (reader: CartReader | null) => Carts | null,
  isHeard = false,
): void => {
  const { store, session } = shell;
  const present = selectCarts(store.getState());
  const view = session.get();
  const reader = view.status === 'known' ? view.account : null;
  const known = readStored(reader) ?? present;
  const taken = cartsOf(known, reader);
  const letGo = isHeard ? null : letGoWithDiscounts(present, taken);
  if (letGo !== null) {
    // Here they count as used until somebody asks; offline the cart must not wait for ever.
    void reloadFreedDiscounts(shell, letGo).then(() => takeOver(shell, readStored, true));
    return;
  }
  const carts = copyWithStructuralSharing(present, taken);
  if (carts !== present) store.dispatch(cartSlice.actions.cartsChanged(carts));
  // Only what goes over to a member: nobody finds it without that account any more.
  if (taken !== known && taken.owner !== null && taken.day !== null) cartStorage.write(taken);
};

/**
 * All tabs show the same cart, and whoever logs in takes theirs along, also beyond the page. Mounted once with the
 * place's page; what was missed before is read then.
 */
export const useSharedCarts = ({ store, session }: SharingShell): void => {
  const view = useSession();
  useEffect(() => {
    const onStored = ({ key }: StorageEvent): void => {
      if (cartStorage.holds(key)) takeOver({ store, session }, cartStorage.read);
    };
    // A page that was frozen has missed the others' events.
    const onRestored = ({ persisted }: PageTransitionEvent): void => {
      if (persisted) takeOver({ store, session }, cartStorage.shared);
    };
    window.addEventListener('storage', onStored);
    window.addEventListener('pageshow', onRestored);
    return () => {
      window.removeEventListener('storage', onStored);
      window.removeEventListener('pageshow', onRestored);
    };
  }, [store, session]);
  useEffect(() => takeOver({ store, session }, cartStorage.shared), [store, session, view]);
  useLeftPayments(useCallback(() => selectCarts(store.getState()), [store]));
};
