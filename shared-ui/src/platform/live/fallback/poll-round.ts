import { liveCloseCodes, pollLive } from '@mahlzeit/contract';
import type { ApiError } from '../../api/api-error';
import type { ApiClient } from '../../session/api-client';
import { ABNORMAL_CLOSE_CODE } from './live-round';
import type { RoundEnd, StartRound } from './live-round';

/**
 * Time in ms for which the gateway may delay its response to a poll until there are changes. It is below the time limit
 * for the beginning of a response.
 */
const WAIT_MS = 10_000;

const isTokenError = ({ code }: ApiError): boolean => code === 'unauthenticated' || code === 'tokenExpired';

const closeCodeOf = (error: ApiError): number => {
  if (isTokenError(error)) return liveCloseCodes.unauthenticated;
  return error.code === 'ErrorTooManyAttempts' ? liveCloseCodes.tooManyConnections : ABNORMAL_CLOSE_CODE;
};

// Returns whether a proxy refuses requests that wait long: it answers in place of the gateway, or cuts the connection.
const isWaitRefused = ({ status, code }: ApiError): boolean =>
  status === 504 || status === 502 || code === 'timeout' || code === 'offline';

/**
 * Returns a function that reads live data by polls. The API client authorizes them, so the token of the socket isn't
 * used.
 */
export const createPollRound =
  (apiClient: Pick<ApiClient, 'call'>): StartRound =>
  ({ topics, mayWait }, events) => {
    const stopController = new AbortController();
    const { signal } = stopController;
    const endOf = (error: ApiError): RoundEnd =>
      mayWait && isWaitRefused(error)
        ? { type: 'blocked' }
        : { type: 'closed', code: closeCodeOf(error), retryMs: error.retryAfterMs };
    const poll = async (): Promise<void> => {
      const answer = await apiClient.call(
        pollLive,
        { body: { topics: [...topics], ...(mayWait ? { waitMs: WAIT_MS } : {}) } },
        signal,
      );
      if (signal.aborted) return;
      if (!answer.ok) return events.ended(endOf(answer.error));
      events.began(answer.value.now);
      events.heartbeat();
      for (const frame of answer.value.frames) if (!signal.aborted) events.frame(frame);
      if (!signal.aborted) events.ended({ type: 'done' });
    };
    void poll();
    return () => stopController.abort();
  };
