import { err, Key, ok } from '@mahlzeit/contract';
import type { Invitation, InvitationLink, Result, SharedInvitation } from '@mahlzeit/contract';
import { berlinClock, isAnswerTooLate, MAX_ATTENDEES } from '@mahlzeit/contract/rules';
import texts from '../../../locales/de.json';
import { consumeAttempt, fillText, randomKey } from '../../platform';
import type {
  Clock,
  Connection,
  Database,
  GatewayAddress,
  RateLimiter,
  RouteError,
  WriteTransaction,
} from '../../platform';
import { admitToMeetupChat } from '../chat';
import { blocksBetween, isUninvitable } from '../contacts';
import { formatAddressLine, previewImageOf } from '../discovery';
import type { LinkPreview } from '../discovery';
import { createPeople } from '../identity';
import { deadlineExceededError } from './answer-transitions';
import { createAttendeeRepository } from './attendee-repository';
import type { InvitationChanges } from './invitation-changes';
import type { InvitationMails } from './invitation-mails';
import { closeInvitationNotifications, notifyOfInvitationEvent } from './invitation-notifications';
import { ownsInvitation } from './invitation-policy';
import { presentSharedInvitation } from './invitation-presenter';
import { createInvitationRepository } from './invitation-repository';
import { findAttendedInvitation, loadInvitationState, presentInvitationTo } from './invitation-state';
import type { InvitationAbsenceError, InvitationState } from './invitation-state';
import { isoDateOf, restaurantOf, freeSeatCountOf } from './invitation-status';

/** Rate limits of links to invitations. `joinsOfUser` counts by user, the other limits count by IP address. */
export interface InvitationLinkLimits {
  readonly opens: RateLimiter;
  readonly previews: RateLimiter;
  readonly joins: RateLimiter;
  readonly joinsOfUser: RateLimiter;
}

export interface InvitationLinkDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly address: Pick<GatewayAddress, 'publicUrl'>;
  readonly limits: InvitationLinkLimits;
  readonly mails: InvitationMails;
  readonly changes: InvitationChanges;
}

type InvitationLinkError = 'notFound' | 'invitationOver';
type InvitationJoinError = InvitationLinkError | 'uninvitable' | 'invitationFull';

// Maximum number of stored attendees of an invitation, including those who have declined. A user who joins by a link
// gets a row, which stays when the user declines. The limit is therefore far above the ten people who can take part.
const MAX_STORED_ATTENDEES = 5 * MAX_ATTENDEES;

const germanDayFormat = new Intl.DateTimeFormat('de-DE', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  timeZone: 'Europe/Berlin',
});

/** Makes a user who joins a meetup a member of its chat. Stores in the invitation which chat that is. */
const admitToChat = async (
  tx: WriteTransaction,
  { invitation }: InvitationState,
  { uid, now }: { readonly uid: string; readonly now: number },
): Promise<void> => {
  const { key, owner, chatKey, messageKey, isReminderSent, attendees } = invitation;
  const ownChatCard = await admitToMeetupChat(tx, {
    uid,
    invitationKey: key,
    owner,
    card: { chatKey, messageKey },
    // Includes guests who have deleted their account, because they may restore it.
    attendeeUids: attendees.filter(({ status }) => status !== 'declined').map((attendee) => attendee.uid),
    acceptedUids: attendees
      .filter((attendee) => attendee.uid !== owner && attendee.status === 'accepted')
      .map((attendee) => attendee.uid),
    isReminderSent,
    now,
  });
  if (ownChatCard !== null)
    await createInvitationRepository(tx.knex).update(key, { ...ownChatCard, replacedMessageKey: null });
};

const linkPreviewOf = ({ invitation, context }: InvitationState, publicUrl: string): LinkPreview => {
  const restaurant = restaurantOf(invitation, context);
  const freeSeatCount = freeSeatCountOf(invitation, context);
  const seatsText =
    freeSeatCount === 0
      ? texts.previewFull
      : fillText(freeSeatCount === 1 ? texts.previewSeat : texts.previewSeats, { seats: String(freeSeatCount) });
  const meetupTimeText = fillText(texts.meetupWhen, {
    day: germanDayFormat.format(invitation.date),
    time: berlinClock(invitation.date),
  });
  return {
    title: fillText(texts.previewInvitation, { place: restaurant.name, when: meetupTimeText }),
    description: [
      formatAddressLine(restaurant),
      invitation.isTakeAway ? texts.meetupTakeAway : texts.meetupInHouse,
      seatsText,
    ]
      .filter((previewLine) => previewLine !== '')
      .join(' · '),
    image: previewImageOf(restaurant, publicUrl),
  };
};

/** Creates the service of links to invitations: it creates, opens and revokes links, and lets users join a meetup. */
export const createInvitationLinks = ({ database, clock, address, limits, mails, changes }: InvitationLinkDeps) => {
  /**
   * Returns the invitation to which a link leads. Fails with `notFound` for an unknown link and with `invitationOver`
   * for a meetup that is past or cancelled.
   */
  const findOpenInvitation = async (
    knex: Connection,
    token: string,
  ): Promise<Result<InvitationState, InvitationLinkError>> => {
    const sharedInvitation = await createInvitationRepository(knex).findShared(token);
    if (sharedInvitation === null) return err('notFound');
    const invitationState = await loadInvitationState(knex, sharedInvitation);
    return invitationState.status === 'canceled' || sharedInvitation.date < clock.now()
      ? err('invitationOver')
      : ok(invitationState);
  };

  const isInBlockWith = async (knex: Connection, uid: string, otherUid: string): Promise<boolean> =>
    isUninvitable((await blocksBetween(knex, uid, [otherUid]))(otherUid));

  /**
   * Checks whether a user may join a meetup. Returns the error; null if the user may. Of all blocks only one between
   * the user and the owner prevents joining: a block between two guests concerns nobody else (Decision 14).
   */
  const findJoinError = async (
    knex: Connection,
    { invitation, context }: InvitationState,
    { uid, isInvited }: { readonly uid: string; readonly isInvited: boolean },
  ): Promise<InvitationJoinError | RouteError | null> => {
    const isBlocked = await isInBlockWith(knex, uid, invitation.owner);
    if (isInvited) return isBlocked ? 'uninvitable' : null;
    if (isAnswerTooLate({ date: isoDateOf(invitation) }, clock.now())) return deadlineExceededError;
    if (isBlocked) return 'uninvitable';
    const otherAttendees = invitation.attendees.filter((attendee) => attendee.uid !== uid);
    return freeSeatCountOf(invitation, context) > 0 && otherAttendees.length < MAX_STORED_ATTENDEES
      ? null
      : 'invitationFull';
  };

  const addGuest = async (
    tx: WriteTransaction,
    previousState: InvitationState,
    uid: string,
  ): Promise<InvitationState> => {
    const now = clock.now();
    await createAttendeeRepository(tx.knex).putAnswer(previousState.invitation, { uid, status: 'accepted' });
    await admitToChat(tx, previousState, { uid, now });
    const currentState = await changes.completeChange(tx, previousState, { now, exceptUids: [uid] });
    await closeInvitationNotifications(tx, currentState.invitation, {
      uid,
      now,
      kinds: ['invitation', 'invitationReminder'],
    });
    await notifyOfInvitationEvent(tx, currentState.invitation, currentState.context, {
      event: 'joined',
      by: uid,
      uids: [currentState.invitation.owner],
      now,
    });
    await mails.mailJoined(tx, currentState.invitation, [uid]);
    return currentState;
  };

  return {
    /**
     * Returns the link of an invitation that the caller attends; creates the link if there is none. After a revocation,
     * only the owner can create another one.
     */
    share: (
      uid: string,
      invitationKey: string,
    ): Promise<Result<InvitationLink, InvitationAbsenceError | 'notAllowed'>> =>
      database.write(async (tx) => {
        const invitationResult = await findAttendedInvitation(tx.knex, uid, invitationKey);
        if (!invitationResult.ok) return invitationResult;
        // Refuses a user who has declined: they can't share the link.
        if (invitationResult.value.attendees.some((attendee) => attendee.uid === uid && attendee.status === 'declined'))
          return err('notFound');
        const { shareToken, isLinkRevoked } = invitationResult.value;
        if (isLinkRevoked && !ownsInvitation(uid, invitationResult.value)) return err('notAllowed');
        const token = shareToken ?? randomKey();
        if (shareToken === null)
          await createInvitationRepository(tx.knex).update(invitationKey, { shareToken: token, isLinkRevoked: false });
        return ok({ url: `${address.publicUrl}/i/${token}` });
      }),

    /** Revokes the link of the caller's own invitation. A link that is created later has another token. */
    revoke: (
      uid: string,
      invitationKey: string,
    ): Promise<Result<Record<never, never>, InvitationAbsenceError | 'notAllowed'>> =>
      database.write(async (tx) => {
        const invitationResult = await findAttendedInvitation(tx.knex, uid, invitationKey);
        if (!invitationResult.ok) return invitationResult;
        if (!ownsInvitation(uid, invitationResult.value)) return err('notAllowed');
        await createInvitationRepository(tx.knex).update(invitationKey, { shareToken: null, isLinkRevoked: true });
        return ok({});
      }),

    /** Returns the invitation to which a link leads, with only those fields that a caller may see before joining. */
    async open(
      uid: string,
      token: string,
      clientAddress: string,
    ): Promise<Result<SharedInvitation, InvitationLinkError | RouteError>> {
      const openAdmission = await consumeAttempt(limits.opens, clientAddress);
      if (!openAdmission.ok) return openAdmission;
      return database.read(async (knex) => {
        const openInvitation = await findOpenInvitation(knex, token);
        if (!openInvitation.ok) return openInvitation;
        const { invitation, context } = openInvitation.value;
        const firstNames = await createPeople(knex).findFirstNames(
          invitation.attendees.map((attendee) => attendee.uid),
        );
        return ok(presentSharedInvitation(invitation, uid, { ...context, firstNames }));
      });
    },

    /**
     * Returns the preview of a link for messengers: restaurant, time and how many users can still join, but no people.
     * Returns null for an unknown link, for a past or cancelled meetup, and for an IP address with too many attempts.
     */
    async preview(token: string, clientAddress: string): Promise<LinkPreview | null> {
      if (!Key.safeParse(token).success || !(await consumeAttempt(limits.previews, clientAddress)).ok) return null;
      const stateResult = await database.read((knex) => findOpenInvitation(knex, token));
      return stateResult.ok ? linkPreviewOf(stateResult.value, address.publicUrl) : null;
    },

    /**
     * Lets a user join a meetup by its link. An invited user accepts the invitation. A user who has declined before, or
     * wasn't invited, can join only while the meetup isn't full.
     */
    async joinInvitation(
      uid: string,
      token: string,
      clientAddress: string,
    ): Promise<Result<Invitation, InvitationJoinError | RouteError>> {
      for (const [rateLimiter, limitKey] of [
        [limits.joins, clientAddress],
        [limits.joinsOfUser, uid],
      ] as const) {
        const joinAdmission = await consumeAttempt(rateLimiter, limitKey);
        if (!joinAdmission.ok) return joinAdmission;
      }
      return database.write(async (tx) => {
        const stateResult = await findOpenInvitation(tx.knex, token);
        if (!stateResult.ok) return stateResult;
        const currentAnswer = stateResult.value.invitation.attendees.find((attendee) => attendee.uid === uid)?.status;
        if (currentAnswer === 'accepted') return ok(presentInvitationTo(stateResult.value, uid));
        const joinError = await findJoinError(tx.knex, stateResult.value, {
          uid,
          isInvited: currentAnswer === 'pending',
        });
        return joinError === null
          ? ok(presentInvitationTo(await addGuest(tx, stateResult.value, uid), uid))
          : err(joinError);
      });
    },
  };
};

/** Service that creates, opens and revokes links to invitations, and by which users join a meetup. */
export type InvitationLinks = ReturnType<typeof createInvitationLinks>;
