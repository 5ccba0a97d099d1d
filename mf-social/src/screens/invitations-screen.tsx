import { defineScreen } from '@mahlzeit/shared-ui/platform';
import type { ScreenProps } from '@mahlzeit/shared-ui/platform';
import { Button } from '@mahlzeit/shared-ui/ui';
import { Sheet } from '@mahlzeit/shared-ui/ui/dialog';
import { CalendarPlus } from 'lucide-react';
import { InvitationTabs, useInvitationTexts } from '../features/invitations';
import { useWork } from '../features/use-work';

const InvitationsScreen = ({ shell: { navigation, remotes, snackbar } }: ScreenProps) => {
  const t = useInvitationTexts();
  const { isBusy, run } = useWork();
  const start = async (): Promise<void> => {
    const started = await remotes.runCommand('social/startDraft', { origin: navigation.current() });
    if (!started.ok) snackbar({ tone: 'error', text: t('InviteUnavailable') });
  };
  return (
    <Sheet title={t('Invitations')} onClose={navigation.close} dock={<Button isBlock icon={CalendarPlus} isBusy={isBusy} onClick={() => run(start)}>{t('NewMeetup')}</Button>}>
      <InvitationTabs onStart={() => run(start)} />
    </Sheet>
  );
};

export default defineScreen(InvitationsScreen);
