import type { DeviceKind, SignedInDevice } from '@mahlzeit/contract';
import { addDays, berlinDay } from '@mahlzeit/contract/rules';
import { formatDate, formatTime } from '@mahlzeit/shared-ui/platform';
import type { IconSource } from '@mahlzeit/shared-ui/ui';
import { Laptop, MonitorSmartphone, Smartphone, Tablet } from 'lucide-react';
import { text } from '../../account-texts';

const iconByKind: Readonly<Record<DeviceKind, IconSource>> = {
  phone: Smartphone,
  tablet: Tablet,
  computer: Laptop,
};

/** Returns the icon of a device. */
export const deviceIconOf = ({ kind }: Pick<SignedInDevice, 'kind'>): IconSource =>
  kind === null ? MonitorSmartphone : iconByKind[kind];

/** Returns the name of a device: „Firefox auf Windows“. */
export const deviceNameOf = ({ browser, system }: Pick<SignedInDevice, 'browser' | 'system'>): string => {
  if (browser !== null && system !== null) return text('DeviceName', { browser, system });
  return browser ?? system ?? text('DeviceUnknown');
};

// Creating the names of countries takes milliseconds on a phone, so they are created when a list first needs them.
let countryNames: Intl.DisplayNames | undefined;

const countryNameOf = (country: string): string => {
  countryNames ??= new Intl.DisplayNames('de-DE', { type: 'region' });
  return countryNames.of(country) ?? country;
};

const DAYS_WITH_WEEKDAY = 6;

const weekdayFormat = () => new Intl.DateTimeFormat('de-DE', { timeZone: 'Europe/Berlin', weekday: 'short' });

/** Formats a time of the past: „heute, 12:30“, „gestern, 12:30“, „Fr. 17:40“, „8. November“, „8. November 2025“. */
export const formatLastSeen = (lastSeenAt: number, now: number): string => {
  const [day, today] = [berlinDay(lastSeenAt), berlinDay(now)];
  const time = formatTime(lastSeenAt);
  if (day >= today) return text('SeenToday', { time });
  if (day === addDays(today, -1)) return text('SeenYesterday', { time });
  if (day >= addDays(today, -DAYS_WITH_WEEKDAY))
    return text('SeenOnWeekday', { weekday: weekdayFormat().format(lastSeenAt), time });
  const date = formatDate(day);
  const year = day.slice(0, 4);
  return year === today.slice(0, 4) ? date : text('SeenInYear', { date, year });
};

/** Returns the second line of a device: its country, and when it was last seen, as far as both are known. */
export const deviceDetailOf = (
  { country, lastSeenAt, isCurrent }: Pick<SignedInDevice, 'country' | 'lastSeenAt' | 'isCurrent'>,
  now: number,
): string => {
  const place = country === null ? null : countryNameOf(country);
  if (isCurrent) return place === null ? text('DeviceIsThis') : text('DeviceIsThisIn', { place });
  if (lastSeenAt === null) return place ?? text('DeviceNotSeen');
  const time = formatLastSeen(lastSeenAt, now);
  return place === null ? text('DeviceSeen', { time }) : text('DeviceSeenIn', { place, time });
};
