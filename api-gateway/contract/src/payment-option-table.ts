/** Properties of a payment option that gateway and browser both need. */
export interface PaymentOptionFacts {
  /**
   * Page on which the diner approves a payment. `frame`: a page of the diner's bank at `SecureModeRedirectURL`, shown
   * inside the app; the bank may accept a payment without an approval. `redirect`: a page of the provider at the link
   * `approve`; each payment needs the approval.
   */
  readonly approval: 'frame' | 'redirect';
  /**
   * Side that collects the money of an approved payment: the provider by itself, or the gateway when the app calls
   * `captureOrder`.
   */
  readonly capturedBy: 'provider' | 'gateway';
  /** Whether an order names the registered card that it charges. */
  readonly needsCard: boolean;
  /**
   * Error code of a payment that the provider refuses, and the field of the error's details that holds the provider's
   * reason.
   */
  readonly refusal: { readonly code: PaymentErrorCode; readonly reasonField: 'ResultCode' | 'issue' };
}

/** Names of the ways to pay an order. Gateway and browser derive all other lists of payment options from this list. */
export const paymentOptionNames = ['card', 'paypal'] as const;

/** HTTP statuses of the errors by which providers refuse a payment or a refund. */
export const paymentErrorStatus = { 'mangopay-error': 402, 'paypal-error': 402 } as const;

/** Code of an error by which a provider refuses a payment or a refund. */
export type PaymentErrorCode = keyof typeof paymentErrorStatus;

/** Properties of each payment option, by its name. */
export const paymentOptionTable: Readonly<Record<(typeof paymentOptionNames)[number], PaymentOptionFacts>> = {
  card: {
    approval: 'frame',
    capturedBy: 'provider',
    needsCard: true,
    refusal: { code: 'mangopay-error', reasonField: 'ResultCode' },
  },
  paypal: {
    approval: 'redirect',
    capturedBy: 'gateway',
    needsCard: false,
    refusal: { code: 'paypal-error', reasonField: 'issue' },
  },
};
