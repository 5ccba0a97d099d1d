import { isDeepStrictEqual } from 'node:util';
import type { Day, Restaurant, Teaser } from '@mahlzeit/contract';
import { addDays } from '@mahlzeit/contract/rules';
import type { DishDraft, OwnRestaurant, StoredDiscount, Town } from '../modules/discovery';
import type { OrderDraft } from '../modules/ordering';
import type { InvitationDraft } from '../modules/invitations';

/** Ids of a restaurant's payout account at the payment provider. */
interface PayoutIds {
  readonly userId: string;
  readonly walletId: string;
}

/** Restaurant of a seed, with the values that it has on a day. */
export interface SeedPlace {
  /** Permanent id of the restaurant within its seed. */
  readonly id: string;
  readonly restaurant: OwnRestaurant;
  /** Payout account of the restaurant; null for a restaurant that doesn't accept payments. */
  readonly payout: PayoutIds | null;
}

/**
 * Data with which a new database is filled and later refreshed. All values depend only on the day, so a refresh can
 * distinguish seeded rows from rows that users have changed.
 */
export interface Seed {
  /** Name of the seed; seeded rows store it as their source. */
  readonly name: string;
  /** Number of days for which menus are seeded, including today. */
  readonly menuDays: number;
  readonly towns: readonly Town[];
  readonly teasers: readonly Teaser[];
  /**
   * Returns all restaurants with the values that they have on a day. The restaurants are the same on each day; only
   * some fields change.
   */
  placesOn(day: Day): readonly SeedPlace[];
  /** Returns the menu of a restaurant on a day; empty when the restaurant is closed or has no menu. */
  menuOf(place: SeedPlace, day: Day): readonly DishDraft[];
  /** Returns the discounts that are valid or announced on a day. A discount has the same key on each day. */
  discountsOn(day: Day): readonly StoredDiscount[];
  /**
   * Returns the seed's invitations at `now` that did not exist on the day `after`. If `after` is null, all of them are
   * returned.
   */
  invitationsAt(now: number, after: Day | null): readonly InvitationDraft[];
  /**
   * Returns the seed's orders at `now` that did not exist on the day `after`. If `after` is null, all of them are
   * returned.
   */
  ordersAt(now: number, after: Day | null): readonly OrderDraft[];
}

/** Range of days for which menus are seeded; both ends belong to it. */
export interface SeededDays {
  readonly from: Day;
  readonly until: Day;
}

/** Plan of a refresh: the range of seeded days afterwards, and the days to seed. */
export interface RenewalPlan {
  readonly seededDays: SeededDays;
  /** Days that have no menus yet. */
  readonly newDays: readonly Day[];
}

const daysOf = ({ from, until }: SeededDays): Day[] => {
  const dayList: Day[] = [];
  for (let day = from; day <= until; day = addDays(day, 1)) dayList.push(day);
  return dayList;
};

const areDaysContiguous = (firstDays: SeededDays, secondDays: SeededDays): boolean =>
  firstDays.from <= addDays(secondDays.until, 1) && secondDays.from <= addDays(firstDays.until, 1);

/**
 * Plans the refresh of a seed's data on the day `today`. Days that are already seeded keep the changes of users. After
 * a jump of the clock far beyond the seeded days, in either direction, all days are seeded anew.
 */
export const planRenewal = (previousDays: SeededDays | null, today: Day, menuDays: number): RenewalPlan => {
  const plannedMenuDays: SeededDays = { from: today, until: addDays(today, menuDays - 1) };
  const seededDays = previousDays !== null && areDaysContiguous(previousDays, plannedMenuDays) ? previousDays : null;
  const plannedDays =
    seededDays !== null && seededDays.until > plannedMenuDays.until
      ? { from: today, until: seededDays.until }
      : plannedMenuDays;
  return {
    seededDays: plannedDays,
    newDays: daysOf(plannedDays).filter(
      (day) => seededDays === null || day < seededDays.from || day > seededDays.until,
    ),
  };
};

const dayDependentFields = [
  'activeSince',
  'premiumStart',
  'premiumEnd',
  'restTime',
] as const satisfies readonly (keyof Restaurant)[];

const changedPlaceFields = (
  currentPlace: OwnRestaurant,
  seededPlace: OwnRestaurant,
  targetPlace: OwnRestaurant,
): Partial<OwnRestaurant> =>
  Object.fromEntries(
    dayDependentFields
      .filter(
        (fieldName) =>
          isDeepStrictEqual(currentPlace[fieldName], seededPlace[fieldName]) &&
          !isDeepStrictEqual(seededPlace[fieldName], targetPlace[fieldName]),
      )
      .map((field) => [field, targetPlace[field]]),
  );

/**
 * Returns a stored restaurant with those fields updated that change with the day, except fields that users have
 * changed. Returns null when nothing changes.
 */
export const renewedPlace = (
  current: OwnRestaurant,
  seededPlace: OwnRestaurant,
  target: OwnRestaurant,
): OwnRestaurant | null => {
  const fieldChanges = changedPlaceFields(current, seededPlace, target);
  return Object.keys(fieldChanges).length === 0 ? null : { ...current, ...fieldChanges };
};
