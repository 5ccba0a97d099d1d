import { defineScreen, useSingleFlight } from '@mahlzeit/shared-ui/platform';
import type { ScreenProps } from '@mahlzeit/shared-ui/platform';
import { useStartDraft } from '../features/invitation-draft';
import { InvitationsSheet } from '../features/invitations';

/** Screen with upcoming and past meetups, and a button that starts a new one. */
const InvitationsScreen = ({ shell: { navigation } }: ScreenProps) => {
  const startDraft = useStartDraft();
  const { isBusy, run } = useSingleFlight();
  return (
    <InvitationsSheet
      isStarting={isBusy}
      onStart={() => run(async () => void (await startDraft()))}
      onClose={navigation.close}
    />
  );
};

export default defineScreen(InvitationsScreen);
