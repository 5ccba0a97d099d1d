import type { Result } from '@mahlzeit/contract';
import type { Router } from 'express';

/** A refund that a provider reports, whether or not the gateway made it. */
export interface ReportedRefund {
  /** Id of the payment at the provider. */
  readonly paymentId: string;
  /** Id of the refund at the provider. */
  readonly refundId: string;
  /** Key with which the refund was made; undefined if the provider sends none. */
  readonly refundKey: string | undefined;
  /** Name of the event, for logs. */
  readonly event: string;
  /** Whether the payer got the money back by a dispute, which is never a refund by the gateway. */
  readonly isDispute: boolean;
}

/**
 * Actions that a provider's webhooks may start. An event is only a hint: whatever it claims, the gateway asks the
 * provider for the status.
 */
export interface WebhookActions {
  /** Runs work after the response was sent. Drops the work while too much other work is running; logs its failure. */
  run(work: () => Promise<void>): void;
  /** Returns the id with which `ProviderWebhooks.ensure` has registered the webhook; null before the registration. */
  webhookId(): Promise<string | null>;
  /**
   * Checks whether the provider may be asked about a payment: the limit isn't reached, and the payment's status may
   * still change.
   */
  mayAskAboutPayment(paymentId: string, options?: { readonly isRefund: boolean }): Promise<boolean>;
  /**
   * Counts a request about a refund, and checks whether the limit of these requests isn't exceeded. The limit isn't per
   * payment, because the gateway learns the payment only from the provider.
   */
  mayAskAboutRefund(): Promise<boolean>;
  hasEvent(eventKey: string): Promise<boolean>;
  /** Stores an event. Returns false if the event was already stored. */
  addEvent(eventKey: string): Promise<boolean>;
  hasPayment(paymentId: string): Promise<boolean>;
  /** Asks the provider for the status of a payment and applies it. */
  applyPaymentStatus(paymentId: string): Promise<void>;
  /** Logs a refund, unless the gateway has made it. */
  reportOutsideRefund(refund: ReportedRefund): Promise<void>;
  /** Asks the provider for the status of a pre-authorisation and applies it. */
  applyPreAuthorizationStatus(preAuthorizationId: string): Promise<void>;
}

/** Webhooks of a provider: the requests by which the provider reports events. */
export interface ProviderWebhooks {
  /**
   * Makes sure that the provider sends its events to a URL: creates, repairs or moves its webhooks. Returns the
   * webhook's id if the provider needs it to verify events, else null.
   */
  ensure(url: string, signal: AbortSignal): Promise<Result<string | null, unknown>>;
  /** Creates the router that receives the provider's events at the path. */
  createRouter(path: string, actions: WebhookActions): Router;
}
