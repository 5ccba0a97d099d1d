import { CartItem, Discount, OrderForm, PaymentOption } from '@mahlzeit/contract';
import type { Day, Key, Offer } from '@mahlzeit/contract';
import { MAX_ITEM_AMOUNT } from '@mahlzeit/contract/rules';
import * as z from '@mahlzeit/contract/zod';

const { mealKey, amount, name, description, price, vatType, deposit, discount, comments } = CartItem.shape;

/** Dish of a cart as the diner last saw it. */
export const CartLine = z.object({
  mealKey,
  amount,
  name,
  description,
  price,
  vatType,
  deposit,
  discount,
  comments,
  /** False until its discount was looked up for the first time: that is no change to report (C05). */
  isPriced: z.boolean(),
});
export type CartLine = Readonly<z.infer<typeof CartLine>>;

const { key, name: discountName, discountType, value } = Discount.shape;

/** Voucher of a cart as the diner last saw it. */
export const CartVoucher = z.object({ key, name: discountName, discountType, value });
export type CartVoucher = Readonly<z.infer<typeof CartVoucher>>;

const text = z.string();
/** Absent in carts of an earlier release. */
const lineBefore = z.optional(CartLine);

/** Change of a cart by others that the diner hasn't confirmed yet (C05). */
export const CartChange = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('mealGone'), mealKey, name: text, before: lineBefore }),
  z.object({
    kind: z.enum(['mealPrice', 'mealDiscountGone', 'mealDiscountValue', 'mealDiscountAdded']),
    mealKey,
    name: text,
    from: price,
    to: price,
    before: lineBefore,
  }),
  z.object({
    kind: z.enum(['voucherGone', 'voucherExcluded', 'voucherValue']),
    name: text,
    before: z.optional(CartVoucher),
  }),
  z.object({ kind: z.literal('meetupGone') }),
]);
export type CartChange = Readonly<z.infer<typeof CartChange>>;

/** Payment that has begun and isn't settled. Until then nothing changes its cart (C06, C07). */
export const OpenPayment = z.object({
  /** Idempotency key of the order's call: every repeat sends the same order under it. */
  requestKey: z.string(),
  /** Order as it was sent; a repeat sends the same. */
  form: OrderForm,
  /** Id of the provider's payment; null before the gateway's answer. */
  payInId: z.nullable(z.string()),
  /** Key of the order; null before the gateway's answer. */
  orderKey: z.nullable(z.string()),
});
export type OpenPayment = Readonly<z.infer<typeof OpenPayment>>;

/** Part of the cart's address that opens the form of a new card. */
export const NEW_CARD = 'card';

/** Order that a diner is composing for one restaurant (S2§3). */
export const Cart = z.object({
  /** Name of the restaurant in addresses. */
  routingName: z.string(),
  lines: z.array(CartLine),
  /** Null: not chosen yet; the default is the first visible card or PayPal (C10). */
  paymentOption: z.nullable(PaymentOption),
  debitedCardId: z.nullable(z.string()),
  /** Null until a time is chosen. */
  meetUpDate: z.nullable(z.number()),
  /** Key of the invitation; empty where there is none. */
  meetUp: z.string(),
  /** Undefined until somebody has chosen (C01). */
  isTakeAway: z.optional(z.boolean()),
  /** Null: no voucher. */
  voucher: z.nullable(CartVoucher),
  /** Whether the diner has chosen a voucher or none: then the account's voucher isn't applied again (C08). */
  isVoucherChosen: z.boolean(),
  /** Whether the diner was asked for drinks once (C13). */
  hasSuggestedDrinks: z.boolean(),
  /** Changes that the diner must confirm before ordering. */
  changes: z.array(CartChange),
  /**
   * Whether the cart was emptied because nothing can be ordered for today any more, and the diner hasn't seen that yet.
   */
  isOver: z.boolean(),
  payment: z.nullable(OpenPayment),
});
export type Cart = Readonly<z.infer<typeof Cart>>;

/** Carts of one user on one day: orders are for today only, and no other user sees them. */
export const Carts = z.object({
  /** Null: a visitor without an account; the carts move to the account that logs in. */
  owner: z.nullable(z.string()),
  day: z.nullable(z.string()),
  /** One cart for each restaurant, by its key (C28). */
  byRestaurant: z.record(z.string(), Cart),
});
export type Carts = Readonly<z.infer<typeof Carts>>;

/** Address of a cart: owner, day and restaurant. */
export interface CartAddress {
  /** User id of a member; null for a visitor without an account. */
  readonly owner: Key | null;
  readonly day: Day;
  readonly restaurantKey: Key;
}

/** Empty carts of no user. */
export const noCarts: Carts = { owner: null, day: null, byRestaurant: {} };

/** Creates an empty cart. */
export const emptyCart = (routingName: string): Cart => ({
  routingName,
  lines: [],
  paymentOption: null,
  debitedCardId: null,
  meetUpDate: null,
  meetUp: '',
  voucher: null,
  isVoucherChosen: false,
  hasSuggestedDrinks: false,
  changes: [],
  isOver: false,
  payment: null,
});

/** Returns the amount of a meal in a cart. */
export const amountOf = (cart: Cart | null, meal: Key): number =>
  cart?.lines.find((line) => line.mealKey === meal)?.amount ?? 0;

/** Returns the number of dishes in a cart, each piece counted. */
export const pieceCount = ({ lines }: Pick<Cart, 'lines'>): number =>
  lines.reduce((count, line) => count + line.amount, 0);

const lineOf = (offer: Offer, pieces: number): CartLine => ({
  mealKey: offer.key,
  amount: pieces,
  name: offer.name,
  description: offer.description,
  price: offer.price,
  vatType: offer.vatType,
  deposit: offer.deposit,
  discount: null,
  comments: '',
  isPriced: false,
});

/** Sets the amount of a dish in the cart; 0 removes it (S2§5). An amount that is no whole number changes nothing. */
export const withLineAmount = (cart: Cart, meal: Key, pieces: number): Cart => {
  if (!Number.isSafeInteger(pieces) || pieces > MAX_ITEM_AMOUNT) return cart;
  if (pieces <= 0) return { ...cart, lines: cart.lines.filter((line) => line.mealKey !== meal) };
  return { ...cart, lines: cart.lines.map((line) => (line.mealKey === meal ? { ...line, amount: pieces } : line)) };
};

/** Sets the amount of a meal of the menu; adds it where the cart doesn't hold it. */
export const withAmount = (cart: Cart, offer: Offer, pieces: number): Cart => {
  const isNew = !cart.lines.some((line) => line.mealKey === offer.key);
  if (!isNew || pieces <= 0 || !Number.isSafeInteger(pieces) || pieces > MAX_ITEM_AMOUNT)
    return withLineAmount(cart, offer.key, pieces);
  return { ...cart, lines: [...cart.lines, lineOf(offer, pieces)] };
};

/** Maximum length of a wish to the kitchen (S2§9), in characters as people count them. */
export const MAX_COMMENT_LENGTH = 140;

/** Sets the wish to the kitchen for one dish. */
export const withComment = (cart: Cart, meal: Key, wish: string): Cart => ({
  ...cart,
  lines: cart.lines.map((line) => (line.mealKey === meal ? { ...line, comments: wish.trim() } : line)),
});

/** Sets a time of today, which ends the link to a meetup (C11). */
export const withTime = (cart: Cart, at: number): Cart => ({ ...cart, meetUpDate: at, meetUp: '' });

/** Removes the link to a meetup; time and place stay. */
export const withoutMeetup = (cart: Cart): Cart => ({ ...cart, meetUp: '' });

/**
 * Selects a voucher, or clears it if it is selected already; either way the account's voucher isn't applied again
 * (C08).
 */
export const withVoucher = (cart: Cart, voucher: CartVoucher | null): Cart => ({
  ...cart,
  voucher:
    voucher === null || cart.voucher?.key === voucher.key
      ? null
      : { key: voucher.key, name: voucher.name, discountType: voucher.discountType, value: voucher.value },
  isVoucherChosen: true,
});
