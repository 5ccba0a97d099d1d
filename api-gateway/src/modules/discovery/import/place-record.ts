import type { Diet, Restaurant, SkipReason, VatKind } from '@mahlzeit/contract';

/** What a feed knows of a place; everything else keeps what the database has or starts unknown. */
export type PlaceDraft = Pick<
  Restaurant,
  'name' | 'type' | 'address' | 'location' | 'tagIds' | 'openingHours' | 'openingHoursText' | 'lunchTimes'
>;

/** One dish of one day as a feed knows it; `mealType` is the base name of a MealType. */
export interface DishDraft {
  readonly key: string;
  readonly date: string;
  readonly name: string;
  readonly price: number;
  readonly unit: string | null;
  readonly mealType: string;
  readonly vatType: VatKind;
  readonly order: number;
  readonly allergens: readonly string[];
  readonly additives: readonly string[];
  readonly diets: readonly Diet[];
}

/** The menu that a feed holds for a place: it is whole for each of its `days`, also for the empty ones. */
export interface MenuDraft {
  readonly days: ReadonlySet<string>;
  readonly dishes: readonly DishDraft[];
  /** Dishes left out because they have no price. */
  readonly withoutPrice: number;
}

/** One record of a feed: a place to import, or why not. */
export type PlaceRecord =
  | { readonly kind: 'place'; readonly source: string; readonly sourceId: string; readonly draft: PlaceDraft; readonly menu: MenuDraft }
  | { readonly kind: 'skipped'; readonly reason: SkipReason };

/** What a feed says that could not be taken as it stands; counted, never fatal. */
export type WarningKind =
  | 'unknownDishType'
  | 'unknownLabel'
  | 'contradictedDiet'
  | 'repeatedDish'
  | 'malformedDish'
  | 'malformedDay'
  | 'unknownCanteen'
  | 'unreadHours';

/** Hears of each warning: its kind and the word or place it is about. */
export type Warn = (kind: WarningKind, subject: string) => void;

/** A kind of file that can be imported. */
export interface ImportFormat {
  readonly name: string;
  /** Whether a parsed file is of this format, judged by its outermost shape alone. */
  recognises(root: unknown): boolean;
  /** The records of a recognised file, one at a time. */
  read(root: unknown, warn: Warn): PlaceRecord[];
}
