import type { Invitation } from '@mahlzeit/contract';
import { useNow, useSession } from '@mahlzeit/shared-ui/platform';
import { SheetTabs } from '@mahlzeit/shared-ui/ui/dialog';
import { useTexts } from '../../social-texts';
import { LiveList } from '../live-list';
import { InvitationRow } from './invitation-row';
import { byTime } from './invitation-rules';
import { useInvitationsQuery } from './invitations-api';

/** Meetups to come and meetups that are over. */
export const InvitationTabs = () => {
  const t = useTexts();
  const now = useNow();
  const session = useSession();
  const query = useInvitationsQuery();
  if (session.status !== 'known') return null;
  const { uid } = session.account;
  const split = query.data && byTime(query.data, now);
  const rowOf = (invitation: Invitation) => <InvitationRow key={invitation.key} invitation={invitation} uid={uid} now={now} />;
  const failedTitle = t('InvitationsFailedTitle');
  return (
    <SheetTabs
      label={t('Invitations')}
      idBase="invitations"
      tabs={[
        {
          id: 'upcoming',
          label: t('Upcoming'),
          count: split?.upcoming.length,
          content: <LiveList query={query} items={split?.upcoming} failedTitle={failedTitle} empty={{ art: 'shallow-pan-of-food', title: t('NoUpcomingTitle'), text: t('NoUpcomingText') }}>{rowOf}</LiveList>,
        },
        {
          id: 'expired',
          label: t('Expired'),
          count: split?.expired.length,
          content: <LiveList query={query} items={split?.expired} failedTitle={failedTitle} empty={{ art: 'fork-and-knife', title: t('NoExpiredTitle'), text: t('NoExpiredText') }}>{rowOf}</LiveList>,
        },
      ]}
    />
  );
};
