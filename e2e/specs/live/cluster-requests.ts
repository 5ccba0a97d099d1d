import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { HttpAnswer } from '../../../api-gateway/src/modules/identity/testing/people';
import { createBrowser } from '../../../api-gateway/src/modules/identity/testing/people';

/** Pause in ms before a client repeats a request. The gateway's Retry-After header would demand a second. */
const REPEAT_PAUSE_MS = 10;

/**
 * Returns whether a connection has ended before the answer or in the middle of it. The error is recognised by its text,
 * because `fetch` throws a TypeError of Node, which isn't the TypeError class of Jest.
 */
const isEndOfConnection = (error: unknown): boolean => String(error).startsWith('TypeError');

/**
 * Sends a request to any gateway, as the proxy and the page do: if the connection ends or the gateway can't reach the
 * database, the request is repeated at another gateway with the same Idempotency-Key.
 */
export const callCluster = async (
  nextUrl: () => string,
  httpMethod: string,
  path: string,
  callOptions: { readonly token: string; readonly body?: object },
): Promise<HttpAnswer> => {
  const headers = { 'Idempotency-Key': randomUUID() };
  for (;;) {
    const answer = await createBrowser(nextUrl())
      .call(httpMethod, path, { ...callOptions, headers: httpMethod === 'GET' ? {} : headers })
      .catch((error: unknown) => {
        if (isEndOfConnection(error)) return null;
        throw error;
      });
    if (answer !== null && answer.status !== 503) return answer;
    if (answer !== null) expect(answer.headers.get('Retry-After')).toBe('1');
    await delay(REPEAT_PAUSE_MS);
  }
};
