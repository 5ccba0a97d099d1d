import { CartItem, Discount, OrderForm, PaymentOption } from '@mahlzeit/contract';
import type { Day, Key, Offer } from '@mahlzeit/contract';
import { MAX_ITEM_AMOUNT } from '@mahlzeit/contract/rules';
import * as z from '@mahlzeit/contract/zod';

const { mealKey, amount, name, description, price, vatType, deposit, discount, comments } = CartItem.shape;

/** Dish in a cart, with the data that the diner saw last. */
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
  /** False until the dish's discount has been looked up once. The first lookup isn't reported as a change (C05). */
  isPriced: z.boolean(),
});
export type CartLine = Readonly<z.infer<typeof CartLine>>;

const { key, name: discountName, discountType, value } = Discount.shape;

/** Voucher of a cart, with the data that the diner saw last. */
export const CartVoucher = z.object({ key, name: discountName, discountType, value });
export type CartVoucher = Readonly<z.infer<typeof CartVoucher>>;

const text = z.string();
/** Dish in the cart before a change; absent in carts that an earlier release stored. */
const PreviousCartLine = z.optional(CartLine);

/** Change of a cart that the diner didn't cause and hasn't confirmed yet (C05). */
export const CartChange = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('mealGone'), mealKey, name: text, before: PreviousCartLine }),
  z.object({
    kind: z.enum(['mealPrice', 'mealDiscountGone', 'mealDiscountValue', 'mealDiscountAdded']),
    mealKey,
    name: text,
    from: price,
    to: price,
    before: PreviousCartLine,
  }),
  z.object({
    kind: z.enum(['voucherGone', 'voucherExcluded', 'voucherValue']),
    name: text,
    before: z.optional(CartVoucher),
  }),
  z.object({ kind: z.literal('meetupGone') }),
]);
export type CartChange = Readonly<z.infer<typeof CartChange>>;

/**
 * Payment that has started and whose outcome isn't certain. Until the outcome is certain, nothing changes its cart
 * (C06, C07).
 */
export const OpenPayment = z.object({
  /** Idempotency key of the request for the order; every repeated request uses the same key. */
  requestKey: z.string(),
  /** Request body for the order; every repeated request sends the same body. */
  form: OrderForm,
  /** Id of the payment at the payment provider; null until the gateway's response arrives. */
  payInId: z.nullable(z.string()),
  /** Key of the order; null until the gateway's response arrives. */
  orderKey: z.nullable(z.string()),
});
export type OpenPayment = Readonly<z.infer<typeof OpenPayment>>;

/** Third parameter of the restaurant page's URL that opens the form for a new card in the cart. */
export const NEW_CARD_ID = 'card';

/** Order that a diner is composing at one restaurant (S2§3). */
export const Cart = z.object({
  /** Name of the restaurant in the URL of its page, `giovannas-ofen`. */
  routingName: z.string(),
  lines: z.array(CartLine),
  /** Chosen way to pay; null until it is chosen. By default it becomes the first visible card or PayPal (C10). */
  paymentOption: z.nullable(PaymentOption),
  debitedCardId: z.nullable(z.string()),
  /** Time of the meal in epoch milliseconds; null until it is chosen. */
  meetUpDate: z.nullable(z.number()),
  /** Key of the invitation to which the order belongs; empty without one. */
  meetUp: z.string(),
  /** Whether the food is taken away; undefined until the diner has chosen (C01). */
  isTakeAway: z.optional(z.boolean()),
  /** Voucher that the diner redeems; null without one. */
  voucher: z.nullable(CartVoucher),
  /**
   * Whether the diner has chosen a voucher or decided against one. Then the voucher of the account isn't applied again
   * (C08).
   */
  isVoucherChosen: z.boolean(),
  /** Whether the diner was already asked to add a drink; the question comes only once (C13). */
  hasSuggestedDrinks: z.boolean(),
  /** Changes that the diner must confirm before ordering. */
  changes: z.array(CartChange),
  /**
   * Whether the cart was emptied because nothing can be ordered for today any more, and the diner hasn't seen the
   * message about it yet.
   */
  isOver: z.boolean(),
  payment: z.nullable(OpenPayment),
});
export type Cart = Readonly<z.infer<typeof Cart>>;

/** Cart that was paid, with its order. The order is found by the idempotency key of the payment. */
export const PaidCart = z.object({
  restaurantKey: z.string(),
  /** Idempotency key of the request for the order. */
  requestKey: z.string(),
  orderKey: z.string(),
});
export type PaidCart = Readonly<z.infer<typeof PaidCart>>;

/** All carts of one user on one day. Orders are for today only, and no other user sees the carts. */
export const Carts = z.object({
  /** User id of a member. Null for a visitor without an account, whose carts are moved to the account that logs in. */
  owner: z.nullable(z.string()),
  day: z.nullable(z.string()),
  /** Carts by the key of their restaurant: one for each restaurant (C28). */
  byRestaurant: z.record(z.string(), Cart),
  /** Carts that were paid on this day. An earlier release stored none. */
  paidCarts: z._default(z.array(PaidCart), []),
});
export type Carts = Readonly<z.infer<typeof Carts>>;

/** Address of a cart: owner, day and restaurant. */
export interface CartAddress {
  /** User id of a member; null for a visitor without an account. */
  readonly owner: Key | null;
  readonly day: Day;
  readonly restaurantKey: Key;
}

/** No carts and no owner: used, for example, if the browser stores no carts. */
export const noCarts: Carts = { owner: null, day: null, byRestaurant: {}, paidCarts: [] };

/** Creates a cart without dishes and choices for a restaurant. */
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

/** Returns how many pieces of a dish the cart contains. */
export const amountOfMeal = (cart: Cart | null, dishKey: Key): number =>
  cart?.lines.find((line) => line.mealKey === dishKey)?.amount ?? 0;

/** Returns the total number of pieces in a cart. */
export const pieceCountOf = ({ lines }: Pick<Cart, 'lines'>): number =>
  lines.reduce((pieceSum, line) => pieceSum + line.amount, 0);

const newCartLineOf = (offer: Offer, lineAmount: number): CartLine => ({
  mealKey: offer.key,
  amount: lineAmount,
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
 * Sets the number of pieces of a dish in the cart; 0 removes the dish (S2§5). Anything but an integer has no effect.
 */
export const withLineAmount = (cart: Cart, dishKey: Key, lineAmount: number): Cart => {
  if (!Number.isSafeInteger(lineAmount) || lineAmount > MAX_ITEM_AMOUNT) return cart;
  if (lineAmount <= 0) return { ...cart, lines: cart.lines.filter((line) => line.mealKey !== dishKey) };
  return {
    ...cart,
    lines: cart.lines.map((line) => (line.mealKey === dishKey ? { ...line, amount: lineAmount } : line)),
  };
};

/** Sets the number of pieces of a dish on the menu; adds the dish when the cart doesn't contain it. */
export const withAmount = (cart: Cart, offer: Offer, lineAmount: number): Cart => {
  const isDishNew = !cart.lines.some((line) => line.mealKey === offer.key);
  if (!isDishNew || lineAmount <= 0 || !Number.isSafeInteger(lineAmount) || lineAmount > MAX_ITEM_AMOUNT)
    return withLineAmount(cart, offer.key, lineAmount);
  return { ...cart, lines: [...cart.lines, newCartLineOf(offer, lineAmount)] };
};

/** Maximum length of a comment for the kitchen (S2§9), in characters as users count them. */
export const MAX_COMMENT_LENGTH = 140;

/** Sets the comment for the kitchen on one dish. */
export const withLineComment = (cart: Cart, dishKey: Key, comment: string): Cart => ({
  ...cart,
  lines: cart.lines.map((line) => (line.mealKey === dishKey ? { ...line, comments: comment.trim() } : line)),
});

/** Sets the time of the meal to a time of today, and thereby removes the link to a meetup (C11). */
export const withMealTime = (cart: Cart, mealInstant: number): Cart => ({
  ...cart,
  meetUpDate: mealInstant,
  meetUp: '',
});

/** Removes the link between the cart and a meetup. The time and the choice of place stay. */
export const withoutMeetup = (cart: Cart): Cart => ({ ...cart, meetUp: '' });

/**
 * Selects a voucher for the cart, or removes it if it is already selected. In both cases the voucher that the diner
 * selected in the account isn't applied again (C08).
 */
export const withVoucher = (cart: Cart, voucher: CartVoucher | null): Cart => ({
  ...cart,
  voucher:
    voucher === null || cart.voucher?.key === voucher.key
      ? null
      : { key: voucher.key, name: voucher.name, discountType: voucher.discountType, value: voucher.value },
  isVoucherChosen: true,
});
