import * as z from 'zod/mini';
import { Discount } from './discount';
import { defineRoute } from './route';
import { Empty, Key } from './values';

/** A discount as the partner API writes it. */
export const PartnerDiscount = z.extend(z.omit(Discount, { key: true, quantityLeft: true, usedByMe: true }), {
  /** How often it can be used in all. */
  quantity: z.int().check(z.gte(0), z.lte(1_000_000)),
  /** Cents, or whole percent up to 100 for `percent`. */
  value: z.int().check(z.gte(0), z.lte(1_000_000)),
  /** Who alone has it; absent = everybody. Never answered. */
  owners: z.optional(z.array(Key).check(z.minLength(1), z.maxLength(1000))),
}).check(
  z.refine(({ start, end }) => start < end, { path: ['end'], message: 'ends after it starts' }),
  z.refine(({ discountType, value }) => discountType !== 'percent' || value <= 100, { path: ['value'], message: 'takes off 100 percent at most' }),
);
export type PartnerDiscount = z.infer<typeof PartnerDiscount>;

const discountKey = z.object({ key: Key });

/** Creates or replaces a discount. */
export const putPartnerDiscount = defineRoute({
  name: 'putPartnerDiscount',
  method: 'PUT',
  path: '/api/partner/discounts/:key',
  access: 'partner',
  params: discountKey,
  body: PartnerDiscount,
  answer: Discount,
  errors: ['notFound'],
  summary: 'Creates or replaces a discount; the restaurant and the meal that it names must exist.',
});

/** Takes a discount away; an unknown one is gone already. */
export const deletePartnerDiscount = defineRoute({
  name: 'deletePartnerDiscount',
  method: 'DELETE',
  path: '/api/partner/discounts/:key',
  access: 'partner',
  params: discountKey,
  answer: Empty,
  errors: [],
  summary: 'Takes a discount away; one that is not there is gone already.',
});
