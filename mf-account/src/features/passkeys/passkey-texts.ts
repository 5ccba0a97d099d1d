import type { Passkey } from '@mahlzeit/contract';
import { addDays, berlinDay } from '@mahlzeit/contract/rules';
import { formatDate } from '@mahlzeit/shared-ui/platform';
import { text } from '../../account-texts';

const DAYS_WITH_WEEKDAY = 6;

const weekdayOf = (instant: number): string =>
  new Intl.DateTimeFormat('de-DE', { timeZone: 'Europe/Berlin', weekday: 'long' }).format(instant);

const dateOf = (instant: number, now: number): string => {
  const [day, today] = [berlinDay(instant), berlinDay(now)];
  const date = formatDate(day);
  const year = day.slice(0, 4);
  return year === today.slice(0, 4) ? date : text('SeenInYear', { date, year });
};

const lastUseOf = (instant: number, now: number): string => {
  const [day, today] = [berlinDay(instant), berlinDay(now)];
  if (day >= today) return text('PasskeyToday');
  if (day === addDays(today, -1)) return text('PasskeyYesterday');
  return day >= addDays(today, -DAYS_WITH_WEEKDAY) ? weekdayOf(instant) : dateOf(instant, now);
};

/** Returns the second line of a passkey's row, for example „Seit 3. November, zuletzt heute“. */
export const passkeyDetailOf = ({ createdAt, lastUsedAt }: Passkey, now: number): string => {
  const creationDate = dateOf(createdAt, now);
  return lastUsedAt === null
    ? text('PasskeySince', { since: creationDate })
    : text('PasskeySinceAndUsed', { since: creationDate, used: lastUseOf(lastUsedAt, now) });
};

// The order of the patterns matters, because Android's browsers also name Linux, and browsers of iPads may name a Mac.
const DEVICE_PATTERNS = [
  [/iPhone/, 'PasskeyOnIPhone'],
  [/iPad/, 'PasskeyOnIPad'],
  [/Android/, 'PasskeyOnAndroid'],
  [/Windows/, 'PasskeyOnWindows'],
  [/Mac OS/, 'PasskeyOnMac'],
  [/Linux|CrOS/, 'PasskeyOnComputer'],
] as const;

/** Returns the name that a new passkey gets at first: the name of the device that holds it. */
export const firstPasskeyName = (userAgent: string, isOnThisDevice: boolean): string => {
  const [, textKey = 'PasskeyElsewhere'] =
    (isOnThisDevice ? DEVICE_PATTERNS.find(([pattern]) => pattern.test(userAgent)) : undefined) ?? [];
  return text(textKey);
};
