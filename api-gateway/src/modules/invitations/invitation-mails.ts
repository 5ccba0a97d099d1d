import type { CalendarMethod, WriteTransaction } from '../../platform';
import { addressLine } from '../discovery';
import { createMailReaders, mailsEndUrl } from '../identity';
import type { MailReader } from '../identity';
import type { MeetupEmail, Outbox } from '../mail';
import { createAttendeeRepository } from './attendee-repository';
import { calendarDeps, calendarFile, invitationsUrl, meetupOf } from './invitation-calendar';
import type { MeetupCalendarDeps } from './invitation-calendar';
import type { StoredInvitation } from './invitation-repository';
import { stateOf } from './invitation-state';
import type { InvitationState } from './invitation-state';
import { effectiveAnswersOf } from './invitation-status';
import { findConcernedUids, findInvitableUids } from './mail-recipients';

/** Transaction in which an e-mail is enqueued, so that the e-mail is sent if and only if the transaction commits. */
export type MailTransaction = Pick<WriteTransaction, 'knex' | 'afterCommit'>;

/**
 * E-mails about a meetup. Each function runs in the transaction of a change and after the change: `invitation` has its
 * stored state and its raised sequence number. `uids` are the users to notify. Users who have unsubscribed, have no
 * verified e-mail address, have left or were never mailed the invitation get no e-mail.
 */
export interface InvitationMails {
  /** Mails an invitation to these guests, up to a limit of invitations per guest and day. */
  mailInvited(tx: MailTransaction, invitation: StoredInvitation, uids: readonly string[]): Promise<void>;
  /** Mails a changed status, except a cancellation, to everybody who hasn't declined, including the owner. */
  mailStatusChanged(tx: MailTransaction, invitation: StoredInvitation, uids: readonly string[]): Promise<void>;
  /**
   * Mails a cancellation to those attendees who hadn't declined before, including the owner. The invitation may be
   * removed before the e-mail is rendered.
   */
  mailCanceled(tx: MailTransaction, invitation: StoredInvitation, uids: readonly string[]): Promise<void>;
  /** Mails a guest who has declined, so that the meetup is removed from the guest's calendar. */
  mailDeclined(tx: MailTransaction, invitation: StoredInvitation, uids: readonly string[]): Promise<void>;
  /** Mails guests whom the owner has blocked, so that the meetup is removed from the guests' calendars. */
  mailRemoved(tx: MailTransaction, invitation: StoredInvitation, uids: readonly string[]): Promise<void>;
  /** Mails users who have joined by a link. */
  mailJoined(tx: MailTransaction, invitation: StoredInvitation, uids: readonly string[]): Promise<void>;
  /** Mails the guests whom the owner reminds. */
  mailReminded(tx: MailTransaction, invitation: StoredInvitation, uids: readonly string[]): Promise<void>;
}

/** Event that an e-mail reports, and the method of the calendar file for its reader. */
interface MailOccasion {
  readonly event: MeetupEmail['event'];
  readonly method: Extract<CalendarMethod, 'REQUEST' | 'CANCEL'>;
}

const messageTo = (
  reader: MailReader,
  state: InvitationState,
  { occasion: { event, method }, deps }: { readonly occasion: MailOccasion; readonly deps: MeetupCalendarDeps },
): MeetupEmail => {
  const { publicUrl } = deps.address;
  const { ownerName, restaurant, ...facts } = meetupOf(state);
  const attendeeStatus =
    effectiveAnswersOf(state.invitation, state.context).find(({ uid }) => uid === reader.uid)?.status ?? 'pending';
  return {
    kind: 'meetup',
    to: reader.email,
    event,
    meetup: {
      ...facts,
      isOwn: reader.uid === state.invitation.owner,
      isPending: attendeeStatus === 'pending',
      ownerName,
      place: restaurant.name,
      address: addressLine(restaurant),
    },
    url: invitationsUrl(publicUrl),
    calendar: calendarFile(
      meetupOf(state),
      { method, reader: { name: reader.displayName, email: reader.email, answer: attendeeStatus } },
      calendarDeps(deps),
    ),
    endUrl: mailsEndUrl(publicUrl, reader.token),
  };
};

/** Creates the functions that send e-mails about meetups. */
export const createInvitationMails = ({
  outbox,
  ...deps
}: MeetupCalendarDeps & { readonly outbox: Outbox }): InvitationMails => {
  const sendMails = async (
    tx: MailTransaction,
    invitation: StoredInvitation,
    { uids, occasion }: { readonly uids: readonly string[]; readonly occasion: MailOccasion },
  ): Promise<string[]> => {
    const readers = await createMailReaders(tx.knex).find(uids);
    if (readers.length === 0) return [];
    const state = await stateOf(tx.knex, invitation);
    for (const reader of readers) await outbox.enqueue(tx, messageTo(reader, state, { occasion, deps }));
    return readers.map(({ uid }) => uid);
  };
  const createConcernedMailer =
    (event: MailOccasion['event'], method: MailOccasion['method']) =>
    async (tx: MailTransaction, invitation: StoredInvitation, uids: readonly string[]): Promise<void> => {
      const mailedUids = await sendMails(tx, invitation, {
        uids: await findConcernedUids(tx.knex, invitation, { uids, event }),
        occasion: { event, method },
      });
      if (mailedUids.includes(invitation.owner))
        await createAttendeeRepository(tx.knex).putMailed(invitation.key, [invitation.owner], deps.clock.realNow());
    };

  return {
    async mailInvited(tx, invitation, uids) {
      const realNow = deps.clock.realNow();
      const invitableUids = await findInvitableUids(tx.knex, invitation.owner, { uids, realNow });
      const mailedUids = await sendMails(tx, invitation, {
        uids: invitableUids,
        occasion: { event: 'invited', method: 'REQUEST' },
      });
      await createAttendeeRepository(tx.knex).putMailed(invitation.key, mailedUids, realNow);
    },
    mailStatusChanged: createConcernedMailer('statusChanged', 'REQUEST'),
    mailCanceled: createConcernedMailer('canceled', 'CANCEL'),
    mailDeclined: createConcernedMailer('declined', 'CANCEL'),
    mailRemoved: createConcernedMailer('removed', 'CANCEL'),
    mailJoined: createConcernedMailer('joined', 'REQUEST'),
    mailReminded: createConcernedMailer('reminded', 'REQUEST'),
  };
};
