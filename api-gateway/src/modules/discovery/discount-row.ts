import type { Discount } from '@mahlzeit/contract';
import { fromJsonColumn } from '../../platform';

/** A discount as it is kept: with its owners (null = everybody's) and how often it was used. */
export interface StoredDiscount {
  readonly own: Omit<Discount, 'quantityLeft' | 'usedByMe'>;
  readonly owners: readonly string[] | null;
  readonly used: number;
}

/** One row of the table `discount`. */
export interface DiscountRow {
  readonly key: string;
  readonly name: string | Discount['name'];
  readonly description_text: string;
  readonly expiry_hint: string | null;
  readonly value_text: string;
  readonly type_text: string;
  readonly type: Discount['type'];
  readonly discount_type: Discount['discountType'];
  readonly value: number;
  readonly quantity: number;
  readonly company_ref: string | null;
  readonly restaurant_ref: string | null;
  readonly meal_ref: string | null;
  readonly start_at: number;
  readonly end_at: number;
  readonly is_platform: boolean | number;
  readonly is_for_all_meals: boolean | number;
  readonly is_owned: boolean | number;
}

/** Reads a row. */
export const storedDiscountOf = (row: DiscountRow, { owners, used }: { owners: readonly string[]; used: number }): StoredDiscount => ({
  own: {
    key: row.key,
    name: fromJsonColumn(row.name),
    descriptionText: row.description_text,
    expiryHint: row.expiry_hint,
    valueText: row.value_text,
    typeText: row.type_text,
    type: row.type,
    discountType: row.discount_type,
    value: row.value,
    quantity: row.quantity,
    companyRef: row.company_ref,
    restaurantRef: row.restaurant_ref,
    mealRef: row.meal_ref,
    start: row.start_at,
    end: row.end_at,
    platform: Boolean(row.is_platform),
    forAllMeals: Boolean(row.is_for_all_meals),
  },
  owners: row.is_owned ? owners : null,
  used,
});

/** The row of a discount. */
export const discountRowOf = ({ own, owners }: StoredDiscount): DiscountRow => ({
  key: own.key,
  name: JSON.stringify(own.name),
  description_text: own.descriptionText,
  expiry_hint: own.expiryHint,
  value_text: own.valueText,
  type_text: own.typeText,
  type: own.type,
  discount_type: own.discountType,
  value: own.value,
  quantity: own.quantity,
  company_ref: own.companyRef,
  restaurant_ref: own.restaurantRef,
  meal_ref: own.mealRef,
  start_at: own.start,
  end_at: own.end,
  is_platform: own.platform,
  is_for_all_meals: own.forAllMeals,
  is_owned: owners !== null,
});
