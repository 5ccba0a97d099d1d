import type { Result } from '@mahlzeit/contract';
import { createRandomKey } from '@mahlzeit/shared-ui/platform';
import type { ApiError } from '@mahlzeit/shared-ui/platform';
import { useRef, useState } from 'react';

/** Work that runs once at a time, however often it is asked for. */
interface Work {
  readonly isBusy: boolean;
  /** Begins, unless something is under way. */
  run(work: () => Promise<void>): void;
}

/** One piece of work at a time: a second press while the first one is under way does nothing. */
export const useWork = (): Work => {
  const [isBusy, setIsBusy] = useState(false);
  const isRunning = useRef(false);
  const finish = (): void => {
    isRunning.current = false;
    setIsBusy(false);
  };
  return {
    isBusy,
    run(work) {
      if (isRunning.current) return;
      isRunning.current = true;
      setIsBusy(true);
      // Not awaited: the button shows that it goes on, and the work reports its own errors.
      void work().finally(finish);
    },
  };
};

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
