import type { Diet, PriceCategory, Restaurant } from '@mahlzeit/contract';
import { filterCount, isLunchMealType, passesFilters, withDerivedFields } from '@mahlzeit/contract/rules';
import type { Filters, PropertyFilter } from '@mahlzeit/contract/rules';

/** Tag to which the user has limited the list, for instance a cuisine. */
export interface ChosenTag {
  readonly key: string;
  /** Name of the tag in German. */
  readonly name: string;
}

/**
 * State of all filters of the restaurant list (S1§4): texts, prices and properties, one tag, and „Mittagstisch“ (lunch
 * menu).
 */
export interface ListFilters extends Filters {
  readonly tag: ChosenTag | null;
  /** Whether only restaurants pass that offer a lunch dish today. Never true together with a tag (Decision 25). */
  readonly showLunchList: boolean;
}

/** Filters that the device stores for the next visit: diets and walking time. */
export type LastingFilters = Pick<Filters, 'diets' | 'maxWalkMinutes'>;

/** Values of the filters that the device can store, with none of them active, so that every restaurant passes. */
export const noLastingFilters: LastingFilters = { diets: [], maxWalkMinutes: null };

/** Filters that let every restaurant pass. */
export const noFilters: Filters = { texts: [], prices: [], properties: [], ...noLastingFilters };

/** Filters with which the list of restaurants starts: only „Mittagstisch“ (lunch menu) is active. */
export const initialListFilters: ListFilters = { ...noFilters, tag: null, showLunchList: true };

/** Returns whether the filters are those with which the list starts: „Mittagstisch“ and no other. */
export const areInitialListFilters = ({ tag, showLunchList, ...filters }: ListFilters): boolean =>
  showLunchList && tag === null && filterCount(filters) === 0;

/** Returns whether at least one filter is active that the device stores for the next visit. */
export const hasLastingFilter = ({ diets, maxWalkMinutes }: LastingFilters): boolean =>
  diets.length > 0 || maxWalkMinutes !== null;

/**
 * Returns the filters that apply to the list. If the list is around the fallback location, the filter by walking time
 * doesn't apply, because the user isn't there.
 */
export const applicableFiltersOf = (filters: ListFilters, isPlaceAssumed: boolean): ListFilters =>
  isPlaceAssumed && filters.maxWalkMinutes !== null ? { ...filters, maxWalkMinutes: null } : filters;

/** Properties that the filter screen shows under one title. */
interface FilterGroup {
  readonly title:
    | 'FilterAvailability'
    | 'FilterConsumption'
    | 'FilterServices'
    | 'FilterFeatures'
    | 'FilterPayment'
    | 'FilterVouchers';
  readonly properties: readonly PropertyFilter[];
}

/** Groups of the filter screen, most used at noon first (S1§9). */
export const filterGroups: readonly FilterGroup[] = [
  { title: 'FilterAvailability', properties: ['Open'] },
  { title: 'FilterConsumption', properties: ['InStore', 'TakeAway'] },
  { title: 'FilterServices', properties: ['PreOrderAndPay', 'Wifi'] },
  { title: 'FilterFeatures', properties: ['SeatsOutside', 'Accessible', 'ParkingSpace', 'SmokingArea'] },
  {
    title: 'FilterPayment',
    properties: [
      'CashPayment',
      'EcCard',
      'Visa',
      'Mastercard',
      'AmericanExpress',
      'Dinersclub',
      'PayPal',
      'GooglePay',
      'ApplePay',
    ],
  },
  { title: 'FilterVouchers', properties: ['Sodexo', 'TicketRestaurant'] },
];

/** Price categories, cheapest first (S1§9). */
export const priceCategories: readonly PriceCategory[] = [1, 2, 3];

/** Diets, most used first (Decision 20). */
export const dietFilters: readonly Diet[] = ['vegetarian', 'vegan', 'halal', 'kosher'];

/** Text key of each diet, as filters and search suggestions name it. */
export const TEXT_KEY_BY_DIET = {
  vegan: 'DietVegan',
  vegetarian: 'DietVegetarian',
  halal: 'DietHalal',
  kosher: 'DietKosher',
} as const;

/** Walking times that the user can choose, in minutes. */
export const walkMinuteOptions: readonly number[] = [5, 10, 15];

/** All properties of the filter screen, in the order of their groups. */
export const propertyFilters: readonly PropertyFilter[] = filterGroups.flatMap(({ properties }) => properties);

const hasLunchOffers = ({ offers }: Pick<Restaurant, 'offers'>): boolean =>
  offers.some(({ baseName }) => isLunchMealType(baseName));

interface CachedToday {
  readonly now: number;
  readonly restaurant: Restaurant;
}

// Caches what a restaurant offers today at one point in time, because the whole list is filtered again with each page.
const todayByRestaurant = new WeakMap<Restaurant, CachedToday>();

const restaurantTodayOf = (restaurant: Restaurant, now: number): Restaurant => {
  const cachedToday = todayByRestaurant.get(restaurant);
  if (cachedToday?.now === now) return cachedToday.restaurant;
  const restaurantToday = withDerivedFields(restaurant, now);
  todayByRestaurant.set(restaurant, { now, restaurant: restaurantToday });
  return restaurantToday;
};

/**
 * Returns the restaurants that pass the filters at the time `now`, in the order of the input. The restaurant objects
 * stay the same, so that React doesn't render unchanged cards again.
 */
export const applyFilters = (
  restaurants: readonly Restaurant[],
  { tag, showLunchList, ...filters }: ListFilters,
  now: number,
): readonly Restaurant[] =>
  restaurants.filter((restaurant) => {
    // Today's data of the restaurant is computed again, because the restaurant may have closed since the list was
    // loaded.
    const restaurantOfToday = restaurantTodayOf(restaurant, now);
    return (
      (tag === null || restaurantOfToday.tagIds.includes(tag.key)) &&
      (!showLunchList || hasLunchOffers(restaurantOfToday)) &&
      passesFilters(restaurantOfToday, filters)
    );
  });
