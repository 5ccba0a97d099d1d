import type { Coordinate, Diet, Restaurant, SkipReason, VatKind, Week } from '@mahlzeit/contract';
import type { HolidayRegion } from '../../gazetteer';
import type { OwnRestaurant } from '../../restaurants';

/** Details of a place without any information. */
export const UNKNOWN_DETAILS: Restaurant['data']['details'] = {
  wifi: null,
  paymentEC: null,
  paymentVS: null,
  paymentMC: null,
  paymentDC: null,
  paymentAE: null,
  paymentPP: null,
  paymentGP: null,
  paymentAP: null,
  paymentCash: null,
  sodexo: null,
  ticketRestaurant: null,
  handicap: null,
  parkingExternal: null,
  parkingRestaurant: null,
  smokingOutside: null,
  smokingInside: null,
  seatsOutside: null,
};

/** A week without any hours. */
export const emptyWeek = (): Week => ({ 1: [], 2: [], 3: [], 4: [], 5: [], 6: [], 7: [] });

/** Fields of a place that a feed knows. All other fields keep their value or start unknown. */
export type PlaceDraft = Pick<OwnRestaurant, 'name' | 'type' | 'location'> &
  Partial<Omit<OwnRestaurant, 'key' | 'routingName' | 'hasPayment' | 'name' | 'type' | 'location'>>;

/** A dish of one day in a feed; `mealType` is the base name of a MealType. */
export interface DishDraft {
  readonly key: string;
  readonly date: string;
  readonly name: string;
  readonly price: number;
  readonly unit: string | null;
  /** Optional, like the next two: some feeds have none of them. */
  readonly description?: string;
  readonly volume?: string | null;
  readonly deposit?: number | null;
  readonly mealType: string;
  readonly vatType: VatKind;
  readonly order: number;
  readonly allergens: readonly string[];
  readonly additives: readonly string[];
  readonly diets: readonly Diet[];
}

/** Menu of a place in a feed. It is complete for each of its `days`, empty days included. */
export interface MenuDraft {
  readonly days: ReadonlySet<string>;
  readonly dishes: readonly DishDraft[];
  /** Number of dishes that were skipped because they have no price. */
  readonly withoutPrice: number;
}

/** A menu under construction. */
export interface MenuBuilder {
  readonly days: Set<string>;
  readonly dishes: Map<string, DishDraft>;
  withoutPrice: number;
}

/** Creates an empty menu builder. */
export const createMenuBuilder = (): MenuBuilder => ({ days: new Set(), dishes: new Map(), withoutPrice: 0 });

/** Builds the menu. */
export const menuOf = ({ days, dishes, withoutPrice }: MenuBuilder): MenuDraft => ({
  days,
  dishes: [...dishes.values()],
  withoutPrice,
});

/** Source of a menu and receiver of warnings. */
export interface MenuSource {
  readonly source: string;
  /** The restaurant's id in that source. */
  readonly sourceId: string;
  readonly warn: Warn;
}

/** Date-dependent hours, stored so that each day can read them again. */
export interface DatedHours {
  /** Value of the key opening_hours. */
  readonly value: string;
  readonly region: HolidayRegion | null;
}

/** A place to import. */
export interface ImportCandidate {
  readonly kind: 'place';
  readonly source: string;
  readonly sourceId: string;
  /** Kind of the place in the source's own word, `cafe`; null without one. */
  readonly sourceKind: string | null;
  readonly draft: PlaceDraft;
  /** Set if the draft's hours depend on the date. */
  readonly datedHours: DatedHours | null;
  /** null for a feed without menus. */
  readonly menu: MenuDraft | null;
}

/** A skipped record with its reason. Its identity proves that the place has not vanished. */
interface SkippedRecord {
  readonly kind: 'skipped';
  readonly reason: SkipReason;
  readonly identity?: { readonly source: string; readonly sourceId: string; readonly location: Coordinate | null };
}

/** A record of a feed: a place to import, or a skipped one. */
export type PlaceRecord = ImportCandidate | SkippedRecord;

/** Warnings about values of a feed that could not be used as they are; counted, never fatal. */
export type WarningKind =
  | 'unknownDishType'
  | 'unknownLabel'
  | 'contradictedDiet'
  | 'repeatedDish'
  | 'malformedDish'
  | 'malformedDay'
  | 'unknownCanteen'
  | 'unreadHours'
  | 'unknownCuisine'
  | 'brokenContact';

/** Reports a warning with its kind and its word or place. */
export type Warn = (kind: WarningKind, subject: string) => void;

/** A file format that is read as a whole. */
export interface ImportFormat {
  readonly name: string;
  /** Lists of the outermost object that distinguish the format from streamed ones before the file is read. */
  readonly lists: readonly string[];
  /** Checks by the outermost shape whether a parsed file has this format. */
  recognises(root: unknown): boolean;
  /** Reads the records of a file in this format. */
  read(root: unknown, warn: Warn): PlaceRecord[];
}

/** Converts the elements of a streamed file into records. */
export interface RecordReader {
  /** Reads an element: usually one record, none for an element that only describes others. */
  read(element: unknown): Promise<readonly PlaceRecord[]>;
  /** Returns the records that needed the whole file. */
  end(): Promise<readonly PlaceRecord[]>;
}
