import type { PaymentOption } from '@mahlzeit/contract';
import { mangopayOption } from './mangopay';
import { paypalOption } from './paypal';
import type { PaymentOptionDescriptor } from './port';

/** Descriptors of all payment options in the contract. */
export const paymentOptionTable: Readonly<Record<PaymentOption, PaymentOptionDescriptor>> = {
  card: mangopayOption,
  paypal: paypalOption,
};
