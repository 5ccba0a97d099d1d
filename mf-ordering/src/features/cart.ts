import type { Day, Key } from '@mahlzeit/contract';
import { createSlice, parseStored, rootReducer, storedText, userChanged } from '@mahlzeit/shared-ui/platform';
import type { BrowserStorage, PayloadAction, ShellApi } from '@mahlzeit/shared-ui/platform';

/** How often each meal is in a restaurant's cart; what isn't there is there zero times. */
type CartAmounts = Readonly<Record<Key, number>>;

/** The carts of one user on one day: orders are for today alone, and nobody sees another's. */
export interface Carts {
  readonly owner: Key | null;
  readonly day: Day | null;
  /** One cart for each restaurant. */
  readonly byRestaurant: Readonly<Record<Key, CartAmounts>>;
}

/** Whose carts, and of which day. */
interface CartOwner {
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
  const stored = isOf(carts, { owner, day }) ? carts.byRestaurant : {};
  return { owner, day, byRestaurant: withCart(stored, restaurantKey, withAmount(stored[restaurantKey] ?? {}, mealKey, amount)) };
};

type Values = Readonly<Record<string, unknown>>;

const isRecord = (value: unknown): value is Values => typeof value === 'object' && value !== null && !Array.isArray(value);

const isAmount = (value: unknown): boolean => typeof value === 'number' && Number.isSafeInteger(value) && value > 0;

const isCart = (value: unknown): value is CartAmounts => isRecord(value) && Object.values(value).every(isAmount);

const areCarts = (value: unknown): value is Carts =>
  isRecord(value)
  && typeof value['owner'] === 'string'
  && typeof value['day'] === 'string'
  && isRecord(value['byRestaurant'])
  && Object.values(value['byRestaurant']).every(isCart);

const cartsIn = (text: string | null): Carts => {
  const stored = parseStored(text);
  return areCarts(stored) ? stored : noCarts;
};

/** Stores carts beyond the page. */
interface CartStorage {
  read(): Carts;
  write(carts: Carts): void;
}

const STORAGE_KEY = 'mahlzeit.ordering.cart';

/** Carts in a storage of the browser. Where it is blocked, full or holds something else, they live in this page alone. */
export const createCartStorage = (storage: BrowserStorage): CartStorage => {
  const stored = storedText(storage, STORAGE_KEY);
  return {
    read: () => cartsIn(stored.read()),
    write: (carts) => void stored.write(JSON.stringify(carts)),
  };
};

const cartStorage = createCartStorage(() => window.localStorage);

const cartSlice = createSlice({
  name: 'ordering/cart',
  initialState: (): Carts => cartStorage.read(),
  reducers: {
    amountChanged: (carts, { payload }: PayloadAction<AmountChange>) => withChange(carts, payload),
  },
  extraReducers: (builder) => {
    // Between two users nobody is known for a moment, and it may be the same one again.
    builder.addCase(userChanged, (carts, { payload: user }) => (user === null || user.uid === carts.owner ? carts : noCarts));
  },
});

const reducer = rootReducer.inject(cartSlice);

const selectCarts = reducer.selector((state) => state['ordering/cart']);

/** How often a meal is in the cart of its restaurant. */
export const selectAmount = reducer.selector((state, meal: Omit<AmountChange, 'amount'>) => amountIn(state['ordering/cart'], meal));

/** Sets how often a meal is in the cart, in this page and beyond it. */
export const changeAmount = ({ store }: Pick<ShellApi, 'store'>, change: AmountChange): void => {
  store.dispatch(cartSlice.actions.amountChanged(change));
  cartStorage.write(selectCarts(store.getState()));
};
