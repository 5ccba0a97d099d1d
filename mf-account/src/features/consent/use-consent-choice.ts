import type { Consent } from '@mahlzeit/shared-ui/platform';
import { useShell } from '@mahlzeit/shared-ui/platform';
import { useSyncExternalStore } from 'react';
import { useTexts } from '../../account-texts';

const wordsOf = (allowed: ReturnType<Consent['get']>): 'ConsentOpen' | 'ConsentGiven' | 'ConsentDenied' => {
  if (allowed === null) return 'ConsentOpen';
  return allowed.length > 0 ? 'ConsentGiven' : 'ConsentDenied';
};

/** What was decided on analytics and error reports, and the way to decide anew at any time. */
export const useConsentChoice = () => {
  const t = useTexts();
  const { consent, alert, snackbar } = useShell();
  const allowed = useSyncExternalStore(consent.subscribe, consent.get);

  const decide = async (): Promise<void> => {
    const choice = await alert({
      title: t('ConsentQuestion'),
      text: t('ConsentText'),
      // Both look alike: a yes that is pushed is none.
      actions: [
        { id: 'deny', label: t('ConsentDeny'), tone: 'safe' },
        { id: 'allow', label: t('ConsentAllow'), tone: 'safe' },
      ],
    });
    // Who closes the question leaves everything as it is.
    if (choice === null) return;
    consent.decide(choice === 'allow' ? consent.purposes : []);
    snackbar({ tone: 'success', text: t(choice === 'allow' ? 'ConsentNowGiven' : 'ConsentNowDenied') });
  };

  return { state: t(wordsOf(allowed)), decide };
};
