import type { ScreenProps } from '@mahlzeit/shared-ui/platform';
import { defineScreen } from '@mahlzeit/shared-ui/platform';
import { Sheet } from '@mahlzeit/shared-ui/ui/dialog';
import { useTexts } from '../account-texts';
import { useAccount } from '../features/account';
import { EditPicture } from '../features/picture';

const EditPictureScreen = ({ shell: { navigation } }: ScreenProps) => {
  const t = useTexts();
  const account = useAccount();
  return (
    <Sheet title={t('EditPicture')} onClose={() => navigation.back()}>
      {account !== null && <EditPicture account={account} />}
    </Sheet>
  );
};

export default defineScreen(EditPictureScreen);
