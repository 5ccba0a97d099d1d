import { isDeepStrictEqual } from 'node:util';
import type { Day, Restaurant, Teaser } from '@mahlzeit/contract';
import { addDays } from '@mahlzeit/contract/rules';
import type { DishDraft, OwnRestaurant, StoredDiscount, Town } from '../src/modules/discovery';
import type { OrderDraft } from '../src/modules/ordering';
import type { InvitationDraft } from '../src/modules/invitations';

/** Where the payment provider pays a place to. */
interface PayoutIds {
  readonly userId: string;
  readonly walletId: string;
}

/** A place of a seed as it is on some day. */
export interface SeedPlace {
  /** Names the place within its seed for ever. */
  readonly id: string;
  readonly own: OwnRestaurant;
  /** null: nothing can be paid there. */
  readonly payout: PayoutIds | null;
}

/**
 * What a new database is filled with and refreshed by. All of it follows from the day alone, which tells what was laid
 * from what somebody changed.
 */
export interface Seed {
  /** The source of its rows. */
  readonly name: string;
  /** How many days of menus lie ahead, today included. */
  readonly menuDays: number;
  readonly towns: readonly Town[];
  readonly teasers: readonly Teaser[];
  /** All places as they are on a day: the same ones on each, some of their fields move along. */
  placesOn(day: Day): readonly SeedPlace[];
  /** What a place offers on a day. */
  menuOf(place: SeedPlace, day: Day): readonly DishDraft[];
  /** The discounts that hold or are announced on a day; the same key for the same discount. */
  discountsOn(day: Day): readonly StoredDiscount[];
  /** The invitations that its people have at an instant and didn't have on the day `after`; null: all of them. */
  invitationsAt(now: number, after: Day | null): readonly InvitationDraft[];
  /** What its people have ordered at an instant and hadn't on the day `after`; null: all of it. */
  ordersAt(now: number, after: Day | null): readonly OrderDraft[];
}

/** The days for which menus have been laid, both ends included. */
export interface LaidDays {
  readonly from: Day;
  readonly until: Day;
}

/** What a renewal has to lay. */
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
 * What is missing today. A day that was laid once stays as it is, whoever has changed it since; only where the clock
 * jumped past all of it, or far back, does everything begin anew.
 */
export const planRenewal = (before: LaidDays | null, today: Day, menuDays: number): RenewalPlan => {
  const wanted: LaidDays = { from: today, until: addDays(today, menuDays - 1) };
  const known = before !== null && touches(before, wanted) ? before : null;
  const laid = known !== null && known.until > wanted.until ? { from: today, until: known.until } : wanted;
  return { laid, newDays: daysOf(laid).filter((day) => known === null || day < known.from || day > known.until) };
};

const movingFields = [
  'activeSince',
  'premiumStart',
  'premiumEnd',
  'restTime',
] as const satisfies readonly (keyof Restaurant)[];

const moved = (current: OwnRestaurant, laid: OwnRestaurant, wanted: OwnRestaurant): Partial<OwnRestaurant> =>
  Object.fromEntries(
    movingFields
      .filter(
        (field) => isDeepStrictEqual(current[field], laid[field]) && !isDeepStrictEqual(laid[field], wanted[field]),
      )
      .map((field) => [field, wanted[field]]),
  );

/**
 * A place with the fields that move along with the days, save those that somebody else has changed since; null where
 * nothing moves.
 */
export const renewedPlace = (
  current: OwnRestaurant,
  laid: OwnRestaurant,
  wanted: OwnRestaurant,
): OwnRestaurant | null => {
  const changes = moved(current, laid, wanted);
  return Object.keys(changes).length === 0 ? null : { ...current, ...changes };
};
