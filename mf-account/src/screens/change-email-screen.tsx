import type { ScreenProps } from '@mahlzeit/shared-ui/platform';
import { defineScreen } from '@mahlzeit/shared-ui/platform';
import { Sheet } from '@mahlzeit/shared-ui/ui/dialog';
import { useTexts } from '../account-texts';
import { useAccount } from '../features/account';
import { ChangeEmailForm } from '../features/email';

const ChangeEmailScreen = ({ shell: { navigation } }: ScreenProps) => {
  const t = useTexts();
  const account = useAccount();
  return (
    <Sheet title={t('ChangeEmail')} onClose={() => navigation.back()}>
      {account !== null && <ChangeEmailForm account={account} />}
    </Sheet>
  );
};

export default defineScreen(ChangeEmailScreen);
