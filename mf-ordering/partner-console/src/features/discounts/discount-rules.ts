import type { Discount, PartnerDiscount } from '@mahlzeit/contract';
import { addDays, berlinDay, startOfDay } from '@mahlzeit/contract/rules';

/** Stands for every dish in the list of dish keys; no real key is empty. */
export const ALL_DISHES = '';

/** Period for which a discount of the counter is valid. */
export type DiscountDays = 'today' | 'week';

/** Returns the periods to choose from, for one dish or for all: a dish is on the menu of one day only. */
export const daysFor = (mealKey: string): readonly DiscountDays[] =>
  mealKey === ALL_DISHES ? ['today', 'week'] : ['today'];

const DAYS: Readonly<Record<DiscountDays, number>> = { today: 1, week: 7 };

const endOf = (days: DiscountDays, startInstant: number): number =>
  startOfDay(addDays(berlinDay(startInstant), DAYS[days]));

/** Practically unlimited: a counter counts plates, not vouchers. */
const QUANTITY = 1_000_000;

/** Parses a whole percentage from 1 to 100, `15` or `15 %`; returns null for other input. */
export const percentOf = (typedText: string): number | null => {
  const [, digits] = /^(\d{1,3})%?$/.exec(typedText.replaceAll(/\s/g, '')) ?? [];
  const percent = Number(digits ?? 0);
  return percent >= 1 && percent <= 100 ? percent : null;
};

/**
 * Whether a discount makes every order free: an order without a price can't be paid (S2§4). A single dish may be free,
 * beside others.
 */
export const leavesNothing = (percent: number, mealKey: string): boolean => percent === 100 && mealKey === ALL_DISHES;

/** Whether the restaurant gives the discount itself, so that its counter may remove it. */
export const isOwnDiscount = (
  { restaurantRef, companyRef, platform }: Pick<Discount, 'restaurantRef' | 'companyRef' | 'platform'>,
  restaurantKey: string,
): boolean => restaurantRef === restaurantKey && companyRef === null && !platform;

interface DiscountWish {
  readonly restaurantKey: string;
  readonly percent: number;
  /** Null: every dish. */
  readonly mealKey: string | null;
  readonly days: DiscountDays;
  readonly now: number;
  readonly name: string;
  readonly valueText: string;
  readonly typeText: string;
}

const MINUTE_MS = 60_000;

/**
 * Builds a discount as the partner API takes it. It lowers the menu's prices at once and until a day ends: prices
 * change by the minute, so it begins with the present minute.
 */
export const discountOf = ({
  restaurantKey,
  percent,
  mealKey,
  days,
  now,
  name,
  valueText,
  typeText,
}: DiscountWish): PartnerDiscount => ({
  name: { de: name },
  descriptionText: name,
  expiryHint: null,
  valueText,
  typeText,
  type: 'promotion',
  discountType: 'percent',
  value: percent,
  quantity: QUANTITY,
  companyRef: null,
  restaurantRef: restaurantKey,
  mealRef: mealKey,
  start: now - (now % MINUTE_MS),
  end: endOf(days, now),
  platform: false,
  forAllMeals: mealKey === null,
});

/**
 * Returns the dish that a discount's name names, `Kartoffelsuppe` of `20 % auf Kartoffelsuppe`; the whole name where it
 * names no dish.
 */
export const targetIn = (name: string): string => name.replace(/^\d{1,3}\s?%\sauf\s/, '');

/** Whether the counter can change the discount: only its own percentages; others come from a till that keeps them. */
export const isChangeable = (discount: Discount, restaurantKey: string): boolean =>
  isOwnDiscount(discount, restaurantKey) && discount.discountType === 'percent';

interface DiscountChange extends Pick<DiscountWish, 'percent' | 'mealKey' | 'now' | 'name' | 'valueText'> {
  /** Null: the period stays. */
  readonly days: DiscountDays | null;
}

/**
 * Returns the discount's old end, or a new end counted from a start that is still to come. Texts that name the old end
 * are dropped.
 */
const validityOf = (
  { start, end, expiryHint }: Pick<Discount, 'start' | 'end' | 'expiryHint'>,
  { days, now }: DiscountChange,
): Pick<PartnerDiscount, 'end' | 'expiryHint'> =>
  days === null ? { end, expiryHint } : { end: endOf(days, Math.max(now, start)), expiryHint: null };

/** Applies the counter's changes to a discount. Start, kind and quantity stay. */
export const changedDiscount = (
  { key: _key, quantityLeft: _left, usedByMe: _used, ...before }: Discount,
  change: DiscountChange,
): PartnerDiscount => {
  const { percent, mealKey, name, valueText } = change;
  return {
    ...before,
    ...validityOf(before, change),
    name: { de: name },
    descriptionText: name,
    valueText,
    value: percent,
    mealRef: mealKey,
    forAllMeals: mealKey === null,
  };
};
