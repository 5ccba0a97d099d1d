import { consumeWithCommit } from '../../platform';
import type { CalendarMethod, RateLimiter, TextSealing, WriteTransaction } from '../../platform';
import { formatAddressLine } from '../discovery';
import { createMailReaders, mailsUnsubscribeUrl } from '../identity';
import type { MailReader } from '../identity';
import type { MeetupEmail, Outbox } from '../mail';
import { createAttendeeRepository } from './attendee-repository';
import { calendarDepsOf, createCalendarFile, invitationsUrlOf, calendarMeetupOf } from './invitation-calendar';
import type { MeetupCalendarDeps } from './invitation-calendar';
import type { StoredInvitation } from './invitation-repository';
import { loadInvitationState } from './invitation-state';
import type { InvitationState } from './invitation-state';
import { effectiveAnswersOf } from './invitation-status';
import { findConcernedUids, findInvitableUids } from './mail-recipients';

/**
 * Transaction in which an e-mail is added to the outbox, so that the e-mail is sent if and only if the transaction
 * commits.
 */
export type MailTransaction = Pick<WriteTransaction, 'knex' | 'afterCommit'>;

/**
 * Functions that send e-mails about a meetup. Each runs at the end of the transaction that changes the invitation, so
 * `invitation` has its new state and its raised sequence number. `recipientUids` are the users to notify. Users get no
 * e-mail who have unsubscribed, have no verified e-mail address, have deleted their account or never got the invitation
 * by e-mail.
 */
export interface InvitationMails {
  /** Sends an invitation to these guests by e-mail, up to a limit of invitations for each guest and day. */
  mailInvited(tx: MailTransaction, invitation: StoredInvitation, recipientUids: readonly string[]): Promise<void>;
  /**
   * Sends e-mails about a changed status, except a cancellation, to everybody who hasn't declined, including the owner.
   * A user gets a limited number of such e-mails about one meetup, because a guest may join and decline over and over.
   */
  mailStatusChanged(tx: MailTransaction, invitation: StoredInvitation, recipientUids: readonly string[]): Promise<void>;
  /**
   * Sends e-mails about a cancellation to those attendees who hadn't declined before, including the owner. The
   * invitation may be removed before the e-mail is rendered.
   */
  mailCanceled(tx: MailTransaction, invitation: StoredInvitation, recipientUids: readonly string[]): Promise<void>;
  /** Sends an e-mail to a guest who has declined, so that the meetup is removed from the guest's calendar. */
  mailDeclined(tx: MailTransaction, invitation: StoredInvitation, recipientUids: readonly string[]): Promise<void>;
  /** Sends e-mails to guests whom the owner has blocked, so that the meetup is removed from their calendars. */
  mailRemoved(tx: MailTransaction, invitation: StoredInvitation, recipientUids: readonly string[]): Promise<void>;
  /** Sends e-mails to users who have joined the meetup by a link. */
  mailJoined(tx: MailTransaction, invitation: StoredInvitation, recipientUids: readonly string[]): Promise<void>;
  /** Sends e-mails to the guests whom the owner reminds of the meetup. */
  mailReminded(tx: MailTransaction, invitation: StoredInvitation, recipientUids: readonly string[]): Promise<void>;
}

/** Event about which an e-mail informs, and the method of the calendar file for the recipient. */
interface MailOccasion {
  readonly event: MeetupEmail['event'];
  readonly method: Extract<CalendarMethod, 'REQUEST' | 'CANCEL'>;
}

const mailMessageTo = (
  mailReader: MailReader,
  invitationState: InvitationState,
  { occasion: { event, method }, deps }: { readonly occasion: MailOccasion; readonly deps: MeetupCalendarDeps },
): MeetupEmail => {
  const { publicUrl } = deps.address;
  const { ownerName, restaurant, ...facts } = calendarMeetupOf(invitationState);
  const attendeeStatus =
    effectiveAnswersOf(invitationState.invitation, invitationState.context).find(({ uid }) => uid === mailReader.uid)
      ?.status ?? 'pending';
  return {
    kind: 'meetup',
    to: mailReader.email,
    event,
    meetup: {
      ...facts,
      isOwn: mailReader.uid === invitationState.invitation.owner,
      isPending: attendeeStatus === 'pending',
      ownerName,
      place: restaurant.name,
      address: formatAddressLine(restaurant),
    },
    url: invitationsUrlOf(publicUrl),
    calendar: createCalendarFile(
      calendarMeetupOf(invitationState),
      { method, reader: { name: mailReader.displayName, email: mailReader.email, answer: attendeeStatus } },
      calendarDepsOf(deps),
    ),
    endUrl: mailsUnsubscribeUrl(publicUrl, mailReader.token),
  };
};

interface InvitationMailDeps extends MeetupCalendarDeps {
  readonly outbox: Outbox;
  readonly secrets: TextSealing;
  /** Limits the e-mails about changes of a meetup's status, for each meetup and recipient. */
  readonly statusMailLimiter: RateLimiter;
}

/** Creates the functions that send e-mails about meetups. */
export const createInvitationMails = ({
  outbox,
  secrets,
  statusMailLimiter,
  ...deps
}: InvitationMailDeps): InvitationMails => {
  const sendMails = async (
    tx: MailTransaction,
    invitation: StoredInvitation,
    { uids, occasion }: { readonly uids: readonly string[]; readonly occasion: MailOccasion },
  ): Promise<string[]> => {
    const mailReaders = await createMailReaders(tx.knex, secrets).find(uids);
    if (mailReaders.length === 0) return [];
    const invitationState = await loadInvitationState(tx.knex, invitation);
    for (const mailReader of mailReaders)
      await outbox.enqueue(tx, mailMessageTo(mailReader, invitationState, { occasion, deps }));
    return mailReaders.map(({ uid }) => uid);
  };
  const createMailerForOccasion =
    (event: MailOccasion['event'], calendarMethod: MailOccasion['method']) =>
    async (tx: MailTransaction, invitation: StoredInvitation, recipientUids: readonly string[]): Promise<void> => {
      const mailedUids = await sendMails(tx, invitation, {
        uids: await findConcernedUids(tx.knex, invitation, { uids: recipientUids, event }),
        occasion: { event, method: calendarMethod },
      });
      if (mailedUids.includes(invitation.owner))
        await createAttendeeRepository(tx.knex).putMailed(invitation.key, [invitation.owner], deps.clock.realNow());
    };

  const mailStatus = createMailerForOccasion('statusChanged', 'REQUEST');

  return {
    async mailInvited(tx, invitation, recipientUids) {
      const realNow = deps.clock.realNow();
      const invitableUids = await findInvitableUids(tx.knex, invitation.owner, { uids: recipientUids, realNow });
      const mailedUids = await sendMails(tx, invitation, {
        uids: invitableUids,
        occasion: { event: 'invited', method: 'REQUEST' },
      });
      await createAttendeeRepository(tx.knex).putMailed(invitation.key, mailedUids, realNow);
    },
    async mailStatusChanged(tx, invitation, recipientUids) {
      const admittedUids: string[] = [];
      for (const uid of recipientUids)
        if (await consumeWithCommit(tx, statusMailLimiter, `${invitation.key}/${uid}`)) admittedUids.push(uid);
      await mailStatus(tx, invitation, admittedUids);
    },
    mailCanceled: createMailerForOccasion('canceled', 'CANCEL'),
    mailDeclined: createMailerForOccasion('declined', 'CANCEL'),
    mailRemoved: createMailerForOccasion('removed', 'CANCEL'),
    mailJoined: createMailerForOccasion('joined', 'REQUEST'),
    mailReminded: createMailerForOccasion('reminded', 'REQUEST'),
  };
};
