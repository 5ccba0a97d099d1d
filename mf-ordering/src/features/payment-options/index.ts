import { paymentOptionFacts } from '@mahlzeit/contract';
import type { PaymentOption } from '@mahlzeit/contract';
import type { ApiError } from '@mahlzeit/shared-ui/platform';
import { cardOption } from './card/card-option';
import type { PaymentOptionView } from './payment-option';
import { paypalOption } from './paypal/paypal-option';

const paymentOptionViews: Readonly<Record<PaymentOption, PaymentOptionView>> = {
  card: cardOption,
  paypal: paypalOption,
};

export type { PaymentOptionView } from './payment-option';

/** Returns brand and texts of a payment option; those of card payments if the diner hasn't chosen an option yet. */
export const paymentOptionViewOf = (paymentOption: PaymentOption | null): PaymentOptionView =>
  paymentOption === null ? cardOption : paymentOptionViews[paymentOption];

/**
 * Returns the error with which the gateway reports that the provider of a payment option has refused. `providerReason`
 * is null if the provider names no reason.
 */
export const refusalErrorOf = (option: PaymentOption, providerReason: string | null): ApiError => {
  const refusalReason = providerReason ?? '';
  const { code, reasonField } = paymentOptionFacts(option).refusal;
  return {
    status: 402,
    requestId: null,
    retryAfterMs: null,
    code,
    message: paymentOptionViewOf(option).refusalMessage(refusalReason),
    details: { [reasonField]: refusalReason },
  };
};

/**
 * Returns the error for a card that the payment provider refuses to register; `resultCode` is null if the provider
 * names no reason.
 */
export const cardRefusalError = (resultCode: string | null): ApiError => refusalErrorOf('card', resultCode);
