import { createRandomKey } from '@mahlzeit/shared-ui/platform';
import type { ApiError } from '@mahlzeit/shared-ui/platform';
import { useRef, useState } from 'react';
import { useReleases } from '../../platform';
import { actTextsOf, moveOf } from './act-rules';
import type { PlannedAct } from './act-rules';

/** Act that waits for its confirmation, with the key under which it is sent. */
interface OpenAct {
  readonly act: PlannedAct;
  readonly key: string;
}

/** Whether the gateway has decided, so that a further attempt is a new act. */
const isDecided = ({ status }: ApiError): boolean => status >= 400 && status < 500;

const afterRefusal = ({ act, key }: OpenAct, error: ApiError): OpenAct => ({
  // The gateway has taken the release back since the page last asked: the next press delivers it all the same.
  act: error.code === 'withdrawn' && act.kind === 'promote' ? { ...act, isWithdrawn: true } : act,
  key: isDecided(error) ? createRandomKey() : key,
});

/**
 * Holds the act that the user confirms. Pressing twice, or again after a lost answer, sends the same key, so that the
 * gateway performs the act once.
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
  /** Sends the open act. Resolves with true when it is done. */
  const confirm = async (share: number): Promise<boolean> => {
    if (open === null || sendingKey.current === open.key) return false;
    sendingKey.current = open.key;
    setIsSending(true);
    setError(null);
    // Another share is another act, so its key differs, too.
    const answer = await move(moveOf(open.act, share), `${open.key}-${share}`);
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
