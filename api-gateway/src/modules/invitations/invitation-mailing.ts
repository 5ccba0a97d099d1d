import { ok } from '@mahlzeit/contract';
import type { FileAnswer, Result } from '@mahlzeit/contract';
import type { CalendarMethod, Clock, Connection, Database, GatewayAddress, GatewayConfig } from '../../platform';
import { addressLine } from '../discovery';
import { createMailReaders, mailsEndUrl } from '../identity';
import type { MailReader } from '../identity';
import type { MeetupEmail, Outbox } from '../mail';
import { createBlockRepository } from '../contacts/block-repository';
import { createContactRepository } from '../contacts/contact-repository';
import { calendarFile, invitationsUrl } from './invitation-calendar';
import type { CalendarMeetup } from './invitation-calendar';
import { stateOf } from './invitation-changes';
import type { InvitationState } from './invitation-changes';
import type { InvitationMails, MailTransaction } from './invitation-mails';
import { createInvitationRepository } from './invitation-repository';
import type { StoredAttendee, StoredInvitation } from './invitation-repository';
import { answersOf, restaurantOf } from './invitation-rules';
import { findAttended } from './invitation-service';
import type { AbsenceError } from './invitation-service';

interface MailingDeps {
  readonly config: Pick<GatewayConfig, 'mail'>;
  readonly address: Pick<GatewayAddress, 'publicUrl'>;
  readonly clock: Pick<Clock, 'now' | 'realNow'>;
}

const calendarDeps = ({ config, address, clock }: MailingDeps) => ({
  publicUrl: address.publicUrl,
  from: config.mail.from,
  now: clock.now(),
});

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

const messageTo = (
  reader: MailReader,
  state: InvitationState,
  { occasion: { news, method }, deps }: { readonly occasion: Occasion; readonly deps: MailingDeps },
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

/** Of one owner's invitations so many a day are mailed to one guest; whatever comes on top of that waits in the app. */
export const MAILED_INVITATIONS_A_DAY = 5;

/**
 * Of the invitations of all owners who aren't among a guest's own contacts so many a day are mailed to them: anybody
 * may add a stranger as a contact and ask them.
 */
export const MAILED_INVITATIONS_OF_STRANGERS_A_DAY = 10;

const DAY_MS = 24 * 60 * 60_000;

/**
 * Whom an invitation is mailed to: whoever was asked, and not too often. That they may be asked at all is known by now.
 */
const findInvitable = async (
  knex: Connection,
  owner: string,
  { uids, realNow }: { readonly uids: readonly string[]; readonly realNow: number },
): Promise<string[]> => {
  const owners = await createInvitationRepository(knex).findMailingOwners(uids, realNow - DAY_MS);
  const contacts = createContactRepository(knex);
  const invitable: string[] = [];
  for (const uid of uids) {
    const lately = owners.get(uid) ?? [];
    const known = await contacts.findAmong(uid, [...new Set([owner, ...lately])]);
    const isSpared =
      !known.has(owner) && lately.filter((one) => !known.has(one)).length >= MAILED_INVITATIONS_OF_STRANGERS_A_DAY;
    if (!isSpared && lately.filter((one) => one === owner).length < MAILED_INVITATIONS_A_DAY) invitable.push(uid);
  }
  return invitable;
};

/**
 * Whether somebody's calendar may hold an invitation: a guest's once they have answered it or were mailed it; its
 * owner's, who takes part from the start, once a mail has brought it.
 */
const mayHold = (
  { uid, status, isMailed }: StoredAttendee,
  { owner, news }: { readonly owner: string; readonly news: Occasion['news'] },
): boolean => isMailed || (uid === owner ? news !== 'canceled' : status !== 'pending');

/**
 * Who of these hears of an invitation: whose calendar may hold it, and nobody who blocks its owner, unless they have a
 * place there that is no more.
 */
const findConcerned = async (
  knex: Connection,
  { owner, attendees }: StoredInvitation,
  { uids, news }: { readonly uids: readonly string[]; readonly news: Occasion['news'] },
): Promise<string[]> => {
  const between = await createBlockRepository(knex).findBetween(owner, uids);
  return attendees.flatMap((attendee) => {
    const { uid, status } = attendee;
    if (!uids.includes(uid) || !mayHold(attendee, { owner, news })) return [];
    // They would stand before a closed door.
    const mustHear = news === 'removed' || (news === 'canceled' && status === 'accepted');
    return mustHear || between.get(uid)?.isBlockedBy !== true ? [uid] : [];
  });
};

/** Mails of meetups, to whom they can be sent and who want them. */
export const createInvitationMails = ({
  outbox,
  ...deps
}: MailingDeps & { readonly outbox: Outbox }): InvitationMails => {
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
        await createInvitationRepository(tx.knex).putMailed(invitation.key, [invitation.owner], deps.clock.realNow());
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
export const createInvitationDownload =
  ({ database, ...deps }: MailingDeps & { readonly database: Database }) =>
  (uid: string, key: string): Promise<Result<FileAnswer, AbsenceError>> =>
    database.read(async (knex) => {
      const found = await findAttended(knex, uid, key);
      if (!found.ok) return found;
      const meetup = meetupOf(await stateOf(knex, found.value));
      const file = calendarFile(
        meetup,
        { method: meetup.status === 'canceled' ? 'CANCEL' : 'PUBLISH', reader: null },
        calendarDeps(deps),
      );
      return ok({ bytes: new TextEncoder().encode(file.content), name: file.name });
    });

/** Hands meetups out as files. */
export type InvitationDownload = ReturnType<typeof createInvitationDownload>;
