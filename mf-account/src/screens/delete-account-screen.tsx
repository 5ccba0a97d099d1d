import type { ScreenProps } from '@mahlzeit/shared-ui/platform';
import { defineScreen } from '@mahlzeit/shared-ui/platform';
import { Sheet } from '@mahlzeit/shared-ui/ui/dialog';
import { useTexts } from '../account-texts';
import { useAccount } from '../features/account';
import { DeleteAccount } from '../features/deletion';

const DeleteAccountScreen = ({ shell: { navigation } }: ScreenProps) => {
  const t = useTexts();
  const account = useAccount();
  return (
    <Sheet title={t('DeleteAccount')} onClose={() => navigation.back()}>
      {account !== null && <DeleteAccount account={account} />}
    </Sheet>
  );
};

export default defineScreen(DeleteAccountScreen);
