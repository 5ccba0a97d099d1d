import { isDeepStrictEqual } from 'node:util';
import type { Day, Restaurant, Teaser } from '@mahlzeit/contract';
import { addDays } from '@mahlzeit/contract/rules';
import type { DishDraft, OwnRestaurant, StoredDiscount, Town } from '../modules/discovery';
import type { OrderDraft } from '../modules/ordering';
import type { InvitationDraft } from '../modules/invitations';

/** Payout accounts of a place at the payment provider. */
interface PayoutIds {
  readonly userId: string;
  readonly walletId: string;
}

/** A place of a seed as of a day. */
export interface SeedPlace {
  /** Permanent id of the place within its seed. */
  readonly id: string;
  readonly restaurant: OwnRestaurant;
  /** null for a place without payment. */
  readonly payout: PayoutIds | null;
}

/**
 * Data with which a new database is filled and refreshed. Everything is a function of the day, which distinguishes
 * seeded rows from those that users have changed.
 */
export interface Seed {
  /** Source of its rows. */
  readonly name: string;
  /** Number of days with menus ahead, including today. */
  readonly menuDays: number;
  readonly towns: readonly Town[];
  readonly teasers: readonly Teaser[];
  /** Returns all places as of a day: the same ones on each day, with some changing fields. */
  placesOn(day: Day): readonly SeedPlace[];
  /** Returns the menu of a place on a day. */
  menuOf(place: SeedPlace, day: Day): readonly DishDraft[];
  /** Returns the discounts that are valid or announced on a day, with stable keys. */
  discountsOn(day: Day): readonly StoredDiscount[];
  /** Returns the invitations at an instant that did not exist on the day `after`; null for all of them. */
  invitationsAt(now: number, after: Day | null): readonly InvitationDraft[];
  /** Returns the orders at an instant that did not exist on the day `after`; null for all of them. */
  ordersAt(now: number, after: Day | null): readonly OrderDraft[];
}

/** Days with seeded menus, both ends included. */
export interface LaidDays {
  readonly from: Day;
  readonly until: Day;
}

/** Work of a refresh. */
export interface RenewalPlan {
  readonly laid: LaidDays;
  /** Days without menus yet. */
  readonly newDays: readonly Day[];
}

const daysOf = ({ from, until }: LaidDays): Day[] => {
  const days: Day[] = [];
  for (let day = from; day <= until; day = addDays(day, 1)) days.push(day);
  return days;
};

const touches = (a: LaidDays, b: LaidDays): boolean => a.from <= addDays(b.until, 1) && b.from <= addDays(a.until, 1);

/**
 * Plans a refresh of today. Seeded days stay as users have changed them. After a jump of the clock beyond all of them,
 * or far back, everything begins anew.
 */
export const planRenewal = (before: LaidDays | null, today: Day, menuDays: number): RenewalPlan => {
  const targetDays: LaidDays = { from: today, until: addDays(today, menuDays - 1) };
  const seededDays = before !== null && touches(before, targetDays) ? before : null;
  const laidDays =
    seededDays !== null && seededDays.until > targetDays.until ? { from: today, until: seededDays.until } : targetDays;
  return {
    laid: laidDays,
    newDays: daysOf(laidDays).filter((day) => seededDays === null || day < seededDays.from || day > seededDays.until),
  };
};

const movingFields = [
  'activeSince',
  'premiumStart',
  'premiumEnd',
  'restTime',
] as const satisfies readonly (keyof Restaurant)[];

const movedFields = (current: OwnRestaurant, laidPlace: OwnRestaurant, target: OwnRestaurant): Partial<OwnRestaurant> =>
  Object.fromEntries(
    movingFields
      .filter(
        (field) =>
          isDeepStrictEqual(current[field], laidPlace[field]) && !isDeepStrictEqual(laidPlace[field], target[field]),
      )
      .map((field) => [field, target[field]]),
  );

/**
 * Returns a place with the fields that change by the day, except those that users have changed since; null without
 * changes.
 */
export const renewedPlace = (
  current: OwnRestaurant,
  laidPlace: OwnRestaurant,
  target: OwnRestaurant,
): OwnRestaurant | null => {
  const changes = movedFields(current, laidPlace, target);
  return Object.keys(changes).length === 0 ? null : { ...current, ...changes };
};
