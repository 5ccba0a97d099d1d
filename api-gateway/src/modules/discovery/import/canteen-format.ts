import { Canteen, CanteenFile, CanteenWeek } from './canteen-file';
import { readCanteenMenu } from './canteen-menu-rules';
import { readCanteenPlace } from './canteen-place-rules';
import type { ImportFormat, PlaceRecord, Warn } from './place-record';

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
  if (typeof draft === 'string') return { kind: 'skipped', reason: draft, known: { source: SOURCE, sourceId, location: null } };
  const menu = readCanteenMenu(days, { source: SOURCE, canteenId: sourceId, warn });
  return { kind: 'place', source: SOURCE, sourceId, sourceKind: null, draft, datedHours: null, menu };
};

/** Canteens with their menus by day as TUM-Dev/eat-api publishes them. */
export const canteenFormat: ImportFormat = {
  name: 'canteens',
  lists: ['canteens', 'weeks'],
  recognises: (root) => CanteenFile.safeParse(root).success,
  read(root, warn) {
    const { canteens, weeks } = CanteenFile.parse(root);
    const days = daysByCanteen(weeks, warn);
    const seen = new Set<string>();
    const records = canteens.map((raw): PlaceRecord => {
      const canteen = Canteen.safeParse(raw);
      if (!canteen.success) return { kind: 'skipped', reason: 'malformed' };
      const id = canteen.data.canteen_id;
      if (seen.has(id)) return { kind: 'skipped', reason: 'duplicate' };
      seen.add(id);
      return readRecord(canteen.data, days.get(id) ?? [], warn);
    });
    for (const id of days.keys()) if (!seen.has(id)) warn('unknownCanteen', id);
    return records;
  },
};
