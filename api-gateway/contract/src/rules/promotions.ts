import type { Discount } from '../discount';
import type { Offer } from '../menu';
import type { Restaurant } from '../restaurant';
import type { Teaser } from '../teaser';
import type { Cents, Coordinate, Ms } from '../values';
import { berlinDay, dayMs, isoWeekday } from './day';
import { distanceMeters } from './nearby';
import { isOrderable } from './restaurant';

/** S1§9: a discount is listed from so long before its start. */
const listedBeforeMs = 14 * dayMs;

/** S1§4: some are left, it hasn't ended, and it starts within 14 days: worth listing. */
export const isDiscountAvailable = (
  { quantityLeft, start, end }: Pick<Discount, 'quantityLeft' | 'start' | 'end'>,
  now: Ms,
): boolean => quantityLeft > 0 && now < end && start <= now + listedBeforeMs;

/** Whether it counts for a meal at `mealAt`: from its start until just before its end. */
export const isDiscountRedeemableAt = (
  { quantityLeft, start, end }: Pick<Discount, 'quantityLeft' | 'start' | 'end'>,
  mealAt: Ms,
): boolean => quantityLeft > 0 && start <= mealAt && mealAt < end;

/** S1§4: available, and not used by this reader; readers get only discounts that they own. */
export const isDiscountAvailableToMe = (
  discount: Pick<Discount, 'quantityLeft' | 'start' | 'end' | 'usedByMe'>,
  now: Ms,
): boolean => !discount.usedByMe && isDiscountAvailable(discount, now);

/** S1§5: bound to no place, to this place, or to its company. */
export const isDiscountOfRestaurant = (
  { restaurantRef, companyRef }: Pick<Discount, 'restaurantRef' | 'companyRef'>,
  restaurant: Pick<Restaurant, 'key' | 'companyId'>,
): boolean =>
  (restaurantRef === null || restaurantRef === restaurant.key) &&
  (companyRef === null || companyRef === restaurant.companyId);

/** Whether it lowers the price of this very meal: bound to it, or good for every meal of a place that it holds for. */
export const isDiscountOfMeal = (
  discount: Pick<Discount, 'restaurantRef' | 'companyRef' | 'mealRef' | 'forAllMeals'>,
  {
    restaurant,
    meal,
  }: { readonly restaurant: Pick<Restaurant, 'key' | 'companyId'>; readonly meal: Pick<Offer, 'key'> },
): boolean =>
  isDiscountOfRestaurant(discount, restaurant) &&
  (discount.mealRef === null ? discount.forAllMeals : discount.mealRef === meal.key);

/**
 * What a price becomes by a discount: never less than nothing; `override` replaces it (percent: half a cent saves a
 * whole one).
 */
export const discountedPrice = (
  price: Cents,
  { discountType, value }: Pick<Discount, 'discountType' | 'value'>,
): Cents => {
  switch (discountType) {
    case 'absolute':
      return Math.max(0, price - value);
    case 'percent':
      return Math.max(0, price - Math.round((price * value) / 100));
    case 'override':
      return value;
  }
};

// Promotions make prices. What a place gives to its guests does, too; given for every place, and money that a diner
// holds, it is a voucher for an order.
const menuTypes: readonly Discount['type'][] = ['promotion', 'smartprice'];
const menuTypesOfPlace: readonly Discount['type'][] = [...menuTypes, 'goodie', 'loyalty'];

/** Whether a diner redeems it themself, for a whole order; every other discount shows in the prices of a menu. */
export const isVoucher = ({
  restaurantRef,
  companyRef,
  mealRef,
  forAllMeals,
  type,
}: Pick<Discount, 'restaurantRef' | 'companyRef' | 'mealRef' | 'forAllMeals' | 'type'>): boolean => {
  const isOfPlace = restaurantRef !== null || companyRef !== null;
  const types = isOfPlace ? menuTypesOfPlace : menuTypes;
  return mealRef === null && !(forAllMeals && types.includes(type));
};

/** S1§5: whether it can be redeemed for a whole order there. Gateway and browser ask this alone. */
export const isVoucherOfRestaurant = (
  discount: Pick<Discount, 'restaurantRef' | 'companyRef' | 'mealRef' | 'forAllMeals' | 'type'>,
  restaurant: Pick<Restaurant, 'key' | 'companyId'>,
): boolean => isVoucher(discount) && isDiscountOfRestaurant(discount, restaurant);

/**
 * Whether it shows in the price of this meal: bound to it, or good for every meal and no voucher. Nothing else lowers
 * the price of a piece.
 */
export const showsInPrice = (
  discount: Discount,
  place: { readonly restaurant: Pick<Restaurant, 'key' | 'companyId'>; readonly meal: Pick<Offer, 'key'> },
): boolean => isDiscountOfMeal(discount, place) && !isVoucher(discount);

/** A meal of a restaurant at an instant. */
export interface PricedMeal {
  readonly restaurant: Pick<Restaurant, 'key' | 'companyId'>;
  readonly meal: Pick<Offer, 'key' | 'price'>;
  readonly at: Ms;
}

/** Of the discounts that lower this meal's price then, the one that saves most; null where none does. */
export const bestMealDiscount = (
  discounts: readonly Discount[],
  { restaurant, meal, at }: PricedMeal,
): Discount | null => {
  const lowering = discounts.filter(
    (discount) =>
      !discount.usedByMe &&
      isDiscountRedeemableAt(discount, at) &&
      showsInPrice(discount, { restaurant, meal }) &&
      discountedPrice(meal.price, discount) < meal.price,
  );
  return lowering.reduce<Discount | null>(
    (best, next) =>
      best === null || discountedPrice(meal.price, next) < discountedPrice(meal.price, best) ? next : best,
    null,
  );
};

/** The discounts that there are for a reader, and the moment they are looked at. */
export interface DealsNow {
  readonly discounts: readonly Discount[];
  readonly now: Ms;
}

/**
 * The discount that shows in a dish's price now; null where none does. What is sold by weight has no price before it is
 * weighed, so none to reduce.
 */
export const dealOf = (
  meal: Pick<Offer, 'key' | 'price' | 'unit'>,
  restaurant: PricedMeal['restaurant'],
  { discounts, now }: DealsNow,
): Discount | null => (isOrderable(meal) ? bestMealDiscount(discounts, { restaurant, meal, at: now }) : null);

/** Cents that a dish costs now. */
export const dealPrice = (
  meal: Pick<Offer, 'key' | 'price' | 'unit'>,
  restaurant: PricedMeal['restaurant'],
  deals: DealsNow,
): Cents => {
  const discount = dealOf(meal, restaurant, deals);
  return discount === null ? meal.price : discountedPrice(meal.price, discount);
};

/** A place whose prices may be reduced. */
type DealPlace = PricedMeal['restaurant'] & Pick<Restaurant, 'offers'>;

/**
 * The same place with the prices that its dishes have now; the place itself where none is reduced. Card, map and search
 * ask this alone.
 */
export const atDealPrices = <Place extends DealPlace>(place: Place, deals: DealsNow): Place => {
  const offers = place.offers.map((offer) => {
    const price = dealPrice(offer, place, deals);
    return price === offer.price ? offer : { ...offer, price };
  });
  return offers.every((offer, index) => offer === place.offers[index]) ? place : { ...place, offers };
};

// Teasers count from Sunday = 0, opening hours from Monday = 1 to Sunday = 7.
const isOfToday = ({ daysOfWeek }: Teaser, now: Ms): boolean =>
  daysOfWeek === null || daysOfWeek.includes(isoWeekday(berlinDay(now)) % 7);

const isWithin = ({ location }: Teaser, around: Coordinate): boolean =>
  location === null || distanceMeters(location, around) <= location.distance;

const isShowable = ({ imageUrl, videoUrl }: Teaser): boolean => imageUrl !== null || videoUrl !== null;

/**
 * S1§4: the highest-ranking teaser with a picture or film for this day and place, the key decides among equals; null =
 * show the fallback.
 */
export const chooseTeaser = (
  teasers: readonly Teaser[],
  { now, around }: { readonly now: Ms; readonly around: Coordinate },
): Teaser | null =>
  teasers
    .filter((teaser) => isShowable(teaser) && isOfToday(teaser, now) && isWithin(teaser, around))
    .sort((a, b) => b.priority - a.priority || (a.key < b.key ? -1 : 1))[0] ?? null;
