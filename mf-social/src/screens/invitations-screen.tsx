import { Invitation, meTopic } from '@mahlzeit/contract';
import type { Attendee } from '@mahlzeit/contract';
import { defineCollection, defineScreen, formatMoment, useCollection, useNow, useSession, useShell } from '@mahlzeit/shared-ui/platform';
import type { ScreenProps } from '@mahlzeit/shared-ui/platform';
import { CollectionList, countOf } from '@mahlzeit/shared-ui/platform/collections';
import { Badge, Row } from '@mahlzeit/shared-ui/ui';
import { Mosaic, Sheet, SheetTabs } from '@mahlzeit/shared-ui/ui/dialog';
import { Ban, Check, Clock, X } from 'lucide-react';
import styled from 'styled-components';
import { useTexts } from '../social-texts';

/** Invitations by the time of their meetup. */
interface InvitationsByTime {
  /** The next one first. */
  readonly upcoming: readonly Invitation[];
  /** The latest one first. */
  readonly expired: readonly Invitation[];
}

/** Instant of the meetup. */
const meetsAt = ({ date }: Invitation): number => Date.parse(date);

/** An invitation is over at its very date; orders stay upcoming for longer. Time makes no op, so this is asked each minute. */
export const byTime = (invitations: readonly Invitation[], now: number): InvitationsByTime => {
  const inOrder = [...invitations].sort((a, b) => meetsAt(a) - meetsAt(b));
  return {
    upcoming: inOrder.filter((invitation) => meetsAt(invitation) >= now),
    expired: inOrder.filter((invitation) => meetsAt(invitation) < now).reverse(),
  };
};

/** What its badge says to `uid`: cancelled for all, else the guest's own answer, else what the guests of one's own invitation have answered. */
export const statusFor = ({ status, isOwn, attendees }: Invitation, uid: string): Invitation['status'] => {
  if (status === 'canceled' || isOwn) return status;
  return attendees.find((attendee) => attendee.uid === uid)?.status ?? status;
};

/** Everybody but the reader. */
export const othersAt = ({ attendees }: Invitation, uid: string): readonly Attendee[] => attendees.filter((attendee) => attendee.uid !== uid);

const badges = {
  pending: { tone: 'warn', icon: Clock },
  accepted: { tone: 'ok', icon: Check },
  declined: { tone: 'neutral', icon: X },
  canceled: { tone: 'err', icon: Ban },
} as const;

const nameList = new Intl.ListFormat('de');

interface InvitationRowProps {
  readonly invitation: Invitation;
  /** The reader. */
  readonly uid: string;
  readonly now: number;
}

/** One meetup: with whom, where, when and how it stands. Leads to the restaurant. */
const InvitationRow = ({ invitation, uid, now }: InvitationRowProps) => {
  const t = useTexts();
  const { navigation } = useShell();
  const { name, routingName } = invitation.restaurantInfo;
  const status = statusFor(invitation, uid);
  const others = othersAt(invitation, uid);
  return (
    <Row
      leading={<Mosaic people={others.map(({ key, name: person, photoURL }) => ({ key, name: person, pictureUrl: photoURL }))} />}
      title={name}
      text={
        <Lines>
          <span>{formatMoment(meetsAt(invitation), now)} · {t(invitation.isTakeAway ? 'TakeAway' : 'InStore')}</span>
          {others.length > 0 && <span>{t('With', { names: nameList.format(others.map((other) => other.name)) })}</span>}
          <span><Badge tone={badges[status].tone} icon={badges[status].icon}>{t(`Status_${status}`)}</Badge></span>
        </Lines>
      }
      href={navigation.hrefOf('details', routingName)}
    />
  );
};

const Lines = styled.span`
  display: grid;
  gap: 2px;
  > :last-child { margin-top: 4px; }
`;

const liveInvitations = defineCollection({ topic: meTopic, collection: 'invitations', schema: Invitation });

/** Meetups to come and meetups that are over. */
export const InvitationTabs = () => {
  const t = useTexts();
  const now = useNow();
  const session = useSession();
  const invitations = useCollection(liveInvitations);
  if (session.status !== 'known') return null;
  const { uid } = session.account;
  const { upcoming, expired } = byTime(invitations.items, now);
  const rowOf = (invitation: Invitation) => <InvitationRow invitation={invitation} uid={uid} now={now} />;
  const failedTitle = t('InvitationsFailedTitle');
  return (
    <SheetTabs
      label={t('Invitations')}
      idBase="invitations"
      tabs={[
        {
          id: 'upcoming',
          label: t('Upcoming'),
          count: countOf(invitations, upcoming),
          content: <CollectionList collection={invitations} items={upcoming} failedTitle={failedTitle} empty={{ art: 'shallow-pan-of-food', title: t('NoUpcomingTitle'), text: t('NoUpcomingText') }}>{rowOf}</CollectionList>,
        },
        {
          id: 'expired',
          label: t('Expired'),
          count: invitations.hasOlder ? undefined : countOf(invitations, expired),
          content: <CollectionList collection={invitations} items={expired} isPast failedTitle={failedTitle} empty={{ art: 'fork-and-knife', title: t('NoExpiredTitle'), text: t('NoExpiredText') }}>{rowOf}</CollectionList>,
        },
      ]}
    />
  );
};

const InvitationsScreen = ({ shell: { navigation } }: ScreenProps) => {
  const t = useTexts();
  return (
    <Sheet title={t('Invitations')} onClose={navigation.close}>
      <InvitationTabs />
    </Sheet>
  );
};

export default defineScreen(InvitationsScreen);
