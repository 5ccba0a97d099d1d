import type { ThirdParty } from '@mahlzeit/contract';
import { useShell } from '@mahlzeit/shared-ui/platform';
import { useState } from 'react';
import { useTexts } from '../../account-texts';
import { isCancelled, thirdPartyErrorText } from '../third-party/third-party-faults';
import type { ThirdPartyOutcome } from '../third-party/third-party-stage';
import { useThirdPartySignIn } from '../third-party/use-third-party-sign-in';
import { useDeletion } from './use-deletion';

/** What to say above the question: the user has turned back, or something went wrong. */
interface DeletionNotice {
  readonly tone: 'neutral' | 'err';
  readonly text: string;
}

/** The confirmation of who signs in by a third party: a tick, and a sign-in that proves who asks. */
const useThirdPartyDeletion = (provider: ThirdParty) => {
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
    setNotice({ tone: isCancelled(outcome.error) ? 'neutral' : 'err', text: thirdPartyErrorText(outcome.error) });
  };
  const signIn = useThirdPartySignIn({ intent: 'reauthenticate', onOutcome: end });

  return {
    signIn,
    notice,
    isBusy: isDeleting || signIn.stage.status === 'preparing',
    sure: { checked: isSure, onChange: () => setIsSure(!isSure), error: wasAsked && !isSure ? t('DeleteSureMissing') : undefined },
    /** Returns whether the deletion may go on; the window opens inside the very click. */
    confirm(): boolean {
      setWasAsked(true);
      if (!isSure) return false;
      setNotice(signIn.stage.status === 'unsupported' ? { tone: 'err', text: t('ErrorUnknown') } : null);
      signIn.begin(provider);
      return true;
    },
  };
};
