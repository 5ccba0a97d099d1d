import type { DrawnDish } from '../../pictures/dishes';
import type { TableTone } from '../../pictures/brush';
import type { QuarterKey } from '../town/hamburg';
import type { HoursKey } from '../town/hours';

/** Part of a menu. The dishes of `lunch` change daily; the dishes of all other parts are the same on every day. */
export type Course = 'lunch' | 'starters' | 'soups' | 'salads' | 'mains' | 'sides' | 'desserts';

/** Optional properties of a dish. `contains` names an additive as the German law words it. */
interface DishMarks {
  readonly diets?: readonly ('vegan' | 'vegetarian' | 'halal' | 'kosher')[];
  readonly contains?: string;
}

/** One dish as a tuple: name, side dishes, price in cents, letters of its allergens, optional properties. */
export type DishRow = readonly [name: string, description: string, price: number, allergens: string, marks?: DishMarks];

/** Properties of a vegan dish, which many dishes share. */
export const vegan: DishMarks = { diets: ['vegan', 'vegetarian'] };
export const vegetarian: DishMarks = { diets: ['vegetarian'] };
export const halal: DishMarks = { diets: ['halal'] };

/**
 * Special feature of a demo restaurant, which affects for example its prices, its closures or whether it has a menu.
 */
export type Trait =
  | 'premium'
  | 'premiumPast'
  | 'premiumSoon'
  | 'new'
  | 'resting'
  | 'restsLater'
  | 'noMenu'
  | 'takeAway'
  | 'noPayment'
  | 'fine'
  | 'cheap'
  | 'chain';

/** Restaurant that takes orders through the app, as a tuple: name, quarter, opening hours, special features. */
type PartnerRow = readonly [name: string, quarter: QuarterKey, hours: HoursKey, ...traits: Trait[]];

/** Cuisine of the demo with its dishes and the restaurants that serve them. */
export interface Kitchen {
  /** Tags of the cuisine's restaurants. The first tag names the cuisine. */
  readonly tags: readonly string[];
  readonly dishes: Readonly<Record<Course, readonly DishRow[]>>;
  /** Keys of the cuisine's drinks in `DRINKS`. */
  readonly drinks: readonly string[];
  readonly pictures: readonly [DrawnDish, DrawnDish, DrawnDish];
  readonly tones: readonly [TableTone, TableTone, TableTone];
  /** Descriptions of restaurants. Each description fits every restaurant of this cuisine. */
  readonly stories: readonly [string, ...string[]];
  readonly partners: readonly PartnerRow[];
  /** Restaurants of this cuisine that the app lists although they take no orders through the app. */
  readonly neighbours: readonly (readonly [name: string, quarter: QuarterKey])[];
}
