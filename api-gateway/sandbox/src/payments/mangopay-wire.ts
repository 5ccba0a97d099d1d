import { randomBytes } from 'node:crypto';
import type { Router } from 'express';
import type * as z from 'zod/mini';
import type { IssuedTokens, SandboxClock } from '../platform';
import type { Deliveries } from './deliveries';
import type { Faults, ProviderCall } from './faults';
import { HookObject, seconds } from './mangopay-objects';
import type { PaymentStore } from './payment-store';
import { providerCall } from './provider-call';
import type { CallContext, ProviderAnswer } from './provider-call';

/** How the product speaks to this provider. */
export interface MangopayAccess {
  /** Base of its addresses, without a version. */
  readonly baseUrl: string;
  /** Where card data goes, straight from browsers. */
  readonly tokeniserUrl: string;
  readonly clientId: string;
  readonly apiKey: string;
}

/** What all parts of this provider stand on. */
export interface MangopayDeps {
  readonly access: MangopayAccess;
  readonly store: PaymentStore;
  readonly faults: Faults;
  readonly deliveries: Deliveries;
  readonly issuedTokens: IssuedTokens;
  readonly clock: SandboxClock;
  /** Origin of the product, whose pages frame the bank's. */
  readonly gatewayUrl: string;
}

/** An error in this provider's form. */
export const mangopayError = (
  status: number,
  type: string,
  errors: Readonly<Record<string, string>> | null = null,
): ProviderAnswer => ({
  status,
  body: { Message: type, Type: type, Id: randomBytes(8).toString('hex'), Date: 0, errors },
});

/** What is wrong with a body, as this provider says it. */
export const paramError = (error: z.core.$ZodError): ProviderAnswer =>
  mangopayError(
    400,
    'param_error',
    Object.fromEntries(error.issues.map(({ path, message }) => [path.join('.'), message])),
  );

/** Tells the product of an event, where it has asked to be told. */
export const createTeller =
  ({ store, clock, deliveries }: MangopayDeps) =>
  (event: string, id: string): void => {
    const hook = store
      .list(HookObject, 'hook')
      .find(({ EventType, Status }) => EventType === event && Status === 'ENABLED');
    if (hook === undefined) return;
    const url = new URL(hook.Url);
    for (const [name, value] of [
      ['EventType', event],
      ['RessourceId', id],
      ['Date', String(seconds(clock.realNow()))],
    ] as const)
      url.searchParams.set(name, value);
    deliveries.send({ url: url.href, body: null, headers: {} });
  };

/** Makes the routes of one part of the provider, each a call with its faults, and a POST once under its key. */
export type DefineCall = (
  method: 'get' | 'post' | 'put',
  path: string,
  call: { readonly operation: ProviderCall['operation']; readonly work: (context: CallContext) => ProviderAnswer },
) => void;

const IDEMPOTENCY_KEY = /^[A-Za-z0-9-]{16,36}$/;

/** Defines calls on a router. */
export const createDefiner = (router: Router, { store, faults, clock }: MangopayDeps): DefineCall => {
  const failure = (status: number): unknown => mangopayError(status, 'internal').body;

  /** Unlike others this provider doesn't answer again: it says that there was an answer, and where it is. */
  const once =
    (work: (context: CallContext) => ProviderAnswer) =>
    (context: CallContext): ProviderAnswer => {
      const key = context.request.get('Idempotency-Key');
      if (context.request.method !== 'POST' || key === undefined) return work(context);
      if (!IDEMPOTENCY_KEY.test(key))
        return mangopayError(400, 'param_error', { 'Idempotency-Key': '16 to 36 letters, digits and dashes' });
      return store.atOnce(() => {
        if (store.findAnswer('mangopay', key) !== null) return mangopayError(409, 'idempotent_creation_conflict');
        const answer = work(context);
        if (answer.status < 500)
          store.keepAnswer('mangopay', key, { ...answer, url: context.request.originalUrl, at: clock.realNow() });
        return answer;
      });
    };

  return (method, path, { operation, work }) => {
    router[method](path, providerCall({ faults, failure }, { provider: 'mangopay', operation }, once(work)));
  };
};
