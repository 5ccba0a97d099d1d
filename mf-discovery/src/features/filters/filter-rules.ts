import type { Diet, PriceCategory, Restaurant } from '@mahlzeit/contract';
import { filterCount, isLunchMealType, passesFilters, withDerivedFields } from '@mahlzeit/contract/rules';
import type { Filters, PropertyFilter } from '@mahlzeit/contract/rules';

/** Tag that narrows the list. */
export interface ChosenTag {
  readonly key: string;
  /** German name. */
  readonly name: string;
}

/** State of all filters (S1§4): texts, prices and properties, one tag, and „Mittagstisch“. */
export interface ListFilters extends Filters {
  readonly tag: ChosenTag | null;
  /** Whether only places with an offer of a lunch meal type today pass. Never combined with a tag (Decision 25). */
  readonly showLunchList: boolean;
}

/** Filters that are kept for the next visit: diets and walking time. */
export type LastingFilters = Pick<Filters, 'diets' | 'maxWalkMinutes'>;

/** Lasting filters without any restriction. */
export const noLastingFilters: LastingFilters = { diets: [], maxWalkMinutes: null };

/** Filters without any restriction. */
export const noFilters: Filters = { texts: [], prices: [], properties: [], ...noLastingFilters };

/** Initial filters of the list. */
export const startFilters: ListFilters = { ...noFilters, tag: null, showLunchList: true };

/** Returns whether the filters are the initial ones. */
export const isStart = ({ tag, showLunchList, ...filters }: ListFilters): boolean =>
  showLunchList && tag === null && filterCount(filters) === 0;

/** Returns whether a lasting filter is active. */
export const isNarrowedForLong = ({ diets, maxWalkMinutes }: LastingFilters): boolean =>
  diets.length > 0 || maxWalkMinutes !== null;

/** Returns the effective filters. Around the fallback location the walking time has no effect. */
export const filtersInForce = (filters: ListFilters, isAssumed: boolean): ListFilters =>
  isAssumed && filters.maxWalkMinutes !== null ? { ...filters, maxWalkMinutes: null } : filters;

/** Properties under one title of the filter screen. */
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

/** Text key of each diet. */
export const DIET_TEXTS = {
  vegan: 'DietVegan',
  vegetarian: 'DietVegetarian',
  halal: 'DietHalal',
  kosher: 'DietKosher',
} as const;

/** Choices of the walking time, in minutes. */
export const walkFilters: readonly number[] = [5, 10, 15];

/** All properties of the filter screen. */
export const propertyFilters: readonly PropertyFilter[] = filterGroups.flatMap(({ properties }) => properties);

const hasLunch = ({ offers }: Pick<Restaurant, 'offers'>): boolean =>
  offers.some(({ baseName }) => isLunchMealType(baseName));

interface Today {
  readonly now: number;
  readonly restaurant: Restaurant;
}

// Caches the offers of a place at one time: the whole list is filtered again with each page.
const cache = new WeakMap<Restaurant, Today>();

const todayOf = (restaurant: Restaurant, now: number): Restaurant => {
  const cached = cache.get(restaurant);
  if (cached?.now === now) return cached.restaurant;
  const today = withDerivedFields(restaurant, now);
  cache.set(restaurant, { now, restaurant: today });
  return today;
};

/**
 * Returns the restaurants that pass at `now`, in the same order. Returns the same objects, so that unchanged cards
 * don't render.
 */
export const applyFilters = (
  restaurants: readonly Restaurant[],
  { tag, showLunchList, ...filters }: ListFilters,
  now: number,
): readonly Restaurant[] =>
  restaurants.filter((restaurant) => {
    // The list may contain places that were open when it was loaded.
    const today = todayOf(restaurant, now);
    return (
      (tag === null || today.tagIds.includes(tag.key)) &&
      (!showLunchList || hasLunch(today)) &&
      passesFilters(today, filters)
    );
  });
