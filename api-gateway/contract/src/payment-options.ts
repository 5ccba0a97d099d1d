import * as z from '@mahlzeit/contract/zod';
import { paymentOptionNames, paymentOptionTable } from './payment-option-table';
import type { PaymentErrorCode, PaymentOptionFacts } from './payment-option-table';

export type { PaymentErrorCode, PaymentOptionFacts } from './payment-option-table';

/** Ways in which a diner can pay an order. */
export const PaymentOption = z.enum(paymentOptionNames);
export type PaymentOption = z.infer<typeof PaymentOption>;

/** Returns the properties of a payment option. */
export const paymentOptionFacts = (paymentOption: PaymentOption): PaymentOptionFacts =>
  paymentOptionTable[paymentOption];

/**
 * Returns the error codes with which providers refuse a payment: those of all payment options, or of the options whose
 * properties match.
 */
export const paymentErrorCodes = (
  matchesFacts: (facts: PaymentOptionFacts) => boolean = () => true,
): readonly PaymentErrorCode[] => [
  ...new Set(
    paymentOptionNames
      .map(paymentOptionFacts)
      .filter(matchesFacts)
      .map(({ refusal }) => refusal.code),
  ),
];
