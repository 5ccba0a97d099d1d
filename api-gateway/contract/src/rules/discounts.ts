import type { Discount } from '../discount';
import type { Offer } from '../offer';
import type { Restaurant } from '../restaurant';
import type { Cents, Ms } from '../values';

const dayMs = 86_400_000;
/** S1§9: a discount is listed from so long before its start. */
const listedBeforeMs = 14 * dayMs;

/** S1§4: some are left, it hasn't ended, and it starts within 14 days: worth listing. */
export const isDiscountAvailable = ({ quantityLeft, start, end }: Pick<Discount, 'quantityLeft' | 'start' | 'end'>, now: Ms): boolean =>
  quantityLeft > 0 && now < end && start <= now + listedBeforeMs;

/** Whether it counts for a meal at `mealAt`: from its start until just before its end. */
export const isDiscountRedeemableAt = ({ quantityLeft, start, end }: Pick<Discount, 'quantityLeft' | 'start' | 'end'>, mealAt: Ms): boolean =>
  quantityLeft > 0 && start <= mealAt && mealAt < end;

/** S1§4: available, and not used by this reader; readers get only discounts that they own. */
export const isDiscountAvailableToMe = (discount: Pick<Discount, 'quantityLeft' | 'start' | 'end' | 'usedByMe'>, now: Ms): boolean =>
  !discount.usedByMe && isDiscountAvailable(discount, now);

/** S1§5: bound to no place, to this place, or to its company. */
export const isDiscountOfRestaurant = (
  { restaurantRef, companyRef }: Pick<Discount, 'restaurantRef' | 'companyRef'>,
  restaurant: Pick<Restaurant, 'key' | 'companyId'>,
): boolean => (restaurantRef === null || restaurantRef === restaurant.key) && (companyRef === null || companyRef === restaurant.companyId);

/** Whether it lowers the price of this very meal: bound to it, or good for every meal of a place that it holds for. */
export const isDiscountOfMeal = (
  discount: Pick<Discount, 'restaurantRef' | 'companyRef' | 'mealRef' | 'forAllMeals'>,
  { restaurant, meal }: { readonly restaurant: Pick<Restaurant, 'key' | 'companyId'>; readonly meal: Pick<Offer, 'key'> },
): boolean => isDiscountOfRestaurant(discount, restaurant) && (discount.mealRef === null ? discount.forAllMeals : discount.mealRef === meal.key);

/** What a price becomes by a discount: never less than nothing; `override` replaces it (percent: half a cent saves a whole one). */
export const discountedPrice = (price: Cents, { discountType, value }: Pick<Discount, 'discountType' | 'value'>): Cents => {
  switch (discountType) {
    case 'absolute':
      return Math.max(0, price - value);
    case 'percent':
      return Math.max(0, price - Math.round((price * value) / 100));
    case 'override':
      return value;
  }
};

// Promotions make prices. What a place gives to its guests does, too; given for every place, and money that a diner holds, it is a voucher for an order.
const menuTypes: readonly Discount['type'][] = ['promotion', 'smartprice'];
const menuTypesOfPlace: readonly Discount['type'][] = [...menuTypes, 'goodie', 'loyalty'];

/** Whether it shows in the price of this meal: bound to it, or good for every meal and no voucher. */
const showsInPrice = (discount: Discount, place: { readonly restaurant: Pick<Restaurant, 'key' | 'companyId'>; readonly meal: Pick<Offer, 'key'> }): boolean => {
  const isOfPlace = discount.restaurantRef !== null || discount.companyRef !== null;
  const types = isOfPlace ? menuTypesOfPlace : menuTypes;
  return isDiscountOfMeal(discount, place) && (discount.mealRef !== null || types.includes(discount.type));
};

/** A meal of a restaurant at an instant. */
export interface PricedMeal {
  readonly restaurant: Pick<Restaurant, 'key' | 'companyId'>;
  readonly meal: Pick<Offer, 'key' | 'price'>;
  readonly at: Ms;
}

/** Of the discounts that lower this meal's price then, the one that saves most; null where none does. */
export const bestMealDiscount = (discounts: readonly Discount[], { restaurant, meal, at }: PricedMeal): Discount | null => {
  const lowering = discounts.filter((discount) =>
    !discount.usedByMe && isDiscountRedeemableAt(discount, at) && showsInPrice(discount, { restaurant, meal }) && discountedPrice(meal.price, discount) < meal.price);
  return lowering.reduce<Discount | null>((best, next) => (best === null || discountedPrice(meal.price, next) < discountedPrice(meal.price, best) ? next : best), null);
};
