import { paymentOptionFacts } from '@mahlzeit/contract';
import type { Cents, Discount, Invitation, Ms, Offer, Order, Restaurant, VatType } from '@mahlzeit/contract';
import {
  areHoursUnknown,
  berlinDay,
  drinksMealTypeName,
  isInvitationPast,
  isLunchMealType,
  isLunchServedAt,
  isOrderable,
  lunchOrderingEndsAt,
  MAX_ORDER_TOTAL,
  meetsAt,
  orderingEndsAt,
  orderSlots,
  orderTimeError,
  ownAnswer,
  totalDeposit,
  totalItemPrice,
  totalPrice,
  vatByType,
  vatRateOf,
  voucherValue,
} from '@mahlzeit/contract/rules';
import type { OrderTimeError } from '@mahlzeit/contract/rules';
import type { Cart, CartLine, CartVoucher } from './cart';

/** Facts of the restaurant that the cart's rules need. */
export type CartRestaurantFacts = Pick<
  Restaurant,
  | 'key'
  | 'companyId'
  | 'openingHours'
  | 'openingHoursText'
  | 'restTime'
  | 'lunchTimes'
  | 'orderForerunMinutes'
  | 'onlyTakeAway'
  | 'offers'
>;

/** Sums of a cart in cents, all derived (S2§3). */
export interface CartTotals {
  /** Dishes after their own discounts, without deposit. */
  readonly goods: Cents;
  readonly deposit: Cents;
  /** Value of the voucher. */
  readonly voucher: Cents;
  readonly total: Cents;
  readonly vatByType: Order['vatByType'];
}

/** Returns the value of a voucher in a cart: at most the price of the goods (C02). */
export const voucherValueIn = (
  { lines }: Pick<Cart, 'lines'>,
  voucher: Pick<CartVoucher, 'discountType' | 'value'> | null,
): Cents => (voucher === null ? 0 : voucherValue(lines, voucher));

/**
 * Whether the dishes are taken away: chosen, or the restaurant offers nothing else. Undefined: not chosen yet (C01).
 */
export const isTakenAway = (
  { isTakeAway }: Pick<Cart, 'isTakeAway'>,
  { onlyTakeAway }: Pick<Restaurant, 'onlyTakeAway'>,
): boolean | undefined => (onlyTakeAway ? true : isTakeAway);

/**
 * Computes the cart's sums. VAT rates are today's rates of the server for the chosen place (C04); without a choice
 * those of eating in.
 */
export const cartTotals = (
  cart: Pick<Cart, 'lines' | 'voucher'>,
  { vatTypes, isTakeAway }: { readonly vatTypes: readonly VatType[]; readonly isTakeAway: boolean },
): CartTotals => {
  const value = voucherValueIn(cart, cart.voucher);
  const voucher = { value };
  const deposit = totalDeposit(cart.lines);
  return {
    goods: totalItemPrice(cart.lines) - deposit,
    deposit,
    voucher: value,
    total: totalPrice(cart.lines, voucher),
    vatByType: vatByType(cart.lines, { voucher, rateOf: (kind) => vatRateOf(vatTypes, kind, isTakeAway) ?? 0 }),
  };
};

/** Computes the cart's total. */
export const cartTotal = (cart: Pick<Cart, 'lines' | 'voucher'>): Cents =>
  totalPrice(cart.lines, { value: voucherValueIn(cart, cart.voucher) });

/**
 * Computes the cart's total before the changes that the diner hasn't confirmed yet, by the present amounts; null where
 * the total is the same.
 */
export const totalBeforeChanges = (cart: Pick<Cart, 'lines' | 'voucher' | 'changes'>): Cents | null => {
  const lineOf = new Map<string, CartLine>();
  let { voucher } = cart;
  for (const change of cart.changes) {
    if ('mealKey' in change && change.before !== undefined) lineOf.set(change.mealKey, change.before);
    if (!('mealKey' in change) && 'before' in change && change.before !== undefined) voucher = change.before;
  }
  const isInCart = (meal: string): boolean => cart.lines.some(({ mealKey }) => mealKey === meal);
  const gone = cart.changes.flatMap((change) =>
    change.kind === 'mealGone' && change.before !== undefined && !isInCart(change.mealKey) ? [change.before] : [],
  );
  const before = cartTotal({
    lines: [...cart.lines.map((line) => ({ ...line, ...lineOf.get(line.mealKey), amount: line.amount })), ...gone],
    voucher,
  });
  return before === cartTotal(cart) ? null : before;
};

/** Whether a dish has a discount of its own: then the order takes no voucher (C09). */
export const hasItemDiscount = ({ lines }: Pick<Cart, 'lines'>): boolean =>
  lines.some(({ discount }) => discount !== null);

/** Whether the cart lacks a drink although the restaurant has drinks (S2§3). */
export const shouldSuggestDrinks = ({ lines }: Pick<Cart, 'lines'>, offers: readonly Offer[]): boolean =>
  lines.length > 0 &&
  drinksOf(offers).length > 0 &&
  !lines.some(({ vatType, mealKey }) => vatType === 'DRINK' || drinksOf(offers).some(({ key }) => key === mealKey));

/** Returns the drinks that can be ordered today. */
export const drinksOf = (offers: readonly Offer[]): readonly Offer[] =>
  offers.filter((offer) => offer.baseName === drinksMealTypeName && isOrderable(offer));

const isOver = (end: Ms | null, now: Ms): boolean => end === null || now >= end;

/** Whether the restaurant takes no more orders for today (S2§4). */
export const isOrderingOver = (place: CartRestaurantFacts, now: Ms): boolean =>
  !areHoursUnknown(place) && isOver(orderingEndsAt(place, now), now);

/** Whether this dish can be ordered now: a lunch dish only while lunch is served. */
export const isStillOrderable = (offer: Offer, place: CartRestaurantFacts, now: Ms): boolean =>
  isOrderable(offer) &&
  !(isLunchMealType(offer.baseName) && !areHoursUnknown(place) && isOver(lunchOrderingEndsAt(place, now), now));

const hasLunch = ({ lines }: Pick<Cart, 'lines'>, { offers }: CartRestaurantFacts): boolean =>
  lines.some(({ mealKey }) => offers.some(({ key, baseName }) => key === mealKey && isLunchMealType(baseName)));

// Lunch dishes can only be ordered for times at which lunch is served.
const fitsLunch =
  (cart: Pick<Cart, 'lines'>, place: CartRestaurantFacts): ((at: Ms) => boolean) =>
  (at) =>
    !hasLunch(cart, place) || isLunchServedAt(place, at);

/**
 * Returns today's times for which the cart can be ordered, in ascending order (T09); a cart with lunch dishes only
 * while lunch is served.
 */
export const cartSlots = (cart: Pick<Cart, 'lines'>, place: CartRestaurantFacts, now: Ms): readonly Ms[] =>
  orderSlots(place, now).filter(fitsLunch(cart, place));

/** Returns the mistake of the cart's time; null: none, or no time is chosen. */
export const cartTimeError = (
  { meetUpDate, meetUp }: Pick<Cart, 'meetUpDate' | 'meetUp'>,
  place: CartRestaurantFacts,
  now: Ms,
): OrderTimeError | null =>
  meetUpDate === null
    ? null
    : orderTimeError({ meetUpAt: meetUpDate, meetup: meetUp === '' ? null : meetUpDate, place }, now);

/** Next thing that a cart still lacks, in the order of the questions (S2§4). */
export type CartHint =
  | 'HintSeeChanges'
  | 'HintChooseAPlace'
  | 'HintChooseATime'
  | 'HintMeetupTime'
  | 'HintLunchTime'
  | 'HintNothingToPay'
  | 'HintTooExpensive'
  | 'HintChooseAPayment';

const timeHint = (cart: Cart, place: CartRestaurantFacts, now: Ms): CartHint | null => {
  if (cart.meetUpDate === null) return 'HintChooseATime';
  if (cartTimeError(cart, place, now) === null) return fitsLunch(cart, place)(cart.meetUpDate) ? null : 'HintLunchTime';
  return cart.meetUp === '' ? 'HintChooseATime' : 'HintMeetupTime';
};

const moneyHint = (cart: Cart): CartHint | null => {
  const total = cartTotal(cart);
  if (total <= 0) return 'HintNothingToPay';
  return total > MAX_ORDER_TOTAL ? 'HintTooExpensive' : null;
};

const isPayable = ({ paymentOption, debitedCardId }: Pick<Cart, 'paymentOption' | 'debitedCardId'>): boolean =>
  paymentOption !== null && (!paymentOptionFacts(paymentOption).needsCard || debitedCardId !== null);

/**
 * Returns the reason for which a cart can't be ordered now; null where it can. Everything that the gateway would refuse
 * is invalid here, too.
 */
export const cartHint = (cart: Cart, place: CartRestaurantFacts, now: Ms): CartHint | null => {
  if (cart.changes.length > 0) return 'HintSeeChanges';
  if (isTakenAway(cart, place) === undefined) return 'HintChooseAPlace';
  return timeHint(cart, place, now) ?? moneyHint(cart) ?? (isPayable(cart) ? null : 'HintChooseAPayment');
};

/** Fields of a meetup that the cart's rules read. */
export type CartMeetup = Pick<
  Invitation,
  'key' | 'date' | 'status' | 'attendees' | 'restaurant' | 'isTakeAway' | 'order'
>;

/**
 * S2§4: a cart fits an invitation of the same restaurant that is today and still to come, if the user attends and has
 * not ordered. Others may still answer.
 */
export const fitsMeetup = (
  meetup: CartMeetup,
  { uid, restaurantKey, now }: { readonly uid: string; readonly restaurantKey: string; readonly now: Ms },
): boolean =>
  meetup.restaurant === restaurantKey &&
  !isInvitationPast(meetup, now) &&
  berlinDay(meetsAt(meetup)) === berlinDay(now) &&
  meetup.status !== 'canceled' &&
  meetup.status !== 'declined' &&
  ownAnswer(meetup, uid) === 'accepted' &&
  meetup.order === null;

/**
 * Links the cart to a meetup: sets its date, and whether the food is taken away (C12: the caller has checked that it is
 * today).
 */
export const withMeetup = (cart: Cart, meetup: Pick<CartMeetup, 'key' | 'date' | 'isTakeAway'>): Cart => ({
  ...cart,
  meetUp: meetup.key,
  meetUpDate: meetsAt(meetup),
  isTakeAway: meetup.isTakeAway,
});

/** Returns the time at which the meals are eaten or fetched; without a chosen time discounts count as of now (T15). */
export const mealAt = ({ meetUpDate }: Pick<Cart, 'meetUpDate'>, now: Ms): Ms => meetUpDate ?? now;

/** Returns a discount in the form in which a cart stores it. */
export const asVoucher = ({
  key,
  name,
  discountType,
  value,
}: Pick<Discount, 'key' | 'name' | 'discountType' | 'value'>): CartVoucher => ({ key, name, discountType, value });
