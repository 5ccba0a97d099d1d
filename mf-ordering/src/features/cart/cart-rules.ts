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

/** The place that is ordered from: what its page knows of it. */
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

/** What a cart costs. All in cents, all derived (S2§3). */
export interface CartTotals {
  /** The dishes after their own discounts, without deposit. */
  readonly goods: Cents;
  readonly deposit: Cents;
  /** What the voucher takes off. */
  readonly voucher: Cents;
  readonly total: Cents;
  readonly vatByType: Order['vatByType'];
}

/** What a voucher takes off a cart: as much as the goods cost at most (C02). */
export const voucherValueIn = (
  { lines }: Pick<Cart, 'lines'>,
  voucher: Pick<CartVoucher, 'discountType' | 'value'> | null,
): Cents => (voucher === null ? 0 : voucherValue(lines, voucher));

/** The dishes are taken away: chosen, or nothing else is offered there. Undefined: nobody has chosen yet (C01). */
export const isTakenAway = (
  { isTakeAway }: Pick<Cart, 'isTakeAway'>,
  { onlyTakeAway }: Pick<Restaurant, 'onlyTakeAway'>,
): boolean | undefined => (onlyTakeAway ? true : isTakeAway);

/**
 * Sums of a cart. Rates are the server's of today for the chosen place (C04); while nobody has chosen, those of the
 * house.
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

/** What all of a cart costs. */
export const cartTotal = (cart: Pick<Cart, 'lines' | 'voucher'>): Cents =>
  totalPrice(cart.lines, { value: voucherValueIn(cart, cart.voucher) });

/**
 * What all of a cart cost before the changes that its diner has yet to look at, by the amounts of now; null where that
 * is the same.
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

/** Whether a dish has a discount of its own: then no voucher can be redeemed (C09). */
export const hasItemDiscount = ({ lines }: Pick<Cart, 'lines'>): boolean =>
  lines.some(({ discount }) => discount !== null);

/** Whether something to drink is missing that the place has (S2§3). */
export const shouldSuggestDrinks = ({ lines }: Pick<Cart, 'lines'>, offers: readonly Offer[]): boolean =>
  lines.length > 0 &&
  drinksOf(offers).length > 0 &&
  !lines.some(({ vatType, mealKey }) => vatType === 'DRINK' || drinksOf(offers).some(({ key }) => key === mealKey));

/** What a place has to drink today, and can be ordered. */
export const drinksOf = (offers: readonly Offer[]): readonly Offer[] =>
  offers.filter((offer) => offer.baseName === drinksMealTypeName && isOrderable(offer));

const isOver = (end: Ms | null, now: Ms): boolean => end === null || now >= end;

/** Whether a place takes no more orders for today (S2§4). */
export const isOrderingOver = (place: CartRestaurantFacts, now: Ms): boolean =>
  !areHoursUnknown(place) && isOver(orderingEndsAt(place, now), now);

/** Whether this very dish can be ordered now: lunch can only while there is lunch. */
export const isStillOrderable = (offer: Offer, place: CartRestaurantFacts, now: Ms): boolean =>
  isOrderable(offer) &&
  !(isLunchMealType(offer.baseName) && !areHoursUnknown(place) && isOver(lunchOrderingEndsAt(place, now), now));

const hasLunch = ({ lines }: Pick<Cart, 'lines'>, { offers }: CartRestaurantFacts): boolean =>
  lines.some(({ mealKey }) => offers.some(({ key, baseName }) => key === mealKey && isLunchMealType(baseName)));

// What is lunch can be had only while lunch is served.
const fitsLunch =
  (cart: Pick<Cart, 'lines'>, place: CartRestaurantFacts): ((at: Ms) => boolean) =>
  (at) =>
    !hasLunch(cart, place) || isLunchServedAt(place, at);

/**
 * The times of today for which a cart can be ordered, the first one first (T09); what is lunch only for while lunch is
 * served.
 */
export const cartSlots = (cart: Pick<Cart, 'lines'>, place: CartRestaurantFacts, now: Ms): readonly Ms[] =>
  orderSlots(place, now).filter(fitsLunch(cart, place));

/** What is wrong with the time of a cart; null where nothing is, or none is chosen. */
export const cartTimeError = (
  { meetUpDate, meetUp }: Pick<Cart, 'meetUpDate' | 'meetUp'>,
  place: CartRestaurantFacts,
  now: Ms,
): OrderTimeError | null =>
  meetUpDate === null
    ? null
    : orderTimeError({ at: meetUpDate, meetup: meetUp === '' ? null : meetUpDate, place }, now);

/** What a cart still lacks, in the order in which it is asked for (S2§4). */
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

/** Why a cart can't be ordered now; null where it can. What the gateway would refuse is no valid cart here. */
export const cartHint = (cart: Cart, place: CartRestaurantFacts, now: Ms): CartHint | null => {
  if (cart.changes.length > 0) return 'HintSeeChanges';
  if (isTakenAway(cart, place) === undefined) return 'HintChooseAPlace';
  return timeHint(cart, place, now) ?? moneyHint(cart) ?? (isPayable(cart) ? null : 'HintChooseAPayment');
};

/** The parts of a meetup that a cart asks about. */
export type CartMeetup = Pick<
  Invitation,
  'key' | 'date' | 'status' | 'attendees' | 'restaurant' | 'isTakeAway' | 'order'
>;

/**
 * S2§4: a cart fits an invitation of the same restaurant that is today and still to come, for whoever comes and has not
 * ordered. Others may still answer.
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
 * The cart for a meetup: its date, and whether the food is taken away (C12: who links has checked that it is today).
 */
export const withMeetup = (cart: Cart, meetup: Pick<CartMeetup, 'key' | 'date' | 'isTakeAway'>): Cart => ({
  ...cart,
  meetUp: meetup.key,
  meetUpDate: meetsAt(meetup),
  isTakeAway: meetup.isTakeAway,
});

/** When the meals of a cart are eaten or fetched; until that is chosen, discounts count as of now (T15). */
export const mealAt = ({ meetUpDate }: Pick<Cart, 'meetUpDate'>, now: Ms): Ms => meetUpDate ?? now;

/** A discount as a cart keeps it. */
export const asVoucher = ({
  key,
  name,
  discountType,
  value,
}: Pick<Discount, 'key' | 'name' | 'discountType' | 'value'>): CartVoucher => ({ key, name, discountType, value });
