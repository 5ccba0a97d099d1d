import { berlinClock, NAMELESS_PERSON } from '@mahlzeit/contract/rules';
import texts from '../../../locales/de.json';
import { fillText } from '../../platform';
import type { WriteTransaction } from '../../platform';
import { findBlocksAmong } from '../contacts';
import { closeNotifications, notifyInPlace } from '../notifications';
import type { StoredInvitation } from './invitation-repository';
import { restaurantOf } from './invitation-status';
import type { InvitationContext } from './invitation-status';

/** Hash route of the screen that opens when a user taps a notification about an invitation. */
const INVITATIONS_ROUTE = 'invitations';

type NotificationTransaction = Pick<WriteTransaction, 'knex' | 'record'>;
type InvitationKind = 'invitation' | 'invitationChanged' | 'invitationReminder';

const INVITATION_KINDS: readonly InvitationKind[] = ['invitation', 'invitationChanged', 'invitationReminder'];

/** Events of an invitation that attendees are notified of. */
type InvitationEvent = 'invited' | 'accepted' | 'declined' | 'joined' | 'canceled' | 'resumed' | 'removed' | 'reminded';

/** Kind and texts of the notification about an event of an invitation. */
interface EventTexts {
  readonly kind: InvitationKind;
  readonly title: string;
  readonly text: string;
}

const changedEventTexts = (text: string, notificationTitle = texts.noticeInvitationChangedTitle): EventTexts => ({
  kind: 'invitationChanged',
  title: notificationTitle,
  text,
});

const EVENT_TEXTS: Readonly<Record<InvitationEvent, EventTexts>> = {
  invited: { kind: 'invitation', title: texts.noticeInvitationTitle, text: texts.noticeInvitation },
  accepted: changedEventTexts(texts.noticeInvitationAccepted),
  declined: changedEventTexts(texts.noticeInvitationDeclined),
  joined: changedEventTexts(texts.noticeInvitationJoined),
  canceled: changedEventTexts(texts.noticeInvitationCanceled, texts.noticeInvitationCanceledTitle),
  resumed: changedEventTexts(texts.noticeInvitationResumed),
  removed: changedEventTexts(texts.noticeInvitationRemoved),
  reminded: {
    kind: 'invitationReminder',
    title: texts.noticeInvitationReminderTitle,
    text: texts.noticeInvitationReminder,
  },
};

const berlinDateFormat = new Intl.DateTimeFormat('de-DE', {
  timeZone: 'Europe/Berlin',
  weekday: 'short',
  day: '2-digit',
  month: '2-digit',
});

/**
 * Formats day and time of a meetup without words like „heute“ (today), so that the text is still right on the next day.
 */
const meetupTimeTextOf = ({ date }: Pick<StoredInvitation, 'date'>): string =>
  fillText(texts.meetupWhen, { day: berlinDateFormat.format(date), time: berlinClock(date) });

interface EventNotification {
  readonly event: InvitationEvent;
  /**
   * Uid of the user who caused the event. A recipient who blocks this user isn't notified, unless the event decides
   * whether the recipient's own meetup takes place: they were removed from it, or they had accepted it and it is
   * cancelled or resumed.
   */
  readonly by: string;
  readonly uids: readonly string[];
  readonly now: number;
}

/**
 * Notifies users of an event of an invitation, in the caller's transaction. For each invitation, a user has at most one
 * open notification of a kind, which shows the latest text.
 */
export const notifyOfInvitationEvent = async (
  tx: NotificationTransaction,
  invitation: StoredInvitation,
  invitationContext: InvitationContext,
  { event, by, uids, now }: EventNotification,
): Promise<void> => {
  const recipientCandidates = uids.filter(
    (uid) => uid !== by && invitationContext.people.get(uid)?.isDeleted === false,
  );
  const blocksAmongUsers =
    recipientCandidates.length === 0 ? [] : await findBlocksAmong(tx.knex, [by, ...recipientCandidates]);
  const { kind, title, text } = EVENT_TEXTS[event];
  const causingPerson = invitationContext.people.get(by);
  const notificationText = fillText(text, {
    // Hides the name of a user who has deleted their account (A09).
    name: (causingPerson?.isDeleted === false && causingPerson.displayName) || NAMELESS_PERSON,
    restaurant: restaurantOf(invitation, invitationContext).name,
    when: meetupTimeTextOf(invitation),
  });
  const hasAccepted = (uid: string): boolean =>
    invitation.attendees.some((attendee) => attendee.uid === uid && attendee.status === 'accepted');
  const isAffected = (uid: string): boolean =>
    event === 'removed' || ((event === 'canceled' || event === 'resumed') && hasAccepted(uid));
  const recipients = recipientCandidates.filter(
    (uid) => isAffected(uid) || !blocksAmongUsers.some(({ blocker, blocked }) => blocker === uid && blocked === by),
  );
  await notifyInPlace(tx, {
    uids: recipients,
    aboutUid: by,
    aboutKey: invitation.key,
    kind,
    title,
    text: notificationText,
    route: INVITATIONS_ROUTE,
    sent: now,
  });
};

/** Closes a user's notifications about an invitation, for example because the invitation was removed. */
export const closeInvitationNotifications = async (
  tx: NotificationTransaction,
  { key }: Pick<StoredInvitation, 'key'>,
  {
    uid,
    now,
    kinds = INVITATION_KINDS,
  }: { readonly uid: string; readonly now: number; readonly kinds?: readonly InvitationKind[] },
): Promise<void> => {
  for (const invitationKind of kinds)
    await closeNotifications(tx, { uid, kind: invitationKind, route: INVITATIONS_ROUTE, aboutKey: key, at: now });
};
