import type { AppliedDiscount, Discount, Ms, Offer } from '@mahlzeit/contract';
import {
  bestMealDiscount,
  discountedPrice,
  isDiscountRedeemableAt,
  isOrderable,
  isVoucherOfRestaurant,
} from '@mahlzeit/contract/rules';
import type { Cart, CartChange, CartLine, CartVoucher } from './cart';
import { toVoucher, fitsMeetup, hasItemDiscount, isOrderingOver, isStillOrderable, mealTimeOf } from './cart-rules';
import type { CartMeetup, CartRestaurantFacts } from './cart-rules';

/** Current data with which a cart is compared while its restaurant's page is open. */
export interface CartSyncFacts {
  readonly restaurant: CartRestaurantFacts;
  /** Public discounts and those of the user. Null while they are unknown: then the cart's discounts stay unchanged. */
  readonly discounts: readonly Discount[] | null;
  /** Key of the discount that the user selected in the account before; null when there is none. */
  readonly selectedDiscountId: string | null;
  /** Future meetups of the user; null while they are unknown. */
  readonly meetups: readonly CartMeetup[] | null;
  readonly uid: string;
  readonly now: Ms;
}

/** Result of comparing a cart with current data: the updated cart, and the changes to report to the diner. */
export interface SyncedCart {
  readonly cart: Cart;
  readonly changes: readonly CartChange[];
}

interface CartSyncResult<Value> {
  readonly value: Value;
  readonly changes: readonly CartChange[];
}

/** Price of one piece before any discount, deposit included. */
const unitPriceOf = ({ price, deposit }: Pick<Offer, 'price' | 'deposit'>): number => price + (deposit ?? 0);

const discountedUnitPriceOf = ({ price, discount }: Pick<CartLine, 'price' | 'discount'>): number =>
  price - (discount?.value ?? 0);

const bestDiscountFor = (
  offer: Offer,
  discounts: readonly Discount[],
  { restaurant, at: mealMs }: { readonly restaurant: CartRestaurantFacts; readonly at: Ms },
): AppliedDiscount | null => {
  const bestDiscount = bestMealDiscount(discounts, { restaurant, meal: offer, at: mealMs });
  return bestDiscount === null
    ? null
    : {
        id: bestDiscount.key,
        value: offer.price - discountedPrice(offer.price, bestDiscount),
        name: bestDiscount.name,
      };
};

const discountChangeKind = (
  previousDiscount: CartLine['discount'],
  currentDiscount: CartLine['discount'],
): 'mealDiscountGone' | 'mealDiscountAdded' | 'mealDiscountValue' | null => {
  if ((previousDiscount?.value ?? 0) === (currentDiscount?.value ?? 0)) return null;
  if (previousDiscount === null) return 'mealDiscountAdded';
  return currentDiscount === null ? 'mealDiscountGone' : 'mealDiscountValue';
};

/**
 * Returns the change of a cart's line, at most one for each dish: a change of the price already tells the diner enough.
 */
const lineChangesOf = (previousLine: CartLine, currentLine: CartLine): readonly CartChange[] => {
  const commonChangeFields = { mealKey: previousLine.mealKey, name: currentLine.name, before: previousLine };
  if (unitPriceOf(previousLine) !== unitPriceOf(currentLine)) {
    const isMealPriceChange = previousLine.price !== currentLine.price;
    return [
      {
        kind: 'mealPrice',
        ...commonChangeFields,
        from: isMealPriceChange ? previousLine.price : unitPriceOf(previousLine),
        to: isMealPriceChange ? currentLine.price : unitPriceOf(currentLine),
      },
    ];
  }
  const changeKind = previousLine.isPriced ? discountChangeKind(previousLine.discount, currentLine.discount) : null;
  return changeKind === null
    ? []
    : [
        {
          kind: changeKind,
          ...commonChangeFields,
          from: discountedUnitPriceOf(previousLine),
          to: discountedUnitPriceOf(currentLine),
        },
      ];
};

const areLinesEqual = (a: CartLine, b: CartLine): boolean => JSON.stringify(a) === JSON.stringify(b);

const syncLine = (
  line: CartLine,
  { restaurant, discounts, now }: CartSyncFacts,
  at: Ms,
): CartSyncResult<readonly CartLine[]> => {
  const offer = restaurant.offers.find(({ key }) => key === line.mealKey);
  if (offer === undefined || !isStillOrderable(offer, restaurant, now))
    return { value: [], changes: [{ kind: 'mealGone', mealKey: line.mealKey, name: line.name, before: line }] };
  const { name, description, price, vatType, deposit } = offer;
  const areDiscountsKnown = discounts !== null;
  const syncedLine: CartLine = {
    ...line,
    name,
    description,
    price,
    vatType,
    deposit,
    discount: areDiscountsKnown ? bestDiscountFor(offer, discounts, { restaurant, at }) : line.discount,
    isPriced: line.isPriced || areDiscountsKnown,
  };
  return areLinesEqual(line, syncedLine)
    ? { value: [line], changes: [] }
    : { value: [syncedLine], changes: lineChangesOf(line, syncedLine) };
};

/**
 * Returns whether the diner can redeem a voucher: the restaurant accepts it, the diner hasn't used it yet (S1§5), and
 * it is valid at the time of the meal (T15).
 */
const isVoucherRedeemable = (discount: Discount, restaurant: CartRestaurantFacts, mealMs: Ms): boolean =>
  isVoucherOfRestaurant(discount, restaurant) && !discount.usedByMe && isDiscountRedeemableAt(discount, mealMs);

/** Returns the vouchers with which an order at a restaurant and a time can be paid. */
export const usableVouchersFor = (
  discounts: readonly Discount[],
  restaurant: CartRestaurantFacts,
  at: Ms,
): readonly Discount[] => discounts.filter((discount) => isVoucherRedeemable(discount, restaurant, at));

const syncVoucher = (
  cart: Cart,
  { restaurant, discounts, selectedDiscountId }: CartSyncFacts,
  at: Ms,
): CartSyncResult<CartVoucher | null> => {
  if (discounts === null) return { value: cart.voucher, changes: [] };
  const usableVouchers = usableVouchersFor(discounts, restaurant, at);
  const { voucher } = cart;
  if (voucher === null) {
    const selectedVoucher =
      cart.isVoucherChosen || cart.lines.length === 0 || hasItemDiscount(cart)
        ? undefined
        : usableVouchers.find(({ key }) => key === selectedDiscountId);
    return { value: selectedVoucher === undefined ? null : toVoucher(selectedVoucher), changes: [] };
  }
  const commonFields = { name: voucher.name.de ?? '', before: voucher };
  if (hasItemDiscount(cart)) return { value: null, changes: [{ kind: 'voucherExcluded', ...commonFields }] };
  const currentVoucher = usableVouchers.find(({ key }) => key === voucher.key);
  if (currentVoucher === undefined) return { value: null, changes: [{ kind: 'voucherGone', ...commonFields }] };
  const isVoucherValueUnchanged =
    currentVoucher.value === voucher.value && currentVoucher.discountType === voucher.discountType;
  return isVoucherValueUnchanged
    ? { value: voucher, changes: [] }
    : { value: toVoucher(currentVoucher), changes: [{ kind: 'voucherValue', ...commonFields }] };
};

// Returns whether the cart's meetup no longer exists. A meetup that has already begun isn't reported here, because the
// cart's time then causes its own message.
const isMeetupGone = ({ meetUp, meetUpDate }: Cart, { meetups, uid, now, restaurant }: CartSyncFacts): boolean => {
  if (meetUp === '' || meetups === null || meetUpDate === null || meetUpDate < now) return false;
  const meetup = meetups.find(({ key }) => key === meetUp);
  return meetup === undefined || !fitsMeetup(meetup, { uid, restaurantKey: restaurant.key, now });
};

const emptiedCart = (cart: Cart): Cart => ({
  ...cart,
  lines: [],
  meetUp: '',
  meetUpDate: null,
  voucher: null,
  changes: [],
  isOver: true,
});

/**
 * Returns whether nothing in the cart can be ordered today any more: the kitchen takes no more orders, or the cart
 * contains only lunch and the orders for lunch have ended.
 */
const isOrderingTooLate = ({ lines }: Cart, { restaurant, now }: CartSyncFacts): boolean => {
  const offers = lines.flatMap(({ mealKey }) => restaurant.offers.filter(({ key }) => key === mealKey));
  const isLunchOver =
    offers.length > 0 &&
    offers.length === lines.length &&
    offers.every((offer) => isOrderable(offer) && !isStillOrderable(offer, restaurant, now));
  return lines.length > 0 && (isOrderingOver(restaurant, now) || isLunchOver);
};

/**
 * Adds new changes of a cart to earlier ones. A new change replaces an earlier change of the same dish, voucher or
 * meetup.
 */
export const joinChanges = (
  previousChanges: readonly CartChange[],
  newChanges: readonly CartChange[],
): CartChange[] => {
  const changeIdOf = (change: CartChange): string =>
    `${change.kind.startsWith('meal') && 'mealKey' in change ? change.mealKey : change.kind}`;
  const replacedChangeIds = new Set(newChanges.map(changeIdOf));
  return [...previousChanges.filter((change) => !replacedChangeIds.has(changeIdOf(change))), ...newChanges];
};

/** Returns the changes of a cart without those that the diner has seen. A change that differs from a seen one stays. */
export const withoutSeenChanges = (
  changes: readonly CartChange[],
  seenChanges: readonly CartChange[],
): CartChange[] => {
  const seenTexts = new Set(seenChanges.map((change) => JSON.stringify(change)));
  return changes.filter((change) => !seenTexts.has(JSON.stringify(change)));
};

/**
 * Updates a cart to the restaurant's current offers and discounts (S2§4). The diner's own edits aren't reported as
 * changes. A cart that is being paid stays as it was ordered (C06, C07). Returns the same object when nothing changed.
 */
export const reconcileCart = (cart: Cart, syncFacts: CartSyncFacts): SyncedCart => {
  const unchangedCartResult = { cart, changes: [] };
  if (cart.payment !== null) return unchangedCartResult;
  if (isOrderingTooLate(cart, syncFacts)) return { cart: emptiedCart(cart), changes: [] };
  const isMeetupUnlinked = isMeetupGone(cart, syncFacts);
  const mealInstant = mealTimeOf(cart, syncFacts.now);
  const syncedLines = cart.lines.map((line) => syncLine(line, syncFacts, mealInstant));
  const cartWithLines: Cart = {
    ...cart,
    lines: syncedLines.flatMap(({ value }) => value),
    ...(isMeetupUnlinked && { meetUp: '' }),
  };
  const syncedVoucher = syncVoucher(cartWithLines, syncFacts, mealInstant);
  const changes: readonly CartChange[] = [
    ...syncedLines.flatMap((line) => line.changes),
    ...syncedVoucher.changes,
    ...(isMeetupUnlinked ? [{ kind: 'meetupGone' } as const] : []),
  ];
  const syncedCart: Cart = {
    ...cartWithLines,
    voucher: syncedVoucher.value,
    changes: joinChanges(cart.changes, changes),
  };
  return JSON.stringify(syncedCart) === JSON.stringify(cart) ? unchangedCartResult : { cart: syncedCart, changes };
};
