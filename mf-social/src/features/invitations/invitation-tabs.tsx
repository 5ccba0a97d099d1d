import type { Invitation } from '@mahlzeit/contract';
import { INVITATION_PAGE_SIZE } from '@mahlzeit/contract/rules';
import { useCollection } from '@mahlzeit/shared-ui/platform';
import { CollectionList, visibleCountOf, usePastTab } from '@mahlzeit/shared-ui/platform/collections';
import { Button, Small } from '@mahlzeit/shared-ui/ui';
import { Sheet, SheetTabs } from '@mahlzeit/shared-ui/ui/dialog';
import { CalendarPlus } from 'lucide-react';
import { useState } from 'react';
import { splitByTime, liveInvitations, useMeetupNow } from '../invitation-data';
import { useTexts } from './invitation-labels';
import { InvitationRow } from './invitation-row';

const ESTIMATED_ROW_HEIGHT_PX = 150;

interface InvitationTabsProps {
  /** Called when the user presses the button that starts a new meetup. */
  readonly onStart: () => void;
}

/** Two tabs with the user's upcoming and past meetups. */
const InvitationTabs = ({ onStart }: InvitationTabsProps) => {
  const t = useTexts();
  const now = useMeetupNow();
  const invitations = useCollection(liveInvitations);
  const [deletedInvitationKeys, setDeletedInvitationKeys] = useState<ReadonlySet<string>>(new Set());
  const { upcoming, expired } = splitByTime(
    invitations.items.filter(({ key }) => !deletedInvitationKeys.has(key)),
    now,
  );
  const renderInvitationRow = (invitation: Invitation) => (
    <InvitationRow
      invitation={invitation}
      onGone={() => setDeletedInvitationKeys((currentKeys) => new Set([...currentKeys, invitation.key]))}
    />
  );
  const collectionListProps = {
    failedTitle: t('InvitationsFailedTitle'),
    look: 'plain',
    estimatedHeight: ESTIMATED_ROW_HEIGHT_PX,
  } as const;
  const startInvitationButton = (
    <Button variant="tint" onClick={onStart}>
      {t('StartMeetup')}
    </Button>
  );
  const pastTab = usePastTab(invitations, {
    ...collectionListProps,
    pastItems: expired,
    pageSize: INVITATION_PAGE_SIZE,
    note: <Small $tone="quiet">{t('AutoDeleted')}</Small>,
    children: renderInvitationRow,
    empty: {
      art: 'fork-and-knife',
      title: t('NoExpiredTitle'),
      text: t('NoExpiredText'),
      wayOut: startInvitationButton,
    },
  });
  return (
    <SheetTabs
      label={t('Invitations')}
      idBase="invitations"
      tabs={[
        {
          id: 'upcoming',
          label: t('Upcoming'),
          count: visibleCountOf(invitations, upcoming),
          content: (
            <CollectionList
              {...collectionListProps}
              collection={invitations}
              items={upcoming}
              empty={{
                art: 'shallow-pan-of-food',
                title: t('NoUpcomingTitle'),
                text: t('NoUpcomingText'),
                wayOut: startInvitationButton,
              }}
            >
              {renderInvitationRow}
            </CollectionList>
          ),
        },
        { id: 'expired', label: t('Expired'), ...pastTab },
      ]}
    />
  );
};

interface InvitationsSheetProps extends InvitationTabsProps {
  /** Whether the script and the first screen of a new meetup are being loaded. */
  readonly isStarting: boolean;
  readonly onClose: () => void;
}

/** Sheet with the user's invitations, and a button that starts a new one. */
export const InvitationsSheet = ({ isStarting, onStart, onClose }: InvitationsSheetProps) => {
  const t = useTexts();
  return (
    <Sheet
      title={t('Invitations')}
      onClose={onClose}
      dock={
        <Button isBlock icon={CalendarPlus} isBusy={isStarting} onClick={onStart}>
          {t('NewMeetup')}
        </Button>
      }
    >
      <InvitationTabs onStart={onStart} />
    </Sheet>
  );
};
