import type { ScreenProps } from '@mahlzeit/shared-ui/platform';
import { defineScreen } from '@mahlzeit/shared-ui/platform';
import { Sheet } from '@mahlzeit/shared-ui/ui/dialog';
import { useTexts } from '../account-texts';
import { ConsentChoice } from '../features/consent';
import { CONSENT } from '../features/consent/consent-address';
import { LegalSheet } from '../features/legal';
import { isLegalKind } from '../features/legal/legal-kinds';
import { Settings } from '../features/settings';

const SettingsScreen = ({ params: [document], shell: { navigation, consent } }: ScreenProps) => {
  const t = useTexts();
  // Back leads to the settings that the document was opened from, or closes it where the visit began with it.
  if (document !== undefined && isLegalKind(document)) return <LegalSheet kind={document} onClose={() => navigation.back()} />;
  if (document === CONSENT && consent.purposes.length > 0) return <Sheet title={t('Consent')} onClose={() => navigation.back()}><ConsentChoice /></Sheet>;
  return (
    <Sheet title={t('Settings')} onClose={navigation.close}>
      <Settings />
    </Sheet>
  );
};

export default defineScreen(SettingsScreen);
