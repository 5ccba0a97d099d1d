import type { Result } from '@mahlzeit/contract';
import { createRandomKey } from '@mahlzeit/shared-ui/platform';
import type { ApiError } from '@mahlzeit/shared-ui/platform';
import { useRef } from 'react';

/** Sends writes under an idempotency key each. A retry after a lost answer uses the same key. */
export const useNamedWrite = () => {
  const unanswered = useRef<{ readonly what: string; readonly key: string } | null>(null);
  /** `what` identifies the write. */
  return async <Answer>(
    what: string,
    call: (idempotencyKey: string) => Promise<Result<Answer, ApiError>>,
  ): Promise<Result<Answer, ApiError>> => {
    const key = unanswered.current?.what === what ? unanswered.current.key : createRandomKey();
    unanswered.current = { what, key };
    const answer = await call(key);
    if (answer.ok || answer.error.status !== 0) unanswered.current = null;
    return answer;
  };
};
