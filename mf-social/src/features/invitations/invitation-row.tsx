import type { Invitation } from '@mahlzeit/contract';
import { isInvitationPast } from '@mahlzeit/contract/rules';
import { useLazyPart, useUid } from '@mahlzeit/shared-ui/platform';
import { Badge } from '@mahlzeit/shared-ui/ui';
import { AnswerAvatars, InvitationStub } from '@mahlzeit/shared-ui/ui/invitation';
import { useState } from 'react';
import { useIsInChat, useMeetupNow } from '../invitation-data';
import { ActionButtons, hasVisibleButtons } from './action-buttons';
import { useInvitationActions } from './invitation-actions';
import { senderLabel, meetupTimeTexts, otherAttendeesOf, invitedPeopleOf, useTexts } from './invitation-labels';
import { useInvitationBadge } from './waiting-answers';

interface InvitationRowProps {
  readonly invitation: Invitation;
  /** Called when an action fails because the invitation was deleted. */
  readonly onGone: () => void;
}

/** Row for one meetup: time, place, people, status and actions. A press on the row opens the menu with all actions. */
export const InvitationRow = ({ invitation, onGone }: InvitationRowProps) => {
  const t = useTexts();
  const uid = useUid() ?? '';
  const now = useMeetupNow();
  const actions = useInvitationActions(invitation, { isInChat: false, onGone });
  const isInChat = useIsInChat(invitation.chatKey);
  const [isMenuOpen, setIsMenuOpen] = useState(false);
  const { part: menuModule, load } = useLazyPart(() => import('./invitation-menu'));
  const openMenu = async (): Promise<void> => setIsMenuOpen(await load());
  const statusBadge = useInvitationBadge(invitation, now);
  const otherAttendees = otherAttendeesOf(invitation, uid);
  // Until the user has answered, accepting and declining both have a button. After the answer, declining is only in the
  // menu.
  const shownButtons = { leave: actions.offers.accept };
  return (
    <>
      <InvitationStub
        timeTexts={meetupTimeTexts(invitation, now)}
        dateTime={invitation.date}
        title={invitation.restaurantInfo.name}
        text={senderLabel(invitation)}
        badge={
          <Badge tone={statusBadge.tone} icon={statusBadge.icon}>
            {statusBadge.label}
          </Badge>
        }
        people={
          <AnswerAvatars label={t('WhoComes')} people={invitedPeopleOf(invitation, otherAttendees)} maxAvatars={3} />
        }
        actions={
          hasVisibleButtons(actions, shownButtons) ? (
            <ActionButtons
              invitation={invitation}
              actions={actions}
              hasChatLink={isInChat}
              shownButtons={shownButtons}
            />
          ) : undefined
        }
        isPast={isInvitationPast(invitation, now)}
        onClick={() => void openMenu()}
      />
      {isMenuOpen && menuModule !== null && (
        <menuModule.InvitationMenu invitation={invitation} actions={actions} onClose={() => setIsMenuOpen(false)} />
      )}
    </>
  );
};
