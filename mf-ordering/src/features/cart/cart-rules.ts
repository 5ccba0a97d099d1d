import { paymentOptionFacts } from '@mahlzeit/contract';
import type { Cents, Discount, Invitation, Ms, Offer, Order, Restaurant, VatType } from '@mahlzeit/contract';
import {
  dishSlots,
  drinksMealTypeName,
  isLunchMealType,
  isLunchServedAt,
  isOrderable,
  isOrderingOver as isDishOrderingOver,
  MAX_ORDER_TOTAL,
  meetupInstantOf,
  meetupMisfitOf,
  orderTakingErrorOf,
  orderTimeError,
  ownAnswer,
  totalDeposit,
  totalItemPrice,
  totalPrice,
  vatByType,
  vatRateOf,
  voucherValue,
} from '@mahlzeit/contract/rules';
import type { OrderTakingError, OrderTimeError } from '@mahlzeit/contract/rules';
import type { Cart, CartLine, CartVoucher } from './cart';

/** Fields of a restaurant that the rules of the cart use. */
export type CartRestaurantFacts = Pick<
  Restaurant,
  | 'key'
  | 'companyId'
  | 'openingHours'
  | 'datedWeek'
  | 'restTime'
  | 'lunchTimes'
  | 'orderForerunMinutes'
  | 'onlyTakeAway'
  | 'canReceiveOrders'
  | 'ordersPausedUntil'
  | 'offers'
>;

/** Sums of a cart in cents. All are calculated from the cart's content (S2§3). */
export interface CartTotals {
  /** Sum of the dishes' prices after their own discounts, without deposit. */
  readonly goods: Cents;
  readonly deposit: Cents;
  /** Amount by which the voucher reduces the price. */
  readonly voucher: Cents;
  readonly total: Cents;
  readonly vatByType: Order['vatByType'];
}

/** Returns the value of a voucher in a cart: at most the price of the goods (C02). */
export const voucherValueInCart = (
  { lines }: Pick<Cart, 'lines'>,
  voucher: Pick<CartVoucher, 'discountType' | 'value'> | null,
): Cents => (voucher === null ? 0 : voucherValue(lines, voucher));

/**
 * Returns whether the dishes are taken away: the diner has chosen this, or the restaurant offers nothing else.
 * Undefined until the diner has chosen (C01).
 */
export const isOrderTakenAway = (
  { isTakeAway }: Pick<Cart, 'isTakeAway'>,
  { onlyTakeAway }: Pick<Restaurant, 'onlyTakeAway'>,
): boolean | undefined => (onlyTakeAway ? true : isTakeAway);

/**
 * Calculates the sums of a cart. The VAT rates are the server's current rates for the chosen place (C04); until a place
 * is chosen, the rates for eating in.
 */
export const cartTotals = (
  cart: Pick<Cart, 'lines' | 'voucher'>,
  { vatTypes, isTakeAway }: { readonly vatTypes: readonly VatType[]; readonly isTakeAway: boolean },
): CartTotals => {
  const voucherCents = voucherValueInCart(cart, cart.voucher);
  const voucher = { value: voucherCents };
  const deposit = totalDeposit(cart.lines);
  return {
    goods: totalItemPrice(cart.lines) - deposit,
    deposit,
    voucher: voucherCents,
    total: totalPrice(cart.lines, voucher),
    vatByType: vatByType(cart.lines, { voucher, rateOf: (vatKind) => vatRateOf(vatTypes, vatKind, isTakeAway) ?? 0 }),
  };
};

/** Calculates the cart's total in cents, voucher and deposit included. */
export const cartTotal = (cart: Pick<Cart, 'lines' | 'voucher'>): Cents =>
  totalPrice(cart.lines, { value: voucherValueInCart(cart, cart.voucher) });

/**
 * Calculates the total of the cart before the changes that the diner hasn't confirmed yet, with the current number of
 * pieces of each dish. A dish that is no longer on the menu doesn't count, because its price is no saving. Returns null
 * when the changes don't affect the total of the other dishes.
 */
export const cartTotalBeforeChanges = (cart: Pick<Cart, 'lines' | 'voucher' | 'changes'>): Cents | null => {
  const previousLineByMeal = new Map<string, CartLine>();
  let { voucher } = cart;
  for (const cartChange of cart.changes) {
    if ('mealKey' in cartChange && cartChange.before !== undefined)
      previousLineByMeal.set(cartChange.mealKey, cartChange.before);
    if (!('mealKey' in cartChange) && 'before' in cartChange && cartChange.before !== undefined)
      voucher = cartChange.before;
  }
  const previousTotal = cartTotal({
    lines: cart.lines.map((line) => ({ ...line, ...previousLineByMeal.get(line.mealKey), amount: line.amount })),
    voucher,
  });
  return previousTotal === cartTotal(cart) ? null : previousTotal;
};

/**
 * Returns the voucher that saves most in a cart and leaves something to pay; of equal ones, the voucher that ends
 * first.
 * Returns null if no voucher saves more than the cart's own voucher.
 */
export const betterVoucherFor = (
  cart: Pick<Cart, 'lines' | 'voucher'>,
  vouchers: readonly Discount[],
): Discount | null => {
  const currentSaving = voucherValueInCart(cart, cart.voucher);
  const savings = vouchers
    .filter((voucher) => cartTotal({ lines: cart.lines, voucher: toVoucher(voucher) }) > 0)
    .map((voucher) => ({ voucher, saved: voucherValueInCart(cart, voucher) }))
    .filter(({ saved }) => saved > currentSaving)
    .sort((a, b) => b.saved - a.saved || a.voucher.end - b.voucher.end);
  return savings[0]?.voucher ?? null;
};

/** Returns whether at least one dish has a discount of its own: then no voucher can be redeemed (C09). */
export const hasItemDiscount = ({ lines }: Pick<Cart, 'lines'>): boolean =>
  lines.some(({ discount }) => discount !== null);

/** Returns whether the cart has no drink although the restaurant offers drinks (S2§3). */
export const shouldSuggestDrinks = ({ lines }: Pick<Cart, 'lines'>, offers: readonly Offer[]): boolean =>
  lines.length > 0 &&
  orderableDrinksOf(offers).length > 0 &&
  !lines.some(
    ({ vatType, mealKey }) => vatType === 'DRINK' || orderableDrinksOf(offers).some(({ key }) => key === mealKey),
  );

/** Returns the drinks that can be ordered today. */
export const orderableDrinksOf = (offers: readonly Offer[]): readonly Offer[] =>
  offers.filter((offer) => offer.baseName === drinksMealTypeName && isOrderable(offer));

/** Returns whether the restaurant takes no more orders today (S2§4). */
export const isOrderingOver = (place: CartRestaurantFacts, now: Ms): boolean => isDishOrderingOver(place, false, now);

/** Returns whether a dish can be ordered now. A lunch dish can be ordered only until the orders for lunch end. */
export const isStillOrderable = (offer: Offer, place: CartRestaurantFacts, now: Ms): boolean =>
  isOrderable(offer) && !(isLunchMealType(offer.baseName) && isDishOrderingOver(place, true, now));

const hasLunchDishes = ({ lines }: Pick<Cart, 'lines'>, { offers }: CartRestaurantFacts): boolean =>
  lines.some(({ mealKey }) => offers.some(({ key, baseName }) => key === mealKey && isLunchMealType(baseName)));

// Returns a function that tells whether a time fits the cart: a cart with lunch dishes can be ordered only for times at
// which lunch is served.
const fitsLunchTime =
  (cart: Pick<Cart, 'lines'>, place: CartRestaurantFacts): ((mealMs: Ms) => boolean) =>
  (mealMs) =>
    !hasLunchDishes(cart, place) || isLunchServedAt(place, mealMs);

/**
 * Returns today's times for which the cart can be ordered, in ascending order (T09). For a cart with lunch dishes these
 * are only times at which lunch is served.
 */
export const orderSlotsOf = (cart: Pick<Cart, 'lines'>, place: CartRestaurantFacts, now: Ms): readonly Ms[] =>
  dishSlots(place, hasLunchDishes(cart, place), now);

/** Returns the reason why the chosen time of the cart can't be ordered; null if it can, or if no time is chosen. */
export const cartTimeError = (
  { meetUpDate, meetUp }: Pick<Cart, 'meetUpDate' | 'meetUp'>,
  place: CartRestaurantFacts,
  now: Ms,
): OrderTimeError | null =>
  meetUpDate === null
    ? null
    : orderTimeError({ meetUpAt: meetUpDate, meetup: meetUp === '' ? null : meetUpDate, place }, now);

/** Next input that a cart needs before it can be ordered, in the order of the questions on the page (S2§4). */
export type CartHint =
  | 'HintSeeChanges'
  | 'HintUnreachable'
  | 'HintOrdersPaused'
  | 'HintChooseATime'
  | 'HintMeetupTime'
  | 'HintLunchTime'
  | 'HintChooseAPlace'
  | 'HintNothingToPay'
  | 'HintTooExpensive'
  | 'HintChooseAPayment';

const mealTimeHint = (cart: Cart, place: CartRestaurantFacts, now: Ms): CartHint | null => {
  if (cart.meetUpDate === null) return 'HintChooseATime';
  if (cartTimeError(cart, place, now) === null)
    return fitsLunchTime(cart, place)(cart.meetUpDate) ? null : 'HintLunchTime';
  return cart.meetUp === '' ? 'HintChooseATime' : 'HintMeetupTime';
};

const cartTotalHint = (cart: Cart): CartHint | null => {
  const total = cartTotal(cart);
  if (total <= 0) return 'HintNothingToPay';
  return total > MAX_ORDER_TOTAL ? 'HintTooExpensive' : null;
};

const hasUsablePayment = ({ paymentOption, debitedCardId }: Pick<Cart, 'paymentOption' | 'debitedCardId'>): boolean =>
  paymentOption !== null && (!paymentOptionFacts(paymentOption).needsCard || debitedCardId !== null);

const HINT_BY_TAKING_ERROR: Readonly<Record<OrderTakingError, CartHint>> = {
  restaurantUnreachable: 'HintUnreachable',
  ordersPaused: 'HintOrdersPaused',
};

/**
 * Returns the reason why a cart can't be ordered now; null when it can. The checks include everything for which the
 * gateway would refuse the order.
 */
export const cartHint = (cart: Cart, place: CartRestaurantFacts, now: Ms): CartHint | null => {
  if (cart.changes.length > 0) return 'HintSeeChanges';
  const orderTakingError = orderTakingErrorOf(place, now);
  if (orderTakingError !== null) return HINT_BY_TAKING_ERROR[orderTakingError];
  return (
    mealTimeHint(cart, place, now) ??
    (isOrderTakenAway(cart, place) === undefined ? 'HintChooseAPlace' : null) ??
    cartTotalHint(cart) ??
    (hasUsablePayment(cart) ? null : 'HintChooseAPayment')
  );
};

/** Fields of a meetup that the cart's rules read. */
export type CartMeetup = Pick<
  Invitation,
  'key' | 'date' | 'status' | 'attendees' | 'restaurant' | 'isTakeAway' | 'order'
>;

/**
 * Returns whether a cart can be linked to an invitation, by the same rule as in the gateway (`meetupMisfitOf`, S2§4).
 */
export const fitsMeetup = (
  meetup: CartMeetup,
  { uid, restaurantKey, now }: { readonly uid: string; readonly restaurantKey: string; readonly now: Ms },
): boolean =>
  meetupMisfitOf(
    {
      startsAt: meetupInstantOf(meetup),
      restaurantKey: meetup.restaurant,
      status: meetup.status,
      answer: ownAnswer(meetup, uid),
      hasOrdered: meetup.order !== null,
    },
    { restaurantKey, now },
  ) === null;

/**
 * Links the cart to a meetup: sets the cart's date, and whether the food is taken away. The caller has checked that the
 * meetup is today (C12).
 */
export const withMeetup = (cart: Cart, meetup: Pick<CartMeetup, 'key' | 'date' | 'isTakeAway'>): Cart => ({
  ...cart,
  meetUp: meetup.key,
  meetUpDate: meetupInstantOf(meetup),
  isTakeAway: meetup.isTakeAway,
});

/**
 * Returns the time at which the diner eats or fetches the meals. Until a time is chosen this is the current time, so
 * that discounts are checked for now (T15).
 */
export const mealTimeOf = ({ meetUpDate }: Pick<Cart, 'meetUpDate'>, now: Ms): Ms => meetUpDate ?? now;

/** Converts a discount to the form in which a cart stores it. */
export const toVoucher = ({
  key,
  name,
  discountType,
  value,
}: Pick<Discount, 'key' | 'name' | 'discountType' | 'value'>): CartVoucher => ({ key, name, discountType, value });
