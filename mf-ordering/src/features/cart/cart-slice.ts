import type { PayloadAction, ShellApi } from '@mahlzeit/shared-ui/platform';
import { createSlice, rootReducer, userChanged } from '@mahlzeit/shared-ui/platform';
import { createCartStorage } from './cart-memory';
import { amountIn, noCarts, withChange } from './cart-rules';
import type { AmountChange, Carts } from './cart-rules';

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
