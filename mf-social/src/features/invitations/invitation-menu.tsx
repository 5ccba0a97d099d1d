import type { Invitation } from '@mahlzeit/contract';
import { ANSWER_DEADLINE_MINUTES } from '@mahlzeit/contract/rules';
import { useLazyPart, useShell, useUid } from '@mahlzeit/shared-ui/platform';
import { Avatar } from '@mahlzeit/shared-ui/ui/dialog';
import { ActionRow, ActionSheet, PeopleHeading, PersonRow } from '@mahlzeit/shared-ui/ui/people';
import {
  BellRing,
  CalendarArrowDown,
  CalendarX2,
  Flag,
  Link2,
  MessageCircle,
  ReceiptText,
  Utensils,
} from 'lucide-react';
import { useState } from 'react';
import { ReportSheet } from '../person';
import { useIsInChat, useMeetupNow } from '../invitation-data';
import { senderLabel, meetupTimeTexts, presentOwnerOf, invitedPeopleByAnswer, useTexts } from './invitation-labels';
import type { InvitationActions } from './invitation-actions';
import { LinkSheet } from './link-sheet';

interface InvitationMenuProps {
  readonly invitation: Invitation;
  readonly actions: InvitationActions;
  readonly onClose: () => void;
}

interface LeaveRowProps extends Pick<InvitationActions, 'offers'> {
  readonly isOwn: boolean;
  readonly onClick: () => void;
}

/**
 * Menu row that declines or cancels an invitation. In the last minutes before the meetup it is disabled and says why.
 */
const LeaveRow = ({ isOwn, offers: { leave, leaveTooLate }, onClick }: LeaveRowProps) => {
  const t = useTexts();
  if (!leave && !leaveTooLate) return null;
  return (
    <ActionRow
      icon={CalendarX2}
      label={t(isOwn ? 'CancelMeetup' : 'Decline')}
      text={leaveTooLate ? t('LeaveTooLate', { minutes: ANSWER_DEADLINE_MINUTES }) : undefined}
      isDisabled={leaveTooLate}
      isDanger
      onClick={onClick}
    />
  );
};

/** Menu with all actions on an invitation. The script is loaded when the first menu opens. */
export const InvitationMenu = ({ invitation, actions: { offers, run }, onClose }: InvitationMenuProps) => {
  const t = useTexts();
  const { navigation } = useShell();
  const now = useMeetupNow();
  const uid = useUid() ?? '';
  const [activeSheet, setActiveSheet] = useState<'menu' | 'link' | 'report'>('menu');
  const [shownPerson, setShownPerson] = useState<ReturnType<typeof invitedPeopleByAnswer>[number] | null>(null);
  const { part: personModule, load: loadPersonModule } = useLazyPart(() => import('../person'));
  const isInChat = useIsInChat(invitation.chatKey);
  const {
    isOwn,
    restaurantInfo: { name, routingName },
    messageKey,
    chatKey,
    order,
  } = invitation;
  const { day, time } = meetupTimeTexts(invitation, now);
  const meetupTimeText = `${day}, ${time}`;
  const closeMenuAndRun = (action: () => void) => () => {
    onClose();
    action();
  };
  if (activeSheet === 'link') return <LinkSheet invitation={invitation} onClose={onClose} />;
  if (activeSheet === 'report')
    return (
      <ReportSheet
        subject={{ kind: 'message', key: messageKey, chatKey }}
        title={t('ReportInvitation')}
        quote={{ heading: senderLabel(invitation), text: `${name}, ${meetupTimeText}` }}
        person={presentOwnerOf(invitation)}
        onClose={onClose}
      />
    );
  if (shownPerson !== null && personModule !== null)
    return <personModule.PersonSheet person={shownPerson} onClose={onClose} />;
  return (
    <ActionSheet title={name} text={`${meetupTimeText} · ${senderLabel(invitation)}`} onClose={onClose}>
      <div>
        <ActionRow
          icon={Utensils}
          label={t('ShowPlace')}
          onClick={closeMenuAndRun(() => navigation.open('details', routingName))}
        />
        {offers.showOrder && order !== null && (
          <ActionRow
            icon={ReceiptText}
            label={t('ShowOrder')}
            onClick={closeMenuAndRun(() => navigation.open('order', order))}
          />
        )}
        {isInChat && (
          <ActionRow
            icon={MessageCircle}
            label={t('OpenChat')}
            onClick={closeMenuAndRun(() => navigation.open('chatmessages', chatKey))}
          />
        )}
        {offers.calendar && (
          <ActionRow
            icon={CalendarArrowDown}
            label={t('ToCalendar')}
            onClick={closeMenuAndRun(() => run('calendar'))}
          />
        )}
        {offers.calendar && (
          <ActionRow
            icon={Link2}
            label={t('ShareMeetup')}
            text={t('ShareMeetupHint')}
            onClick={() => setActiveSheet('link')}
          />
        )}
        {offers.remind && (
          <ActionRow
            icon={BellRing}
            label={t('SendReminder')}
            text={t('SendReminderHint')}
            onClick={closeMenuAndRun(() => run('remind'))}
          />
        )}
        {!isOwn && <ActionRow icon={Flag} label={t('ReportInvitation')} onClick={() => setActiveSheet('report')} />}
        <LeaveRow isOwn={isOwn} offers={offers} onClick={closeMenuAndRun(() => run('leave'))} />
      </div>
      <ul aria-label={t('WhoComes')}>
        <PeopleHeading>{t('WhoComes')}</PeopleHeading>
        {invitedPeopleByAnswer(invitation).map((invitedPerson) => (
          <PersonRow
            key={invitedPerson.key}
            leading={<Avatar name={invitedPerson.name} pictureUrl={invitedPerson.pictureUrl} size="list" />}
            title={invitedPerson.name}
            text={invitedPerson.answerLabel}
            // The promise isn't awaited, because `load` reports its errors itself.
            onClick={
              invitedPerson.isGone || invitedPerson.key === uid
                ? undefined
                : () =>
                    void loadPersonModule().then(
                      (isPersonModuleLoaded) => isPersonModuleLoaded && setShownPerson(invitedPerson),
                    )
            }
          />
        ))}
      </ul>
    </ActionSheet>
  );
};
