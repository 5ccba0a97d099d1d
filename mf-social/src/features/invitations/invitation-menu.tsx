import type { Invitation } from '@mahlzeit/contract';
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
import { fromLabel, meetupTime, ownerOf, peopleByAnswer, useTexts } from './invitation-labels';
import type { InvitationActions } from './invitation-actions';
import { LinkSheet } from './link-sheet';
import { useIsInChat, useMeetupTime } from './live-invitations';

interface InvitationMenuProps {
  readonly invitation: Invitation;
  readonly actions: InvitationActions;
  readonly onClose: () => void;
}

/** Menu with all actions on an invitation. The script is loaded when the first menu opens. */
export const InvitationMenu = ({ invitation, actions: { offers, run }, onClose }: InvitationMenuProps) => {
  const t = useTexts();
  const { navigation } = useShell();
  const now = useMeetupTime();
  const uid = useUid() ?? '';
  const [sheet, setSheet] = useState<'menu' | 'link' | 'report'>('menu');
  const [person, setPerson] = useState<ReturnType<typeof peopleByAnswer>[number] | null>(null);
  const { part: lazyPeople, load: loadPeople } = useLazyPart(() => import('../person'));
  const isInChat = useIsInChat(invitation.chatKey);
  const {
    isOwn,
    restaurantInfo: { name, routingName },
    messageKey,
    chatKey,
    order,
  } = invitation;
  const { day, time } = meetupTime(invitation, now);
  const momentText = `${day}, ${time}`;
  const closeAnd = (action: () => void) => () => {
    onClose();
    action();
  };
  if (sheet === 'link') return <LinkSheet invitation={invitation} onClose={onClose} />;
  if (sheet === 'report')
    return (
      <ReportSheet
        subject={{ kind: 'message', key: messageKey, chatKey }}
        title={t('ReportInvitation')}
        quote={{ heading: fromLabel(invitation), text: `${name}, ${momentText}` }}
        person={ownerOf(invitation)}
        onClose={onClose}
      />
    );
  if (person !== null && lazyPeople !== null) return <lazyPeople.PersonSheet person={person} onClose={onClose} />;
  return (
    <ActionSheet title={name} text={`${momentText} · ${fromLabel(invitation)}`} onClose={onClose}>
      <div>
        <ActionRow
          icon={Utensils}
          label={t('ShowPlace')}
          onClick={closeAnd(() => navigation.open('details', routingName))}
        />
        {offers.showOrder && order !== null && (
          <ActionRow
            icon={ReceiptText}
            label={t('ShowOrder')}
            onClick={closeAnd(() => navigation.open('order', order))}
          />
        )}
        {isInChat && (
          <ActionRow
            icon={MessageCircle}
            label={t('OpenChat')}
            onClick={closeAnd(() => navigation.open('chatmessages', chatKey))}
          />
        )}
        {offers.calendar && (
          <ActionRow icon={CalendarArrowDown} label={t('ToCalendar')} onClick={closeAnd(() => run('calendar'))} />
        )}
        {offers.calendar && (
          <ActionRow
            icon={Link2}
            label={t('ShareMeetup')}
            text={t('ShareMeetupHint')}
            onClick={() => setSheet('link')}
          />
        )}
        {offers.remind && (
          <ActionRow
            icon={BellRing}
            label={t('SendReminder')}
            text={t('SendReminderHint')}
            onClick={closeAnd(() => run('remind'))}
          />
        )}
        {!isOwn && <ActionRow icon={Flag} label={t('ReportInvitation')} onClick={() => setSheet('report')} />}
        {offers.leave && (
          <ActionRow
            icon={CalendarX2}
            label={t(isOwn ? 'CancelMeetup' : 'Decline')}
            isDanger
            onClick={closeAnd(() => run('leave'))}
          />
        )}
      </div>
      <ul aria-label={t('WhoComes')}>
        <PeopleHeading>{t('WhoComes')}</PeopleHeading>
        {peopleByAnswer(invitation).map((candidate) => (
          <PersonRow
            key={candidate.key}
            leading={<Avatar name={candidate.name} pictureUrl={candidate.pictureUrl} size="list" />}
            title={candidate.name}
            text={candidate.answerLabel}
            // Not awaited: `load` reports its errors itself.
            onClick={
              candidate.isGone || candidate.key === uid
                ? undefined
                : () => void loadPeople().then((isThere) => isThere && setPerson(candidate))
            }
          />
        ))}
      </ul>
    </ActionSheet>
  );
};
