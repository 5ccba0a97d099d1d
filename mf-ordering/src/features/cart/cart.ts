import { CartItem, Discount, OrderForm, PaymentOption } from '@mahlzeit/contract';
import type { Day, Key, Offer } from '@mahlzeit/contract';
import { MAX_ITEM_AMOUNT } from '@mahlzeit/contract/rules';
import * as z from '@mahlzeit/contract/zod';

const { mealKey, amount, name, description, price, vatType, deposit, discount, comments } = CartItem.shape;

/** One dish of a cart as the diner last saw it, told of each change. */
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
  /** False until its discount was looked up for the first time: that is no change to tell of (C05). */
  isPriced: z.boolean(),
});
export type CartLine = Readonly<z.infer<typeof CartLine>>;

const { key, name: discountName, discountType, value } = Discount.shape;

/** The voucher of a cart as the diner last saw it. */
export const CartVoucher = z.object({ key, name: discountName, discountType, value });
export type CartVoucher = Readonly<z.infer<typeof CartVoucher>>;

const text = z.string();
/** Missing in carts of an earlier release. */
const lineBefore = z.optional(CartLine);

/** What others changed of a cart, until the diner has said that they know (C05). */
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

/** A payment that was begun and isn't settled yet. Until it is, nothing changes its cart (C06, C07). */
export const OpenPayment = z.object({
  /** Idempotency-Key of the order's call: the same order, however often it is sent. */
  requestKey: z.string(),
  /** What was ordered; a repeat sends the very same. */
  form: OrderForm,
  /** The provider's payment; null before the gateway has answered. */
  payInId: z.nullable(z.string()),
  /** The order that it pays; null before the gateway has answered. */
  orderKey: z.nullable(z.string()),
});
export type OpenPayment = Readonly<z.infer<typeof OpenPayment>>;

/** What of an open cart its address asks for: the form of a new card. */
export const NEW_CARD = 'card';

/** What a diner is about to order from one restaurant (S2§3). */
export const Cart = z.object({
  /** In the address of the restaurant's page. */
  routingName: z.string(),
  lines: z.array(CartLine),
  /** Null: not chosen yet; the first visible card or PayPal is (C10). */
  paymentOption: z.nullable(PaymentOption),
  debitedCardId: z.nullable(z.string()),
  /** Null until a time is chosen. */
  meetUpDate: z.nullable(z.number()),
  /** Key of the invitation; empty where there is none. */
  meetUp: z.string(),
  /** Undefined until somebody has chosen (C01). */
  isTakeAway: z.optional(z.boolean()),
  /** Null: none. */
  voucher: z.nullable(CartVoucher),
  /** The diner has chosen a voucher or none: the account's isn't applied again (C08). */
  isVoucherChosen: z.boolean(),
  /** They were asked once whether they want something to drink (C13). */
  hasSuggestedDrinks: z.boolean(),
  /** What they have yet to look at before they can order. */
  changes: z.array(CartChange),
  /** It was emptied because nothing can be ordered for today any more, and they have not seen that yet. */
  isOver: z.boolean(),
  payment: z.nullable(OpenPayment),
});
export type Cart = Readonly<z.infer<typeof Cart>>;

/** The carts of one user on one day: orders are for today alone, and nobody sees another's. */
export const Carts = z.object({
  /** Null: whoever uses this browser without an account; who logs in takes them along. */
  owner: z.nullable(z.string()),
  day: z.nullable(z.string()),
  /** One cart for each restaurant, by its key (C28). */
  byRestaurant: z.record(z.string(), Cart),
});
export type Carts = Readonly<z.infer<typeof Carts>>;

/** Whose cart, of which day and which restaurant. */
export interface CartAddress {
  /** Uid of a member; null for who has no account. */
  readonly owner: Key | null;
  readonly day: Day;
  readonly restaurantKey: Key;
}

/** No carts, nobody's. */
export const noCarts: Carts = { owner: null, day: null, byRestaurant: {} };

/** A cart that nothing was put into yet. */
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

/** How often a meal is in a cart. */
export const amountOf = (cart: Cart | null, meal: Key): number =>
  cart?.lines.find((line) => line.mealKey === meal)?.amount ?? 0;

/** How many dishes are in a cart, each piece counted. */
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

/**
 * The cart with so many of a dish that is in it; at 0 it is removed (S2§5). What is no whole number of them changes
 * nothing.
 */
export const withLineAmount = (cart: Cart, meal: Key, pieces: number): Cart => {
  if (!Number.isSafeInteger(pieces) || pieces > MAX_ITEM_AMOUNT) return cart;
  if (pieces <= 0) return { ...cart, lines: cart.lines.filter((line) => line.mealKey !== meal) };
  return { ...cart, lines: cart.lines.map((line) => (line.mealKey === meal ? { ...line, amount: pieces } : line)) };
};

/** The same of a meal of the menu: the first one puts it in. */
export const withAmount = (cart: Cart, offer: Offer, pieces: number): Cart => {
  const isNew = !cart.lines.some((line) => line.mealKey === offer.key);
  if (!isNew || pieces <= 0 || !Number.isSafeInteger(pieces) || pieces > MAX_ITEM_AMOUNT)
    return withLineAmount(cart, offer.key, pieces);
  return { ...cart, lines: [...cart.lines, lineOf(offer, pieces)] };
};

/** Most characters of a wish to the kitchen (S2§9), as people count them. */
export const MAX_COMMENT_LENGTH = 140;

/** The cart with a wish to the kitchen for one dish. */
export const withComment = (cart: Cart, meal: Key, wish: string): Cart => ({
  ...cart,
  lines: cart.lines.map((line) => (line.mealKey === meal ? { ...line, comments: wish.trim() } : line)),
});

/** The cart for a time of today; it is then for no meetup any more (C11). */
export const withTime = (cart: Cart, at: number): Cart => ({ ...cart, meetUpDate: at, meetUp: '' });

/** The cart for nobody's meetup; its time and place stay. */
export const withoutMeetup = (cart: Cart): Cart => ({ ...cart, meetUp: '' });

/** Selects a voucher, or clears it where it is chosen already; either way the account's isn't applied again (C08). */
export const withVoucher = (cart: Cart, voucher: CartVoucher | null): Cart => ({
  ...cart,
  voucher:
    voucher === null || cart.voucher?.key === voucher.key
      ? null
      : { key: voucher.key, name: voucher.name, discountType: voucher.discountType, value: voucher.value },
  isVoucherChosen: true,
});
