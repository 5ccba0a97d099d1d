import { createHash, createHmac } from 'node:crypto';
import * as z from 'zod/mini';
import { PaypalEvent, PaypalWebhook } from './paypal-objects';
import { errorBody, isEqualInConstantTime, malformedAnswer } from './paypal-wire';
import type { DefinePaypalCall, PaypalDeps } from './paypal-wire';

const NewWebhook = z.object({
  url: z.url(),
  event_types: z.array(z.object({ name: z.string() })).check(z.minLength(1)),
});
const Verification = z.object({
  transmission_id: z.string(),
  transmission_time: z.string(),
  transmission_sig: z.string(),
  webhook_id: z.string(),
  webhook_event: z.unknown(),
});

/** Period for which events can be listed: 30 days. */
const EVENT_LIFE_MS = 30 * 86_400_000;

const EventQuery = z.object({
  event_type: z.optional(z.string()),
  start_time: z._default(z.iso.datetime(), new Date(0).toISOString()),
  end_time: z._default(z.iso.datetime(), '9999-12-31T00:00:00Z'),
  page_size: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(300)), 10),
  offset: z._default(z.coerce.number().check(z.int(), z.gte(0)), 0),
});

/**
 * Signs an event. The signature is not PayPal's, so the product can't verify the signature itself and must send it back
 * to the sandbox for verification.
 */
const webhookSignatureOf = (
  secret: string,
  {
    id,
    time,
    webhookId,
    event,
  }: { readonly id: string; readonly time: string; readonly webhookId: string; readonly event: string },
): string =>
  createHmac('sha256', secret)
    .update([id, time, webhookId, createHash('sha256').update(event).digest('hex')].join('|'))
    .digest('base64');

/** Creates the product's webhooks: their registration, and the sending of signed events. */
export const createPaypalWebhooks = ({
  access,
  store,
  deliveries,
  clock,
}: Pick<PaypalDeps, 'access' | 'store' | 'deliveries' | 'clock'>) => ({
  /** Sends an event to the product's webhooks that subscribe to it. */
  sendEvent(name: string, resource: object): void {
    const body = {
      id: store.newId('WH'),
      event_version: '1.0',
      create_time: new Date(clock.realNow()).toISOString(),
      resource_type: name.includes('CAPTURE') ? 'capture' : 'checkout-order',
      event_type: name,
      summary: name,
      resource,
      links: [],
    };
    const webhooks = store
      .list(PaypalWebhook, 'webhook')
      .filter(({ event_types: eventTypes }) =>
        eventTypes.some((eventType) => eventType.name === name || eventType.name === '*'),
      );
    if (webhooks.length > 0) store.put({ kind: 'webhookEvent', id: body.id, owner: null }, body);
    for (const { id: webhookId, url } of webhooks) {
      const event = JSON.stringify(body);
      const transmission = { id: store.newId('tr'), time: body.create_time };
      deliveries.send({
        url,
        body: event,
        headers: {
          'Content-Type': 'application/json',
          'PayPal-Transmission-Id': transmission.id,
          'PayPal-Transmission-Time': transmission.time,
          'PayPal-Auth-Algo': 'SHA256withRSA',
          'PayPal-Cert-Url': `${access.baseUrl}/certs/sandbox`,
          'PayPal-Transmission-Sig': webhookSignatureOf(access.webhookSecret, { ...transmission, webhookId, event }),
        },
      });
    }
  },

  defineOn(defineRoute: DefinePaypalCall): void {
    defineRoute('get', '/v1/notifications/webhooks', {
      operation: 'read',
      handle: () => ({ status: 200, body: { webhooks: store.list(PaypalWebhook, 'webhook') } }),
    });
    defineRoute('post', '/v1/notifications/webhooks', {
      operation: 'read',
      handle({ request }) {
        const parsedForm = NewWebhook.safeParse(request.body);
        if (!parsedForm.success) return malformedAnswer('INVALID_PARAMETER_SYNTAX');
        if (store.list(PaypalWebhook, 'webhook').some(({ url }) => url === parsedForm.data.url))
          return { status: 400, body: errorBody('WEBHOOK_URL_ALREADY_EXISTS', null) };
        const webhook: PaypalWebhook = { id: store.newId('WHK'), ...parsedForm.data };
        store.put({ kind: 'webhook', id: webhook.id, owner: null }, webhook);
        return { status: 201, body: webhook };
      },
    });
    defineRoute('get', '/v1/notifications/webhooks-events', {
      operation: 'read',
      handle({ request }) {
        const parsedQuery = EventQuery.safeParse(request.query);
        if (!parsedQuery.success) return malformedAnswer('INVALID_PARAMETER_SYNTAX');
        const { event_type: eventType, page_size: pageSize, offset, ...range } = parsedQuery.data;
        const earliestMs = Math.max(Date.parse(range.start_time), clock.realNow() - EVENT_LIFE_MS);
        const events = store
          .list(PaypalEvent, 'webhookEvent')
          .filter(({ create_time: createTime, event_type: name }) => {
            const createdAt = Date.parse(createTime);
            return (
              (eventType === undefined || name === eventType) &&
              createdAt >= earliestMs &&
              createdAt <= Date.parse(range.end_time)
            );
          });
        const nextUrl = new URL(`${access.baseUrl}/v1/notifications/webhooks-events`);
        for (const [name, value] of Object.entries({ ...parsedQuery.data, offset: offset + pageSize }))
          if (value !== undefined) nextUrl.searchParams.set(name, String(value));
        const page = events.slice(offset, offset + pageSize);
        return {
          status: 200,
          body: {
            events: page,
            count: page.length,
            links: offset + pageSize < events.length ? [{ href: nextUrl.href, rel: 'next', method: 'GET' }] : [],
          },
        };
      },
    });
    defineRoute('post', '/v1/notifications/verify-webhook-signature', {
      operation: 'read',
      handle({ request }) {
        const parsedForm = Verification.safeParse(request.body);
        if (!parsedForm.success) return malformedAnswer('INVALID_PARAMETER_SYNTAX');
        const {
          transmission_id: id,
          transmission_time: time,
          transmission_sig: transmittedSignature,
          webhook_id: webhookId,
          webhook_event: event,
        } = parsedForm.data;
        const isSignatureValid = isEqualInConstantTime(
          transmittedSignature,
          webhookSignatureOf(access.webhookSecret, { id, time, webhookId, event: JSON.stringify(event) }),
        );
        return { status: 200, body: { verification_status: isSignatureValid ? 'SUCCESS' : 'FAILURE' } };
      },
    });
  },
});
