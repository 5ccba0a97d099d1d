import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { IssuedTokens, SandboxClock } from '../platform';
import type { Deliveries } from './deliveries';
import type { Faults, ProviderCall } from './faults';
import type { PaymentStore } from './payment-store';
import type { CallContext, ProviderAnswer } from './provider-call';

/** How the product speaks to PayPal. */
export interface PaypalAccess {
  readonly baseUrl: string;
  /** One address of the pages on which payments are approved. */
  readonly pagesUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Signs what it tells the product. */
  readonly webhookSecret: string;
}

/** What all parts of it stand on. */
export interface PaypalDeps {
  readonly access: PaypalAccess;
  readonly store: PaymentStore;
  readonly faults: Faults;
  readonly deliveries: Deliveries;
  readonly issuedTokens: IssuedTokens;
  readonly clock: SandboxClock;
}

/** Makes one route of it, a call with its faults. */
export type DefinePaypalCall = (
  method: 'get' | 'post',
  path: string,
  call: { readonly operation: ProviderCall['operation']; readonly work: (context: CallContext) => ProviderAnswer },
) => void;

/** Whether two secrets are the same; tells nothing by the time it takes. */
export const isSame = (a: string, b: string): boolean =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));

/** An error in PayPal's form; `issue` null: it has no details. */
export const errorBody = (name: string, issue: string | null): unknown => ({
  name,
  message: issue ?? name,
  debug_id: randomBytes(6).toString('hex'),
  details: issue === null ? [] : [{ issue, description: issue }],
  links: [],
});

/** The business says no. */
export const refused = (issue: string): ProviderAnswer => ({
  status: 422,
  body: errorBody('UNPROCESSABLE_ENTITY', issue),
});
/** There is no such thing. */
export const unknown = (): ProviderAnswer => ({
  status: 404,
  body: errorBody('RESOURCE_NOT_FOUND', 'INVALID_RESOURCE_ID'),
});
/** The request is wrong. */
export const malformed = (issue: string): ProviderAnswer => ({
  status: 400,
  body: errorBody('INVALID_REQUEST', issue),
});
