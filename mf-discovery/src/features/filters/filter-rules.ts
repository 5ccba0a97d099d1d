import type { Diet, PriceCategory, Restaurant } from '@mahlzeit/contract';
import { filterCount, isLunchMealType, passesFilters, withDerivedFields } from '@mahlzeit/contract/rules';
import type { Filters, PropertyFilter } from '@mahlzeit/contract/rules';

/** The one tag that the list is narrowed to. */
export interface ChosenTag {
  readonly key: string;
  /** German. */
  readonly name: string;
}

/** S1§4: one state holds text, price and property filters plus one tag filter; „Mittagstisch“ beside them. */
export interface ListFilters extends Filters {
  readonly tag: ChosenTag | null;
  /** Only places with an offer of a lunch meal type today. Never together with a tag (DESIGN §13.25). */
  readonly showLunchList: boolean;
}

/** What holds on the next visit, too: how one eats and how far one walks. */
export type LastingFilters = Pick<Filters, 'diets' | 'maxWalkMinutes'>;

/** Neither a diet nor a walk asked for. */
export const noLastingFilters: LastingFilters = { diets: [], maxWalkMinutes: null };

/** Nothing asked of text, price, properties, diet and walk. */
export const noFilters: Filters = { texts: [], prices: [], properties: [], ...noLastingFilters };

/** What the list starts with. */
export const startFilters: ListFilters = { ...noFilters, tag: null, showLunchList: true };

/** Whether the list is as it starts. */
export const isStart = ({ tag, showLunchList, ...filters }: ListFilters): boolean =>
  showLunchList && tag === null && filterCount(filters) === 0;

/** Whether the list is narrowed on the next visit, too. */
export const isNarrowedForLong = ({ diets, maxWalkMinutes }: LastingFilters): boolean =>
  diets.length > 0 || maxWalkMinutes !== null;

/** The filters as they hold: around a place that was taken for want of one, a walk narrows nothing down. */
export const filtersInForce = (filters: ListFilters, isAssumed: boolean): ListFilters =>
  isAssumed && filters.maxWalkMinutes !== null ? { ...filters, maxWalkMinutes: null } : filters;

/** Properties that stand together under one title on the filter screen. */
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

/** S1§9, what is asked for most at noon first. */
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

/** S1§9: the price categories, cheapest first. */
export const priceCategories: readonly PriceCategory[] = [1, 2, 3];

/** DESIGN §13.20: the diets, what most ask for first. */
export const dietFilters: readonly Diet[] = ['vegetarian', 'vegan', 'halal', 'kosher'];

/** What the diets are called. */
export const DIET_TEXTS = {
  vegan: 'DietVegan',
  vegetarian: 'DietVegetarian',
  halal: 'DietHalal',
  kosher: 'DietKosher',
} as const;

/** How long a walk may be asked for, in minutes. */
export const walkFilters: readonly number[] = [5, 10, 15];

/** Every property that can be asked for. */
export const propertyFilters: readonly PropertyFilter[] = filterGroups.flatMap(({ properties }) => properties);

const hasLunch = ({ offers }: Pick<Restaurant, 'offers'>): boolean =>
  offers.some(({ baseName }) => isLunchMealType(baseName));

interface Today {
  readonly now: number;
  readonly restaurant: Restaurant;
}

// A list grows page after page, and each time all of it is filtered: what a place is like at that moment is worked out
// once.
const known = new WeakMap<Restaurant, Today>();

const todayOf = (restaurant: Restaurant, now: number): Restaurant => {
  const held = known.get(restaurant);
  if (held?.now === now) return held.restaurant;
  const today = withDerivedFields(restaurant, now);
  known.set(restaurant, { now, restaurant: today });
  return today;
};

/**
 * The restaurants that pass at `now`, in their order; the objects themselves, so that unchanged cards stay as they are
 * drawn.
 */
export const applyFilters = (
  restaurants: readonly Restaurant[],
  { tag, showLunchList, ...filters }: ListFilters,
  now: number,
): readonly Restaurant[] =>
  restaurants.filter((restaurant) => {
    // What a list holds may have been open when it came.
    const today = todayOf(restaurant, now);
    return (
      (tag === null || today.tagIds.includes(tag.key)) &&
      (!showLunchList || hasLunch(today)) &&
      passesFilters(today, filters)
    );
  });
