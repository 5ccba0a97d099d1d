import type { ScreenProps } from '@mahlzeit/shared-ui/platform';
import { defineScreen } from '@mahlzeit/shared-ui/platform';
import { Sheet } from '@mahlzeit/shared-ui/ui/dialog';
import { useTexts } from '../account-texts';
import { useAccount } from '../features/account';
import { Profile } from '../features/profile';

const ProfileScreen = ({ shell: { navigation } }: ScreenProps) => {
  const t = useTexts();
  const account = useAccount();
  return (
    <Sheet title={t(account?.verified === false ? 'VerifyEmail' : 'Profile')} onClose={navigation.close}>
      <Profile />
    </Sheet>
  );
};

export default defineScreen(ProfileScreen);
