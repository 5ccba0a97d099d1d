import type { DrawnDish } from '../../pictures/dishes';
import type { TableTone } from '../../pictures/brush';
import type { QuarterKey } from '../town/hamburg';
import type { HoursKey } from '../town/hours';

/** Parts of a menu. `lunch` changes daily, everything else stays. */
export type Course = 'lunch' | 'starters' | 'soups' | 'salads' | 'mains' | 'sides' | 'desserts';

/** Further facts of a dish. `contains` names an additive in the wording of the law. */
interface DishMarks {
  readonly diets?: readonly ('vegan' | 'vegetarian' | 'halal' | 'kosher')[];
  readonly contains?: string;
}

/** A dish: name, side dishes, cents, letters of its allergens. */
export type DishRow = readonly [name: string, description: string, price: number, allergens: string, marks?: DishMarks];

/** Marks that many dishes share. */
export const vegan: DishMarks = { diets: ['vegan', 'vegetarian'] };
export const vegetarian: DishMarks = { diets: ['vegetarian'] };
export const halal: DishMarks = { diets: ['halal'] };

/** Special features of a place. */
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

/** A partner: name, quarter, hours, features. */
type PartnerRow = readonly [name: string, quarter: QuarterKey, hours: HoursKey, ...traits: Trait[]];

/** A kind of kitchen with its places. */
export interface Kitchen {
  /** Tags, the cuisine first. */
  readonly tags: readonly string[];
  readonly dishes: Readonly<Record<Course, readonly DishRow[]>>;
  /** Names of its drinks. */
  readonly drinks: readonly string[];
  readonly pictures: readonly [DrawnDish, DrawnDish, DrawnDish];
  readonly tones: readonly [TableTone, TableTone, TableTone];
  /** Descriptions, each of which fits any of its places. */
  readonly stories: readonly [string, ...string[]];
  readonly partners: readonly PartnerRow[];
  /** Places that are listed but no partners. */
  readonly neighbours: readonly (readonly [name: string, quarter: QuarterKey])[];
}
