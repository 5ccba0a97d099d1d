import { Router } from 'express';
import type { RequestHandler } from 'express';
import type { Logger } from 'pino';
import type { Clock, CreateRateLimiter, Database, RateLimiter } from '../../../platform';
import { paymentOptions } from '../providers';
import type { PaymentProvider, PaymentProviders, WebhookActions } from '../providers';
import { createAttemptRepository } from '../repositories/attempt-repository';
import { reportOutsideRefund } from './outside-refund';
import { stepsOutsideRequest } from './payment-jobs';
import type { PaymentService } from './payment-service';

interface WebhookDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Pick<Logger, 'error' | 'warn'>;
  readonly payments: Pick<PaymentService, 'applyProviderStatus'>;
  /**
   * Enqueues the check of a card's pre-authorisation at its provider, if `isAskAllowed` returns true for the
   * pre-authorisation's key.
   */
  readonly applyPreAuthorizationStatus: (
    preAuthorizationId: string,
    isAskAllowed: (key: string) => Promise<boolean>,
  ) => Promise<void>;
  readonly providers: PaymentProviders;
  /** Returns the id of the webhook that is registered at a provider; null if there is none yet. */
  readonly findWebhookId: (provider: string) => Promise<string | null>;
  readonly createRateLimiter: CreateRateLimiter;
}

/**
 * Maximum number of providers' events that are handled at the same time. Further events are dropped, because
 * reconciliation finds their changes later.
 */
const MAX_CONCURRENT_EVENTS = 8;
/**
 * Rate limits, because anybody may call the webhooks: events handled per minute for one payment, and for all unknown
 * payments together.
 */
const MAX_EVENTS_PER_MINUTE = { perPayment: 10, unknown: 60 };

/** Returns the path to which a provider sends its events. */
export const webhookPathOf = (provider: string): string => `/api/payment/hooks/${provider}`;

/** Rate limits, and the function that runs the work of an event, which the webhooks of all providers share. */
interface SharedEventWork {
  readonly perPayment: RateLimiter;
  readonly unknown: RateLimiter;
  readonly run: WebhookActions['run'];
}

const createWebhookActions = (
  { database, clock, log, payments, applyPreAuthorizationStatus, findWebhookId }: WebhookDeps,
  { perPayment, unknown, run }: SharedEventWork,
  { name }: PaymentProvider,
): WebhookActions => {
  const attemptRepository = () => createAttemptRepository(database.knex);
  const isAdmitted = async (limiter: RateLimiter, limiterKey: string): Promise<boolean> =>
    (await limiter.consume(limiterKey)).ok;
  return {
    run,
    webhookId: () => findWebhookId(name),
    async mayAskAboutPayment(paymentId, { isRefund } = { isRefund: false }) {
      const attempt = await attemptRepository().findByProviderId(name, paymentId);
      // Handles only events about a refund for a succeeded payment, because its status is final.
      if (attempt?.state === 'SUCCEEDED' && !isRefund) return false;
      return attempt === null ? isAdmitted(unknown, name) : isAdmitted(perPayment, attempt.key);
    },
    mayAskAboutRefund: () => isAdmitted(unknown, 'refund'),
    hasEvent: (eventKey) => attemptRepository().hasEvent(name, eventKey),
    addEvent: (eventKey) =>
      database.write((tx) => createAttemptRepository(tx.knex).addEvent(name, eventKey, clock.realNow())),
    hasPayment: async (paymentId) => (await attemptRepository().findByProviderId(name, paymentId)) !== null,
    async applyPaymentStatus(paymentId) {
      await payments.applyProviderStatus(stepsOutsideRequest(database), name, paymentId);
    },
    reportOutsideRefund: (refund) => reportOutsideRefund(database.knex, { log, provider: name }, refund),
    applyPreAuthorizationStatus: (id) =>
      applyPreAuthorizationStatus(id, (limiterKey) => isAdmitted(perPayment, limiterKey)),
  };
};

/**
 * Answers the events of a provider that is not configured, and ignores them. An error would make the provider repeat
 * the event.
 */
const ignoreEvent: RequestHandler = (_request, response) => void response.json({});

/**
 * Creates the router that receives the providers' events. The gateway responds at once and treats an event only as a
 * hint: it reads the status at the provider, whatever the event claims. So an unknown, repeated or early event does no
 * harm, and a lost event only delays the change.
 */
export const createWebhookRouter = (deps: WebhookDeps): Router => {
  let runningWorkCount = 0;
  const sharedEventWork: SharedEventWork = {
    perPayment: deps.createRateLimiter('payment-hint', {
      points: MAX_EVENTS_PER_MINUTE.perPayment,
      durationMs: 60_000,
    }),
    unknown: deps.createRateLimiter('unknown-payment-hint', {
      points: MAX_EVENTS_PER_MINUTE.unknown,
      durationMs: 60_000,
    }),
    run(eventWork) {
      if (runningWorkCount >= MAX_CONCURRENT_EVENTS) return;
      runningWorkCount += 1;
      void eventWork()
        .catch((error: unknown) => deps.log.warn({ err: error }, 'an event of a payment provider was not followed'))
        .finally(() => {
          runningWorkCount -= 1;
        });
    },
  };
  const router = Router();
  for (const { provider: providerName, webhookMethod } of paymentOptions()) {
    const [path, provider] = [webhookPathOf(providerName), deps.providers[providerName] ?? null];
    if (provider === null) router[webhookMethod](path, ignoreEvent);
    else router.use(provider.webhooks.createRouter(path, createWebhookActions(deps, sharedEventWork, provider)));
  }
  return router;
};
