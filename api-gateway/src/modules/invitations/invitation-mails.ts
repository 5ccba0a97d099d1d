import type { WriteTransaction } from '../../platform';
import type { StoredInvitation } from './invitation-repository';

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
