import { useShell } from '@mahlzeit/shared-ui/platform';
import type { ConsentPurpose } from '@mahlzeit/shared-ui/platform';
import { Body, Button, Stack } from '@mahlzeit/shared-ui/ui';
import { Checkbox } from '@mahlzeit/shared-ui/ui/form';
import { useState, useSyncExternalStore } from 'react';
import styled from 'styled-components';
import { useTexts } from '../account-texts';

const singlePurposeTextKeys = {
  analytics: 'ConsentOnlyAnalytics',
  errorReports: 'ConsentOnlyErrorReports',
  googleMaps: 'ConsentOnlyGoogleMaps',
} as const;

const consentTextKey = (allowedPurposes: readonly ConsentPurpose[] | null, purposes: readonly ConsentPurpose[]) => {
  if (allowedPurposes === null) return 'ConsentOpen';
  const [firstPurpose] = allowedPurposes;
  if (firstPurpose === undefined) return 'ConsentDenied';
  if (allowedPurposes.length === purposes.length) return 'ConsentGiven';
  return allowedPurposes.length === 1 ? singlePurposeTextKeys[firstPurpose] : 'ConsentPartly';
};

/**
 * Returns the text key of the settings row for the consent. The key depends on the purposes that this deployment asks
 * for.
 */
export const consentTitleKey = (purposes: readonly ConsentPurpose[]) => {
  if (!purposes.includes('googleMaps')) return 'Consent';
  return purposes.length === 1 ? 'ConsentOfMap' : 'ConsentWithMap';
};

/** Returns the text of the settings row that shows the user's current decision about the consent. */
export const useConsentStateText = (): string => {
  const t = useTexts();
  const { consent } = useShell();
  return t(consentTextKey(useSyncExternalStore(consent.subscribe, consent.get), consent.purposes));
};

const purposeTextKeys = {
  analytics: { label: 'ConsentAnalytics', hint: 'ConsentAnalyticsHint' },
  errorReports: { label: 'ConsentErrorReports', hint: 'ConsentErrorReportsHint' },
  googleMaps: { label: 'ConsentGoogleMaps', hint: 'ConsentGoogleMapsHint' },
} as const;

/**
 * Form with a checkbox for each purpose. The user can give or withdraw consent at any time, and only purposes that the
 * user has allowed are ticked.
 */
export const ConsentChoice = () => {
  const t = useTexts();
  const { consent, navigation, snackbar } = useShell();
  const [tickedPurposes, setTickedPurposes] = useState(() => consent.get() ?? []);
  const hasTwoPurposes = consent.purposes.length === 2;
  const tickPurpose = (purpose: ConsentPurpose, isTicked: boolean) =>
    setTickedPurposes(
      consent.purposes.filter((consentPurpose) =>
        consentPurpose === purpose ? isTicked : tickedPurposes.includes(consentPurpose),
      ),
    );
  const saveDecision = (allowedPurposes: readonly ConsentPurpose[]) => {
    consent.decide(allowedPurposes);
    snackbar({ tone: 'success', text: t(allowedPurposes.length > 0 ? 'ConsentNowGiven' : 'ConsentNowDenied') });
    navigation.back();
  };
  return (
    <Stack $gap={20}>
      <Body $tone="quiet">{t('ConsentLead')}</Body>
      <Stack $gap={16}>
        {consent.purposes.map((purpose) => (
          <Checkbox
            key={purpose}
            hint={t(purposeTextKeys[purpose].hint)}
            checked={tickedPurposes.includes(purpose)}
            onChange={({ currentTarget }) => tickPurpose(purpose, currentTarget.checked)}
          >
            {t(purposeTextKeys[purpose].label)}
          </Checkbox>
        ))}
      </Stack>
      <Button size="large" isBlock onClick={() => saveDecision(tickedPurposes)}>
        {t('ConsentSave')}
      </Button>
      <ShortcutButtons>
        {/* Both buttons look alike: a consent isn't valid by law if the design pushes the user towards it. */}
        <Button variant="second" isBlock onClick={() => saveDecision([])}>
          {t(hasTwoPurposes ? 'ConsentDenyBoth' : 'ConsentDenyAll')}
        </Button>
        <Button variant="second" isBlock onClick={() => saveDecision(consent.purposes)}>
          {t(hasTwoPurposes ? 'ConsentAllowBoth' : 'ConsentAllowAll')}
        </Button>
      </ShortcutButtons>
    </Stack>
  );
};

const ShortcutButtons = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(150px, 1fr));
  gap: 10px;
`;
