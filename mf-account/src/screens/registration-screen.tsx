import type { ScreenProps } from '@mahlzeit/shared-ui/platform';
import { defineScreen } from '@mahlzeit/shared-ui/platform';
import { Sheet } from '@mahlzeit/shared-ui/ui/dialog';
import { useTexts } from '../account-texts';
import { RegistrationOptions } from '../features/registration';

const RegistrationScreen = ({ params, shell: { navigation } }: ScreenProps) => {
  const t = useTexts();
  return (
    <Sheet title={t('RegistrationOrLogin')} onClose={navigation.close}>
      <RegistrationOptions isPrompt={params[0] === 'prompt'} />
    </Sheet>
  );
};

export default defineScreen(RegistrationScreen);
