import type { Discount } from '../discount';
import type { Offer } from '../menu';
import type { Restaurant } from '../restaurant';
import type { Teaser } from '../teaser';
import type { Cents, Coordinate, Ms } from '../values';
import { berlinDay, dayMs, isoWeekday } from './day';
import { distanceMeters } from './nearby';
import { isOrderable } from './restaurant';

/** Time in milliseconds before a discount's start from which on lists show the discount (S1§9). */
const listedAheadMs = 14 * dayMs;

/**
 * Checks whether a list should show a discount (S1§4): uses are left, it hasn't ended, and it starts within 14 days.
 */
export const isDiscountAvailable = (
  { quantityLeft, start, end }: Pick<Discount, 'quantityLeft' | 'start' | 'end'>,
  now: Ms,
): boolean => quantityLeft > 0 && now < end && start <= now + listedAheadMs;

/** Checks whether a discount is valid for a meal at `mealAt`: from its start until just before its end. */
export const isDiscountRedeemableAt = (
  { quantityLeft, start, end }: Pick<Discount, 'quantityLeft' | 'start' | 'end'>,
  mealAt: Ms,
): boolean => quantityLeft > 0 && start <= mealAt && mealAt < end;

/**
 * Checks whether a discount is available and the user hasn't used it yet (S1§4). Its owners need no check, because the
 * gateway sends a personal discount only to its owners.
 */
export const isDiscountAvailableToMe = (
  discount: Pick<Discount, 'quantityLeft' | 'start' | 'end' | 'usedByMe'>,
  now: Ms,
): boolean => !discount.usedByMe && isDiscountAvailable(discount, now);

/**
 * Checks whether a discount is valid at a place (S1§5): it belongs to no place, to this place, or to this place's
 * company.
 */
export const isDiscountOfRestaurant = (
  { restaurantRef, companyRef }: Pick<Discount, 'restaurantRef' | 'companyRef'>,
  restaurant: Pick<Restaurant, 'key' | 'companyId'>,
): boolean =>
  (restaurantRef === null || restaurantRef === restaurant.key) &&
  (companyRef === null || companyRef === restaurant.companyId);

/**
 * Checks whether a discount reduces the price of a meal: it is bound to the meal, or valid for every meal of the place.
 */
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
 * Computes a price after a discount, at least 0. `override` replaces the price; for `percent` half a cent is rounded in
 * favour of the diner.
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

// Types of discounts that reduce the prices on a restaurant's menu. Other types, and discounts for every restaurant,
// are vouchers for a whole order.
const menuPriceTypes: readonly Discount['type'][] = ['promotion', 'smartprice'];
const placeMenuPriceTypes: readonly Discount['type'][] = [...menuPriceTypes, 'goodie', 'loyalty'];

/**
 * Checks whether a discount is a voucher, which a diner redeems for a complete order. Every other discount shows in the
 * prices of a menu.
 */
export const isVoucher = ({
  restaurantRef,
  companyRef,
  mealRef,
  forAllMeals,
  type,
}: Pick<Discount, 'restaurantRef' | 'companyRef' | 'mealRef' | 'forAllMeals' | 'type'>): boolean => {
  const isBoundToPlace = restaurantRef !== null || companyRef !== null;
  const priceTypes = isBoundToPlace ? placeMenuPriceTypes : menuPriceTypes;
  return mealRef === null && !(forAllMeals && priceTypes.includes(type));
};

/**
 * Checks whether a voucher can be redeemed for a complete order at a place (S1§5). Gateway and browser both use this
 * rule.
 */
export const isVoucherOfRestaurant = (
  discount: Pick<Discount, 'restaurantRef' | 'companyRef' | 'mealRef' | 'forAllMeals' | 'type'>,
  restaurant: Pick<Restaurant, 'key' | 'companyId'>,
): boolean => isVoucher(discount) && isDiscountOfRestaurant(discount, restaurant);

/**
 * Checks whether a discount reduces the price of a meal on the menu: it is bound to the meal, or it is valid for every
 * meal and no voucher. No other discount reduces the price of a piece.
 */
export const showsInPrice = (
  discount: Discount,
  restaurantMeal: { readonly restaurant: Pick<Restaurant, 'key' | 'companyId'>; readonly meal: Pick<Offer, 'key'> },
): boolean => isDiscountOfMeal(discount, restaurantMeal) && !isVoucher(discount);

/** A meal of a restaurant at an instant, for which a price is computed. */
export interface PricedMeal {
  readonly restaurant: Pick<Restaurant, 'key' | 'companyId'>;
  readonly meal: Pick<Offer, 'key' | 'price'>;
  readonly at: Ms;
}

/** Returns the discount that reduces this meal's price most; null without one. */
export const bestMealDiscount = (
  discounts: readonly Discount[],
  { restaurant, meal, at }: PricedMeal,
): Discount | null => {
  const loweringDiscounts = discounts.filter(
    (discount) =>
      !discount.usedByMe &&
      isDiscountRedeemableAt(discount, at) &&
      showsInPrice(discount, { restaurant, meal }) &&
      discountedPrice(meal.price, discount) < meal.price,
  );
  return loweringDiscounts.reduce<Discount | null>(
    (bestDiscount, candidateDiscount) =>
      bestDiscount === null ||
      discountedPrice(meal.price, candidateDiscount) < discountedPrice(meal.price, bestDiscount)
        ? candidateDiscount
        : bestDiscount,
    null,
  );
};

/** Discounts that a user may use, and the present instant. */
export interface DiscountsAtInstant {
  readonly discounts: readonly Discount[];
  readonly now: Ms;
}

/** PLACEHOLDER; null without one. A dish sold by weight has no fixed price, so it has no discount. */
export const dealDiscountOf = (
  meal: Pick<Offer, 'key' | 'price' | 'unit'>,
  restaurant: PricedMeal['restaurant'],
  { discounts, now }: DiscountsAtInstant,
): Discount | null => (isOrderable(meal) ? bestMealDiscount(discounts, { restaurant, meal, at: now }) : null);

/** Computes the present price of a dish in cents, after discount. */
export const dealPrice = (
  meal: Pick<Offer, 'key' | 'price' | 'unit'>,
  restaurant: PricedMeal['restaurant'],
  discountsNow: DiscountsAtInstant,
): Cents => {
  const discount = dealDiscountOf(meal, restaurant, discountsNow);
  return discount === null ? meal.price : discountedPrice(meal.price, discount);
};

/** A place with prices that discounts may reduce. */
type DealPlace = PricedMeal['restaurant'] & Pick<Restaurant, 'offers'>;

/**
 * Returns the place with the present prices of its dishes, or the same object when no price is reduced. The
 * restaurant's card, the map and the search all use this rule.
 */
export const withDealPrices = <Place extends DealPlace>(place: Place, discountsNow: DiscountsAtInstant): Place => {
  const offers = place.offers.map((offer) => {
    const price = dealPrice(offer, place, discountsNow);
    return price === offer.price ? offer : { ...offer, price };
  });
  return offers.every((offer, index) => offer === place.offers[index]) ? place : { ...place, offers };
};

// Weekdays of teasers count from Sunday = 0, those of opening hours from Monday = 1 to Sunday = 7.
const isShownToday = ({ daysOfWeek }: Teaser, now: Ms): boolean =>
  daysOfWeek === null || daysOfWeek.includes(isoWeekday(berlinDay(now)) % 7);

const isWithinDistance = ({ location }: Teaser, readerLocation: Coordinate): boolean =>
  location === null || distanceMeters(location, readerLocation) <= location.distance;

const hasPictureOrFilm = ({ imageUrl, videoUrl }: Teaser): boolean => imageUrl !== null || videoUrl !== null;

/**
 * Returns the teaser with the highest priority that has a picture or film and fits this day and place (S1§4). Among
 * equal priorities, the key decides. Returns null when no teaser fits; the page then shows a default.
 */
export const chooseTeaser = (
  teasers: readonly Teaser[],
  { now, around: location }: { readonly now: Ms; readonly around: Coordinate },
): Teaser | null =>
  teasers
    .filter((teaser) => hasPictureOrFilm(teaser) && isShownToday(teaser, now) && isWithinDistance(teaser, location))
    .sort((a, b) => b.priority - a.priority || (a.key < b.key ? -1 : 1))[0] ?? null;
