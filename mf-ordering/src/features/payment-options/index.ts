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

/** Returns the looks and texts of a way to pay; those of a card where nobody has chosen yet. */
export const paymentOptionView = (option: PaymentOption | null): PaymentOptionView =>
  option === null ? cardOption : paymentOptionViews[option];

/** Returns the error with which the gateway reports that an option's provider refuses; null: for no named reason. */
export const refusedBy = (option: PaymentOption, providerReason: string | null): ApiError => {
  const reason = providerReason ?? '';
  const { code, reasonField } = paymentOptionFacts(option).refusal;
  return {
    status: 402,
    requestId: null,
    retryAfterMs: null,
    code,
    message: paymentOptionView(option).refusalMessage(reason),
    details: { [reasonField]: reason },
  };
};

/** Returns the error of a card that the provider refuses to register. */
export const refusedCard = (resultCode: string | null): ApiError => refusedBy('card', resultCode);
