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

/** Returns brand and texts of a payment option; those of the card when the diner hasn't chosen an option yet. */
export const paymentOptionViewOf = (paymentOption: PaymentOption | null): PaymentOptionView =>
  paymentOption === null ? cardOption : paymentOptionViews[paymentOption];

/**
 * Returns the error that the gateway reports when the provider of an option refuses. `providerReason` is null when the
 * provider names no reason.
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

/** Returns the error for a card that the provider refuses to register; `resultCode` is null when it names no reason. */
export const cardRefusalError = (resultCode: string | null): ApiError => refusalErrorOf('card', resultCode);
