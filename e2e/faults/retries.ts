import { setTimeout as delay } from 'node:timers/promises';
import * as z from 'zod/mini';
import type { HttpAnswer } from '../../api-gateway/src/modules/identity/testing/people';
import type { FaultWorld } from './fault-world';

/** Number of tries after which a diner or a restaurant stops asking. Reconciliation settles the payment afterwards. */
const MAX_SETTLE_TRIES = 12;
/**
 * Number of tries after a broken connection. A broken connection isn't the diner's problem, because their browser tries
 * again.
 */
const MAX_CONNECTION_TRIES = 200;
const RETRY_PAUSE_MS = 150;

/** Returns the response to a request; retries while the gateway is down. */
export const retryUntilAnswered = async (
  world: Pick<FaultWorld, 'alive'>,
  sendRequest: () => Promise<HttpAnswer>,
): Promise<HttpAnswer> => {
  for (let attemptNumber = 1; ; attemptNumber += 1) {
    await world.alive();
    try {
      return await sendRequest();
    } catch (error) {
      // The connection broke, so the request is sent again.
      if (attemptNumber === MAX_CONNECTION_TRIES) throw error;
      await delay(RETRY_PAUSE_MS);
    }
  }
};

const isOrderRepeated = ({ body }: HttpAnswer): boolean =>
  z.object({ code: z.literal('orderRepeated') }).safeParse(body).success;

/** Sends a request until the response is final; null when it isn't final after `MAX_SETTLE_TRIES` tries. */
export const sendUntilSettled = async (sendRequest: () => Promise<HttpAnswer>): Promise<HttpAnswer | null> => {
  for (let tryCount = 0; tryCount < MAX_SETTLE_TRIES; tryCount += 1) {
    const answer = await sendRequest();
    // 409 means that the gateway still works on the request, 5xx that the outcome is unknown. The page waits and sends
    // the request again under the same key.
    if ((answer.status !== 409 || isOrderRepeated(answer)) && answer.status < 500) return answer;
    await delay(RETRY_PAUSE_MS);
  }
  return null;
};
