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
import { answersOf } from './invitation-status';
import { findConcerned, findInvitable } from './mail-recipients';

/**
 * The write that a mail belongs to: its job is enqueued there, so that it is sent once that counts, and never where it
 * doesn't.
 */
export type MailTransaction = Pick<WriteTransaction, 'knex' | 'afterCommit'>;

/**
 * What is told of a meetup by e-mail. Called inside the write that brings it about, behind it: the invitation is as it
 * is stored now, its sequence number raised. `uids` are those whom it concerns; who of them gets no such mails (ended
 * them, has no verified address, has left, was never asked by mail) is up to whoever sends.
 */
export interface InvitationMails {
  /** These guests are invited. */
  invited(tx: MailTransaction, invitation: StoredInvitation, uids: readonly string[]): Promise<void>;
  /** Its status is another one, not cancelled: whoever hasn't declined, the owner too. */
  statusChanged(tx: MailTransaction, invitation: StoredInvitation, uids: readonly string[]): Promise<void>;
  /**
   * It is off: whoever hasn't declined, the owner too. It may be gone from the database by the time the mail is
   * written.
   */
  canceled(tx: MailTransaction, invitation: StoredInvitation, uids: readonly string[]): Promise<void>;
  /** Who doesn't come after all, for their own calendar. */
  declined(tx: MailTransaction, invitation: StoredInvitation, uids: readonly string[]): Promise<void>;
  /** Whom the owner keeps out, for their own calendar. */
  removed(tx: MailTransaction, invitation: StoredInvitation, uids: readonly string[]): Promise<void>;
  /** Who has come along by a link. */
  joined(tx: MailTransaction, invitation: StoredInvitation, uids: readonly string[]): Promise<void>;
  /** The guests whom the owner reminds. */
  reminded(tx: MailTransaction, invitation: StoredInvitation, uids: readonly string[]): Promise<void>;
}

/** What happened, and what it asks of its reader's calendar. */
interface Occasion {
  readonly news: MeetupEmail['news'];
  readonly method: Extract<CalendarMethod, 'REQUEST' | 'CANCEL'>;
}

const messageTo = (
  reader: MailReader,
  state: InvitationState,
  { occasion: { news, method }, deps }: { readonly occasion: Occasion; readonly deps: MeetupCalendarDeps },
): MeetupEmail => {
  const { publicUrl } = deps.address;
  const { ownerName, restaurant, ...facts } = meetupOf(state);
  const answer =
    answersOf(state.invitation, state.surroundings).find(({ uid }) => uid === reader.uid)?.status ?? 'pending';
  return {
    kind: 'meetup',
    to: reader.email,
    news,
    meetup: {
      ...facts,
      isOwn: reader.uid === state.invitation.owner,
      isAsked: answer === 'pending',
      ownerName,
      place: restaurant.name,
      address: addressLine(restaurant),
    },
    url: invitationsUrl(publicUrl),
    calendar: calendarFile(
      meetupOf(state),
      { method, reader: { name: reader.displayName, email: reader.email, answer } },
      calendarDeps(deps),
    ),
    endUrl: mailsEndUrl(publicUrl, reader.token),
  };
};

/** Mails of meetups, to whom they can be sent and who want them. */
export const createInvitationMails = ({
  outbox,
  ...deps
}: MeetupCalendarDeps & { readonly outbox: Outbox }): InvitationMails => {
  const send = async (
    tx: MailTransaction,
    invitation: StoredInvitation,
    { uids, occasion }: { readonly uids: readonly string[]; readonly occasion: Occasion },
  ): Promise<string[]> => {
    const readers = await createMailReaders(tx.knex).find(uids);
    if (readers.length === 0) return [];
    const state = await stateOf(tx.knex, invitation);
    for (const reader of readers) await outbox.enqueue(tx, messageTo(reader, state, { occasion, deps }));
    return readers.map(({ uid }) => uid);
  };
  const tell =
    (news: Occasion['news'], method: Occasion['method']) =>
    async (tx: MailTransaction, invitation: StoredInvitation, uids: readonly string[]): Promise<void> => {
      const mailed = await send(tx, invitation, {
        uids: await findConcerned(tx.knex, invitation, { uids, news }),
        occasion: { news, method },
      });
      if (mailed.includes(invitation.owner))
        await createAttendeeRepository(tx.knex).putMailed(invitation.key, [invitation.owner], deps.clock.realNow());
    };

  return {
    async invited(tx, invitation, uids) {
      const realNow = deps.clock.realNow();
      const invitable = await findInvitable(tx.knex, invitation.owner, { uids, realNow });
      const mailed = await send(tx, invitation, { uids: invitable, occasion: { news: 'invited', method: 'REQUEST' } });
      await createAttendeeRepository(tx.knex).putMailed(invitation.key, mailed, realNow);
    },
    statusChanged: tell('statusChanged', 'REQUEST'),
    canceled: tell('canceled', 'CANCEL'),
    declined: tell('declined', 'CANCEL'),
    removed: tell('removed', 'CANCEL'),
    joined: tell('joined', 'REQUEST'),
    reminded: tell('reminded', 'REQUEST'),
  };
};
