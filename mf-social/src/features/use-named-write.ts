import type { Result } from '@mahlzeit/contract';
import { createRandomKey } from '@mahlzeit/shared-ui/platform';
import type { ApiError } from '@mahlzeit/shared-ui/platform';
import { useRef } from 'react';

/**
 * Returns a function that sends a write request with an idempotency key. If the response is lost, the next request of
 * the same name uses the same key, so that the gateway doesn't write twice.
 */
export const useNamedWrite = () => {
  const unansweredWrite = useRef<{ readonly writeName: string; readonly key: string } | null>(null);
  /**
   * Sends the request. `writeName` tells whether a request repeats the previous one, for example the answer `accepted`
   * to the same invitation.
   */
  return async <Answer>(
    writeName: string,
    sendRequest: (idempotencyKey: string) => Promise<Result<Answer, ApiError>>,
  ): Promise<Result<Answer, ApiError>> => {
    const idempotencyKey =
      unansweredWrite.current?.writeName === writeName ? unansweredWrite.current.key : createRandomKey();
    unansweredWrite.current = { writeName, key: idempotencyKey };
    const writeAnswer = await sendRequest(idempotencyKey);
    if (writeAnswer.ok || writeAnswer.error.status !== 0) unansweredWrite.current = null;
    return writeAnswer;
  };
};
