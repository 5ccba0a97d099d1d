import type { ScreenProps } from '@mahlzeit/shared-ui/platform';
import { defineScreen } from '@mahlzeit/shared-ui/platform';
import { Sheet } from '@mahlzeit/shared-ui/ui/dialog';
import { InvitationTabs } from '../features/invitations';
import { useTexts } from '../social-texts';

const InvitationsScreen = ({ shell: { navigation } }: ScreenProps) => {
  const t = useTexts();
  return (
    <Sheet title={t('Invitations')} onClose={navigation.close}>
      <InvitationTabs />
    </Sheet>
  );
};

export default defineScreen(InvitationsScreen);
