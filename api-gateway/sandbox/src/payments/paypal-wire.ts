import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { IssuedTokens, SandboxClock } from '../platform';
import type { Deliveries } from './deliveries';
import type { Faults, ProviderCall } from './faults';
import type { PaymentStore } from './payment-store';
import type { CallContext, ProviderAnswer } from './provider-call';

/** Addresses and credentials of PayPal. */
export interface PaypalAccess {
  readonly baseUrl: string;
  /** Address of the pages on which payments are approved. */
  readonly pagesUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Key that signs the events. */
  readonly webhookSecret: string;
}

/** Dependencies of all parts of PayPal. */
export interface PaypalDeps {
  readonly access: PaypalAccess;
  readonly store: PaymentStore;
  readonly faults: Faults;
  readonly deliveries: Deliveries;
  readonly issuedTokens: IssuedTokens;
  readonly clock: SandboxClock;
}

/** Creates one route; faults may hit its calls. */
export type DefinePaypalCall = (
  method: 'get' | 'post',
  path: string,
  call: { readonly operation: ProviderCall['operation']; readonly handle: (context: CallContext) => ProviderAnswer },
) => void;

/** Compares two secrets in constant time. */
export const isSame = (a: string, b: string): boolean =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));

/** Returns an error in PayPal's form; `issue` null: without details. */
export const errorBody = (name: string, issue: string | null): unknown => ({
  name,
  message: issue ?? name,
  debug_id: randomBytes(6).toString('hex'),
  details: issue === null ? [] : [{ issue, description: issue }],
  links: [],
});

/** Returns the error of a refused operation. */
export const refusalAnswer = (issue: string): ProviderAnswer => ({
  status: 422,
  body: errorBody('UNPROCESSABLE_ENTITY', issue),
});
/** Returns the error of an unknown object. */
export const notFoundAnswer = (): ProviderAnswer => ({
  status: 404,
  body: errorBody('RESOURCE_NOT_FOUND', 'INVALID_RESOURCE_ID'),
});
/** Returns the error of a wrong request. */
export const malformedAnswer = (issue: string): ProviderAnswer => ({
  status: 400,
  body: errorBody('INVALID_REQUEST', issue),
});
