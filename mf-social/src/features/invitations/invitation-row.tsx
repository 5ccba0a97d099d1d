import type { Invitation } from '@mahlzeit/contract';
import { isInvitationPast } from '@mahlzeit/contract/rules';
import { useLazyPart, useUid } from '@mahlzeit/shared-ui/platform';
import { Badge } from '@mahlzeit/shared-ui/ui';
import { AnswerAvatars, InvitationStub } from '@mahlzeit/shared-ui/ui/invitation';
import { useState } from 'react';
import { ActionButtons, hasButtons } from './action-buttons';
import { useInvitationActions } from './invitation-actions';
import { badgeFor, fromLabel, meetupTime, othersAt, peopleOf, useTexts } from './invitation-labels';
import { useMeetupTime } from './live-invitations';

interface InvitationRowProps {
  readonly invitation: Invitation;
  /** Called when an action fails because the invitation was deleted. */
  readonly onGone: () => void;
}

/** Row for one meetup: time, place, people, status and actions. A press on the row opens the menu with all actions. */
export const InvitationRow = ({ invitation, onGone }: InvitationRowProps) => {
  const t = useTexts();
  const uid = useUid() ?? '';
  const now = useMeetupTime();
  const actions = useInvitationActions(invitation, { isInChat: false, onGone });
  const [isOpen, setIsOpen] = useState(false);
  const { part: menu, load } = useLazyPart(() => import('./invitation-menu'));
  const open = async (): Promise<void> => setIsOpen(await load());
  const badge = badgeFor(invitation, uid, now);
  const otherAttendees = othersAt(invitation, uid);
  // While the reader has not answered, accepting and declining both get a button. After the answer, declining is only
  // in the menu.
  const shownButtons = { leave: actions.offers.accept };
  return (
    <>
      <InvitationStub
        when={meetupTime(invitation, now)}
        dateTime={invitation.date}
        title={invitation.restaurantInfo.name}
        text={fromLabel(invitation)}
        badge={
          <Badge tone={badge.tone} icon={badge.icon}>
            {badge.label}
          </Badge>
        }
        people={<AnswerAvatars label={t('WhoComes')} people={peopleOf(invitation, otherAttendees)} max={3} />}
        actions={
          hasButtons(actions, shownButtons) ? (
            <ActionButtons invitation={invitation} actions={actions} shownButtons={shownButtons} />
          ) : undefined
        }
        isPast={isInvitationPast(invitation, now)}
        onClick={() => void open()}
      />
      {isOpen && menu !== null && (
        <menu.InvitationMenu invitation={invitation} actions={actions} onClose={() => setIsOpen(false)} />
      )}
    </>
  );
};
