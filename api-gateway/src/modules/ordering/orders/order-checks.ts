import { err, ok, paymentOptionFacts } from '@mahlzeit/contract';
import type {
  CartItem,
  Discount,
  Offer,
  Order,
  OrderForm,
  OrderFormItem,
  Restaurant,
  Result,
  VatType,
} from '@mahlzeit/contract';
import {
  berlinDay,
  discountedPrice,
  isDiscountRedeemableAt,
  isLunchMealType,
  isLunchServedAt,
  isOrderable,
  isVoucherOfRestaurant,
  MAX_ORDER_TOTAL,
  orderTimeError,
  showsInPrice,
  totalPrice,
  vatByType,
  vatRateOf,
  voucherValue,
} from '@mahlzeit/contract/rules';
import type { OrderTimeError } from '@mahlzeit/contract/rules';
import { invariant } from '../../../platform';
import type { RouteError } from '../../../platform';

/** Order form in which all required fields are present. */
export interface CompleteOrderForm extends OrderForm {
  readonly meetUpDate: number;
  readonly isTakeAway: boolean;
  readonly items: readonly OrderFormItem[] & OrderForm['items'];
  readonly totalPrice: number;
}

type OrderFormError = 'MissingRequiredFields' | 'NoItems' | 'NoMeetUpDate' | 'NoCardId';

/**
 * Checks that an order form has all required fields. Returns the form, or the error of the first missing field; the
 * dishes are checked first.
 */
export const completeForm = (form: OrderForm): Result<CompleteOrderForm, OrderFormError> => {
  const { items, meetUpDate, isTakeAway, totalPrice: totalCents } = form;
  if (items === undefined || items.length === 0) return err('NoItems');
  if (meetUpDate === undefined) return err('NoMeetUpDate');
  if (isTakeAway === undefined || totalCents === undefined) return err('MissingRequiredFields');
  if (paymentOptionFacts(form.paymentOption).needsCard && (form.debitedCardId ?? '') === '') return err('NoCardId');
  return ok({ ...form, items, meetUpDate, isTakeAway, totalPrice: totalCents });
};

/** Current data of the restaurant at which the order is placed. */
export type OrderedPlace = Pick<
  Restaurant,
  | 'key'
  | 'name'
  | 'address'
  | 'companyId'
  | 'openingHours'
  | 'openingHoursText'
  | 'restTime'
  | 'lunchTimes'
  | 'orderForerunMinutes'
  | 'onlyTakeAway'
>;

/** Facts against which an order form is checked. */
export interface OrderFacts {
  readonly now: number;
  readonly place: OrderedPlace;
  /** Time of the meetup that the order is for; null if the order is for no meetup. */
  readonly meetup: number | null;
  /** Today's offers among the ordered dishes, by key. */
  readonly offers: ReadonlyMap<string, Offer>;
  /** Discounts of the form that this diner may use, by key. */
  readonly discounts: ReadonlyMap<string, Discount>;
  readonly vatTypes: readonly VatType[];
}

/** Content of an order that was checked and priced. */
export interface PricedOrder extends Pick<Order, 'items' | 'discount' | 'totalPrice' | 'vatByType'> {
  /** Keys of all discounts and vouchers that the order uses. */
  readonly discountKeys: readonly string[];
}

type OrderCheckError = OrderTimeError | RouteError | 'MissingRequiredFields';

interface ChangedMeal {
  readonly mealKey: string;
  readonly change: 'gone' | 'price';
  readonly price?: number;
}

/**
 * Returns the dishes whose offer is gone or has another price than in the form. Dishes that are sold by weight count as
 * gone, because they can't be ordered.
 */
const changedMeals = (items: readonly OrderFormItem[], offers: ReadonlyMap<string, Offer>): ChangedMeal[] =>
  items.flatMap(({ mealKey, price }): ChangedMeal[] => {
    const offer = offers.get(mealKey);
    if (offer === undefined || !isOrderable(offer)) return [{ mealKey, change: 'gone' }];
    return offer.price === price ? [] : [{ mealKey, change: 'price', price: offer.price }];
  });

/**
 * Returns the discount on one piece of a dish at a given time. Only a discount that the dish's price shows is allowed:
 * a voucher for the whole order would otherwise count once for each piece.
 */
const itemDiscount = (
  item: OrderFormItem,
  offer: Offer,
  { place, discounts }: OrderFacts,
  mealTime: number,
): CartItem['discount'] | 'refused' => {
  if (item.discount === undefined || item.discount === null) return null;
  const discount = discounts.get(item.discount.id);
  if (
    discount === undefined ||
    discount.usedByMe ||
    !isDiscountRedeemableAt(discount, mealTime) ||
    !showsInPrice(discount, { restaurant: place, meal: offer })
  )
    return 'refused';
  return {
    id: discount.key,
    value: Math.max(0, offer.price - discountedPrice(offer.price, discount)),
    name: discount.name,
  };
};

const discountLimitError: RouteError = { code: 'DiscountLimitExceeded' };
const notCombinableError: RouteError = { code: 'DiscountLimitExceeded', details: { reason: 'notCombinable' } };
const wrongTotalError = (price: number): RouteError => ({ code: 'TotalPrice', details: { totalPrice: price } });

const priceItems = (
  form: CompleteOrderForm,
  facts: OrderFacts,
  rateOf: (offer: Offer) => number,
): Result<CartItem[], RouteError> => {
  const items: CartItem[] = [];
  for (const [index, item] of form.items.entries()) {
    const offer = facts.offers.get(item.mealKey);
    // `changedMeals` has already refused unknown dishes.
    invariant(offer, 'offer', item.mealKey);
    const discount = itemDiscount(item, offer, facts, form.meetUpDate);
    if (discount === 'refused') return err(discountLimitError);
    items.push({
      key: `zeile-${index + 1}`,
      mealKey: offer.key,
      amount: item.amount,
      name: offer.name,
      description: offer.description,
      price: offer.price,
      vatType: offer.vatType,
      vat: rateOf(offer),
      deposit: offer.deposit,
      discount,
      comments: (item.comments ?? '').trim(),
      refundedAmount: 0,
    });
  }
  return ok(items);
};

/**
 * Returns the voucher on the whole order. It must be valid for the restaurant, and no dish of the order may have its
 * own discount (S1§5).
 */
const orderVoucher = (
  form: CompleteOrderForm,
  items: readonly CartItem[],
  { place, discounts }: OrderFacts,
): Result<Order['discount'], RouteError> => {
  if (form.discount === undefined || form.discount === null) return ok(null);
  const voucher = discounts.get(form.discount.id);
  const isVoucherUsable =
    voucher !== undefined &&
    !voucher.usedByMe &&
    isVoucherOfRestaurant(voucher, place) &&
    isDiscountRedeemableAt(voucher, form.meetUpDate);
  if (!isVoucherUsable) return err(discountLimitError);
  return items.every((item) => item.discount === null)
    ? ok({ id: voucher.key, value: voucherValue(items, voucher), name: voucher.name })
    : err(notCombinableError);
};

/**
 * Checks an order form against the current facts: time, dishes, discounts and total. The computed total must equal the
 * form's total, so that the diner pays only what they have seen.
 */
export const checkOrder = (form: CompleteOrderForm, facts: OrderFacts): Result<PricedOrder, OrderCheckError> => {
  const { place, now, vatTypes } = facts;
  if (place.onlyTakeAway && !form.isTakeAway) return err('MissingRequiredFields');
  const timeError = orderTimeError({ meetUpAt: form.meetUpDate, meetup: facts.meetup, place }, now);
  if (timeError !== null) return err(timeError);
  const unavailableMeals = changedMeals(form.items, facts.offers);
  if (unavailableMeals.length > 0) return err({ code: 'OrderMealsChanged', details: { meals: unavailableMeals } });
  // Lunch dishes are sold only during the restaurant's lunch times.
  const hasLunchMeal = form.items.some(({ mealKey }) => isLunchMealType(facts.offers.get(mealKey)?.baseName ?? ''));
  if (hasLunchMeal && !isLunchServedAt(place, form.meetUpDate)) return err('restaurantClosed');
  const rateOf = ({ vatType }: Pick<Offer, 'vatType'>): number => vatRateOf(vatTypes, vatType, form.isTakeAway) ?? 0;
  const items = priceItems(form, facts, rateOf);
  if (!items.ok) return items;
  const discount = orderVoucher(form, items.value, facts);
  if (!discount.ok) return discount;
  const price = totalPrice(items.value, discount.value);
  if (price !== form.totalPrice || price === 0 || price > MAX_ORDER_TOTAL) return err(wrongTotalError(price));
  const discountKeys = [
    ...items.value.flatMap((item) => item.discount?.id ?? []),
    ...(discount.value === null ? [] : [discount.value.id]),
  ];
  return ok({
    items: items.value,
    discount: discount.value,
    totalPrice: price,
    vatByType: vatByType(items.value, { voucher: discount.value, rateOf: (vatType) => rateOf({ vatType }) }),
    discountKeys: [...new Set(discountKeys)],
  });
};

const NUMBER_CHARACTERS = 'ABCDEFGHKLMNPRSTUVWXYZ';

/**
 * Draws the number of an order: a letter that is hard to mishear and three digits, or five digits if many numbers are
 * used. The number is unique for its restaurant and day.
 */
export const orderNumber = (usedNumbers: ReadonlySet<string>, randomBelow: (upperBound: number) => number): string => {
  const drawNumber = (digits: number): string =>
    `${NUMBER_CHARACTERS.charAt(randomBelow(NUMBER_CHARACTERS.length))}${String(randomBelow(10 ** digits)).padStart(digits, '0')}`;
  for (let attempt = 0; ; attempt += 1) {
    const number = drawNumber(attempt < 50 ? 3 : 5);
    if (!usedNumbers.has(number)) return number;
  }
};

/** Returns the day in Berlin on which an order's number must be unique. */
export const orderDay = (meetUpAt: number): string => berlinDay(meetUpAt);
