import type { Discount, PartnerDiscount } from '@mahlzeit/contract';
import { addDays, berlinDay, startOfDay } from '@mahlzeit/contract/rules';

/** Stands for every dish among the keys of dishes; no key of a dish is empty. */
export const ALL_DISHES = '';

/** How long a discount of the counter holds. */
export type DiscountDays = 'today' | 'week';

const DAYS: Readonly<Record<DiscountDays, number>> = { today: 1, week: 7 };

/** As good as unlimited: a counter counts plates, no vouchers. */
const QUANTITY = 1_000_000;

/** Whole percent, 1 to 100, of what somebody has typed, `15` or `15 %`; null: that is no percentage. */
export const percentOf = (typed: string): number | null => {
  const [, digits] = /^(\d{1,3})%?$/.exec(typed.replaceAll(/\s/g, '')) ?? [];
  const percent = Number(digits ?? 0);
  return percent >= 1 && percent <= 100 ? percent : null;
};

/** Whether a discount leaves nothing to pay for whatever somebody orders: an order of nothing can't be paid (S2§4). Of a single dish it may be all, beside others. */
export const leavesNothing = (percent: number, mealKey: string): boolean => percent === 100 && mealKey === ALL_DISHES;

/** Whether the place gives it by itself, so that its counter may take it away. */
export const isOwnDiscount = ({ restaurantRef, companyRef, platform }: Pick<Discount, 'restaurantRef' | 'companyRef' | 'platform'>, restaurantKey: string): boolean =>
  restaurantRef === restaurantKey && companyRef === null && !platform;

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

/** A discount as the partner API takes it: it shows in the prices of the menu until a day ends, at once: those go by the minute, so it begins with the present one. */
export const discountOf = ({ restaurantKey, percent, mealKey, days, now, name, valueText, typeText }: DiscountWish): PartnerDiscount => ({
  name: { de: name }, descriptionText: name, expiryHint: null, valueText, typeText,
  type: 'promotion', discountType: 'percent', value: percent, quantity: QUANTITY,
  companyRef: null, restaurantRef: restaurantKey, mealRef: mealKey, start: now - (now % MINUTE_MS), end: startOfDay(addDays(berlinDay(now), DAYS[days])), platform: false, forAllMeals: mealKey === null,
});
