import { Coordinate, type SkipReason } from '@mahlzeit/contract';
import { splitAddress } from './address-rules';
import type { Canteen } from './canteen-file';
import { readCanteenHours } from './canteen-hours-rules';
import { cleanText } from './feed-text-rules';
import type { PlaceDraft, Warn } from './place-record';
import { isServed } from './served-area-rules';

// Only what the name itself says; the kitchens change daily.
const kindTags = (name: string): string[] => [
  ...(/bistro/i.test(name) ? ['bistro'] : []),
  ...(/café|cafe/i.test(name) ? ['cafe'] : []),
  'canteen',
];

/** Reads a canteen as a place, or says why it can't be one. */
export const readCanteenPlace = (canteen: Canteen, warn: Warn): PlaceDraft | SkipReason => {
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
    // A canteen cooks lunch for as long as it is open; the feed knows no other times.
    lunchTimes: hours.week,
  };
};
