import type { Discount, PartnerDiscount } from '@mahlzeit/contract';
import { addDays, berlinDay, startOfDay } from '@mahlzeit/contract/rules';

/**
 * Stands for all dishes where the key of a dish is expected. It can't be confused with a dish, because the key of a
 * dish is never empty.
 */
export const ALL_DISHES_KEY = '';

/** Period for which a discount that staff enter in the console is valid. */
export type DiscountDays = 'today' | 'week';

/**
 * Returns the periods that the form offers. A discount on one dish is valid only today, because a dish is on the menu
 * of one day only.
 */
export const discountDaysFor = (mealKey: string): readonly DiscountDays[] =>
  mealKey === ALL_DISHES_KEY ? ['today', 'week'] : ['today'];

const DAY_COUNT_BY_DURATION: Readonly<Record<DiscountDays, number>> = { today: 1, week: 7 };

const discountEndOf = (days: DiscountDays, startInstant: number): number =>
  startOfDay(addDays(berlinDay(startInstant), DAY_COUNT_BY_DURATION[days]));

/**
 * Number of times that a discount can be used. It is practically unlimited, because the restaurant limits its dishes,
 * not its discounts.
 */
const UNLIMITED_QUANTITY = 1_000_000;

/** Parses a whole percentage from 1 to 100, `15` or `15 %`; returns null for other input. */
export const parsePercent = (typedText: string): number | null => {
  const [, digits] = /^(\d{1,3})%?$/.exec(typedText.replaceAll(/\s/g, '')) ?? [];
  const percent = Number(digits ?? 0);
  return percent >= 1 && percent <= 100 ? percent : null;
};

/**
 * Whether a discount makes every order free. Such a discount isn't allowed, because an order without a price can't be
 * paid (S2§4). A single dish may be free when the order contains others.
 */
export const makesOrdersFree = (percent: number, mealKey: string): boolean =>
  percent === 100 && mealKey === ALL_DISHES_KEY;

/** Whether the discount belongs to this restaurant alone, so that its console may remove it. */
export const isOwnDiscount = (
  { restaurantRef, companyRef, platform }: Pick<Discount, 'restaurantRef' | 'companyRef' | 'platform'>,
  restaurantKey: string,
): boolean => restaurantRef === restaurantKey && companyRef === null && !platform;

interface DiscountInput {
  readonly restaurantKey: string;
  readonly percent: number;
  /** Key of the dish that the discount makes cheaper; null for a discount on every dish. */
  readonly mealKey: string | null;
  readonly days: DiscountDays;
  readonly now: number;
  readonly name: string;
  readonly valueText: string;
  readonly typeText: string;
}

const MINUTE_MS = 60_000;

/**
 * Builds the body that the partner API expects for a discount. The discount starts with the current minute, because
 * prices change at full minutes, and ends at the end of a day.
 */
export const createDiscount = ({
  restaurantKey,
  percent,
  mealKey,
  days,
  now,
  name,
  valueText,
  typeText,
}: DiscountInput): PartnerDiscount => ({
  name: { de: name },
  descriptionText: name,
  expiryHint: null,
  valueText,
  typeText,
  type: 'promotion',
  discountType: 'percent',
  value: percent,
  quantity: UNLIMITED_QUANTITY,
  companyRef: null,
  restaurantRef: restaurantKey,
  mealRef: mealKey,
  start: now - (now % MINUTE_MS),
  end: discountEndOf(days, now),
  platform: false,
  forAllMeals: mealKey === null,
});

/**
 * Returns the dish in the name of a discount, `Kartoffelsuppe` for `20 % auf Kartoffelsuppe`; the whole name when it
 * contains no dish.
 */
export const dishNameFromTitle = (discountTitle: string): string => discountTitle.replace(/^\d{1,3}\s?%\sauf\s/, '');

/**
 * Whether the console can change the discount. It changes only the restaurant's own percentages: other discounts come
 * from a till system, which manages them.
 */
export const isDiscountChangeable = (discount: Discount, restaurantKey: string): boolean =>
  isOwnDiscount(discount, restaurantKey) && discount.discountType === 'percent';

interface DiscountChange extends Pick<DiscountInput, 'percent' | 'mealKey' | 'now' | 'name' | 'valueText'> {
  /** New period of the discount; null keeps its end. */
  readonly days: DiscountDays | null;
}

/**
 * Returns the validity of a changed discount: it keeps its end, or gets a new end, counted from its start if the start
 * is in the future. A new end removes the text that names the old end.
 */
const changedValidityOf = (
  { start, end, expiryHint }: Pick<Discount, 'start' | 'end' | 'expiryHint'>,
  { days, now }: DiscountChange,
): Pick<PartnerDiscount, 'end' | 'expiryHint'> =>
  days === null ? { end, expiryHint } : { end: discountEndOf(days, Math.max(now, start)), expiryHint: null };

/** Applies the input of the form to an existing discount. Its start, kind and quantity stay the same. */
export const changedDiscountOf = (
  { key: _key, quantityLeft: _quantityLeft, usedByMe: _usedByMe, ...existingDiscount }: Discount,
  discountChange: DiscountChange,
): PartnerDiscount => {
  const { percent, mealKey, name, valueText } = discountChange;
  return {
    ...existingDiscount,
    ...changedValidityOf(existingDiscount, discountChange),
    name: { de: name },
    descriptionText: name,
    valueText,
    value: percent,
    mealRef: mealKey,
    forAllMeals: mealKey === null,
  };
};
