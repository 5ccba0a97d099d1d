import type { DrawnDish } from '../../pictures/dishes';
import type { TableTone } from '../../pictures/brush';
import type { QuarterKey } from '../town/hamburg';
import type { HoursKey } from '../town/hours';

/** Part of a kitchen's repertoire; `lunch` changes daily, everything else stands on the card. */
export type Course = 'lunch' | 'starters' | 'soups' | 'salads' | 'mains' | 'sides' | 'desserts';

/** What else is known of a dish. `contains` names an additive in the wording of the law. */
interface DishMarks {
  readonly diets?: readonly ('vegan' | 'vegetarian' | 'halal' | 'kosher')[];
  readonly contains?: string;
}

/** A dish: name, what comes with it, cents, letters of its allergens. */
export type DishRow = readonly [name: string, description: string, price: number, allergens: string, marks?: DishMarks];

/** Marks that many dishes share. */
export const vegan: DishMarks = { diets: ['vegan', 'vegetarian'] };
export const vegetarian: DishMarks = { diets: ['vegetarian'] };
export const halal: DishMarks = { diets: ['halal'] };

/** What sets a place apart. */
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

/** A partner: its name, where it stands, when it is open, what sets it apart. */
type PartnerRow = readonly [name: string, quarter: QuarterKey, hours: HoursKey, ...traits: Trait[]];

/** A kind of kitchen with the places that cook that way. */
export interface Kitchen {
  /** Tags, the cuisine first. */
  readonly tags: readonly string[];
  readonly dishes: Readonly<Record<Course, readonly DishRow[]>>;
  /** Which of the drinks go with it. */
  readonly drinks: readonly string[];
  readonly pictures: readonly [DrawnDish, DrawnDish, DrawnDish];
  readonly tones: readonly [TableTone, TableTone, TableTone];
  /** Sentences that each fit any of its places. */
  readonly stories: readonly [string, ...string[]];
  readonly partners: readonly PartnerRow[];
  /** Places that are listed and no partners. */
  readonly neighbours: readonly (readonly [name: string, quarter: QuarterKey])[];
}
