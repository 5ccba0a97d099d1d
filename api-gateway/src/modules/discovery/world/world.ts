import type { Day, Teaser } from '@mahlzeit/contract';
import type { DishDraft, OwnRestaurant, StoredDiscount, Town } from '../index';

/** Where the payment provider pays a place to. */
export interface PayoutIds {
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

/** What a new database is filled with and refreshed by. All of it follows from the day alone, which tells what was laid from what somebody changed. */
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
}
