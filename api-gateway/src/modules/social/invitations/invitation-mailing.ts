import { ok } from '@mahlzeit/contract';
import type { FileAnswer, Result } from '@mahlzeit/contract';
import type { CalendarMethod, Clock, Connection, Database, GatewayAddress, GatewayConfig } from '../../../platform';
import { addressLine } from '../../discovery';
import { createMailReaders, mailsEndUrl } from '../../identity';
import type { MailReader } from '../../identity';
import type { MeetupEmail, Outbox } from '../../mail';
import { createBlockRepository } from '../blocks/block-repository';
import { createContactRepository } from '../contacts/contact-repository';
import { calendarFile, invitationsUrl } from './invitation-calendar';
import type { CalendarMeetup } from './invitation-calendar';
import { stateOf } from './invitation-changes';
import type { InvitationState } from './invitation-changes';
import type { InvitationMails, MailTransaction } from './invitation-mails';
import { createInvitationRepository } from './invitation-repository';
import type { StoredInvitation } from './invitation-repository';
import { answersOf, restaurantOf } from './invitation-rules';
import { findAttended } from './invitation-service';
import type { AbsenceError } from './invitation-service';

interface MailingDeps {
  readonly config: Pick<GatewayConfig, 'mail'>;
  readonly address: Pick<GatewayAddress, 'publicUrl'>;
  readonly clock: Pick<Clock, 'now' | 'realNow'>;
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

/** Of one owner's invitations so many a day are mailed to one guest; whatever comes on top of that waits in the app. */
export const MAILED_INVITATIONS_A_DAY = 5;

const DAY_MS = 24 * 60 * 60_000;

/** Whom an invitation is mailed to: anybody may add a stranger as a contact and ask them, so only who has its owner among their own contacts, and not too often. */
const findInvitable = async (knex: Connection, owner: string, { uids, realNow }: { readonly uids: readonly string[]; readonly realNow: number }): Promise<string[]> => {
  const acquainted = await createContactRepository(knex).findOwnersAmong(uids, owner);
  const counts = await createInvitationRepository(knex).countMailed({ owner, after: realNow - DAY_MS }, uids);
  return uids.filter((uid) => acquainted.has(uid) && (counts.get(uid) ?? 0) < MAILED_INVITATIONS_A_DAY);
};

/** Who of these hears of an invitation that they were asked to: whoever has answered it or was mailed it, and nobody who blocks its owner, unless they have a place there that is no more. */
const findConcerned = async (knex: Connection, { owner, attendees }: StoredInvitation, { uids, news }: { readonly uids: readonly string[]; readonly news: Occasion['news'] }): Promise<string[]> => {
  const between = await createBlockRepository(knex).findBetween(owner, uids);
  return attendees.flatMap(({ uid, status, isMailed }) => {
    if (!uids.includes(uid) || (status === 'pending' && !isMailed)) return [];
    // They would stand before a closed door.
    const mustHear = news === 'removed' || (news === 'canceled' && status === 'accepted');
    return mustHear || between.get(uid)?.isBlockedBy !== true ? [uid] : [];
  });
};

/** Mails of meetups, to whom they can be sent and who want them. */
export const createInvitationMails = ({ outbox, ...deps }: MailingDeps & { readonly outbox: Outbox }): InvitationMails => {
  const send = async (tx: MailTransaction, invitation: StoredInvitation, { uids, occasion }: { readonly uids: readonly string[]; readonly occasion: Occasion }): Promise<string[]> => {
    const readers = await createMailReaders(tx.knex).find(uids);
    if (readers.length === 0) return [];
    const state = await stateOf(tx.knex, invitation);
    for (const reader of readers) await outbox.enqueue(tx, messageTo(reader, state, { occasion, deps }));
    return readers.map(({ uid }) => uid);
  };
  const tell = (news: Occasion['news'], method: Occasion['method']) => async (tx: MailTransaction, invitation: StoredInvitation, uids: readonly string[]): Promise<void> => {
    await send(tx, invitation, { uids: await findConcerned(tx.knex, invitation, { uids, news }), occasion: { news, method } });
  };

  return {
    async invited(tx, invitation, uids) {
      const realNow = deps.clock.realNow();
      const invitable = await findInvitable(tx.knex, invitation.owner, { uids, realNow });
      const mailed = await send(tx, invitation, { uids: invitable, occasion: { news: 'invited', method: 'REQUEST' } });
      await createInvitationRepository(tx.knex).putMailed(invitation.key, mailed, realNow);
    },
    statusChanged: tell('statusChanged', 'REQUEST'),
    canceled: tell('canceled', 'CANCEL'),
    declined: tell('declined', 'CANCEL'),
    removed: tell('removed', 'CANCEL'),
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
