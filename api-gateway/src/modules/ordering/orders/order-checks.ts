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
import type { RouteError } from '../../../platform';

/** A form that names all that an order needs. */
export interface CompleteForm extends OrderForm {
  readonly meetUpDate: number;
  readonly isTakeAway: boolean;
  readonly items: readonly OrderFormItem[] & OrderForm['items'];
  readonly totalPrice: number;
}

type FormError = 'MissingRequiredFields' | 'NoItems' | 'NoMeetUpDate' | 'NoCardId';

/** Whether a form names all that an order needs, the dishes first. */
export const completeForm = (form: OrderForm): Result<CompleteForm, FormError> => {
  const { items, meetUpDate, isTakeAway, totalPrice: total } = form;
  if (items === undefined || items.length === 0) return err('NoItems');
  if (meetUpDate === undefined) return err('NoMeetUpDate');
  if (isTakeAway === undefined || total === undefined) return err('MissingRequiredFields');
  if (paymentOptionFacts(form.paymentOption).needsCard && (form.debitedCardId ?? '') === '') return err('NoCardId');
  return ok({ ...form, items, meetUpDate, isTakeAway, totalPrice: total });
};

/** The place that is ordered from, as the gateway knows it at this moment. */
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

/** What a form is checked against. */
export interface OrderFacts {
  readonly now: number;
  readonly place: OrderedPlace;
  /** Instant of the meetup that it is for; null: none. */
  readonly meetup: number | null;
  /** Of these dishes those that there are today, by key. */
  readonly offers: ReadonlyMap<string, Offer>;
  /** Those named that there are, and that this diner may use, by key. */
  readonly discounts: ReadonlyMap<string, Discount>;
  readonly vatTypes: readonly VatType[];
}

/** What an order is made of once it was checked. */
export interface PricedOrder extends Pick<Order, 'items' | 'discount' | 'totalPrice' | 'vatByType'> {
  /** Vouchers that it takes. */
  readonly discountKeys: readonly string[];
}

type CheckError = OrderTimeError | RouteError | 'MissingRequiredFields';

interface ChangedMeal {
  readonly mealKey: string;
  readonly change: 'gone' | 'price';
  readonly price?: number;
}

/** What has changed of the dishes since the diner has seen them; those sold by weight can't be ordered. */
const changedMeals = (items: readonly OrderFormItem[], offers: ReadonlyMap<string, Offer>): ChangedMeal[] =>
  items.flatMap(({ mealKey, price }): ChangedMeal[] => {
    const offer = offers.get(mealKey);
    if (offer === undefined || !isOrderable(offer)) return [{ mealKey, change: 'gone' }];
    return offer.price === price ? [] : [{ mealKey, change: 'price', price: offer.price }];
  });

/**
 * What a discount takes off one piece at that time. What doesn't show in the price of a dish is no discount of a piece:
 * a voucher would count once for each.
 */
const itemDiscount = (
  item: OrderFormItem,
  offer: Offer,
  { place, discounts }: OrderFacts,
  at: number,
): CartItem['discount'] | 'refused' => {
  if (item.discount === undefined || item.discount === null) return null;
  const discount = discounts.get(item.discount.id);
  if (
    discount === undefined ||
    discount.usedByMe ||
    !isDiscountRedeemableAt(discount, at) ||
    !showsInPrice(discount, { restaurant: place, meal: offer })
  )
    return 'refused';
  return {
    id: discount.key,
    value: Math.max(0, offer.price - discountedPrice(offer.price, discount)),
    name: discount.name,
  };
};

const limitExceeded: RouteError = { code: 'DiscountLimitExceeded' };
const notCombinable: RouteError = { code: 'DiscountLimitExceeded', details: { reason: 'notCombinable' } };
const wrongTotal = (price: number): RouteError => ({ code: 'TotalPrice', details: { totalPrice: price } });

const pricedItems = (
  form: CompleteForm,
  facts: OrderFacts,
  rateOf: (offer: Offer) => number,
): Result<CartItem[], RouteError> => {
  const items: CartItem[] = [];
  for (const [index, item] of form.items.entries()) {
    const offer = facts.offers.get(item.mealKey);
    if (offer === undefined) throw new Error('dishes that are gone were found before');
    const discount = itemDiscount(item, offer, facts, form.meetUpDate);
    if (discount === 'refused') return err(limitExceeded);
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
 * The voucher of a whole order: one that holds for the place, and none beside a dish with a discount of its own (S1§5).
 */
const orderVoucher = (
  form: CompleteForm,
  items: readonly CartItem[],
  { place, discounts }: OrderFacts,
): Result<Order['discount'], RouteError> => {
  if (form.discount === undefined || form.discount === null) return ok(null);
  const voucher = discounts.get(form.discount.id);
  const isUsable =
    voucher !== undefined &&
    !voucher.usedByMe &&
    isVoucherOfRestaurant(voucher, place) &&
    isDiscountRedeemableAt(voucher, form.meetUpDate);
  if (!isUsable) return err(limitExceeded);
  return items.every((item) => item.discount === null)
    ? ok({ id: voucher.key, value: voucherValue(items, voucher), name: voucher.name })
    : err(notCombinable);
};

/**
 * Checks a whole order again as the gateway sees it at this moment: its time, dishes, discounts and total. Nothing that
 * the diner wasn't shown is charged.
 */
export const checkOrder = (form: CompleteForm, facts: OrderFacts): Result<PricedOrder, CheckError> => {
  const { place, now, vatTypes } = facts;
  if (place.onlyTakeAway && !form.isTakeAway) return err('MissingRequiredFields');
  const timed = orderTimeError({ at: form.meetUpDate, meetup: facts.meetup, place }, now);
  if (timed !== null) return err(timed);
  const meals = changedMeals(form.items, facts.offers);
  if (meals.length > 0) return err({ code: 'OrderMealsChanged', details: { meals } });
  // What is lunch can be had only while lunch is served.
  const isLunch = form.items.some(({ mealKey }) => isLunchMealType(facts.offers.get(mealKey)?.baseName ?? ''));
  if (isLunch && !isLunchServedAt(place, form.meetUpDate)) return err('restaurantClosed');
  const rateOf = ({ vatType }: Pick<Offer, 'vatType'>): number => vatRateOf(vatTypes, vatType, form.isTakeAway) ?? 0;
  const items = pricedItems(form, facts, rateOf);
  if (!items.ok) return items;
  const discount = orderVoucher(form, items.value, facts);
  if (!discount.ok) return discount;
  const price = totalPrice(items.value, discount.value);
  if (price !== form.totalPrice || price === 0 || price > MAX_ORDER_TOTAL) return err(wrongTotal(price));
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

const INITIALS = 'ABCDEFGHKLMNPRSTUVWXYZ';

/**
 * A number to say at a counter: a letter that isn't misheard and three digits, one of its restaurant's day; longer
 * where a place is that busy.
 */
export const orderNumber = (taken: ReadonlySet<string>, random: (below: number) => number): string => {
  const draw = (digits: number): string =>
    `${INITIALS.charAt(random(INITIALS.length))}${String(random(10 ** digits)).padStart(digits, '0')}`;
  for (let tries = 0; ; tries += 1) {
    const number = draw(tries < 50 ? 3 : 5);
    if (!taken.has(number)) return number;
  }
};

/** The day that an order is for, and that its number is one of. */
export const orderDay = (meetUpAt: number): string => berlinDay(meetUpAt);
