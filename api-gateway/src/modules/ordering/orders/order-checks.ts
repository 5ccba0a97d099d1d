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
import type { StoredOrder } from '../repositories/order-repository';

/** Order form in which all required fields are present. */
export interface CompleteOrderForm extends OrderForm {
  readonly meetUpDate: number;
  readonly isTakeAway: boolean;
  readonly items: readonly OrderFormItem[] & OrderForm['items'];
  readonly totalPrice: number;
}

type OrderFormError = 'MissingRequiredFields' | 'NoItems' | 'NoMeetUpDate' | 'NoCardId';

/**
 * Checks that an order form has all required fields, first the dishes. Returns the form, or the error of the first
 * missing field.
 */
export const completeForm = (orderForm: OrderForm): Result<CompleteOrderForm, OrderFormError> => {
  const { items, meetUpDate, isTakeAway, totalPrice: totalCents } = orderForm;
  if (items === undefined || items.length === 0) return err('NoItems');
  if (meetUpDate === undefined) return err('NoMeetUpDate');
  if (isTakeAway === undefined || totalCents === undefined) return err('MissingRequiredFields');
  if (paymentOptionFacts(orderForm.paymentOption).needsCard && (orderForm.debitedCardId ?? '') === '')
    return err('NoCardId');
  return ok({ ...orderForm, items, meetUpDate, isTakeAway, totalPrice: totalCents });
};

/** Content of a stored order that its diner has chosen. */
type OrderContent = Pick<
  StoredOrder,
  'restaurantKey' | 'paymentOption' | 'debitedCardId' | 'meetUpAt' | 'isTakeAway' | 'items' | 'discount' | 'total'
>;

/** Checks whether an order form asks for exactly this stored order. The data about the browser don't count. */
export const isFormOfOrder = (orderForm: OrderForm, order: OrderContent): boolean =>
  orderForm.restaurantId === order.restaurantKey &&
  orderForm.paymentOption === order.paymentOption &&
  (!paymentOptionFacts(orderForm.paymentOption).needsCard || orderForm.debitedCardId === order.debitedCardId) &&
  orderForm.meetUpDate === order.meetUpAt &&
  orderForm.isTakeAway === order.isTakeAway &&
  orderForm.totalPrice === order.total &&
  (orderForm.discount?.id ?? null) === (order.discount?.id ?? null) &&
  orderForm.items?.length === order.items.length &&
  order.items.every(({ mealKey, amount, comments }, index) => {
    const orderItem = orderForm.items?.[index];
    return (
      orderItem?.mealKey === mealKey && orderItem.amount === amount && (orderItem.comments ?? '').trim() === comments
    );
  });

/** Current data of the restaurant at which the order is placed. */
export type OrderedRestaurant = Pick<
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

/** Current time and stored data by which an order form is checked. */
export interface OrderFacts {
  readonly now: number;
  readonly place: OrderedRestaurant;
  /** Time of the meetup that the order is for; null if the order is for no meetup. */
  readonly meetup: number | null;
  /** Today's offers among the ordered dishes, by key. */
  readonly offers: ReadonlyMap<string, Offer>;
  /** Discounts of the order form that this diner may use, by key. */
  readonly discounts: ReadonlyMap<string, Discount>;
  readonly vatTypes: readonly VatType[];
}

/** Part of an order that decides whether its restaurant can serve it. */
export interface ServedOrder extends Pick<CompleteOrderForm, 'meetUpDate' | 'isTakeAway'> {
  readonly items: readonly Pick<OrderFormItem, 'mealKey' | 'price'>[];
}

/** Error of an order that its restaurant can't serve. */
export type ServingError =
  | { readonly code: OrderTimeError | 'MissingRequiredFields' }
  | { readonly code: 'OrderMealsChanged'; readonly meals: readonly ChangedMeal[] };

/** Current time and stored data that decide whether a restaurant can serve an order. */
export interface ServingFacts extends Omit<OrderFacts, 'discounts'> {
  /** Whether the order was placed earlier and now its money is taken or has arrived. */
  readonly isBeingPaid: boolean;
}

/** Content of an order that was checked and priced. */
export interface PricedOrder extends Pick<Order, 'items' | 'discount' | 'totalPrice' | 'vatByType'> {
  /** Keys of all discounts and vouchers that the order uses. */
  readonly discountKeys: readonly string[];
}

type OrderCheckError = OrderTimeError | RouteError | 'MissingRequiredFields';

/** An ordered dish whose offer is gone or has another price. */
export interface ChangedMeal {
  readonly mealKey: string;
  readonly change: 'gone' | 'price';
  readonly price?: number;
}

/**
 * Returns the ordered dishes whose offer is gone or has another price than in the order form. Dishes that are sold by
 * weight, and dishes without a VAT rate, count as gone, because they can't be ordered.
 */
const findChangedMeals = ({ items, isTakeAway }: ServedOrder, { offers, vatTypes }: ServingFacts): ChangedMeal[] =>
  items.flatMap(({ mealKey, price }): ChangedMeal[] => {
    const offer = offers.get(mealKey);
    if (offer === undefined || !isOrderable(offer) || vatRateOf(vatTypes, offer.vatType, isTakeAway) === null)
      return [{ mealKey, change: 'gone' }];
    return offer.price === price ? [] : [{ mealKey, change: 'price', price: offer.price }];
  });

/**
 * Returns the discount on one piece of an ordered dish at a given time. Only a discount that the menu's price includes
 * is allowed: a voucher for the whole order would otherwise count once for each piece.
 */
const itemDiscountOf = (
  orderItem: OrderFormItem,
  offer: Offer,
  { place, discounts }: OrderFacts,
  mealTimeMs: number,
): CartItem['discount'] | 'refused' => {
  if (orderItem.discount === undefined || orderItem.discount === null) return null;
  const storedDiscount = discounts.get(orderItem.discount.id);
  if (
    storedDiscount === undefined ||
    storedDiscount.usedByMe ||
    !isDiscountRedeemableAt(storedDiscount, mealTimeMs) ||
    !showsInPrice(storedDiscount, { restaurant: place, meal: offer })
  )
    return 'refused';
  return {
    id: storedDiscount.key,
    value: Math.max(0, offer.price - discountedPrice(offer.price, storedDiscount)),
    name: storedDiscount.name,
  };
};

const discountLimitError: RouteError = { code: 'DiscountLimitExceeded' };
const notCombinableError: RouteError = { code: 'DiscountLimitExceeded', details: { reason: 'notCombinable' } };
const wrongTotalError = (correctTotal: number): RouteError => ({
  code: 'TotalPrice',
  details: { totalPrice: correctTotal },
});

const priceItems = (
  orderForm: CompleteOrderForm,
  orderFacts: OrderFacts,
  rateOf: (offer: Offer) => number,
): Result<CartItem[], RouteError> => {
  const pricedItems: CartItem[] = [];
  for (const [index, orderItem] of orderForm.items.entries()) {
    const offer = orderFacts.offers.get(orderItem.mealKey);
    // The offer must exist, because `findChangedMeals` has already refused unknown dishes.
    invariant(offer, 'offer', orderItem.mealKey);
    const dishDiscount = itemDiscountOf(orderItem, offer, orderFacts, orderForm.meetUpDate);
    if (dishDiscount === 'refused') return err(discountLimitError);
    pricedItems.push({
      key: `zeile-${index + 1}`,
      mealKey: offer.key,
      amount: orderItem.amount,
      name: offer.name,
      description: offer.description,
      price: offer.price,
      vatType: offer.vatType,
      vat: rateOf(offer),
      deposit: offer.deposit,
      discount: dishDiscount,
      comments: (orderItem.comments ?? '').trim(),
      refundedAmount: 0,
    });
  }
  return ok(pricedItems);
};

/**
 * Returns the voucher that applies to a whole order. It must be valid for the restaurant, and no dish of the order may
 * have its own discount (S1§5).
 */
const orderVoucherOf = (
  orderForm: CompleteOrderForm,
  cartItems: readonly CartItem[],
  { place, discounts }: OrderFacts,
): Result<Order['discount'], RouteError> => {
  if (orderForm.discount === undefined || orderForm.discount === null) return ok(null);
  const voucher = discounts.get(orderForm.discount.id);
  const isVoucherUsable =
    voucher !== undefined &&
    !voucher.usedByMe &&
    isVoucherOfRestaurant(voucher, place) &&
    isDiscountRedeemableAt(voucher, orderForm.meetUpDate);
  if (!isVoucherUsable) return err(discountLimitError);
  return cartItems.every((orderItem) => orderItem.discount === null)
    ? ok({ id: voucher.key, value: voucherValue(cartItems, voucher), name: voucher.name })
    : err(notCombinableError);
};

/**
 * Checks whether a restaurant can serve an order: time, lead time, opening hours, and each dish at its price. This
 * function decides when an order is placed, when its money is captured and when its money arrives. Returns null if the
 * order can be served.
 */
export const findServingError = (order: ServedOrder, servingFacts: ServingFacts): ServingError | null => {
  const { place, now, meetup, offers, isBeingPaid } = servingFacts;
  if (place.onlyTakeAway && !order.isTakeAway) return { code: 'MissingRequiredFields' };
  const orderTimeFailure = orderTimeError({ meetUpAt: order.meetUpDate, meetup, place, isBeingPaid }, now);
  if (orderTimeFailure !== null) return { code: orderTimeFailure };
  const meals = findChangedMeals(order, servingFacts);
  if (meals.length > 0) return { code: 'OrderMealsChanged', meals };
  // Checks for lunch dishes, which are sold only during the restaurant's lunch times.
  const hasLunchMeal = order.items.some(({ mealKey }) => isLunchMealType(offers.get(mealKey)?.baseName ?? ''));
  return hasLunchMeal && !isLunchServedAt(place, order.meetUpDate) ? { code: 'restaurantClosed' } : null;
};

/**
 * Checks an order form by the current data of menu and restaurant: time, dishes, discounts and total. The computed
 * total must equal the form's total, so that the diner pays only what they have seen.
 */
export const checkOrder = (
  orderForm: CompleteOrderForm,
  orderFacts: OrderFacts,
): Result<PricedOrder, OrderCheckError> => {
  const { vatTypes } = orderFacts;
  const servingError = findServingError(orderForm, { ...orderFacts, isBeingPaid: false });
  if (servingError?.code === 'OrderMealsChanged')
    return err({ code: servingError.code, details: { meals: servingError.meals } });
  if (servingError !== null) return err(servingError.code);
  const rateOf = ({ vatType }: Pick<Offer, 'vatType'>): number => {
    const vatRate = vatRateOf(vatTypes, vatType, orderForm.isTakeAway);
    // The VAT rate must exist, because `findChangedMeals` has already refused dishes without a rate.
    invariant(vatRate, 'VAT rate', vatType);
    return vatRate;
  };
  const itemsResult = priceItems(orderForm, orderFacts, rateOf);
  if (!itemsResult.ok) return itemsResult;
  const voucherResult = orderVoucherOf(orderForm, itemsResult.value, orderFacts);
  if (!voucherResult.ok) return voucherResult;
  const orderTotal = totalPrice(itemsResult.value, voucherResult.value);
  if (orderTotal !== orderForm.totalPrice || orderTotal === 0 || orderTotal > MAX_ORDER_TOTAL)
    return err(wrongTotalError(orderTotal));
  const discountKeys = [
    ...itemsResult.value.flatMap((orderItem) => orderItem.discount?.id ?? []),
    ...(voucherResult.value === null ? [] : [voucherResult.value.id]),
  ];
  return ok({
    items: itemsResult.value,
    discount: voucherResult.value,
    totalPrice: orderTotal,
    vatByType: vatByType(itemsResult.value, { voucher: voucherResult.value, rateOf: (vatType) => rateOf({ vatType }) }),
    discountKeys: [...new Set(discountKeys)],
  });
};

const NUMBER_CHARACTERS = 'ABCDEFGHKLMNPRSTUVWXYZ';

/**
 * Draws a random order number: a letter that is hard to mishear and three digits, or five digits if many numbers are
 * used. It is unique for its restaurant and day.
 */
export const drawOrderNumber = (
  usedNumbers: ReadonlySet<string>,
  randomBelow: (upperBound: number) => number,
): string => {
  const drawNumber = (digitCount: number): string =>
    `${NUMBER_CHARACTERS.charAt(randomBelow(NUMBER_CHARACTERS.length))}${String(randomBelow(10 ** digitCount)).padStart(digitCount, '0')}`;
  for (let drawAttempt = 0; ; drawAttempt += 1) {
    const drawnNumber = drawNumber(drawAttempt < 50 ? 3 : 5);
    if (!usedNumbers.has(drawnNumber)) return drawnNumber;
  }
};

/** Returns the day in Berlin on which an order's number must be unique. */
export const orderDay = (meetUpAt: number): string => berlinDay(meetUpAt);
