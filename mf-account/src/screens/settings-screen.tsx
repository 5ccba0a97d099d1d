import type { ScreenProps } from '@mahlzeit/shared-ui/platform';
import { defineScreen } from '@mahlzeit/shared-ui/platform';
import { Sheet } from '@mahlzeit/shared-ui/ui/dialog';
import { useTexts } from '../account-texts';
import { LegalSheet, isLegalKind } from '../features/legal';
import { Settings } from '../features/settings';

const SettingsScreen = ({ params: [document], shell: { navigation } }: ScreenProps) => {
  const t = useTexts();
  // Back leads to the settings that the document was opened from, or closes it where the visit began with it.
  if (document !== undefined && isLegalKind(document)) return <LegalSheet kind={document} onClose={() => navigation.back()} />;
  return (
    <Sheet title={t('Settings')} onClose={navigation.close}>
      <Settings />
    </Sheet>
  );
};

export default defineScreen(SettingsScreen);
