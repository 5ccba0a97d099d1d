import type { DrawnDish } from '../../pictures/dishes';
import type { TableTone } from '../../pictures/brush';
import type { QuarterKey } from '../town/hamburg';
import type { HoursKey } from '../town/hours';

/** Part of a menu. The dishes of `lunch` change daily, those of all other parts stay. */
export type Course = 'lunch' | 'starters' | 'soups' | 'salads' | 'mains' | 'sides' | 'desserts';

/** Optional properties of a dish. `contains` names an additive in the wording of the law. */
interface DishMarks {
  readonly diets?: readonly ('vegan' | 'vegetarian' | 'halal' | 'kosher')[];
  readonly contains?: string;
}

/** One dish as a tuple: name, side dishes, price in cents, letters of its allergens, optional properties. */
export type DishRow = readonly [name: string, description: string, price: number, allergens: string, marks?: DishMarks];

/** Marks that many dishes share. */
export const vegan: DishMarks = { diets: ['vegan', 'vegetarian'] };
export const vegetarian: DishMarks = { diets: ['vegetarian'] };
export const halal: DishMarks = { diets: ['halal'] };

/** Special feature of a place. It affects for example the place's prices, its closures or whether it has a menu. */
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

/** A partner in the order: name, quarter, opening hours, special features. */
type PartnerRow = readonly [name: string, quarter: QuarterKey, hours: HoursKey, ...traits: Trait[]];

/** A cuisine with its dishes and the places that serve them. */
export interface Kitchen {
  /** Tags of the kitchen's places. The first one names the cuisine. */
  readonly tags: readonly string[];
  readonly dishes: Readonly<Record<Course, readonly DishRow[]>>;
  /** Keys of the kitchen's drinks in `DRINKS`. */
  readonly drinks: readonly string[];
  readonly pictures: readonly [DrawnDish, DrawnDish, DrawnDish];
  readonly tones: readonly [TableTone, TableTone, TableTone];
  /** Descriptions of places. Each one fits every place of this kitchen. */
  readonly stories: readonly [string, ...string[]];
  readonly partners: readonly PartnerRow[];
  /** Places that the app lists although they are no partners. */
  readonly neighbours: readonly (readonly [name: string, quarter: QuarterKey])[];
}
