import type { Cents } from '@mahlzeit/contract';
import * as z from 'zod/mini';

/** Amount of money in PayPal's JSON: a decimal text with two places. */
export const PaypalMoney = z.object({
  currency_code: z.literal('EUR'),
  value: z.string().check(z.regex(/^\d+\.\d{2}$/)),
});

/** Formats an amount in cents as PayPal requires it. */
export const formatCents = (cents: Cents): string =>
  `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;

/** Converts PayPal's decimal text to cents. */
export const centsOf = ({ value }: z.infer<typeof PaypalMoney>): Cents => Number(value.replace('.', ''));
