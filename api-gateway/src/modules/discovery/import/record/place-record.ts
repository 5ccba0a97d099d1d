import type { Coordinate, DatedWeek, Diet, Restaurant, SkipReason, VatKind, Week } from '@mahlzeit/contract';
import type { HolidayRegion } from '../../gazetteer';
import type { OwnRestaurant } from '../../restaurants';

/** Details of a place without any information. Null means unknown. */
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

/** Returns a week without opening hours. */
export const createEmptyWeek = (): Week => ({ 1: [], 2: [], 3: [], 4: [], 5: [], 6: [], 7: [] });

/** Fields of a place that a feed provides. Missing fields keep their stored value; in a new place they are unknown. */
export type PlaceDraft = Pick<OwnRestaurant, 'name' | 'type' | 'location'> &
  Partial<Omit<OwnRestaurant, 'key' | 'routingName' | 'hasPayment' | 'name' | 'type' | 'location'>>;

/** A dish in a feed on one day. `mealType` is the base name of a MealType. */
export interface DishDraft {
  readonly key: string;
  readonly date: string;
  readonly name: string;
  readonly price: number;
  readonly unit: string | null;
  /** Description of the dish. Like `volume` and `deposit`, it is missing in some feeds. */
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

/** Menu of a place in a feed. The menu is complete for each day in `days`; a day without dishes is empty on purpose. */
export interface MenuDraft {
  readonly days: ReadonlySet<string>;
  readonly dishes: readonly DishDraft[];
  /** Number of dishes on the menu that were skipped, because they have no price. */
  readonly withoutPrice: number;
}

/** A menu of a feed, to which the reader is still adding dishes. */
export interface MenuBuilder {
  readonly days: Set<string>;
  readonly dishes: Map<string, DishDraft>;
  withoutPrice: number;
}

/** Creates a builder for a menu of a feed, without days and dishes. */
export const createMenuBuilder = (): MenuBuilder => ({ days: new Set(), dishes: new Map(), withoutPrice: 0 });

/** Converts a menu builder to a complete menu, in which the dishes are a list. */
export const buildMenu = ({ days, dishes, withoutPrice }: MenuBuilder): MenuDraft => ({
  days,
  dishes: [...dishes.values()],
  withoutPrice,
});

/** Source of a menu (the restaurant in its feed), and the function that receives warnings. */
export interface MenuSource {
  readonly source: string;
  /** Id of the restaurant in its feed. */
  readonly sourceId: string;
  readonly warn: Warn;
}

/** Opening hours that depend on the date, stored so that a worker can parse them again each day. */
export interface DatedHours {
  /** Value of the OpenStreetMap key opening_hours. */
  readonly value: string;
  readonly region: HolidayRegion | null;
  /**
   * Days for which the stored week of opening hours holds; absent in rows that no worker has updated since this field
   * exists.
   */
  readonly week?: DatedWeek;
}

/** A place as a feed describes it, ready to be imported. */
export interface ImportCandidate {
  readonly kind: 'place';
  readonly source: string;
  readonly sourceId: string;
  /** Kind of the place in the words of the source, for example `cafe`; null without one. */
  readonly sourceKind: string | null;
  readonly draft: PlaceDraft;
  /** Text of opening hours that depend on the date; null for other opening hours. */
  readonly datedHours: DatedHours | null;
  /** Menu of the place; null if the feed has no menus. */
  readonly menu: MenuDraft | null;
}

/**
 * A record of a feed that is not imported, with the reason. Its `identity` proves that the stored place has not
 * vanished.
 */
interface SkippedRecord {
  readonly kind: 'skipped';
  readonly reason: SkipReason;
  readonly identity?: { readonly source: string; readonly sourceId: string; readonly location: Coordinate | null };
}

/** A record of a feed: a place to import, or a skipped one. */
export type PlaceRecord = ImportCandidate | SkippedRecord;

/**
 * Kinds of warnings about values in a feed that could not be used unchanged. Warnings are counted and never stop an
 * import.
 */
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

/** Type of the function that reports a warning. `warningSubject` is the word or place to which the warning refers. */
export type Warn = (warningKind: WarningKind, warningSubject: string) => void;

/** A file format whose files are read completely before parsing. */
export interface ImportFormat {
  readonly name: string;
  /**
   * Keys of lists in the outermost JSON object. By these keys the streaming reader recognises a file of this format.
   */
  readonly lists: readonly string[];
  /** Checks the outer structure of a parsed file. Returns true if the file has this format. */
  recognises(rootValue: unknown): boolean;
  /** Reads the records of a file in this format. */
  read(rootValue: unknown, warn: Warn): PlaceRecord[];
}

/** Reader that converts the elements of a streamed import file to records. */
export interface RecordReader {
  /** Converts an element to records: usually to one, and to none if the element only describes other elements. */
  read(rawElement: unknown): Promise<readonly PlaceRecord[]>;
  /** Returns the records that could be completed only at the end of the file. */
  end(): Promise<readonly PlaceRecord[]>;
}
