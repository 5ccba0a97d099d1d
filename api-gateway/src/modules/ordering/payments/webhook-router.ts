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
  /** Asks the provider about a pre-authorisation that `mayAsk` admits by its key. */
  readonly applyPreAuthorizationStatus: (
    preAuthorizationId: string,
    mayAsk: (key: string) => Promise<boolean>,
  ) => Promise<void>;
  readonly providers: PaymentProviders;
  /** Id of the webhook that is registered with a provider; null: none yet. */
  readonly findWebhookId: (provider: string) => Promise<string | null>;
  readonly createRateLimiter: CreateRateLimiter;
}

/** Most events that are followed at a time; reconciliation finds what the others would have told. */
const MAX_RUNNING = 8;
/** Events that are followed in a minute: of one payment, and of all unknown ones together. Anybody may call. */
const EVENTS_A_MINUTE = { perPayment: 10, unknown: 60 };

/** Returns the path to which a provider sends its events. */
export const webhookPath = (provider: string): string => `/api/payment/hooks/${provider}`;

/** Limits and work that the webhooks of all providers share. */
interface SharedWork {
  readonly perPayment: RateLimiter;
  readonly unknown: RateLimiter;
  readonly run: WebhookActions['run'];
}

const createActions = (
  { database, clock, log, payments, applyPreAuthorizationStatus, findWebhookId }: WebhookDeps,
  { perPayment, unknown, run }: SharedWork,
  { name }: PaymentProvider,
): WebhookActions => {
  const attempts = () => createAttemptRepository(database.knex);
  const isAdmitted = async (limiter: RateLimiter, key: string): Promise<boolean> => (await limiter.consume(key)).ok;
  return {
    run,
    webhookId: () => findWebhookId(name),
    async mayAskAboutPayment(paymentId, { isRefund } = { isRefund: false }) {
      const attempt = await attempts().findByProviderId(name, paymentId);
      // A payment that has succeeded can only be refunded.
      if (attempt?.state === 'SUCCEEDED' && !isRefund) return false;
      return attempt === null ? isAdmitted(unknown, name) : isAdmitted(perPayment, attempt.key);
    },
    mayAskAboutRefund: () => isAdmitted(unknown, 'refund'),
    hasEvent: (eventKey) => attempts().hasEvent(name, eventKey),
    addEvent: (eventKey) =>
      database.write((tx) => createAttemptRepository(tx.knex).addEvent(name, eventKey, clock.realNow())),
    hasPayment: async (paymentId) => (await attempts().findByProviderId(name, paymentId)) !== null,
    applyPaymentStatus: (paymentId) => payments.applyProviderStatus(stepsOutsideRequest(database), name, paymentId),
    reportOutsideRefund: (refund) => reportOutsideRefund(database.knex, { log, provider: name }, refund),
    applyPreAuthorizationStatus: (id) => applyPreAuthorizationStatus(id, (key) => isAdmitted(perPayment, key)),
  };
};

/** Answers the events of a provider that isn't set up, and does nothing else: the provider would repeat an error. */
const ignoreEvent: RequestHandler = (_request, response) => void response.json({});

/**
 * Answers the events that providers send by themselves. Each is answered at once and taken as a hint: the provider is
 * asked, whatever the event says. An unknown, repeated or early event does no harm, and a lost one costs only time.
 */
export const createWebhookRouter = (deps: WebhookDeps): Router => {
  let runningCount = 0;
  const sharedWork: SharedWork = {
    perPayment: deps.createRateLimiter('payment-hint', { points: EVENTS_A_MINUTE.perPayment, durationMs: 60_000 }),
    unknown: deps.createRateLimiter('unknown-payment-hint', { points: EVENTS_A_MINUTE.unknown, durationMs: 60_000 }),
    run(work) {
      if (runningCount >= MAX_RUNNING) return;
      runningCount += 1;
      void work()
        .catch((error: unknown) => deps.log.warn({ err: error }, 'an event of a payment provider was not followed'))
        .finally(() => {
          runningCount -= 1;
        });
    },
  };
  const router = Router();
  for (const { provider: name, webhookMethod } of paymentOptions()) {
    const [path, provider] = [webhookPath(name), deps.providers[name] ?? null];
    if (provider === null) router[webhookMethod](path, ignoreEvent);
    else router.use(provider.webhooks.createRouter(path, createActions(deps, sharedWork, provider)));
  }
  return router;
};
