import { isDeepStrictEqual } from 'node:util';
import type { MealType, Offer } from '@mahlzeit/contract';
import { formattedDate } from '@mahlzeit/contract/rules';
import type { StoredOffer } from '../offer-repository';
import type { MenuOutcome } from './import-tally';
import type { DishDraft } from './place-record';

/** One offer that an import changes; null = not there. */
export interface OfferChange {
  readonly before: StoredOffer | null;
  readonly after: StoredOffer | null;
}

/** Where a menu belongs: the place and the feed. */
export interface MenuOwner {
  readonly restaurantKey: string;
  readonly source: string;
}

/** A dish of a feed as an offer of a place. */
export const offerOfDish = (dish: DishDraft, type: MealType, owner: MenuOwner): StoredOffer => ({
  ...owner,
  offer: {
    key: dish.key,
    name: dish.name,
    description: dish.description ?? '',
    price: dish.price,
    currency: 'EUR',
    typeKey: type.key,
    baseName: type.baseName,
    vatType: dish.vatType,
    order: dish.order,
    date: dish.date,
    formattedDate: formattedDate(dish.date),
    volume: dish.volume ?? null,
    deposit: dish.deposit ?? null,
    unit: dish.unit,
    allergens: [...dish.allergens],
    additives: [...dish.additives],
    diets: [...dish.diets],
  } satisfies Offer,
});

const isSame = (a: StoredOffer, b: StoredOffer): boolean => a.restaurantKey === b.restaurantKey && isDeepStrictEqual(a.offer, b.offer);

/**
 * What turns the `stored` offers into the `wanted` ones. `stored` are those that the feed brought on these days, and
 * whatever else has a wanted key; the first kind leaves when it is wanted no more.
 */
export const menuChanges = (stored: readonly StoredOffer[], wanted: readonly StoredOffer[]): OfferChange[] => {
  const before = new Map(stored.map((one) => [one.offer.key, one]));
  const after = new Map(wanted.map((one) => [one.offer.key, one]));
  const removed = stored.filter(({ offer }) => !after.has(offer.key)).map((one): OfferChange => ({ before: one, after: null }));
  const put = wanted.flatMap((one): OfferChange[] => {
    const known = before.get(one.offer.key) ?? null;
    return known !== null && isSame(known, one) ? [] : [{ before: known, after: one }];
  });
  return [...removed, ...put];
};

/** Counts the changes among so many wanted offers. */
export const countChanges = (changes: readonly OfferChange[], wanted: number): MenuOutcome => {
  const imported = changes.filter(({ before }) => before === null).length;
  const removed = changes.filter(({ after }) => after === null).length;
  const updated = changes.length - imported - removed;
  return { imported, updated, removed, unchanged: wanted - imported - updated };
};

/** Days in groups of about so many dishes, so that one write stays short; a day is never torn. */
export const groupDays = (days: Iterable<string>, dishes: readonly DishDraft[], about: number): string[][] => {
  const counts = new Map<string, number>();
  for (const { date } of dishes) counts.set(date, (counts.get(date) ?? 0) + 1);
  const groups: string[][] = [];
  let room = 0;
  for (const day of [...days].sort()) {
    const size = (counts.get(day) ?? 0) + 1;
    if (size > room) {
      groups.push([]);
      room = about;
    }
    groups.at(-1)?.push(day);
    room -= size;
  }
  return groups;
};
