import type { Range, Week } from '@mahlzeit/contract';

const WEEKDAYS = { mon: 1, tue: 2, wed: 3, thu: 4, fri: 5, sat: 6, sun: 7 } as const;
const SHORT_NAMES = { mon: 'Mo', tue: 'Di', wed: 'Mi', thu: 'Do', fri: 'Fr', sat: 'Sa', sun: 'So' } as const;
const TIME = /^(\d{1,2}):([0-5]\d)$/;

/** Hours of a feed by English weekday; anything may stand there. */
export type CanteenHours = Readonly<Record<string, { readonly start?: unknown; readonly end?: unknown } | null | undefined>>;

/** Opening hours and, as text, what of them could not be read. */
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

/** Reads `{mon:{start,end},…}`; a missing day is closed, an unreadable one is kept as text and never guessed. */
export const readCanteenHours = (hours: CanteenHours | null | undefined): ReadHours => {
  const week: Week = { 1: [], 2: [], 3: [], 4: [], 5: [], 6: [], 7: [] };
  const unread: string[] = [];
  for (const [name, value] of Object.entries(hours ?? {})) {
    if (value === null || value === undefined) continue;
    const range = rangeOf(value);
    if (isWeekday(name) && range !== null) week[WEEKDAYS[name]].push(range);
    else unread.push(`${isWeekday(name) ? SHORT_NAMES[name] : name} ${String(value.start ?? '?')}–${String(value.end ?? '?')}`);
  }
  return { week, unread: unread.length === 0 ? null : unread.join('; ') };
};
