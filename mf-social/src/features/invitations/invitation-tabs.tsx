import type { Invitation } from '@mahlzeit/contract';
import { INVITATION_PAGE_SIZE } from '@mahlzeit/contract/rules';
import { useCollection } from '@mahlzeit/shared-ui/platform';
import type { CollectionView } from '@mahlzeit/shared-ui/platform';
import { CollectionList, countOf } from '@mahlzeit/shared-ui/platform/collections';
import { Button, Small, Stack } from '@mahlzeit/shared-ui/ui';
import { Sheet, SheetTabs } from '@mahlzeit/shared-ui/ui/dialog';
import { CalendarPlus } from 'lucide-react';
import { useEffect, useState } from 'react';
import { InvitationRow } from './invitation-row';
import { useTexts } from './invitation-texts';
import { byTime, liveInvitations, useMeetupTime } from './live-invitations';

const ROW_HEIGHT = 150;

/** How many of those that are past show: five, and five more each time (S2§4). The row after them is there already, and says that there are more. */
const usePages = ({ status, hasOlder, older, loadOlder }: CollectionView<Invitation>, past: number) => {
  const [shown, setShown] = useState(INVITATION_PAGE_SIZE);
  const isWanting = status === 'live' && hasOlder && past <= shown && older.status === 'idle';
  useEffect(() => {
    if (isWanting) loadOlder();
  }, [isWanting, loadOlder]);
  return { shown, hasMore: past > shown || hasOlder, showMore: () => setShown(Math.min(shown, past) + INVITATION_PAGE_SIZE) };
};

interface PastEndProps extends Pick<CollectionView<Invitation>, 'older' | 'loadOlder'> {
  readonly hasMore: boolean;
  readonly onMore: () => void;
}

/** Below those that are past: how long they stay, and the way to more. */
const PastEnd = ({ older, loadOlder, hasMore, onMore }: PastEndProps) => {
  const t = useTexts();
  const hasFailed = older.status === 'failed';
  return (
    <Stack $gap={12}>
      <Small $tone="quiet">{t('AutoDeleted')}</Small>
      {hasFailed && <Small role="alert">{t('OlderFailed')}</Small>}
      {hasMore && <Button isBlock variant="second" isBusy={older.status === 'loading'} onClick={hasFailed ? loadOlder : onMore}>{t('ShowMoreItems')}</Button>}
    </Stack>
  );
};

interface InvitationTabsProps {
  /** Begins a meetup. */
  readonly onStart: () => void;
}

/** Meetups to come and meetups that are over. */
const InvitationTabs = ({ onStart }: InvitationTabsProps) => {
  const t = useTexts();
  const now = useMeetupTime();
  const invitations = useCollection(liveInvitations);
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set());
  const { upcoming, expired } = byTime(invitations.items.filter(({ key }) => !gone.has(key)), now);
  const { shown, hasMore, showMore } = usePages(invitations, expired.length);
  const rowOf = (invitation: Invitation) => <InvitationRow invitation={invitation} onGone={() => setGone((before) => new Set([...before, invitation.key]))} />;
  const list = { failedTitle: t('InvitationsFailedTitle'), look: 'plain', estimatedHeight: ROW_HEIGHT } as const;
  const start = <Button variant="tint" onClick={onStart}>{t('StartMeetup')}</Button>;
  // Without a row it says by itself that they are on their way, or fail.
  const isEmpty = expired.length === 0;
  return (
    <SheetTabs
      label={t('Invitations')}
      idBase="invitations"
      tabs={[
        {
          id: 'upcoming',
          label: t('Upcoming'),
          count: countOf(invitations, upcoming),
          content: <CollectionList {...list} collection={invitations} items={upcoming} empty={{ art: 'shallow-pan-of-food', title: t('NoUpcomingTitle'), text: t('NoUpcomingText'), wayOut: start }}>{rowOf}</CollectionList>,
        },
        {
          id: 'expired',
          label: t('Expired'),
          count: isEmpty && invitations.hasOlder ? undefined : countOf(invitations, invitations.hasOlder ? expired.slice(0, shown) : expired),
          hasMore: invitations.hasOlder,
          content: (
            <>
              <CollectionList {...list} collection={invitations} items={expired.slice(0, shown)} isPast={isEmpty} empty={{ art: 'fork-and-knife', title: t('NoExpiredTitle'), text: t('NoExpiredText'), wayOut: start }}>{rowOf}</CollectionList>
              {!isEmpty && <PastEnd {...invitations} hasMore={hasMore} onMore={showMore} />}
            </>
          ),
        },
      ]}
    />
  );
};

interface InvitationsSheetProps extends InvitationTabsProps {
  /** A meetup is being begun. */
  readonly isStarting: boolean;
  readonly onClose: () => void;
}

/** The reader's invitations, and the way to a new one. */
export const InvitationsSheet = ({ isStarting, onStart, onClose }: InvitationsSheetProps) => {
  const t = useTexts();
  return (
    <Sheet title={t('Invitations')} onClose={onClose} dock={<Button isBlock icon={CalendarPlus} isBusy={isStarting} onClick={onStart}>{t('NewMeetup')}</Button>}>
      <InvitationTabs onStart={onStart} />
    </Sheet>
  );
};
