import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { IssuedTokens, SandboxClock } from '../platform';
import type { WebhookDeliveries } from './deliveries';
import type { FaultQueue, ProviderCall } from './faults';
import type { PaymentStore } from './payment-store';
import type { CallContext, ProviderAnswer } from './provider-call';

/** URLs and credentials with which the product calls PayPal. */
export interface PaypalApiAccess {
  readonly baseUrl: string;
  /** Base URL of the pages on which payers approve PayPal orders. */
  readonly pagesUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Secret key with which the sandbox signs events. */
  readonly webhookSecret: string;
}

/** Dependencies that all PayPal modules of the sandbox share. */
export interface PaypalDeps {
  readonly access: PaypalApiAccess;
  readonly store: PaymentStore;
  readonly faults: FaultQueue;
  readonly deliveries: WebhookDeliveries;
  readonly issuedTokens: IssuedTokens;
  readonly clock: SandboxClock;
}

/** Defines one route of the imitated PayPal API. Injected faults apply to each call. */
export type DefinePaypalCall = (
  method: 'get' | 'post',
  path: string,
  callHandler: {
    readonly operation: ProviderCall['operation'];
    readonly handle: (context: CallContext) => ProviderAnswer;
  },
) => void;

/** Compares two secrets in constant time, so that the duration reveals nothing. */
export const isEqualInConstantTime = (actualText: string, expectedText: string): boolean =>
  actualText.length === expectedText.length && timingSafeEqual(Buffer.from(actualText), Buffer.from(expectedText));

/** Builds an error body in PayPal's format. With `issue` null, the body has no details. */
export const errorBody = (name: string, issue: string | null): unknown => ({
  name,
  message: issue ?? name,
  debug_id: randomBytes(6).toString('hex'),
  details: issue === null ? [] : [{ issue, description: issue }],
  links: [],
});

/** Builds the 422 response of an operation that PayPal refuses. */
export const refusalAnswer = (issue: string): ProviderAnswer => ({
  status: 422,
  body: errorBody('UNPROCESSABLE_ENTITY', issue),
});
/** Builds the 404 response for an unknown PayPal object. */
export const notFoundAnswer = (): ProviderAnswer => ({
  status: 404,
  body: errorBody('RESOURCE_NOT_FOUND', 'INVALID_RESOURCE_ID'),
});
/** Builds the 400 response to an invalid request. */
export const malformedAnswer = (issue: string): ProviderAnswer => ({
  status: 400,
  body: errorBody('INVALID_REQUEST', issue),
});
