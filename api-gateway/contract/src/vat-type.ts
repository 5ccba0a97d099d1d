import * as z from 'zod/mini';
import { VatKind } from './offer';
import { defineRoute } from './route';

const Percent = z.int().check(z.gte(0), z.lte(100));

/** The VAT rates of food or drinks that are valid today. */
export const VatType = z.object({
  /** What the rates are for. */
  key: VatKind,
  /** Percent in the house. */
  default: Percent,
  /** Percent to take away. */
  takeAway: Percent,
});
export type VatType = z.infer<typeof VatType>;

/** The VAT rates of today. */
export const getVatTypes = defineRoute({
  name: 'getVatTypes',
  method: 'GET',
  path: '/api/vatTypes',
  access: 'any',
  answer: z.array(VatType),
  errors: [],
  summary: 'The VAT rates of food and drinks as they are valid today.',
});
