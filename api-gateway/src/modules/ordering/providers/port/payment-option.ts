import type { PaymentConfig } from '../../../../platform';
import type { PaymentProvider } from './payment-provider';
import type { Fetch } from './provider-http';

/** Dependencies of a provider's client. */
export interface ConnectDeps {
  readonly config: PaymentConfig;
  readonly fetch: Fetch;
  readonly realNow: () => number;
}

/** Codes of a provider, and the form in which its refusals go over the wire. */
export interface ProviderCodes {
  /** Returns the provider's code for a stored reason, which is one of the provider's or of `own-reasons.ts`. */
  userReason(reason: string): string;
  /** Returns the message of an error with this code of the provider (contract §0). */
  errorMessage(code: string): string;
  /** Code with which the provider refuses to capture a payment that nobody has approved; null: never. */
  readonly notApprovedCode: string | null;
  /** Codes of refused refunds which say that the whole payment was refunded before. */
  readonly fullyRefunded: readonly string[];
  /** Codes of refused refunds that no later try changes: too late, too much, or the account is gone. */
  readonly finalRefundRefusals: readonly string[];
}

/**
 * One way to pay as its provider's folder describes it. Facts that the browser needs too are in the contract's
 * `payment-option-table.ts`.
 */
export interface PaymentOptionDescriptor {
  /** Name of the provider in stored attempts, webhooks and logs; it never changes. */
  readonly provider: string;
  /** HTTP method of the provider's events. */
  readonly webhookMethod: 'get' | 'post';
  /** Path of the page to which the provider's pages send the diner back. */
  readonly returnPath: string;
  readonly codes: ProviderCodes;
  /** Money that payments move with this configuration: none where the provider is not set up. */
  moneyOf(config: PaymentConfig): 'none' | 'test' | 'real';
  /** Connects to the provider; null where it is not set up. */
  connect(deps: ConnectDeps): PaymentProvider | null;
}
