import { useShell } from '@mahlzeit/shared-ui/platform';
import { PageSkeleton, VisuallyHidden } from '@mahlzeit/shared-ui/ui';
import { Sheet } from '@mahlzeit/shared-ui/ui/dialog';
import { useEffect, useEffectEvent, useState } from 'react';
import { joinIntent, useJoinMeetup, useTexts } from './join';

/**
 * Screen that opens after registration and verification. Joins the meetup at once if the visitor agreed to it on the
 * page of the link; otherwise leads back to that page.
 */
export const JoinSheet = ({ token }: { readonly token: string }) => {
  const t = useTexts();
  const { navigation } = useShell();
  const showInvitationLink = (): void => navigation.replace('sharedinvitation', token);
  const { join } = useJoinMeetup(token, showInvitationLink);
  const [hasJoinConsent] = useState(() => joinIntent.isFor(token));
  const startJoining = useEffectEvent(() => {
    if (!hasJoinConsent) return showInvitationLink();
    joinIntent.forget();
    join();
  });
  useEffect(() => startJoining(), []);
  return (
    <Sheet title={t('Title')} onClose={navigation.close}>
      {hasJoinConsent && <VisuallyHidden role="status">{t('Joining')}</VisuallyHidden>}
      <PageSkeleton />
    </Sheet>
  );
};
