import type { ScreenProps } from '@mahlzeit/shared-ui/platform';
import { defineScreen } from '@mahlzeit/shared-ui/platform';
import { Sheet } from '@mahlzeit/shared-ui/ui/dialog';
import { useTexts } from '../account-texts';
import { useAccount } from '../features/account';
import { DisplayNameForm } from '../features/display-name';

const EditNameScreen = ({ shell: { navigation } }: ScreenProps) => {
  const t = useTexts();
  const account = useAccount();
  return (
    <Sheet title={t('EditName')} onClose={() => navigation.back()}>
      {account !== null && <DisplayNameForm account={account} />}
    </Sheet>
  );
};

export default defineScreen(EditNameScreen);
