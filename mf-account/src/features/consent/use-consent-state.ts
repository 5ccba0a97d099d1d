import type { ConsentPurpose } from '@mahlzeit/shared-ui/platform';
import { useShell } from '@mahlzeit/shared-ui/platform';
import { useSyncExternalStore } from 'react';
import { useTexts } from '../../account-texts';

const only = { analytics: 'ConsentOnlyAnalytics', errorReports: 'ConsentOnlyErrorReports' } as const;

const labelOf = (allowed: readonly ConsentPurpose[] | null, purposes: readonly ConsentPurpose[]) => {
  if (allowed === null) return 'ConsentOpen';
  const [first] = allowed;
  if (first === undefined) return 'ConsentDenied';
  return allowed.length === purposes.length ? 'ConsentGiven' : only[first];
};

/** What was decided on analytics and error reports, as a text. */
export const useConsentState = (): string => {
  const t = useTexts();
  const { consent } = useShell();
  return t(labelOf(useSyncExternalStore(consent.subscribe, consent.get), consent.purposes));
};
