import type { ThirdParty } from '@mahlzeit/contract';
import { useShell } from '@mahlzeit/shared-ui/platform';
import { useState } from 'react';
import { useTexts } from '../../account-texts';
import { isCancelled, thirdPartyFaultText, useThirdPartySignIn } from '../third-party';
import type { ThirdPartyOutcome } from '../third-party';
import { useDeletion } from './use-deletion';

/** What to say above the question: one has turned back, or something went wrong. */
interface DeletionNotice {
  readonly tone: 'neutral' | 'err';
  readonly text: string;
}

/** The confirmation of who signs in by a third party: a tick, and a sign-in that proves who asks. */
export const useThirdPartyDeletion = (provider: ThirdParty) => {
  const t = useTexts();
  const { snackbar, track } = useShell();
  const deleteAccount = useDeletion();
  const [isSure, setIsSure] = useState(false);
  const [wasAsked, setWasAsked] = useState(false);
  const [isDeleting, setIsDeleting] = useState(false);
  const [notice, setNotice] = useState<DeletionNotice | null>(null);

  const finish = async (): Promise<void> => {
    setIsDeleting(true);
    const failure = await track(deleteAccount());
    setIsDeleting(false);
    if (failure !== null) snackbar({ tone: 'error', text: t('DeleteAccountFail') });
  };
  const end = (outcome: ThirdPartyOutcome): void => {
    if (outcome.ok) return void finish();
    setNotice({ tone: isCancelled(outcome.error) ? 'neutral' : 'err', text: thirdPartyFaultText(outcome.error) });
  };
  const signIn = useThirdPartySignIn({ intent: 'reauthenticate', onOutcome: end });

  return {
    signIn,
    notice,
    isBusy: isDeleting || signIn.stage.status === 'preparing',
    sure: { checked: isSure, onChange: () => setIsSure(!isSure), error: wasAsked && !isSure ? t('DeleteSureMissing') : undefined },
    /** Answers whether the way is free; the window opens inside the very click. */
    confirm(): boolean {
      setWasAsked(true);
      if (!isSure) return false;
      setNotice(signIn.stage.status === 'unsupported' ? { tone: 'err', text: t('ErrorUnknown') } : null);
      signIn.begin(provider);
      return true;
    },
  };
};
