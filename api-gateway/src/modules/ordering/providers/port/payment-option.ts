import type { PaymentConfig } from '../../../../platform';
import type { PaymentProvider } from './payment-provider';
import type { FetchFunction } from './provider-http';

/** Dependencies of the client of a payment provider. Some tests replace `fetch` by a fake. */
export interface ConnectDeps {
  readonly config: PaymentConfig;
  readonly fetch: FetchFunction;
  readonly realNow: () => number;
}

/** Error codes of a payment provider, and the form in which clients receive its errors. */
export interface ProviderCodes {
  /** Converts a stored reason, which is a code of the provider or of `own-reasons.ts`, to a code of the provider. */
  userReason(reason: string): string;
  /** Returns the message of an error response with this code of the provider (contract §0). */
  errorMessage(code: string): string;
  /**
   * Code with which the provider refuses to capture a payment that the diner hasn't approved; null if the provider has
   * no such code.
   */
  readonly notApprovedCode: string | null;
  /** Codes of refused refunds that mean that the whole payment is already refunded. */
  readonly fullyRefunded: readonly string[];
  /**
   * Codes of refused refunds that will be refused again at each later attempt, for example because it is too late, the
   * amount is too high, or the account is closed.
   */
  readonly finalRefundRefusals: readonly string[];
}

/**
 * Description of a payment option, which the folder of its provider exports. Properties that the browser needs as well
 * are in the contract's `payment-option-table.ts`.
 */
export interface PaymentOptionDescriptor {
  /** Name of the payment provider in stored attempts, webhooks and logs. The name must never change. */
  readonly provider: string;
  /** HTTP method with which the payment provider sends its events. */
  readonly webhookMethod: 'get' | 'post';
  /** Path of the product's page to which the payment provider's pages redirect the diner. */
  readonly returnPath: string;
  readonly codes: ProviderCodes;
  /** Returns whether payments move real money, test money, or none because the provider is not configured. */
  moneyOf(config: PaymentConfig): 'none' | 'test' | 'real';
  /** Creates the client of the payment provider; null if the provider is not configured. */
  connect(deps: ConnectDeps): PaymentProvider | null;
}
