import type { Result } from '@mahlzeit/contract';
import type { Router } from 'express';

/** A refund that a provider's event reports, whether or not the gateway made it. */
export interface ReportedRefund {
  /** Id of the payment at the provider. */
  readonly paymentId: string;
  /** Id of the refund at the provider. */
  readonly refundId: string;
  /** Idempotency key with which the refund was made; undefined if the provider sends none. */
  readonly refundKey: string | undefined;
  /** Name of the provider's event, for logs. */
  readonly event: string;
  /** Whether the payer got the money back by a dispute, which is never a refund by the gateway. */
  readonly isDispute: boolean;
}

/**
 * Functions that a provider's webhooks may call. An event is only a hint: whatever it claims, the gateway reads the
 * status at the provider.
 */
export interface WebhookActions {
  /**
   * Runs work for an event after the response was sent. Drops the work while too much other work is running; logs its
   * failure.
   */
  run(work: () => Promise<void>): void;
  /** Returns the id with which `ProviderWebhooks.ensure` has registered the webhook; null before the registration. */
  webhookId(): Promise<string | null>;
  /**
   * Checks whether the gateway may read a payment at the provider: the rate limit isn't reached, and the payment's
   * status may still change.
   */
  mayAskAboutPayment(paymentId: string, options?: { readonly isRefund: boolean }): Promise<boolean>;
  /**
   * Counts a look-up of a refund at the provider, and checks whether the rate limit is respected. The limit isn't per
   * payment, because only the provider knows the payment of the refund.
   */
  mayAskAboutRefund(): Promise<boolean>;
  hasEvent(eventKey: string): Promise<boolean>;
  /** Stores an event of the provider. Returns false if the event was already stored. */
  addEvent(eventKey: string): Promise<boolean>;
  hasPayment(paymentId: string): Promise<boolean>;
  /** Reads the status of a payment at the provider and applies it. */
  applyPaymentStatus(paymentId: string): Promise<void>;
  /** Logs a refund, unless the gateway has made it. */
  reportOutsideRefund(refund: ReportedRefund): Promise<void>;
  /** Reads the status of a card's pre-authorisation at the provider and applies it. */
  applyPreAuthorizationStatus(preAuthorizationId: string): Promise<void>;
}

/** Webhooks of a provider: the requests by which the provider reports events. */
export interface ProviderWebhooks {
  /**
   * Makes sure that the provider sends its events to a URL: creates, repairs or moves its webhooks. Returns the
   * webhook's id if the provider needs it to verify events, else null.
   */
  ensure(url: string, signal: AbortSignal): Promise<Result<string | null, unknown>>;
  /** Creates the router that receives the provider's events at this path. */
  createRouter(path: string, actions: WebhookActions): Router;
}
