import { Coordinate } from '@mahlzeit/contract';
import type { Address, Range, SkipReason, Week } from '@mahlzeit/contract';
import { cleanText, emptyWeek, isServed } from '../record';
import type { ImportFormat, PlaceDraft, PlaceRecord, Warn } from '../record';
import { Canteen, CanteenFile, CanteenWeek, readCanteenMenu } from './canteen-menu';

const STREET_AND_NUMBER = /^(.*\p{L}\.?)\s+(\d+\s?\p{L}?(?:\s?[-–/]\s?\d+\s?\p{L}?)?)$/u;
const CODE_AND_TOWN = /^(\d{4,5})\s+(.+)$/;

const splitTown = (part: string): Pick<Address, 'postalCode' | 'locality'> => {
  const match = CODE_AND_TOWN.exec(part);
  return { postalCode: match?.[1] ?? '', locality: match?.[2] ?? part };
};

const splitStreet = (part: string, separators: readonly string[]): Pick<Address, 'street' | 'streetNumber'> => {
  const match = STREET_AND_NUMBER.exec(part);
  // In „Butenandtstraße 13, Gebäude F, München“, the middle part belongs to the street number.
  return { street: match?.[1] ?? part, streetNumber: [match?.[2] ?? '', ...separators].filter(Boolean).join(', ') };
};

/**
 * Splits a one-line address. The first part is street and number, the last part is postal code and town. Missing parts
 * are empty.
 */
export const splitAddress = (line: string): Address => {
  const parts = cleanText(line)
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
  const [firstPart = '', ...laterParts] = parts;
  const lastPart = laterParts.at(-1);
  if (lastPart === undefined) {
    const townOnly = CODE_AND_TOWN.test(firstPart);
    return { placeId: null, ...splitStreet(townOnly ? '' : firstPart, []), ...splitTown(townOnly ? firstPart : '') };
  }
  return { placeId: null, ...splitStreet(firstPart, laterParts.slice(0, -1)), ...splitTown(lastPart) };
};

const WEEKDAYS = { mon: 1, tue: 2, wed: 3, thu: 4, fri: 5, sat: 6, sun: 7 } as const;
const SHORT_NAMES = {
  mon: 'Mo',
  tue: 'Di',
  wed: 'Mi',
  thu: 'Do',
  fri: 'Fr',
  sat: 'Sa',
  sun: 'So',
} as const satisfies Record<keyof typeof WEEKDAYS, string>;
const TIME = /^(\d{1,2}):([0-5]\d)$/;

/** Opening hours in the feed, by abbreviated English weekday. The values are not validated yet. */
type CanteenHours = Readonly<Record<string, { readonly start?: unknown; readonly end?: unknown } | null | undefined>>;

/** Parsed opening hours. `unread` contains, as text, the days that could not be parsed. */
export interface ReadHours {
  readonly week: Week;
  readonly unread: string | null;
}

const isWeekday = (name: string): name is keyof typeof WEEKDAYS => Object.hasOwn(WEEKDAYS, name);

const timeOf = (value: unknown, latest: string): string | null => {
  const match = typeof value === 'string' ? TIME.exec(value.trim()) : null;
  if (match === null) return null;
  const time = `${(match[1] ?? '').padStart(2, '0')}:${match[2] ?? ''}`;
  return time <= latest ? time : null;
};

const rangeOf = (hours: { readonly start?: unknown; readonly end?: unknown }): Range | null => {
  const start = timeOf(hours.start, '23:59');
  const end = timeOf(hours.end, '24:00');
  return start === null || end === null || start === end ? null : { start, end };
};

/** Parses `{mon:{start,end},…}`. A missing day means closed. A day that can't be parsed becomes text. */
export const readCanteenHours = (hours: CanteenHours | null | undefined): ReadHours => {
  const week = emptyWeek();
  const unread: string[] = [];
  for (const [name, value] of Object.entries(hours ?? {})) {
    if (value === null || value === undefined) continue;
    const range = rangeOf(value);
    if (isWeekday(name) && range !== null) week[WEEKDAYS[name]].push(range);
    else
      unread.push(
        `${isWeekday(name) ? SHORT_NAMES[name] : name} ${String(value.start ?? '?')}–${String(value.end ?? '?')}`,
      );
  }
  return { week, unread: unread.length === 0 ? null : unread.join('; ') };
};

// Returns tags by the canteen's name. The feed has no cuisine, because the dishes change daily.
const kindTags = (name: string): string[] => [
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
    address: splitAddress(canteen.location?.address ?? ''),
    location: location.data,
    tagIds: kindTags(name),
    openingHours: hours.week,
    openingHoursText: hours.unread,
    // The feed has no separate lunch times, so a canteen serves lunch during all its opening hours.
    lunchTimes: hours.week,
  };
};

const SOURCE = 'eat-api';

const daysByCanteen = (weeks: readonly unknown[], warn: Warn): Map<string, unknown[]> => {
  const days = new Map<string, unknown[]>();
  for (const raw of weeks) {
    const week = CanteenWeek.safeParse(raw);
    if (week.success) days.set(week.data.canteen_id, [...(days.get(week.data.canteen_id) ?? []), ...week.data.days]);
    else warn('malformedDay', 'weeks');
  }
  return days;
};

const readRecord = (canteen: Canteen, days: readonly unknown[], warn: Warn): PlaceRecord => {
  const sourceId = canteen.canteen_id;
  const draft = readCanteenPlace(canteen, warn);
  if (typeof draft === 'string')
    return { kind: 'skipped', reason: draft, identity: { source: SOURCE, sourceId, location: null } };
  const menu = readCanteenMenu(days, { source: SOURCE, sourceId, warn });
  return { kind: 'place', source: SOURCE, sourceId, sourceKind: null, draft, datedHours: null, menu };
};

/** Format of canteens with daily menus, published by TUM-Dev/eat-api. */
export const canteenFormat: ImportFormat = {
  name: 'canteens',
  lists: ['canteens', 'weeks'],
  recognises: (root) => CanteenFile.safeParse(root).success,
  read(root, warn) {
    const { canteens, weeks } = CanteenFile.parse(root);
    const days = daysByCanteen(weeks, warn);
    const seenKeys = new Set<string>();
    const records = canteens.map((raw): PlaceRecord => {
      const canteen = Canteen.safeParse(raw);
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
