import { randomBytes } from 'node:crypto';
import type { Router } from 'express';
import type * as z from 'zod/mini';
import type { IssuedTokens, SandboxClock } from '../platform';
import type { WebhookDeliveries } from './deliveries';
import type { FaultQueue, ProviderCall } from './faults';
import { HookObject, toSeconds } from './mangopay-objects';
import type { EventObject } from './mangopay-objects';
import type { PaymentStore } from './payment-store';
import { createCallHandler } from './provider-call';
import type { CallContext, ProviderAnswer } from './provider-call';

/** URLs and credentials with which the product calls Mangopay. */
export interface MangopayApiAccess {
  /** Base URL of Mangopay's API, without the version. */
  readonly baseUrl: string;
  /** URL to which browsers send card data directly. */
  readonly tokeniserUrl: string;
  readonly clientId: string;
  readonly apiKey: string;
}

/** Dependencies that all Mangopay modules of the sandbox share. */
export interface MangopayDeps {
  readonly access: MangopayApiAccess;
  readonly store: PaymentStore;
  readonly faults: FaultQueue;
  readonly deliveries: WebhookDeliveries;
  readonly issuedTokens: IssuedTokens;
  readonly clock: SandboxClock;
  /** Origin of the product, whose pages show the bank's page in an iframe. */
  readonly gatewayUrl: string;
}

/** Builds an error response in Mangopay's format. */
export const mangopayError = (
  status: number,
  errorType: string,
  errors: Readonly<Record<string, string>> | null = null,
): ProviderAnswer => ({
  status,
  body: { Message: errorType, Type: errorType, Id: randomBytes(8).toString('hex'), Date: 0, errors },
});

/** Builds Mangopay's error response for a request body that doesn't match its schema. */
export const parameterError = (error: z.core.$ZodError): ProviderAnswer =>
  mangopayError(
    400,
    'param_error',
    Object.fromEntries(error.issues.map(({ path, message }) => [path.join('.'), message])),
  );

/**
 * Creates the function that stores an event, and sends it to the product if the product has an enabled hook for that
 * event type.
 */
export const createEventSender =
  ({ store, clock, deliveries }: MangopayDeps) =>
  (event: string, id: string): void => {
    const storedEvent: EventObject = { ResourceId: id, EventType: event, Date: toSeconds(clock.realNow()) };
    store.put({ kind: 'event', id: store.newId('event_m'), owner: null }, storedEvent);
    const hook = store
      .list(HookObject, 'hook')
      .find(({ EventType, Status }) => EventType === event && Status === 'ENABLED');
    if (hook === undefined) return;
    const url = new URL(hook.Url);
    for (const [name, value] of [
      ['EventType', event],
      ['RessourceId', id],
      ['Date', String(storedEvent.Date)],
    ] as const)
      url.searchParams.set(name, value);
    deliveries.send({ url: url.href, body: null, headers: {} });
  };

/**
 * Defines one route of the imitated Mangopay API. Injected faults apply to each call. A POST with an Idempotency-Key
 * runs only once for that key.
 */
export type DefineMangopayCall = (
  method: 'get' | 'post' | 'put',
  path: string,
  callHandler: {
    readonly operation: ProviderCall['operation'];
    readonly handle: (context: CallContext) => ProviderAnswer;
  },
) => void;

const IDEMPOTENCY_KEY_PATTERN = /^[A-Za-z0-9-]{16,36}$/;

/** Creates the function that defines routes of the imitated Mangopay API on a router. */
export const createRouteDefiner = (router: Router, { store, faults, clock }: MangopayDeps): DefineMangopayCall => {
  const failureBody = (status: number): unknown => mangopayError(status, 'internal').body;

  /**
   * Runs a POST once for each Idempotency-Key. A request with a repeated key gets 409: unlike other providers, Mangopay
   * doesn't send the stored response again; a separate route returns it.
   */
  const withIdempotency =
    (handleCall: (context: CallContext) => ProviderAnswer) =>
    (context: CallContext): ProviderAnswer => {
      const idempotencyKey = context.request.get('Idempotency-Key');
      if (context.request.method !== 'POST' || idempotencyKey === undefined) return handleCall(context);
      if (!IDEMPOTENCY_KEY_PATTERN.test(idempotencyKey))
        return mangopayError(400, 'param_error', { 'Idempotency-Key': '16 to 36 letters, digits and dashes' });
      return store.inTransaction(() => {
        if (store.findAnswer('mangopay', idempotencyKey) !== null)
          return mangopayError(409, 'idempotent_creation_conflict');
        const providerAnswer = handleCall(context);
        if (providerAnswer.status < 500)
          store.storeAnswer('mangopay', idempotencyKey, {
            ...providerAnswer,
            url: context.request.originalUrl,
            recordedAt: clock.realNow(),
          });
        return providerAnswer;
      });
    };

  return (method, path, { operation, handle }) => {
    router[method](
      path,
      createCallHandler({ faults, failureBody }, { provider: 'mangopay', operation }, withIdempotency(handle)),
    );
  };
};
