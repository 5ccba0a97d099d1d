import type { Invitation } from '@mahlzeit/contract';
import { cuisineNames, isInvitationPast, mayAcceptInvitation, ownAnswer } from '@mahlzeit/contract/rules';
import { useCollection, useRestaurantQuery, useShell, useUid } from '@mahlzeit/shared-ui/platform';
import { Badge, VisuallyHidden } from '@mahlzeit/shared-ui/ui';
import { AnswerAvatars, Ticket, TicketPlaceholder } from '@mahlzeit/shared-ui/ui/invitation';
import { RestaurantMedia, sceneFor } from '@mahlzeit/shared-ui/ui/restaurant';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { liveInvitations, useInvitation, useMeetupNow } from '../invitation-data';
import { ActionButtons, hasVisibleButtons } from './action-buttons';
import { useInvitationActions } from './invitation-actions';
import { canceledLabel, meetupTimeTexts, invitedPeopleOf, takeAwayLabel, useTexts } from './invitation-labels';
import { useInvitationBadge } from './waiting-answers';

interface InvitationTicketProps {
  readonly invitation: Invitation;
  readonly isForemost: boolean;
  readonly onGone: () => void;
}

/** Card that shows one invitation with all actions on it. */
const InvitationTicket = ({ invitation, isForemost, onGone }: InvitationTicketProps) => {
  const t = useTexts();
  const { navigation } = useShell();
  const now = useMeetupNow();
  const actions = useInvitationActions(invitation, { isInChat: true, onGone });
  const {
    restaurant,
    restaurantInfo: { name, routingName, logo, midSizeFirstImage },
    attendees,
  } = invitation;
  const cuisines = cuisineNames({ tags: useRestaurantQuery({ key: restaurant }).data?.tags ?? [] });
  const statusBadge = useInvitationBadge(invitation, now);
  const { day, time, longDate } = meetupTimeTexts(invitation, now);
  const shownButtons = { leave: true };
  return (
    <Ticket
      size="message"
      picture={<RestaurantMedia sceneSpec={sceneFor(name, cuisines)} layout="card" pictureUrl={midSizeFirstImage} />}
      badge={
        <Badge tone={statusBadge.tone} icon={statusBadge.icon}>
          {statusBadge.label}
        </Badge>
      }
      title={name}
      href={navigation.hrefOf('details', routingName)}
      text={[...cuisines.slice(0, 1), takeAwayLabel(invitation)].join(' · ')}
      logoUrl={logo?.url}
      timeText={`${day}, ${time}`}
      date={longDate}
      dateTime={invitation.date}
      sideContent={<AnswerAvatars label={t('WhoComes')} people={invitedPeopleOf(invitation, attendees)} />}
      note={canceledLabel(invitation) ?? undefined}
      actions={
        hasVisibleButtons(actions, shownButtons) ? (
          <ActionButtons
            invitation={invitation}
            actions={actions}
            isForemost={isForemost}
            shownButtons={shownButtons}
          />
        ) : undefined
      }
    />
  );
};

interface InvitationCardProps {
  readonly invitationKey: string;
  /** Name of the user who sent the invitation, for screen readers. */
  readonly authorName: string;
  /**
   * Whether the chat emphasizes this invitation. The chat emphasizes only the newest invitation with a positive action.
   */
  readonly isForemost: boolean;
  /**
   * Draws a placeholder for an invitation that the user isn't allowed to see (`foreign`), that was deleted (`removed`)
   * or that can't be loaded (`failed`).
   */
  readonly renderFallback: (invitationState: 'foreign' | 'removed' | 'failed', label: string) => ReactNode;
}

/** Chat message that contains an invitation. A placeholder replaces an invitation that can't be shown. */
export const InvitationCard = ({ invitationKey, authorName, isForemost, renderFallback }: InvitationCardProps) => {
  const t = useTexts();
  const invitationLookup = useInvitation(invitationKey);
  const [isInvitationDeleted, setIsInvitationDeleted] = useState(false);
  if (isInvitationDeleted || invitationLookup.status === 'removed')
    return renderFallback('removed', t('SharedInvitationRemoved'));
  if (invitationLookup.status === 'loading') return <TicketPlaceholder size="message" />;
  if (invitationLookup.status !== 'known') return renderFallback(invitationLookup.status, t('SharedInvitation'));
  return (
    <>
      <VisuallyHidden>{authorName}: </VisuallyHidden>
      <InvitationTicket
        invitation={invitationLookup.invitation}
        isForemost={isForemost}
        onGone={() => setIsInvitationDeleted(true)}
      />
    </>
  );
};

const offersPositiveAction = (invitation: Invitation, uid: string, now: number): boolean =>
  mayAcceptInvitation(invitation, uid, now) ||
  (invitation.status === 'accepted' &&
    ownAnswer(invitation, uid) === 'accepted' &&
    invitation.order === null &&
    !isInvitationPast(invitation, now));

/**
 * Returns the key of the one invitation that a chat emphasizes: the newest one that the user can still accept or order
 * for. `invitationKeys` starts with the oldest invitation.
 */
export const useForemostInvitation = (invitationKeys: readonly string[]): string | undefined => {
  const uid = useUid() ?? '';
  const now = useMeetupNow();
  const { items } = useCollection(liveInvitations);
  return invitationKeys.findLast((invitationKey) =>
    items.some((invitation) => invitation.key === invitationKey && offersPositiveAction(invitation, uid, now)),
  );
};
