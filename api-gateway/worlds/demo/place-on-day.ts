import type { Day, RestTime } from '@mahlzeit/contract';
import { addDays, addMonths } from '@mahlzeit/contract/rules';
import { stableKey, type OwnRestaurant } from '../../src/modules/discovery';
import type { SeedPlace } from '../../src/modules/discovery/world/world';
import type { DemoPlace } from './demo-places';
import { HOURS } from './hours';
import { mondayOf } from './monday-of';
import { seededInteger, oneOf } from './lot';
import { DEMO } from './menu';
import { dataOf } from './place-words';
import { logoOf, mediaOf } from './place-pictures';

const REASONS = ['holidays', 'renovation', 'private', 'illness', 'season', 'semesterbreak', 'other'] as const;

/** The company that runs the places of the chain. */
export const CHAIN = 'demo-elbtafel';

const firstOfMonth = (day: Day): Day => `${day.slice(0, 7)}-01`;

// By the week, so that what is closed stays closed for some days.
const restTimeOf = ({ id, traits }: DemoPlace, day: Day): RestTime | null => {
  const monday = mondayOf(day);
  const restTimeTypeKey = oneOf(REASONS, 'reason', id);
  if (traits.includes('resting')) return { start: addDays(monday, -(seededInteger('since', id) % 10)), end: addDays(monday, 6 + (seededInteger('until', id) % 8)), restTimeTypeKey };
  if (traits.includes('restsLater')) return { start: addDays(monday, 7), end: addDays(monday, 13), restTimeTypeKey };
  return null;
};

type Premium = Pick<OwnRestaurant, 'premiumStart' | 'premiumEnd'>;

// By the month, which is how it is booked.
const premiumOf = ({ traits }: DemoPlace, day: Day): Premium => {
  const month = firstOfMonth(day);
  const [before, after] = [addMonths(month, -1), addMonths(month, 1)];
  if (traits.includes('premium')) return { premiumStart: before, premiumEnd: addDays(addMonths(after, 1), -1) };
  if (traits.includes('premiumPast')) return { premiumStart: before, premiumEnd: addDays(month, -1) };
  if (traits.includes('premiumSoon')) return { premiumStart: after, premiumEnd: addDays(addMonths(after, 1), -1) };
  return { premiumStart: null, premiumEnd: null };
};

const FIRST_DAY = '2024-03-01';

const activeSinceOf = ({ id, isPartner, traits }: DemoPlace, day: Day): Day | null => {
  if (!isPartner) return null;
  return traits.includes('new') ? addDays(firstOfMonth(day), -(seededInteger('since when', id) % 50)) : addDays(FIRST_DAY, seededInteger('since when', id) % 500);
};

const FORERUNS = [0, 10, 15, 20, 30, 45] as const;

const ownOn = (place: DemoPlace, day: Day): OwnRestaurant => {
  const { id, name, kitchen, stand, hours, traits, isPartner } = place;
  return {
    key: stableKey(DEMO, id),
    name,
    routingName: id,
    type: isPartner ? 'Restaurant' : 'NonPartner',
    logo: logoOf(place),
    tagIds: isPartner ? [...kitchen.tags] : kitchen.tags.slice(0, 1),
    ...stand,
    hasPayment: isPartner && !traits.includes('noPayment'),
    media: mediaOf(place),
    openingHours: HOURS[hours].opening,
    openingHoursText: null,
    lunchTimes: HOURS[hours].lunch,
    restTime: restTimeOf(place, day),
    orderForerunMinutes: isPartner ? oneOf(FORERUNS, 'forerun', id) : 0,
    activeSince: activeSinceOf(place, day),
    ...premiumOf(place, day),
    onlyTakeAway: traits.includes('takeAway'),
    companyId: traits.includes('chain') ? CHAIN : null,
    data: dataOf(place),
  };
};

// A column takes 64 characters, the prefix among them.
const shortened = (id: string): string => id.slice(0, 50);

/** A place as it is on a day. */
export const placeOn = (place: DemoPlace, day: Day): SeedPlace => {
  const own = ownOn(place, day);
  const name = shortened(place.id);
  return { id: place.id, own, payout: own.hasPayment ? { userId: `demo-user-${name}`, walletId: `demo-wallet-${name}` } : null };
};
