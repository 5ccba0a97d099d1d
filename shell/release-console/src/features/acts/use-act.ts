import { createRandomKey } from '@mahlzeit/shared-ui/platform';
import type { ApiError } from '@mahlzeit/shared-ui/platform';
import { useRef, useState } from 'react';
import { useReleases } from '../../platform';
import { actTextsOf, releaseMoveOf } from './act-rules';
import type { PlannedAct } from './act-rules';

/** Action on a release that waits for its confirmation, with the idempotency key of its request. */
interface OpenAct {
  readonly act: PlannedAct;
  readonly key: string;
}

/** Returns whether the gateway has definitely refused an action, so that another attempt is a new action. */
const isDecided = ({ status }: ApiError): boolean => status >= 400 && status < 500;

const afterRefusal = ({ act, key }: OpenAct, error: ApiError): OpenAct => ({
  // The gateway has taken the release back by itself since the page last loaded. The next press delivers the release
  // nevertheless.
  act: error.code === 'withdrawn' && act.kind === 'promote' ? { ...act, isWithdrawn: true } : act,
  key: isDecided(error) ? createRandomKey() : key,
});

/**
 * Holds the action that the user confirms. A second press, or another attempt after a lost response, sends the same
 * idempotency key, so that the gateway runs the action only once.
 */
export const useAct = () => {
  const { move } = useReleases();
  const [open, setOpen] = useState<OpenAct | null>(null);
  const [isSending, setIsSending] = useState(false);
  const [error, setError] = useState<ApiError | null>(null);
  const [doneText, setDoneText] = useState('');
  const sendingKey = useRef<string | null>(null);

  const show = (act: PlannedAct | null): void => {
    setOpen(act === null ? null : { act, key: createRandomKey() });
    setError(null);
    setDoneText('');
  };
  /** Sends the action that waits for its confirmation. Resolves with true if it succeeded. */
  const confirm = async (share: number): Promise<boolean> => {
    if (open === null || sendingKey.current === open.key) return false;
    sendingKey.current = open.key;
    setIsSending(true);
    setError(null);
    // Another share is another action, so its idempotency key differs, too.
    const answer = await move(releaseMoveOf(open.act, share), `${open.key}-${share}`);
    sendingKey.current = null;
    setIsSending(false);
    if (!answer.ok) {
      setError(answer.error);
      setOpen(afterRefusal(open, answer.error));
      return false;
    }
    setOpen(null);
    setDoneText(actTextsOf(open.act, share).done);
    return true;
  };
  return { act: open?.act ?? null, isSending, error, doneText, show, confirm };
};
