import type { Coordinate, Diet, Restaurant, SkipReason, VatKind, Week } from '@mahlzeit/contract';
import type { HolidayRegion } from '../../gazetteer';
import type { OwnRestaurant } from '../../restaurants';

/** Details of a place of which nothing is known. */
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

/** What a feed knows of a place; everything else keeps what the database has or starts unknown. */
export type PlaceDraft = Pick<OwnRestaurant, 'name' | 'type' | 'location'> &
  Partial<Omit<OwnRestaurant, 'key' | 'routingName' | 'hasPayment' | 'name' | 'type' | 'location'>>;

/** One dish of one day as a feed knows it; `mealType` is the base name of a MealType. */
export interface DishDraft {
  readonly key: string;
  readonly date: string;
  readonly name: string;
  readonly price: number;
  readonly unit: string | null;
  /** A feed that knows of none of these three has dishes without them. */
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

/** The menu that a feed holds for a place: it is whole for each of its `days`, also for the empty ones. */
export interface MenuDraft {
  readonly days: ReadonlySet<string>;
  readonly dishes: readonly DishDraft[];
  /** Dishes left out because they have no price. */
  readonly withoutPrice: number;
}

/** A menu while its feed is read. */
export interface MenuBuilder {
  readonly days: Set<string>;
  readonly dishes: Map<string, DishDraft>;
  withoutPrice: number;
}

/** An empty menu to add days and dishes to. */
export const createMenuBuilder = (): MenuBuilder => ({ days: new Set(), dishes: new Map(), withoutPrice: 0 });

/** The menu with all that was added to it. */
export const menuOf = ({ days, dishes, withoutPrice }: MenuBuilder): MenuDraft => ({
  days,
  dishes: [...dishes.values()],
  withoutPrice,
});

/** Whose menu is read, and where warnings go. */
export interface MenuSource {
  readonly source: string;
  /** The restaurant's id in that source. */
  readonly sourceId: string;
  readonly warn: Warn;
}

/** Hours that other days read otherwise, kept so that each day can read them anew. */
export interface DatedHours {
  /** The value of the key opening_hours. */
  readonly value: string;
  readonly region: HolidayRegion | null;
}

/** A place to import. */
export interface FoundPlace {
  readonly kind: 'place';
  readonly source: string;
  readonly sourceId: string;
  /** The source's own word for it, `cafe`; null where it has none. */
  readonly sourceKind: string | null;
  readonly draft: PlaceDraft;
  /** Set where the draft's hours hold for some days only. */
  readonly datedHours: DatedHours | null;
  /** null where the feed holds no menus at all. */
  readonly menu: MenuDraft | null;
}

/** A record that can't be imported, and why not; what it still says tells that a place of before has not vanished. */
interface SkippedRecord {
  readonly kind: 'skipped';
  readonly reason: SkipReason;
  readonly known?: { readonly source: string; readonly sourceId: string; readonly location: Coordinate | null };
}

/** One record of a feed: a place to import, or why not. */
export type PlaceRecord = FoundPlace | SkippedRecord;

/** What a feed says that could not be taken as it stands; counted, never fatal. */
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

/** Reports a warning: its kind and the word or place it is about. */
export type Warn = (kind: WarningKind, subject: string) => void;

/** A kind of file that is read as a whole. */
export interface ImportFormat {
  readonly name: string;
  /** Lists of the outermost object by which it is told from streamed formats before it is read. */
  readonly lists: readonly string[];
  /** Whether a parsed file is of this format, by its outermost shape alone. */
  recognises(root: unknown): boolean;
  /** The records of a recognised file, one at a time. */
  read(root: unknown, warn: Warn): PlaceRecord[];
}

/** Turns the elements of a streamed file into records. */
export interface RecordReader {
  /** Mostly one record; none for what only describes others. */
  read(element: unknown): Promise<readonly PlaceRecord[]>;
  /** What could only be told with everything read. */
  end(): Promise<readonly PlaceRecord[]>;
}
