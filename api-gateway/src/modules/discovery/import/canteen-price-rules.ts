import { centsOf } from './euro-rules';

/** A price as the feed writes it, in euro. */
export interface CanteenPrice {
  readonly base_price?: number | null | undefined;
  readonly price_per_unit?: number | null | undefined;
  readonly unit?: string | null | undefined;
}

/** What guests pay: cents, and the unit where the price grows with it. */
export interface GuestPrice {
  readonly price: number;
  readonly unit: string | null;
}

const amount = (euro: number | null | undefined): number => (typeof euro === 'number' ? (centsOf(euro) ?? 0) : 0);

// „100g“ as people write it; „Portion“ is a whole dish.
const unitWord = (unit: string): string | null => {
  const word = unit.trim().replace(/^(\d+(?:[.,]\d+)?)\s*(\p{L}+)$/u, '$1 $2');
  return word === '' || /^portion$/i.test(word) ? null : word;
};

/**
 * What guests pay at least: base plus one unit. Without a price per unit the base is the whole dish, whatever unit is
 * written beside it (a pizza is „6.5/0/100g“). Null where there is no price or it is 0.
 */
export const guestPrice = (guests: CanteenPrice | null | undefined): GuestPrice | null => {
  const base = amount(guests?.base_price);
  const perUnit = amount(guests?.price_per_unit);
  const price = base + perUnit;
  if (price <= 0) return null;
  return { price, unit: perUnit > 0 ? unitWord(guests?.unit ?? '') : null };
};
