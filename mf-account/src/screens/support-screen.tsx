import type { ScreenProps } from '@mahlzeit/shared-ui/platform';
import { defineScreen } from '@mahlzeit/shared-ui/platform';
import { Sheet } from '@mahlzeit/shared-ui/ui/dialog';
import { useTexts } from '../account-texts';
import { SupportOptions } from '../features/support';

const SupportScreen = ({ shell: { navigation } }: ScreenProps) => {
  const t = useTexts();
  return (
    <Sheet title={t('Support')} onClose={navigation.close}>
      <SupportOptions />
    </Sheet>
  );
};

export default defineScreen(SupportScreen);
