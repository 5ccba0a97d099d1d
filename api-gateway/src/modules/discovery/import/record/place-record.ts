import type { Coordinate, Diet, Restaurant, SkipReason, VatKind, Week } from '@mahlzeit/contract';
import type { OwnRestaurant } from '../../restaurants/restaurant-repository';
import type { HolidayRegion } from '../../gazetteer/holiday-region';

/**
 * Outline of Germany, Austria and Switzerland as [latitude, longitude], drawn a few kilometres outside of the border:
 * it keeps out what lies abroad for sure and never a place that belongs to us.
 */
const OUTLINE: readonly (readonly [number, number])[] = [
  [55.12, 8.2],
  [54.98, 8.75],
  [54.9, 9.45],
  [54.92, 10.05],
  [54.62, 10.95],
  [54.62, 11.35],
  [54.4, 12.0],
  [54.62, 12.6],
  [54.78, 13.45],
  [54.45, 13.9],
  [54.02, 14.28],
  [53.7, 14.4],
  [53.25, 14.52],
  [52.85, 14.3],
  [52.62, 14.75],
  [52.35, 14.68],
  [52.1, 14.82],
  [51.8, 14.8],
  [51.5, 14.9],
  [51.3, 15.12],
  [51.05, 15.08],
  [50.82, 14.9],
  [50.88, 14.35],
  [50.72, 14.0],
  [50.6, 13.6],
  [50.42, 13.3],
  [50.33, 12.95],
  [50.15, 12.45],
  [49.95, 12.58],
  [49.7, 12.66],
  [49.4, 12.8],
  [49.25, 13.0],
  [49.08, 13.3],
  [48.95, 13.6],
  [48.75, 13.95],
  [48.66, 14.1],
  [48.66, 14.7],
  [48.78, 14.9],
  [48.98, 14.94],
  [49.08, 15.06],
  [49.02, 15.35],
  [48.92, 15.8],
  [48.85, 16.1],
  [48.84, 16.6],
  [48.78, 16.98],
  [48.55, 17.0],
  [48.25, 16.96],
  [48.13, 17.08],
  [47.98, 17.2],
  [47.7, 17.15],
  [47.6, 16.8],
  [47.42, 16.75],
  [47.35, 16.55],
  [47.05, 16.58],
  [46.8, 16.4],
  [46.6, 16.12],
  [46.55, 15.6],
  [46.55, 15.0],
  [46.34, 14.6],
  [46.4, 14.2],
  [46.46, 13.7],
  [46.5, 13.3],
  [46.58, 12.7],
  [46.62, 12.3],
  [46.85, 12.1],
  [47.04, 12.15],
  [46.95, 11.9],
  [46.97, 11.5],
  [46.95, 11.3],
  [46.74, 11.05],
  [46.72, 10.55],
  [46.55, 10.55],
  [46.5, 10.3],
  [46.2, 10.2],
  [46.22, 9.9],
  [46.28, 9.5],
  [46.2, 9.25],
  [45.8, 9.1],
  [45.78, 8.9],
  [45.93, 8.75],
  [46.06, 8.65],
  [46.14, 8.5],
  [46.3, 8.4],
  [46.4, 8.4],
  [46.3, 8.22],
  [46.12, 8.16],
  [45.98, 8.05],
  [45.87, 7.9],
  [45.85, 7.1],
  [45.98, 6.9],
  [46.1, 6.78],
  [46.36, 6.75],
  [46.36, 6.5],
  [46.25, 6.34],
  [46.1, 6.2],
  [46.08, 5.93],
  [46.22, 5.93],
  [46.5, 6.02],
  [46.6, 6.05],
  [46.8, 6.4],
  [46.95, 6.38],
  [47.08, 6.6],
  [47.35, 6.82],
  [47.54, 6.85],
  [47.54, 7.1],
  [47.42, 7.3],
  [47.6, 7.5],
  [47.8, 7.48],
  [48.05, 7.52],
  [48.35, 7.68],
  [48.6, 7.74],
  [48.9, 8.05],
  [49.0, 7.95],
  [49.08, 7.35],
  [49.07, 7.0],
  [49.15, 6.7],
  [49.4, 6.3],
  [49.75, 6.4],
  [49.88, 6.15],
  [50.15, 6.05],
  [50.45, 6.12],
  [50.6, 6.12],
  [50.72, 5.95],
  [50.95, 5.93],
  [51.08, 5.82],
  [51.25, 6.02],
  [51.5, 6.12],
  [51.75, 5.9],
  [51.92, 6.05],
  [51.9, 6.4],
  [51.78, 6.6],
  [52.05, 6.64],
  [52.2, 6.95],
  [52.4, 7.0],
  [52.44, 6.66],
  [52.68, 6.62],
  [52.85, 6.98],
  [53.2, 7.12],
  [53.3, 6.95],
  [53.45, 6.5],
  [53.7, 6.5],
  [53.85, 7.3],
  [54.2, 7.7],
  [54.6, 8.0],
];

const crosses = (
  point: Coordinate,
  [latA, lngA]: readonly [number, number],
  [latB, lngB]: readonly [number, number],
): boolean =>
  latA > point.latitude !== latB > point.latitude &&
  point.longitude < ((lngB - lngA) * (point.latitude - latA)) / (latB - latA) + lngA;

/** Whether a place lies in Germany, Austria or Switzerland, or so near that the outline can't tell. */
export const isServed = (point: Coordinate): boolean => {
  const before = [OUTLINE.at(-1), ...OUTLINE];
  return OUTLINE.filter((corner, index) => crosses(point, before[index] ?? corner, corner)).length % 2 === 1;
};

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
