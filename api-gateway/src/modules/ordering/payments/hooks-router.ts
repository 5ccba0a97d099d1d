import express, { Router } from 'express';
import type { Request } from 'express';
import type { Logger } from 'pino';
import * as z from 'zod/mini';
import type { Clock, CreateRateLimiter, Database } from '../../../platform';
import type { SignedEvent } from '../providers/paypal/paypal-client';
import { createAttemptRepository } from '../repositories/attempt-repository';
import type { PaymentAttempt } from '../repositories/attempt-repository';
import { stepsBeside } from './payment-jobs';
import { isMoneyBack, sayOutsideRefund } from './outside-refund';
import type { PaymentProviders, PaymentService } from './payment-service';
import type { PreAuthorizations } from '../cards/pre-authorization';

interface HookDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Pick<Logger, 'error' | 'warn'>;
  readonly payments: Pick<PaymentService, 'hear'>;
  readonly preAuthorizations: Pick<PreAuthorizations, 'hear'>;
  readonly providers: PaymentProviders;
  /** Where PayPal tells of events; null: nowhere yet. */
  webhookId(): Promise<string | null>;
  readonly createRateLimiter: CreateRateLimiter;
}

const MangopayHook = z.object({
  EventType: z.string().check(z.maxLength(48)),
  RessourceId: z.string().check(z.maxLength(128)),
  Date: z.string().check(z.maxLength(20)),
});

const PaypalEvent = z.object({
  id: z.string().check(z.maxLength(128)),
  event_type: z._default(z.string(), ''),
  resource: z.object({
    id: z._default(z.string(), ''),
    invoice_id: z.optional(z.string()),
    supplementary_data: z.optional(z.object({ related_ids: z.object({ order_id: z.optional(z.string()) }) })),
  }),
});

/** What Mangopay tells: of whom, and what makes it one event. */
interface Heard {
  readonly id: string;
  readonly eventKey: string;
}

/** Most hints that are worked off at a time: what comes beyond is left to reconciliation. */
const AT_ONCE = 8;
/** Hints of one payment that are followed in a minute, and of all that we don't know together: anybody may call. */
const HINTS_A_MINUTE = { known: 10, unknown: 60 };
const REFUND_SUCCEEDED = 'PAYIN_REFUND_SUCCEEDED';
const MAX_BODY = '64kb';
const VERIFY_MS = 10_000;

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    // Anybody may call: what isn't JSON is no event.
    return null;
  }
};

const signed = (request: Request, webhookId: string, event: string): SignedEvent => ({
  headers: {
    auth_algo: request.get('PayPal-Auth-Algo') ?? '',
    cert_url: request.get('PayPal-Cert-Url') ?? '',
    transmission_id: request.get('PayPal-Transmission-Id') ?? '',
    transmission_sig: request.get('PayPal-Transmission-Sig') ?? '',
    transmission_time: request.get('PayPal-Transmission-Time') ?? '',
  },
  webhookId,
  event,
});

/**
 * What providers tell by themselves. They are answered at once and taken as hints: whatever they say, the provider is
 * asked. One that is unknown, doubled or before our own commit does no harm, and one that is lost costs only time.
 */
export const createHooksRouter = ({
  database,
  clock,
  log,
  payments,
  preAuthorizations,
  providers,
  webhookId,
  createRateLimiter,
}: HookDeps): Router => {
  const known = createRateLimiter('payment-hint', { points: HINTS_A_MINUTE.known, durationMs: 60_000 });
  const unknown = createRateLimiter('unknown-payment-hint', { points: HINTS_A_MINUTE.unknown, durationMs: 60_000 });
  let running = 0;

  /**
   * Whether a provider is worth asking for this payment: one that has succeeded has nothing left to tell, save that its
   * money went back, and a rush of hints is left to reconciliation.
   */
  const isWorthAsking = async (
    provider: PaymentAttempt['provider'],
    providerId: string,
    isOfMoneyBack = false,
  ): Promise<boolean> => {
    const attempt = await createAttemptRepository(database.knex).findByProviderId(provider, providerId);
    if (attempt?.state === 'SUCCEEDED' && !isOfMoneyBack) return false;
    const { ok } = attempt === null ? await unknown.consume(provider) : await known.consume(attempt.key);
    return ok;
  };

  /** Works a hint off behind its answer. */
  const follow = (work: () => Promise<void>): void => {
    if (running >= AT_ONCE) return;
    running += 1;
    void work()
      .catch((error: unknown) => log.warn({ err: error }, 'a hint of a provider was not worked off'))
      .finally(() => {
        running -= 1;
      });
  };

  const isNew = (provider: PaymentAttempt['provider'], eventKey: string): Promise<boolean> =>
    database.write((tx) => createAttemptRepository(tx.knex).addEvent(provider, eventKey, clock.realNow()));

  // Anybody may call: what was heard is remembered only behind the provider's own word.
  const isHeard = (eventKey: string): Promise<boolean> =>
    createAttemptRepository(database.knex).hasEvent('mangopay', eventKey);

  const hearPayment = async ({ id, eventKey }: Heard): Promise<void> => {
    if ((await isHeard(eventKey)) || !(await isWorthAsking('mangopay', id))) return;
    await payments.hear(stepsBeside(database), 'mangopay', id);
    if ((await createAttemptRepository(database.knex).findByProviderId('mangopay', id)) !== null)
      await isNew('mangopay', eventKey);
  };

  /** Our own refunds are asked about by their job; what went back of our payments without us is said aloud. */
  const hearRefund = async ({ id, eventKey }: Heard): Promise<void> => {
    const { mangopay } = providers;
    if (mangopay === null || (await isHeard(eventKey)) || !(await unknown.consume('refund')).ok) return;
    const found = await mangopay.findAnyRefund(id, AbortSignal.timeout(VERIFY_MS));
    if (!found.ok || found.value?.state !== 'SUCCEEDED') return;
    const { key, paymentId } = found.value;
    if (
      (await createAttemptRepository(database.knex).findByProviderId('mangopay', paymentId)) === null ||
      !(await isNew('mangopay', eventKey))
    )
      return;
    await sayOutsideRefund(
      database.knex,
      { log },
      {
        provider: 'mangopay',
        payInId: paymentId,
        event: { event_type: REFUND_SUCCEEDED, resource: { id, invoice_id: key ?? undefined } },
      },
    );
  };

  const hearPreAuthorization = ({ id }: Heard): Promise<void> =>
    preAuthorizations.hear(id, async (key) => (await known.consume(key)).ok);

  const router = Router();
  router.get('/api/payment/hooks/mangopay', ({ query }, response) => {
    response.json({});
    const hook = MangopayHook.safeParse(query);
    if (!hook.success) return;
    const { EventType, RessourceId, Date: at } = hook.data;
    const heard = { id: RessourceId, eventKey: `${EventType} ${RessourceId} ${at}` };
    if (EventType.startsWith('PAYIN_NORMAL_')) follow(() => hearPayment(heard));
    // It succeeds once, whatever date it is told with.
    if (EventType === REFUND_SUCCEEDED) follow(() => hearRefund({ ...heard, eventKey: `${EventType} ${RessourceId}` }));
    if (EventType.startsWith('PREAUTHORIZATION_')) follow(() => hearPreAuthorization(heard));
  });
  router.post(
    '/api/payment/hooks/paypal',
    express.raw({ limit: MAX_BODY, type: 'application/json' }),
    (request, response) => {
      response.json({});
      // What was signed are its bytes: another writing of the same is another event.
      const sent = Buffer.isBuffer(request.body) ? request.body.toString('utf8') : '';
      const event = PaypalEvent.safeParse(jsonOf(sent));
      const { paypal } = providers;
      if (!event.success || paypal === null) return;
      const { id, resource } = event.data;
      const orderId = resource.supplementary_data?.related_ids.order_id ?? resource.id;
      follow(async () => {
        const hook = await webhookId();
        if (hook === null || !(await isWorthAsking('paypal', orderId, isMoneyBack(event.data)))) return;
        const verified = await paypal.verify(signed(request, hook, sent), AbortSignal.timeout(VERIFY_MS));
        if (!verified.ok || !verified.value || !(await isNew('paypal', id))) return;
        if (isMoneyBack(event.data))
          await sayOutsideRefund(database.knex, { log }, { provider: 'paypal', payInId: orderId, event: event.data });
        await payments.hear(stepsBeside(database), 'paypal', orderId);
      });
    },
  );
  return router;
};
