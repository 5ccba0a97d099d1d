import type { PathParts, Route, RouteAnswer, RouteBodyInput } from '@mahlzeit/contract';
import { pathOf } from '@mahlzeit/contract';
import * as z from 'zod/mini';

interface ApiCall<R extends Route> extends PathParts<R> {
  readonly body?: RouteBodyInput<R>;
  /**
   * Token for the `Authorization` header: a user's id token, or the partner token. Without it the request is anonymous.
   */
  readonly token?: string;
}

/**
 * Client for the endpoints of the contract. Throws for an error response and for a response that doesn't match the
 * endpoint's schema.
 */
export interface GatewayApi {
  call<R extends Route>(route: R, call?: ApiCall<R>): Promise<RouteAnswer<R>>;
}

// Each call opens a new connection, because a reused connection fails if the gateway was restarted in the meantime.
const requestHeadersOf = ({
  body,
  token,
}: {
  readonly body?: unknown;
  readonly token?: string;
}): Record<string, string> => ({
  Connection: 'close',
  ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
  ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
});

/** Creates a client of the gateway at `url`. */
export const createGatewayApi = (url: string): GatewayApi => ({
  async call<R extends Route>(route: R, call: ApiCall<R> = {}): Promise<RouteAnswer<R>> {
    const response = await fetch(url + pathOf(route, call), {
      method: route.method,
      headers: requestHeadersOf(call),
      ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
    });
    if (!response.ok) throw new Error(`${route.name}: ${response.status} ${await response.text()}`);
    return z.parse<R['answer']>(route.answer, await response.json());
  },
});
