import type { Discount, PartnerDiscount } from '@mahlzeit/contract';
import { addDays, berlinDay, startOfDay } from '@mahlzeit/contract/rules';

/** Stands for every dish among the keys of dishes; no key of a dish is empty. */
export const ALL_DISHES = '';

/** How long a discount of the counter holds. */
export type DiscountDays = 'today' | 'week';

/** What can be chosen for a dish, or for all: a dish is on the menu of one day. */
export const daysFor = (mealKey: string): readonly DiscountDays[] =>
  mealKey === ALL_DISHES ? ['today', 'week'] : ['today'];

const DAYS: Readonly<Record<DiscountDays, number>> = { today: 1, week: 7 };

const endOf = (days: DiscountDays, from: number): number => startOfDay(addDays(berlinDay(from), DAYS[days]));

/** As good as unlimited: a counter counts plates, no vouchers. */
const QUANTITY = 1_000_000;

/** Whole percent, 1 to 100, of what somebody has typed, `15` or `15 %`; null: that is no percentage. */
export const percentOf = (typed: string): number | null => {
  const [, digits] = /^(\d{1,3})%?$/.exec(typed.replaceAll(/\s/g, '')) ?? [];
  const percent = Number(digits ?? 0);
  return percent >= 1 && percent <= 100 ? percent : null;
};

/**
 * Whether a discount leaves nothing to pay for whatever somebody orders: an order of nothing can't be paid (S2§4). Of a
 * single dish it may be all, beside others.
 */
export const leavesNothing = (percent: number, mealKey: string): boolean => percent === 100 && mealKey === ALL_DISHES;

/** Whether the place gives it by itself, so that its counter may take it away. */
export const isOwnDiscount = (
  { restaurantRef, companyRef, platform }: Pick<Discount, 'restaurantRef' | 'companyRef' | 'platform'>,
  restaurantKey: string,
): boolean => restaurantRef === restaurantKey && companyRef === null && !platform;

interface DiscountWish {
  readonly restaurantKey: string;
  readonly percent: number;
  /** null: every dish. */
  readonly mealKey: string | null;
  readonly days: DiscountDays;
  readonly now: number;
  readonly name: string;
  readonly valueText: string;
  readonly typeText: string;
}

const MINUTE_MS = 60_000;

/**
 * A discount as the partner API takes it: it shows in the prices of the menu until a day ends, at once: those go by the
 * minute, so it begins with the present one.
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

/** What a discount is on, as its name says it: `Kartoffelsuppe` of `20 % auf Kartoffelsuppe`; else all of the name. */
export const targetIn = (name: string): string => name.replace(/^\d{1,3}\s?%\sauf\s/, '');

/** Whether the counter can change it: its own, by percent; others come from a till that keeps them. */
export const isChangeable = (discount: Discount, restaurantKey: string): boolean =>
  isOwnDiscount(discount, restaurantKey) && discount.discountType === 'percent';

interface DiscountChange extends Pick<DiscountWish, 'percent' | 'mealKey' | 'now' | 'name' | 'valueText'> {
  /** null: as long as before. */
  readonly days: DiscountDays | null;
}

/**
 * Its end as it was, or a new one: counted from its start where that is still to come; words for the old one don't
 * outlive it.
 */
const validityOf = (
  { start, end, expiryHint }: Pick<Discount, 'start' | 'end' | 'expiryHint'>,
  { days, now }: DiscountChange,
): Pick<PartnerDiscount, 'end' | 'expiryHint'> =>
  days === null ? { end, expiryHint } : { end: endOf(days, Math.max(now, start)), expiryHint: null };

/**
 * The same discount with what the counter has changed of it; since when it holds, of which kind it is and how often it
 * can be used stays.
 */
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
