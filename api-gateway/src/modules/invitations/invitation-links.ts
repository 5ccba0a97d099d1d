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
import { closeInvitationNotices, tellOf } from './invitation-notifications';
import { ownsInvitation } from './invitation-policy';
import { presentShared } from './invitation-presenter';
import { createInvitationRepository } from './invitation-repository';
import { findAttended, stateOf, viewOf } from './invitation-state';
import type { AbsenceError, InvitationState } from './invitation-state';
import { isoDateOf, restaurantOf, seatsLeftOf } from './invitation-status';

/** Dependencies of links to invitations. */
export interface InvitationLinkDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly address: Pick<GatewayAddress, 'publicUrl'>;
  /** What one address may ask for. */
  readonly readers: RateLimiter;
  readonly previewers: RateLimiter;
  readonly joinersByAddress: RateLimiter;
  /** What one person may join. */
  readonly joiners: RateLimiter;
  readonly mails: InvitationMails;
  readonly changes: InvitationChanges;
}

type LinkError = 'notFound' | 'invitationOver';
type JoinError = LinkError | 'uninvitable' | 'invitationFull';

// Who comes and goes by a link takes a row each; far more than ten of them is nobody's lunch.
const MAX_ANSWERS = 5 * MAX_ATTENDEES;

const day = new Intl.DateTimeFormat('de-DE', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  timeZone: 'Europe/Berlin',
});

const previewOf = ({ invitation, surroundings }: InvitationState, publicUrl: string): LinkPreview => {
  const restaurant = restaurantOf(invitation, surroundings);
  const seats = seatsLeftOf(invitation, surroundings);
  const seatsText =
    seats === 0
      ? texts.previewFull
      : fillText(seats === 1 ? texts.previewSeat : texts.previewSeats, { seats: String(seats) });
  const when = fillText(texts.meetupWhen, { day: day.format(invitation.date), time: berlinClock(invitation.date) });
  return {
    title: fillText(texts.previewInvitation, { place: restaurant.name, when }),
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

/** Links to invitations: made, revoked, opened by anybody, and joined by. */
export const createInvitationLinks = ({
  database,
  clock,
  address,
  readers,
  previewers,
  joinersByAddress,
  joiners,
  mails,
  changes,
}: InvitationLinkDeps) => {
  /** What a link leads to, unless it is over. */
  const findOpen = async (knex: Connection, token: string): Promise<Result<InvitationState, LinkError>> => {
    const invitation = await createInvitationRepository(knex).findShared(token);
    if (invitation === null) return err('notFound');
    const state = await stateOf(knex, invitation);
    return state.status === 'canceled' || invitation.date < clock.now() ? err('invitationOver') : ok(state);
  };

  const isKeptOut = async (knex: Connection, uid: string, others: readonly string[]): Promise<boolean> => {
    const blocks = await blocksBetween(knex, uid, others);
    return others.some((other) => isUninvitable(blocks(other)));
  };

  /**
   * Why somebody may not come along; null: they may. Who is asked takes nobody's seat, and only the owner can have
   * changed their mind.
   */
  const findObstacle = async (
    knex: Connection,
    { invitation, surroundings }: InvitationState,
    { uid, isAsked }: { readonly uid: string; readonly isAsked: boolean },
  ): Promise<JoinError | RouteError | null> => {
    if (isAsked) return (await isKeptOut(knex, uid, [invitation.owner])) ? 'uninvitable' : null;
    if (isAnswerTooLate({ date: isoDateOf(invitation) }, clock.now())) return tooLate;
    const others = invitation.attendees.map((attendee) => attendee.uid).filter((other) => other !== uid);
    if (await isKeptOut(knex, uid, others)) return 'uninvitable';
    return seatsLeftOf(invitation, surroundings) > 0 && others.length < MAX_ANSWERS ? null : 'invitationFull';
  };

  const addGuest = async (tx: WriteTransaction, before: InvitationState, uid: string): Promise<InvitationState> => {
    const now = clock.now();
    await createAttendeeRepository(tx.knex).putAnswer(before.invitation, { uid, status: 'accepted' });
    const after = await changes.settle(tx, before, { now, except: [uid] });
    await closeInvitationNotices(tx, after.invitation, { uid, now, kinds: ['invitation', 'invitationReminder'] });
    await tellOf(tx, after.invitation, after.surroundings, {
      deed: 'joined',
      by: uid,
      uids: [after.invitation.owner],
      now,
    });
    await mails.joined(tx, after.invitation, [uid]);
    return after;
  };

  return {
    /** The link of an invitation that the caller attends. */
    share: (uid: string, key: string): Promise<Result<InvitationLink, AbsenceError>> =>
      database.write(async (tx) => {
        const found = await findAttended(tx.knex, uid, key);
        if (!found.ok) return found;
        // Who doesn't come leads nobody there.
        if (found.value.attendees.some((attendee) => attendee.uid === uid && attendee.status === 'declined'))
          return err('notFound');
        const token = found.value.shareToken ?? randomKey();
        if (found.value.shareToken === null)
          await createInvitationRepository(tx.knex).update(key, { shareToken: token });
        return ok({ url: `${address.publicUrl}/i/${token}` });
      }),

    /** Revokes the link of an own invitation; the next one is another one. */
    revoke: (uid: string, key: string): Promise<Result<Record<never, never>, AbsenceError | 'notAllowed'>> =>
      database.write(async (tx) => {
        const found = await findAttended(tx.knex, uid, key);
        if (!found.ok) return found;
        if (!ownsInvitation(uid, found.value)) return err('notAllowed');
        await createInvitationRepository(tx.knex).update(key, { shareToken: null });
        return ok({});
      }),

    /** What a link shows. */
    async open(uid: string, token: string, from: string): Promise<Result<SharedInvitation, LinkError | RouteError>> {
      const admitted = await consumeAttempt(readers, from);
      if (!admitted.ok) return admitted;
      return database.read(async (knex) => {
        const found = await findOpen(knex, token);
        if (!found.ok) return found;
        const { invitation, surroundings } = found.value;
        const firstNames = await createPeople(knex).findFirstNames(
          invitation.attendees.map((attendee) => attendee.uid),
        );
        return ok(presentShared(invitation, uid, { ...surroundings, firstNames }));
      });
    },

    /**
     * What messengers show of a link: place and time, and nothing of anybody; null where it leads nowhere, or an
     * address asks too often.
     */
    async preview(token: string, from: string): Promise<LinkPreview | null> {
      if (!Key.safeParse(token).success || !(await consumeAttempt(previewers, from)).ok) return null;
      const found = await database.read((knex) => findOpen(knex, token));
      return found.ok ? previewOf(found.value, address.publicUrl) : null;
    },

    /**
     * Comes along by a link: who is asked accepts, who has declined comes after all, and others where there is a seat.
     */
    async join(uid: string, token: string, from: string): Promise<Result<Invitation, JoinError | RouteError>> {
      for (const [limiter, key] of [
        [joinersByAddress, from],
        [joiners, uid],
      ] as const) {
        const admitted = await consumeAttempt(limiter, key);
        if (!admitted.ok) return admitted;
      }
      return database.write(async (tx) => {
        const found = await findOpen(tx.knex, token);
        if (!found.ok) return found;
        const given = found.value.invitation.attendees.find((attendee) => attendee.uid === uid)?.status;
        if (given === 'accepted') return ok(viewOf(found.value, uid));
        const obstacle = await findObstacle(tx.knex, found.value, { uid, isAsked: given === 'pending' });
        return obstacle === null ? ok(viewOf(await addGuest(tx, found.value, uid), uid)) : err(obstacle);
      });
    },
  };
};

/** Links to invitations. */
export type InvitationLinks = ReturnType<typeof createInvitationLinks>;
