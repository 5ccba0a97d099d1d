import type { Result } from '@mahlzeit/contract';
import type { Router } from 'express';

/** Refund that a provider reports, whoever made it. */
export interface ReportedRefund {
  /** The provider's id of the payment. */
  readonly paymentId: string;
  /** The provider's id of the refund. */
  readonly refundId: string;
  /** Key that the refund was made under; undefined where the provider names none. */
  readonly refundKey: string | undefined;
  /** Name of the event, for logs. */
  readonly event: string;
  /** Whether the payer got the money back by a dispute, which is never a refund of ours. */
  readonly isDispute: boolean;
}

/**
 * Work that a provider's webhooks may start. An event is a hint only: whatever it says, the gateway asks the provider.
 */
export interface WebhookActions {
  /** Runs the work behind the answer; drops it while too much work is running, and logs its failure. */
  run(work: () => Promise<void>): void;
  /** Id by which `ProviderWebhooks.ensure` registered the webhook; null: not registered yet. */
  webhookId(): Promise<string | null>;
  /** Tells whether the provider may be asked about a payment: not too often, and not about a payment that is over. */
  mayAskAboutPayment(paymentId: string, options?: { readonly isRefund: boolean }): Promise<boolean>;
  /** Tells whether the provider may be asked about a refund, whose payment only the provider knows. */
  mayAskAboutRefund(): Promise<boolean>;
  hasEvent(eventKey: string): Promise<boolean>;
  /** Stores an event; false: the event was stored before. */
  addEvent(eventKey: string): Promise<boolean>;
  hasPayment(paymentId: string): Promise<boolean>;
  /** Asks the provider for the status of a payment and applies it. */
  applyPaymentStatus(paymentId: string): Promise<void>;
  /** Logs a refund that the gateway didn't make. */
  reportOutsideRefund(refund: ReportedRefund): Promise<void>;
  /** Asks the provider for the status of a pre-authorisation and applies it. */
  applyPreAuthorizationStatus(preAuthorizationId: string): Promise<void>;
}

/** Events that a provider sends by itself. */
export interface ProviderWebhooks {
  /**
   * Makes the provider send its events to an address: creates, repairs or moves its webhooks. Returns the webhook's id
   * where the provider needs it to verify events, else null.
   */
  ensure(url: string, signal: AbortSignal): Promise<Result<string | null, unknown>>;
  /** Answers the events that the provider sends to the path. */
  createRouter(path: string, actions: WebhookActions): Router;
}
