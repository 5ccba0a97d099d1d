import { err, ok } from '@mahlzeit/contract';
import type {
  Invitation,
  InvitationAnswer,
  InvitationForm,
  InvitationPage,
  InvitationReminder,
  ReminderSent,
  Result,
} from '@mahlzeit/contract';
import { ANSWER_DEADLINE_MINUTES, mayRemind, meetupDateError } from '@mahlzeit/contract/rules';
import { consumeAttempt, randomKey } from '../../platform';
import type { Clock, Connection, Database, RateLimiter, RouteError, WriteTransaction } from '../../platform';
import { findSummaries } from '../discovery';
import { closeNotices } from '../notifications';
import { isInChat, mayWrite } from '../chat/chat-policy';
import { recordChat, recordMessage } from '../chat/chat-records';
import { createChatRepository } from '../chat/chat-repository';
import type { StoredChat } from '../chat/chat-repository';
import { othersOf } from '../chat/chat-rules';
import { createMessageRepository } from '../chat/message-repository';
import type { StoredMessage } from '../chat/message-repository';
import { beginChat, chatRoute, findCompany, findRefusal, writeMessage } from '../chat/write-message';
import { guestsOf, reread, stateOf } from './invitation-changes';
import type { InvitationChanges, InvitationState } from './invitation-changes';
import type { InvitationMails } from './invitation-mails';
import { closeInvitationNotices, tellOf } from './invitation-notices';
import { mayReadInvitation, ownsInvitation } from './invitation-policy';
import { findSurroundings, recordInvitation } from './invitation-records';
import { createInvitationRepository } from './invitation-repository';
import type { StoredInvitation } from './invitation-repository';
import { presentInvitation, transitionOf } from './invitation-rules';
import type { Transition, TransitionError } from './invitation-rules';

/** Dependencies of invitations. */
export interface InvitationServiceDeps {
  readonly database: Database;
  readonly clock: Clock;
  /** Invitations that one person sends or tries to, each a message to up to nine others. */
  readonly tries: RateLimiter;
  /** Those of them that are sent. */
  readonly sent: RateLimiter;
  readonly mails: InvitationMails;
  readonly changes: InvitationChanges;
}

/** Why there is no invitation for somebody: it never was theirs, or it is gone. */
export type AbsenceError = 'notFound' | 'invitationDeleted';

type CreateError =
  | 'ErrorNoUsers'
  | 'tooManyAttendees'
  | 'ErrorDatePast'
  | 'ErrorDateLaterTwoWeeks'
  | 'uninvitable'
  | 'notAContact'
  | 'notFound';
type AnswerError = AbsenceError | TransitionError;
type ReminderError = AbsenceError | 'notAllowed' | 'reminderSent' | 'transitionNotAllowed';

const unknownBefore: RouteError = {
  code: 'invalidRequest',
  details: { issues: [{ path: 'before', rule: 'unknown' }] },
};

/** Too late to decline, to cancel and to join by a link. */
export const tooLate: RouteError = { code: 'deadlineExceeded', details: { minutes: ANSWER_DEADLINE_MINUTES } };

/** An invitation of somebody who attends it. */
export const findAttended = async (
  knex: Connection,
  uid: string,
  key: string,
): Promise<Result<StoredInvitation, AbsenceError>> => {
  const invitations = createInvitationRepository(knex);
  const invitation = await invitations.find(key);
  if (invitation !== null && mayReadInvitation(uid, invitation)) return ok(invitation);
  return err((await invitations.isGoneFor(uid, key)) ? 'invitationDeleted' : 'notFound');
};

/** An invitation as `reader` sees it. */
export const viewOf = ({ invitation, surroundings }: InvitationState, reader: string): Invitation =>
  presentInvitation(invitation, reader, surroundings);

/** The chat that an invitation is sent to, with the message whose place its card takes. */
interface Place {
  readonly chat: StoredChat;
  readonly replaced: StoredMessage | null;
}

/** Invitations over HTTP; every call names its caller. */
export const createInvitationService = ({ database, clock, tries, sent, mails, changes }: InvitationServiceDeps) => {
  /** The chat that was named, or that of exactly these people. */
  const findChat = async (
    tx: WriteTransaction,
    uids: readonly string[],
    { chatKey }: InvitationForm,
  ): Promise<Result<StoredChat, 'notFound' | 'uninvitable'>> => {
    const chats = createChatRepository(tx.knex);
    if (chatKey === undefined || chatKey === null) {
      const { people } = await findCompany(tx.knex, uids);
      return ok((await chats.findOfPeople(uids)) ?? (await beginChat(tx, uids, { people, now: clock.now() })));
    }
    const chat = await chats.find(chatKey);
    // A card that its guests don't see, shown to others who see nothing in it, is no invitation.
    if (chat === null || !uids.every((one) => isInChat(one, chat))) return err('notFound');
    return mayWrite(chat.participantKeys, await findCompany(tx.knex, chat.participantKeys))
      ? ok(chat)
      : err('uninvitable');
  };

  const findPlace = async (
    tx: WriteTransaction,
    uids: readonly string[],
    form: InvitationForm,
  ): Promise<Result<Place, 'notFound' | 'uninvitable'>> => {
    const { replacedChatMessageKey: key } = form;
    const replaces = key !== undefined && key !== null;
    // Asked first: nobody gets a new chat for a message that can't be in it.
    if (replaces && (form.chatKey ?? null) === null) return err('notFound');
    const chat = await findChat(tx, uids, form);
    if (!chat.ok) return chat;
    if (!replaces) return ok({ chat: chat.value, replaced: null });
    const replaced = await createMessageRepository(tx.knex).find(key);
    const isReplaceable =
      replaced !== null &&
      replaced.chatKey === chat.value.key &&
      replaced.contentKind === 'restaurant' &&
      !replaced.isRemoved;
    return isReplaceable ? ok({ chat: chat.value, replaced }) : err('notFound');
  };

  /**
   * Writes the card of an invitation: a message of its own, or in the place of that of a restaurant, which becomes the
   * inviter's.
   */
  const writeCard = async (
    tx: WriteTransaction,
    { chat, replaced }: Place,
    { uid, contentId }: { readonly uid: string; readonly contentId: string },
  ): Promise<string> => {
    const company = await findCompany(tx.knex, chat.participantKeys);
    const card = { author: uid, content: 'invitation', contentKind: 'invitation', contentId, clientKey: null } as const;
    if (replaced === null)
      return (await writeMessage(tx, chat, { draft: { ...card, now: clock.now() }, company, isAnnounced: false })).key;
    const message: StoredMessage = { ...replaced, ...card };
    await createMessageRepository(tx.knex).update(message);
    recordMessage(tx, message);
    const shown = await createChatRepository(tx.knex).find(chat.key);
    if (shown !== null) recordChat(tx, shown, company.people);
    if (chat.last?.key !== message.key) return message.key;
    // What is open of this chat speaks of a place that isn't there any more; who is asked is told so of the invitation.
    for (const one of chat.participantKeys)
      await closeNotices(tx, { uid: one, kind: 'message', route: chatRoute(chat.key), at: clock.now() });
    return message.key;
  };

  const insert = async (
    tx: WriteTransaction,
    uid: string,
    others: readonly string[],
    form: InvitationForm,
  ): Promise<Result<Invitation, CreateError>> => {
    const uids = [uid, ...others];
    if (!(await findSummaries(tx.knex, [form.restaurant])).has(form.restaurant)) return err('notFound');
    const refusal = await findRefusal(tx.knex, uid, others, await findCompany(tx.knex, uids));
    if (refusal !== null) return err(refusal);
    const place = await findPlace(tx, uids, form);
    if (!place.ok) return place;
    const [key, now] = [randomKey(), clock.now()];
    await createInvitationRepository(tx.knex).insert({
      key,
      owner: uid,
      restaurantKey: form.restaurant,
      date: Date.parse(form.date),
      isTakeAway: form.isTakeAway,
      isCanceled: false,
      isReminderSent: false,
      chatKey: place.value.chat.key,
      messageKey: await writeCard(tx, place.value, { uid, contentId: key }),
      replacedMessageKey: place.value.replaced?.key ?? null,
      sequence: 0,
      createdAt: now,
      changedAt: now,
      shareToken: null,
      attendees: uids.map((one) => ({
        uid: one,
        status: one === uid ? 'accepted' : 'pending',
        orderKey: null,
        isMailed: false,
      })),
    });
    const state = await reread(tx.knex, key);
    recordInvitation(tx, state.invitation, state.surroundings);
    await tellOf(tx, state.invitation, state.surroundings, { deed: 'invited', by: uid, uids: others, now });
    await mails.invited(tx, state.invitation, others);
    return ok(viewOf(state, uid));
  };

  /** Stores an answer and tells whom it concerns. */
  const perform = async (
    tx: WriteTransaction,
    before: InvitationState,
    uid: string,
    transition: Exclude<Transition, 'same'>,
  ): Promise<InvitationState> => {
    const { invitation } = before;
    const [invitations, now] = [createInvitationRepository(tx.knex), clock.now()];
    if (transition === 'cancel') await invitations.update(invitation.key, { isCanceled: true });
    else await invitations.putAnswer(invitation, { uid, status: transition === 'accept' ? 'accepted' : 'declined' });
    const after = await changes.settle(tx, before, { now });
    // Their calendar may have taken it in by itself.
    if (transition === 'decline') await mails.declined(tx, after.invitation, [uid]);
    // Where the status stays nobody is mailed but whoever has answered: their calendar still holds it as open.
    if (transition === 'accept' && after.status === before.status) await mails.joined(tx, after.invitation, [uid]);
    for (const one of transition === 'cancel' ? guestsOf(before) : [uid])
      await closeInvitationNotices(tx, invitation, { uid: one, now, kinds: ['invitation', 'invitationReminder'] });
    const deed = { cancel: 'canceled', accept: 'accepted', decline: 'declined' } as const;
    await tellOf(tx, after.invitation, after.surroundings, {
      deed: deed[transition],
      by: uid,
      uids: transition === 'cancel' ? guestsOf(before) : [invitation.owner],
      now,
    });
    return after;
  };

  /** The invitation that a card shows, for its owner. */
  const findReminded = async (
    knex: Connection,
    uid: string,
    { chatKey, messageKey }: InvitationReminder,
  ): Promise<Result<StoredInvitation, ReminderError>> => {
    const chat = await createChatRepository(knex).find(chatKey);
    const message = await createMessageRepository(knex).find(messageKey);
    if (chat === null || !isInChat(uid, chat) || message?.chatKey !== chatKey || message.contentKind !== 'invitation')
      return err('notFound');
    const invitation = await findAttended(knex, uid, message.contentId ?? '');
    if (!invitation.ok) return invitation;
    return ownsInvitation(uid, invitation.value) ? invitation : err('notAllowed');
  };

  const remind = async (tx: WriteTransaction, uid: string, state: InvitationState): Promise<void> => {
    const { invitation, surroundings } = state;
    const guests = viewOf(state, uid)
      .attendees.filter((one) => one.uid !== uid && one.status !== 'declined' && !one.hasOrdered)
      .map((one) => one.uid);
    await createInvitationRepository(tx.knex).update(invitation.key, { isReminderSent: true });
    const messages = createMessageRepository(tx.knex);
    for (const card of await messages.listShowing('invitation', invitation.key)) {
      const reminded = { ...card, isReminderSent: true };
      await messages.update(reminded);
      recordMessage(tx, reminded);
    }
    await tellOf(tx, invitation, surroundings, { deed: 'reminded', by: uid, uids: guests, now: clock.now() });
    await mails.reminded(tx, invitation, guests);
  };

  return {
    /** A page of the caller's invitations. */
    list: (uid: string, { when, before, limit }: InvitationPage): Promise<Result<Invitation[], RouteError>> =>
      database.read(async (knex) => {
        const invitations = createInvitationRepository(knex);
        const behind = before === undefined ? null : await invitations.findPlace(uid, before);
        if (before !== undefined && behind === null) return err(unknownBefore);
        const found = await invitations.listOf(uid, { when, now: clock.now(), behind, limit });
        const surroundings = await findSurroundings(knex, found);
        return ok(found.map((invitation) => presentInvitation(invitation, uid, surroundings)));
      }),

    /** One invitation of the caller. */
    get: (uid: string, key: string): Promise<Result<Invitation, AbsenceError>> =>
      database.read(async (knex) => {
        const found = await findAttended(knex, uid, key);
        return found.ok ? ok(viewOf(await stateOf(knex, found.value), uid)) : found;
      }),

    /** Invites people. */
    async create(uid: string, form: InvitationForm): Promise<Result<Invitation, CreateError | RouteError>> {
      const others = othersOf(uid, form.attendees);
      if (!others.ok) return others;
      const wrongDate = meetupDateError(Date.parse(form.date), clock.now());
      if (wrongDate !== null) return err(wrongDate);
      for (const limiter of [tries, sent]) {
        const admitted = await consumeAttempt(limiter, uid);
        if (!admitted.ok) return admitted;
      }
      let isSent = false;
      try {
        const inserted = await database.write((tx) => insert(tx, uid, others.value, form));
        isSent = inserted.ok;
        return inserted;
      } finally {
        if (!isSent) await sent.refund(uid);
      }
    },

    /** Accepts, declines or cancels. */
    answer: (
      uid: string,
      key: string,
      { status: answer }: InvitationAnswer,
    ): Promise<Result<Invitation, AnswerError | RouteError>> =>
      database.write(async (tx) => {
        const found = await findAttended(tx.knex, uid, key);
        if (!found.ok) return found;
        const state = await stateOf(tx.knex, found.value);
        const transition = transitionOf({ ...state, uid, answer, now: clock.now() });
        if (!transition.ok) return err(transition.error === 'deadlineExceeded' ? tooLate : transition.error);
        return ok(viewOf(transition.value === 'same' ? state : await perform(tx, state, uid, transition.value), uid));
      }),

    /** Reminds the guests, once. */
    remind: (uid: string, reminder: InvitationReminder): Promise<Result<ReminderSent, ReminderError>> =>
      database.write(async (tx) => {
        const found = await findReminded(tx.knex, uid, reminder);
        if (!found.ok) return found;
        if (found.value.isReminderSent) return err('reminderSent');
        const state = await stateOf(tx.knex, found.value);
        if (!mayRemind(viewOf(state, uid), { uid, reminderSent: false, now: clock.now() }))
          return err('transitionNotAllowed');
        await remind(tx, uid, state);
        return ok({ success: true });
      }),
  };
};

/** Invitations over HTTP. */
export type InvitationService = ReturnType<typeof createInvitationService>;
