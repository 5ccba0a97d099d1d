import { Coordinate } from '@mahlzeit/contract';
import type { Address, Range, SkipReason, Week } from '@mahlzeit/contract';
import { cleanText, createEmptyWeek, isInServedArea } from '../record';
import type { ImportFormat, PlaceDraft, PlaceRecord, Warn } from '../record';
import { Canteen, CanteenFile, CanteenWeek, readCanteenMenu } from './canteen-menu';

const STREET_AND_NUMBER_PATTERN = /^(.*\p{L}\.?)\s+(\d+\s?\p{L}?(?:\s?[-–/]\s?\d+\s?\p{L}?)?)$/u;
const POSTAL_CODE_AND_TOWN_PATTERN = /^(\d{4,5})\s+(.+)$/;

const parseTown = (addressPart: string): Pick<Address, 'postalCode' | 'locality'> => {
  const townMatch = POSTAL_CODE_AND_TOWN_PATTERN.exec(addressPart);
  return { postalCode: townMatch?.[1] ?? '', locality: townMatch?.[2] ?? addressPart };
};

const parseStreet = (addressPart: string, separators: readonly string[]): Pick<Address, 'street' | 'streetNumber'> => {
  const streetMatch = STREET_AND_NUMBER_PATTERN.exec(addressPart);
  // Adds the middle part of an address to the street number: „Gebäude F“ in „Butenandtstraße 13, Gebäude F, München“.
  return {
    street: streetMatch?.[1] ?? addressPart,
    streetNumber: [streetMatch?.[2] ?? '', ...separators].filter(Boolean).join(', '),
  };
};

/**
 * Splits a canteen's address, which is one line. The first part is street and number, the last part is postal code and
 * town. Missing parts are empty.
 */
export const parseAddress = (addressLine: string): Address => {
  const addressParts = cleanText(addressLine)
    .split(',')
    .map((addressPart) => addressPart.trim())
    .filter(Boolean);
  const [firstPart = '', ...laterParts] = addressParts;
  const lastPart = laterParts.at(-1);
  if (lastPart === undefined) {
    const isTownWithoutStreet = POSTAL_CODE_AND_TOWN_PATTERN.test(firstPart);
    return {
      placeId: null,
      ...parseStreet(isTownWithoutStreet ? '' : firstPart, []),
      ...parseTown(isTownWithoutStreet ? firstPart : ''),
    };
  }
  return { placeId: null, ...parseStreet(firstPart, laterParts.slice(0, -1)), ...parseTown(lastPart) };
};

const WEEKDAY_NUMBERS = { mon: 1, tue: 2, wed: 3, thu: 4, fri: 5, sat: 6, sun: 7 } as const;
const GERMAN_WEEKDAY_ABBREVIATIONS = {
  mon: 'Mo',
  tue: 'Di',
  wed: 'Mi',
  thu: 'Do',
  fri: 'Fr',
  sat: 'Sa',
  sun: 'So',
} as const satisfies Record<keyof typeof WEEKDAY_NUMBERS, string>;
const TIME_PATTERN = /^(\d{1,2}):([0-5]\d)$/;

/** Opening hours in the feed, by abbreviated English weekday. The values are not validated yet. */
type CanteenHours = Readonly<Record<string, { readonly start?: unknown; readonly end?: unknown } | null | undefined>>;

/** Parsed opening hours of a canteen. `unread` contains, as text, the days that could not be parsed. */
export interface ParsedCanteenHours {
  readonly week: Week;
  readonly unread: string | null;
}

const isWeekday = (weekdayName: string): weekdayName is keyof typeof WEEKDAY_NUMBERS =>
  Object.hasOwn(WEEKDAY_NUMBERS, weekdayName);

const parseTime = (timeText: unknown, latestTime: string): string | null => {
  const timeMatch = typeof timeText === 'string' ? TIME_PATTERN.exec(timeText.trim()) : null;
  if (timeMatch === null) return null;
  const paddedTime = `${(timeMatch[1] ?? '').padStart(2, '0')}:${timeMatch[2] ?? ''}`;
  return paddedTime <= latestTime ? paddedTime : null;
};

const parseRange = (hours: { readonly start?: unknown; readonly end?: unknown }): Range | null => {
  const startTime = parseTime(hours.start, '23:59');
  const endTime = parseTime(hours.end, '24:00');
  return startTime === null || endTime === null || startTime === endTime ? null : { start: startTime, end: endTime };
};

/**
 * Parses a canteen's opening hours `{mon:{start,end},…}`. A missing day means closed. A day that can't be parsed is
 * added to `unread` as text.
 */
export const readCanteenHours = (hours: CanteenHours | null | undefined): ParsedCanteenHours => {
  const week = createEmptyWeek();
  const unreadDayTexts: string[] = [];
  for (const [weekdayName, value] of Object.entries(hours ?? {})) {
    if (value === null || value === undefined) continue;
    const dayRange = parseRange(value);
    if (isWeekday(weekdayName) && dayRange !== null) week[WEEKDAY_NUMBERS[weekdayName]].push(dayRange);
    else
      unreadDayTexts.push(
        `${isWeekday(weekdayName) ? GERMAN_WEEKDAY_ABBREVIATIONS[weekdayName] : weekdayName} ${String(value.start ?? '?')}–${String(value.end ?? '?')}`,
      );
  }
  return { week, unread: unreadDayTexts.length === 0 ? null : unreadDayTexts.join('; ') };
};

// Returns tags of a canteen by its name. The feed has no cuisine, because the dishes change daily.
const canteenTags = (canteenName: string): string[] => [
  ...(/bistro/i.test(canteenName) ? ['bistro'] : []),
  ...(/café|cafe/i.test(canteenName) ? ['cafe'] : []),
  'canteen',
];

/** Converts a canteen to a place. Returns a reason if the canteen must be skipped. */
const readCanteenPlace = (canteen: Canteen, warn: Warn): PlaceDraft | SkipReason => {
  const name = cleanText(canteen.name ?? '');
  if (name === '') return 'noName';
  const parsedLocation = Coordinate.safeParse(canteen.location);
  if (!parsedLocation.success) return 'noCoordinates';
  if (!isInServedArea(parsedLocation.data)) return 'outsideArea';
  const parsedHours = readCanteenHours(canteen.open_hours);
  if (parsedHours.unread !== null) warn('unreadHours', name);
  return {
    name,
    type: 'Restaurant',
    address: parseAddress(canteen.location?.address ?? ''),
    location: parsedLocation.data,
    tagIds: canteenTags(name),
    openingHours: parsedHours.week,
    openingHoursText: parsedHours.unread,
    // The feed has no separate lunch times, so a canteen serves lunch during all its opening hours.
    lunchTimes: parsedHours.week,
  };
};

const SOURCE_NAME = 'eat-api';

const daysByCanteen = (weeks: readonly unknown[], warn: Warn): Map<string, unknown[]> => {
  const daysByCanteenId = new Map<string, unknown[]>();
  for (const rawWeek of weeks) {
    const parsedWeek = CanteenWeek.safeParse(rawWeek);
    if (parsedWeek.success)
      daysByCanteenId.set(parsedWeek.data.canteen_id, [
        ...(daysByCanteenId.get(parsedWeek.data.canteen_id) ?? []),
        ...parsedWeek.data.days,
      ]);
    else warn('malformedDay', 'weeks');
  }
  return daysByCanteenId;
};

const readRecord = (canteen: Canteen, days: readonly unknown[], warn: Warn): PlaceRecord => {
  const sourceId = canteen.canteen_id;
  const placeDraft = readCanteenPlace(canteen, warn);
  if (typeof placeDraft === 'string')
    return { kind: 'skipped', reason: placeDraft, identity: { source: SOURCE_NAME, sourceId, location: null } };
  const menu = readCanteenMenu(days, { source: SOURCE_NAME, sourceId, warn });
  return { kind: 'place', source: SOURCE_NAME, sourceId, sourceKind: null, draft: placeDraft, datedHours: null, menu };
};

/** Format of canteens with daily menus, published by TUM-Dev/eat-api. */
export const canteenFormat: ImportFormat = {
  name: 'canteens',
  lists: ['canteens', 'weeks'],
  recognises: (rootValue) => CanteenFile.safeParse(rootValue).success,
  read(rootValue, warn) {
    const { canteens, weeks } = CanteenFile.parse(rootValue);
    const days = daysByCanteen(weeks, warn);
    const seenKeys = new Set<string>();
    const records = canteens.map((rawCanteen): PlaceRecord => {
      const parsedCanteen = Canteen.safeParse(rawCanteen);
      if (!parsedCanteen.success) return { kind: 'skipped', reason: 'malformed' };
      const id = parsedCanteen.data.canteen_id;
      if (seenKeys.has(id)) return { kind: 'skipped', reason: 'duplicate' };
      seenKeys.add(id);
      return readRecord(parsedCanteen.data, days.get(id) ?? [], warn);
    });
    for (const id of days.keys()) if (!seenKeys.has(id)) warn('unknownCanteen', id);
    return records;
  },
};
