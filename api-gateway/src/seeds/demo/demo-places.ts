import { slugOf } from '../../modules/discovery';
import { pickOne } from '../seeded-random';
import { createSiteFinder } from './town/hamburg';
import type { QuarterKey, TownSite } from './town/hamburg';
import type { HoursKey } from './town/hours';
import { chinese, indian, japanese, korean, thai, vietnamese } from './kitchens/asian';
import type { Kitchen, Trait } from './kitchens/kitchen';
import { canteen, french, german, seafood, steak } from './kitchens/northern';
import { bowls, burger, cafe, mexican, pizza, snack } from './kitchens/quick';
import { greek, italian, oriental, spanish, turkish } from './kitchens/southern';

/** All cuisines of the demo, each with its dishes and restaurants. */
export const DEMO_KITCHENS: readonly Kitchen[] = [
  german,
  italian,
  pizza,
  vietnamese,
  burger,
  canteen,
  cafe,
  indian,
  japanese,
  turkish,
  greek,
  thai,
  mexican,
  seafood,
  oriental,
  french,
  korean,
  spanish,
  bowls,
  steak,
  snack,
  chinese,
];

/** Data of a demo restaurant that doesn't depend on the day. */
export interface DemoPlace {
  /** Id of the restaurant, which is also its name in URLs. */
  readonly id: string;
  readonly name: string;
  readonly kitchen: Kitchen;
  readonly quarter: QuarterKey;
  readonly site: TownSite;
  readonly hours: HoursKey;
  readonly traits: readonly Trait[];
  readonly isPartner: boolean;
}

type UnplacedPlace = Omit<DemoPlace, 'id' | 'site'>;

const NEIGHBOUR_HOURS: readonly [HoursKey, ...HoursKey[]] = [
  'allDay',
  'split',
  'lateDay',
  'lunchLong',
  'closedMonday',
  'snackBar',
  'coffee',
  'evening',
];

const partnerPlacesOf = (kitchen: Kitchen): UnplacedPlace[] =>
  kitchen.partners.map(([name, quarter, hours, ...traits]) => ({
    name,
    kitchen,
    quarter,
    hours,
    traits,
    isPartner: true,
  }));

const neighbourPlacesOf = (kitchen: Kitchen): UnplacedPlace[] =>
  kitchen.neighbours.map(([name, quarter]) => ({
    name,
    kitchen,
    quarter,
    hours: pickOne(NEIGHBOUR_HOURS, 'hours', name),
    traits: [],
    isPartner: false,
  }));

// Merges lists by taking one item of each list in turn, so that two restaurants of one cuisine are no neighbours.
const interleaveLists = <T>(lists: readonly (readonly T[])[]): T[] => {
  const maxLength = Math.max(...lists.map((list) => list.length));
  return Array.from({ length: maxLength }, (_, index) => lists.flatMap((list) => list[index] ?? [])).flat();
};

const assignSites = (places: readonly UnplacedPlace[]): DemoPlace[] => {
  const findTownSite = createSiteFinder();
  return places.map((place) => ({ ...place, id: slugOf(place.name), site: findTownSite(place) }));
};

/** All restaurants of the demo, each at its own address. */
export const DEMO_PLACES: readonly DemoPlace[] = assignSites([
  ...interleaveLists(DEMO_KITCHENS.map(partnerPlacesOf)),
  ...interleaveLists(DEMO_KITCHENS.map(neighbourPlacesOf)),
]);
