import { ok } from '@mahlzeit/contract';
import type { FileAnswer, Result } from '@mahlzeit/contract';
import type { Clock, Database, GatewayAddress, GatewayConfig } from '../../../platform';
import { addressLine } from '../../discovery';
import { createMailReaders, mailsEndUrl } from '../../identity';
import type { MailReader } from '../../identity';
import type { MeetupEmail, Outbox } from '../../mail';
import { createBlockRepository } from '../blocks/block-repository';
import { calendarFile, invitationsUrl } from './invitation-calendar';
import type { CalendarMeetup, CalendarMethod } from './invitation-calendar';
import { stateOf } from './invitation-changes';
import type { InvitationState } from './invitation-changes';
import type { InvitationMails, MailTransaction } from './invitation-mails';
import type { StoredInvitation } from './invitation-repository';
import { answersOf, restaurantOf } from './invitation-rules';
import { findAttended } from './invitation-service';
import type { AbsenceError } from './invitation-service';

interface MailingDeps {
  readonly config: Pick<GatewayConfig, 'mail'>;
  readonly address: Pick<GatewayAddress, 'publicUrl'>;
  readonly clock: Pick<Clock, 'now'>;
}

const calendarDeps = ({ config, address, clock }: MailingDeps) => ({ publicUrl: address.publicUrl, from: config.mail.from, now: clock.now() });

const meetupOf = ({ invitation, surroundings, status }: InvitationState): CalendarMeetup => {
  const owner = surroundings.people.get(invitation.owner);
  return {
    key: invitation.key,
    sequence: invitation.sequence,
    at: invitation.date,
    status,
    isTakeAway: invitation.isTakeAway,
    // Who has left is called by no name any more.
    ownerName: owner === undefined || owner.isDeleted ? '' : owner.displayName,
    restaurant: restaurantOf(invitation, surroundings),
  };
};

/** What happened, and what it asks of its reader's calendar. */
interface Occasion {
  readonly news: MeetupEmail['news'];
  readonly method: Extract<CalendarMethod, 'REQUEST' | 'CANCEL'>;
}

const messageTo = (reader: MailReader, state: InvitationState, { occasion: { news, method }, deps }: { readonly occasion: Occasion; readonly deps: MailingDeps }): MeetupEmail => {
  const { publicUrl } = deps.address;
  const { ownerName, restaurant, ...facts } = meetupOf(state);
  const answer = answersOf(state.invitation, state.surroundings).find(({ uid }) => uid === reader.uid)?.status ?? 'pending';
  return {
    kind: 'meetup',
    to: reader.email,
    news,
    meetup: { ...facts, isOwn: reader.uid === state.invitation.owner, ownerName, place: restaurant.name, address: addressLine(restaurant) },
    url: invitationsUrl(publicUrl),
    calendar: calendarFile(meetupOf(state), { method, reader: { name: reader.displayName, email: reader.email, answer } }, calendarDeps(deps)),
    endUrl: mailsEndUrl(publicUrl, reader.token),
  };
};

/** Mails of meetups, to whom they can be sent and who want them; nobody gets one of a meetup of somebody whom they block. */
export const createInvitationMails = ({ outbox, ...deps }: MailingDeps & { readonly outbox: Outbox }): InvitationMails => {
  const tell = (news: Occasion['news'], method: Occasion['method']) => async (tx: MailTransaction, invitation: StoredInvitation, uids: readonly string[]): Promise<void> => {
    const between = await createBlockRepository(tx.knex).findBetween(invitation.owner, uids);
    const readers = await createMailReaders(tx.knex).find(uids.filter((uid) => between.get(uid)?.isBlockedBy !== true));
    if (readers.length === 0) return;
    const state = await stateOf(tx.knex, invitation);
    for (const reader of readers) await outbox.enqueue(tx, messageTo(reader, state, { occasion: { news, method }, deps }));
  };

  return {
    invited: tell('invited', 'REQUEST'),
    statusChanged: tell('statusChanged', 'REQUEST'),
    canceled: tell('canceled', 'CANCEL'),
    declined: tell('declined', 'CANCEL'),
    joined: tell('joined', 'REQUEST'),
    reminded: tell('reminded', 'REQUEST'),
  };
};

/** A meetup as a file, for who attends it; one that is off takes itself out of the calendar again. */
export const createInvitationDownload = ({ database, ...deps }: MailingDeps & { readonly database: Database }) =>
  (uid: string, key: string): Promise<Result<FileAnswer, AbsenceError>> => database.read(async (knex) => {
    const found = await findAttended(knex, uid, key);
    if (!found.ok) return found;
    const meetup = meetupOf(await stateOf(knex, found.value));
    const file = calendarFile(meetup, { method: meetup.status === 'canceled' ? 'CANCEL' : 'PUBLISH', reader: null }, calendarDeps(deps));
    return ok({ bytes: new TextEncoder().encode(file.content), name: file.name });
  });

/** Hands meetups out as files. */
export type InvitationDownload = ReturnType<typeof createInvitationDownload>;
