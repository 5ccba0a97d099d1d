import { Coordinate } from '@mahlzeit/contract';
import type { Address, Range, SkipReason, Week } from '@mahlzeit/contract';
import { cleanText, createEmptyWeek, isServed } from '../record';
import type { ImportFormat, PlaceDraft, PlaceRecord, Warn } from '../record';
import { Canteen, CanteenFile, CanteenWeek, readCanteenMenu } from './canteen-menu';

const STREET_AND_NUMBER = /^(.*\p{L}\.?)\s+(\d+\s?\p{L}?(?:\s?[-–/]\s?\d+\s?\p{L}?)?)$/u;
const POSTAL_CODE_AND_TOWN = /^(\d{4,5})\s+(.+)$/;

const parseTown = (addressPart: string): Pick<Address, 'postalCode' | 'locality'> => {
  const townMatch = POSTAL_CODE_AND_TOWN.exec(addressPart);
  return { postalCode: townMatch?.[1] ?? '', locality: townMatch?.[2] ?? addressPart };
};

const parseStreet = (addressPart: string, separators: readonly string[]): Pick<Address, 'street' | 'streetNumber'> => {
  const match = STREET_AND_NUMBER.exec(addressPart);
  // In „Butenandtstraße 13, Gebäude F, München“, the middle part belongs to the street number.
  return {
    street: match?.[1] ?? addressPart,
    streetNumber: [match?.[2] ?? '', ...separators].filter(Boolean).join(', '),
  };
};

/**
 * Splits a one-line address. The first part is street and number, the last part is postal code and town. Missing parts
 * are empty.
 */
export const parseAddress = (line: string): Address => {
  const parts = cleanText(line)
    .split(',')
    .map((addressPart) => addressPart.trim())
    .filter(Boolean);
  const [firstPart = '', ...laterParts] = parts;
  const lastPart = laterParts.at(-1);
  if (lastPart === undefined) {
    const isTownOnly = POSTAL_CODE_AND_TOWN.test(firstPart);
    return {
      placeId: null,
      ...parseStreet(isTownOnly ? '' : firstPart, []),
      ...parseTown(isTownOnly ? firstPart : ''),
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

/** Parsed opening hours. `unread` contains, as text, the days that could not be parsed. */
export interface ParsedCanteenHours {
  readonly week: Week;
  readonly unread: string | null;
}

const isWeekday = (name: string): name is keyof typeof WEEKDAY_NUMBERS => Object.hasOwn(WEEKDAY_NUMBERS, name);

const parseTime = (value: unknown, latestTime: string): string | null => {
  const match = typeof value === 'string' ? TIME_PATTERN.exec(value.trim()) : null;
  if (match === null) return null;
  const time = `${(match[1] ?? '').padStart(2, '0')}:${match[2] ?? ''}`;
  return time <= latestTime ? time : null;
};

const parseRange = (hours: { readonly start?: unknown; readonly end?: unknown }): Range | null => {
  const start = parseTime(hours.start, '23:59');
  const end = parseTime(hours.end, '24:00');
  return start === null || end === null || start === end ? null : { start, end };
};

/** Parses `{mon:{start,end},…}`. A missing day means closed. A day that can't be parsed becomes text. */
export const readCanteenHours = (hours: CanteenHours | null | undefined): ParsedCanteenHours => {
  const week = createEmptyWeek();
  const unread: string[] = [];
  for (const [name, value] of Object.entries(hours ?? {})) {
    if (value === null || value === undefined) continue;
    const range = parseRange(value);
    if (isWeekday(name) && range !== null) week[WEEKDAY_NUMBERS[name]].push(range);
    else
      unread.push(
        `${isWeekday(name) ? GERMAN_WEEKDAY_ABBREVIATIONS[name] : name} ${String(value.start ?? '?')}–${String(value.end ?? '?')}`,
      );
  }
  return { week, unread: unread.length === 0 ? null : unread.join('; ') };
};

// Returns tags by the canteen's name. The feed has no cuisine, because the dishes change daily.
const canteenTags = (name: string): string[] => [
  ...(/bistro/i.test(name) ? ['bistro'] : []),
  ...(/café|cafe/i.test(name) ? ['cafe'] : []),
  'canteen',
];

/** Converts a canteen to a place. Returns a reason if the canteen must be skipped. */
const readCanteenPlace = (canteen: Canteen, warn: Warn): PlaceDraft | SkipReason => {
  const name = cleanText(canteen.name ?? '');
  if (name === '') return 'noName';
  const location = Coordinate.safeParse(canteen.location);
  if (!location.success) return 'noCoordinates';
  if (!isServed(location.data)) return 'outsideArea';
  const hours = readCanteenHours(canteen.open_hours);
  if (hours.unread !== null) warn('unreadHours', name);
  return {
    name,
    type: 'Restaurant',
    address: parseAddress(canteen.location?.address ?? ''),
    location: location.data,
    tagIds: canteenTags(name),
    openingHours: hours.week,
    openingHoursText: hours.unread,
    // The feed has no separate lunch times, so a canteen serves lunch during all its opening hours.
    lunchTimes: hours.week,
  };
};

const SOURCE_NAME = 'eat-api';

const daysByCanteen = (weeks: readonly unknown[], warn: Warn): Map<string, unknown[]> => {
  const daysByCanteenId = new Map<string, unknown[]>();
  for (const rawWeek of weeks) {
    const week = CanteenWeek.safeParse(rawWeek);
    if (week.success)
      daysByCanteenId.set(week.data.canteen_id, [
        ...(daysByCanteenId.get(week.data.canteen_id) ?? []),
        ...week.data.days,
      ]);
    else warn('malformedDay', 'weeks');
  }
  return daysByCanteenId;
};

const readRecord = (canteen: Canteen, days: readonly unknown[], warn: Warn): PlaceRecord => {
  const sourceId = canteen.canteen_id;
  const draft = readCanteenPlace(canteen, warn);
  if (typeof draft === 'string')
    return { kind: 'skipped', reason: draft, identity: { source: SOURCE_NAME, sourceId, location: null } };
  const menu = readCanteenMenu(days, { source: SOURCE_NAME, sourceId, warn });
  return { kind: 'place', source: SOURCE_NAME, sourceId, sourceKind: null, draft, datedHours: null, menu };
};

/** Format of canteens with daily menus, published by TUM-Dev/eat-api. */
export const canteenFormat: ImportFormat = {
  name: 'canteens',
  lists: ['canteens', 'weeks'],
  recognises: (rootValue) => CanteenFile.safeParse(rootValue).success,
  read(root, warn) {
    const { canteens, weeks } = CanteenFile.parse(root);
    const days = daysByCanteen(weeks, warn);
    const seenKeys = new Set<string>();
    const records = canteens.map((rawCanteen): PlaceRecord => {
      const canteen = Canteen.safeParse(rawCanteen);
      if (!canteen.success) return { kind: 'skipped', reason: 'malformed' };
      const id = canteen.data.canteen_id;
      if (seenKeys.has(id)) return { kind: 'skipped', reason: 'duplicate' };
      seenKeys.add(id);
      return readRecord(canteen.data, days.get(id) ?? [], warn);
    });
    for (const id of days.keys()) if (!seenKeys.has(id)) warn('unknownCanteen', id);
    return records;
  },
};
