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
import { blocksBetween, isUninvitable } from '../contacts';
import { addressLine, previewImageOf } from '../discovery';
import type { LinkPreview } from '../discovery';
import { createPeople } from '../identity';
import { tooLate } from './answer-transitions';
import { createAttendeeRepository } from './attendee-repository';
import type { InvitationChanges } from './invitation-changes';
import type { InvitationMails } from './invitation-mails';
import { closeInvitationNotifications, notifyOfEvent } from './invitation-notifications';
import { ownsInvitation } from './invitation-policy';
import { presentShared } from './invitation-presenter';
import { createInvitationRepository } from './invitation-repository';
import { findAttended, stateOf, viewOf } from './invitation-state';
import type { AbsenceError, InvitationState } from './invitation-state';
import { isoDateOf, restaurantOf, seatsLeftOf } from './invitation-status';

/** Rate limits of links to invitations. `joinsOfUser` counts by user, the other limits count by IP address. */
export interface InvitationLinkLimits {
  readonly opens: RateLimiter;
  readonly previews: RateLimiter;
  readonly joins: RateLimiter;
  readonly joinsOfUser: RateLimiter;
}

/** Dependencies of the service of links to invitations. */
export interface InvitationLinkDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly address: Pick<GatewayAddress, 'publicUrl'>;
  readonly limits: InvitationLinkLimits;
  readonly mails: InvitationMails;
  readonly changes: InvitationChanges;
}

type LinkError = 'notFound' | 'invitationOver';
type InvitationJoinError = LinkError | 'uninvitable' | 'invitationFull';

// Limit of attendees including those who have declined. A user who joins by a link gets a row, which stays when the
// user declines, so the limit is far above the ten seats.
const MAX_ANSWERS = 5 * MAX_ATTENDEES;

const day = new Intl.DateTimeFormat('de-DE', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  timeZone: 'Europe/Berlin',
});

const previewOf = ({ invitation, context }: InvitationState, publicUrl: string): LinkPreview => {
  const restaurant = restaurantOf(invitation, context);
  const seats = seatsLeftOf(invitation, context);
  const seatsText =
    seats === 0
      ? texts.previewFull
      : fillText(seats === 1 ? texts.previewSeat : texts.previewSeats, { seats: String(seats) });
  const whenText = fillText(texts.meetupWhen, { day: day.format(invitation.date), time: berlinClock(invitation.date) });
  return {
    title: fillText(texts.previewInvitation, { place: restaurant.name, when: whenText }),
    description: [
      addressLine(restaurant),
      invitation.isTakeAway ? texts.meetupTakeAway : texts.meetupInHouse,
      seatsText,
    ]
      .filter((part) => part !== '')
      .join(' · '),
    image: previewImageOf(restaurant, publicUrl),
  };
};

/** Creates the service of links to invitations. */
export const createInvitationLinks = ({ database, clock, address, limits, mails, changes }: InvitationLinkDeps) => {
  /**
   * Returns the invitation of a link. Fails with `notFound` for an unknown link and with `invitationOver` for a meetup
   * that is past or cancelled.
   */
  const findOpen = async (knex: Connection, token: string): Promise<Result<InvitationState, LinkError>> => {
    const invitation = await createInvitationRepository(knex).findShared(token);
    if (invitation === null) return err('notFound');
    const state = await stateOf(knex, invitation);
    return state.status === 'canceled' || invitation.date < clock.now() ? err('invitationOver') : ok(state);
  };

  const isBlockedBetween = async (knex: Connection, uid: string, otherUids: readonly string[]): Promise<boolean> => {
    const blocks = await blocksBetween(knex, uid, otherUids);
    return otherUids.some((otherUid) => isUninvitable(blocks(otherUid)));
  };

  /**
   * Checks whether a user may join. Returns the error, or null if the user may join. An invited user already has a
   * seat, so only a block between them and the owner can stop them.
   */
  const findObstacle = async (
    knex: Connection,
    { invitation, context }: InvitationState,
    { uid, isInvited }: { readonly uid: string; readonly isInvited: boolean },
  ): Promise<InvitationJoinError | RouteError | null> => {
    if (isInvited) return (await isBlockedBetween(knex, uid, [invitation.owner])) ? 'uninvitable' : null;
    if (isAnswerTooLate({ date: isoDateOf(invitation) }, clock.now())) return tooLate;
    const otherUids = invitation.attendees.map((attendee) => attendee.uid).filter((otherUid) => otherUid !== uid);
    if (await isBlockedBetween(knex, uid, otherUids)) return 'uninvitable';
    return seatsLeftOf(invitation, context) > 0 && otherUids.length < MAX_ANSWERS ? null : 'invitationFull';
  };

  const addGuest = async (tx: WriteTransaction, before: InvitationState, uid: string): Promise<InvitationState> => {
    const now = clock.now();
    await createAttendeeRepository(tx.knex).putAnswer(before.invitation, { uid, status: 'accepted' });
    const after = await changes.settle(tx, before, { now, exceptUids: [uid] });
    await closeInvitationNotifications(tx, after.invitation, { uid, now, kinds: ['invitation', 'invitationReminder'] });
    await notifyOfEvent(tx, after.invitation, after.context, {
      event: 'joined',
      by: uid,
      uids: [after.invitation.owner],
      now,
    });
    await mails.joined(tx, after.invitation, [uid]);
    return after;
  };

  return {
    /** Returns the link of an invitation that the caller attends; creates the link if there is none. */
    share: (uid: string, key: string): Promise<Result<InvitationLink, AbsenceError>> =>
      database.write(async (tx) => {
        const invitationResult = await findAttended(tx.knex, uid, key);
        if (!invitationResult.ok) return invitationResult;
        // A user who has declined can't share the link.
        if (invitationResult.value.attendees.some((attendee) => attendee.uid === uid && attendee.status === 'declined'))
          return err('notFound');
        const token = invitationResult.value.shareToken ?? randomKey();
        if (invitationResult.value.shareToken === null)
          await createInvitationRepository(tx.knex).update(key, { shareToken: token });
        return ok({ url: `${address.publicUrl}/i/${token}` });
      }),

    /** Revokes the link of the caller's own invitation. A link that is created later has another token. */
    revoke: (uid: string, key: string): Promise<Result<Record<never, never>, AbsenceError | 'notAllowed'>> =>
      database.write(async (tx) => {
        const invitationResult = await findAttended(tx.knex, uid, key);
        if (!invitationResult.ok) return invitationResult;
        if (!ownsInvitation(uid, invitationResult.value)) return err('notAllowed');
        await createInvitationRepository(tx.knex).update(key, { shareToken: null });
        return ok({});
      }),

    /** Returns the invitation of a link with the fields that a caller may see before they join. */
    async open(
      uid: string,
      token: string,
      clientAddress: string,
    ): Promise<Result<SharedInvitation, LinkError | RouteError>> {
      const admission = await consumeAttempt(limits.opens, clientAddress);
      if (!admission.ok) return admission;
      return database.read(async (knex) => {
        const link = await findOpen(knex, token);
        if (!link.ok) return link;
        const { invitation, context } = link.value;
        const firstNames = await createPeople(knex).findFirstNames(
          invitation.attendees.map((attendee) => attendee.uid),
        );
        return ok(presentShared(invitation, uid, { ...context, firstNames }));
      });
    },

    /**
     * Returns the facts of a link that messengers show in a preview: place and time, but no people. Returns null for an
     * unknown link, for a past or cancelled meetup, and for an IP address with too many attempts.
     */
    async preview(token: string, clientAddress: string): Promise<LinkPreview | null> {
      if (!Key.safeParse(token).success || !(await consumeAttempt(limits.previews, clientAddress)).ok) return null;
      const stateResult = await database.read((knex) => findOpen(knex, token));
      return stateResult.ok ? previewOf(stateResult.value, address.publicUrl) : null;
    },

    /**
     * Joins a meetup by its link. A user who was invited accepts; a user who has declined before, or wasn't invited,
     * takes a free seat.
     */
    async joinInvitation(
      uid: string,
      token: string,
      clientAddress: string,
    ): Promise<Result<Invitation, InvitationJoinError | RouteError>> {
      for (const [limiter, key] of [
        [limits.joins, clientAddress],
        [limits.joinsOfUser, uid],
      ] as const) {
        const admission = await consumeAttempt(limiter, key);
        if (!admission.ok) return admission;
      }
      return database.write(async (tx) => {
        const stateResult = await findOpen(tx.knex, token);
        if (!stateResult.ok) return stateResult;
        const answer = stateResult.value.invitation.attendees.find((attendee) => attendee.uid === uid)?.status;
        if (answer === 'accepted') return ok(viewOf(stateResult.value, uid));
        const obstacle = await findObstacle(tx.knex, stateResult.value, { uid, isInvited: answer === 'pending' });
        return obstacle === null ? ok(viewOf(await addGuest(tx, stateResult.value, uid), uid)) : err(obstacle);
      });
    },
  };
};

/** Service of links to invitations. */
export type InvitationLinks = ReturnType<typeof createInvitationLinks>;
