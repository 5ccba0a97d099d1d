import { ok } from '@mahlzeit/contract';
import { MAX_ATTENDEES } from '@mahlzeit/contract/rules';
import * as z from 'zod/mini';
import { bindJob } from '../../platform';
import type { BoundJob, Clock, Database, JobKind, JobQueue, WriteTransaction } from '../../platform';
import { blocksBetween } from '../contacts';
import type { OnPersonChanged } from '../identity';
import { closeNoticesAbout } from '../notifications';
import { createAttendeeRepository } from './attendee-repository';
import type { InvitationChanges } from './invitation-changes';
import type { InvitationMails } from './invitation-mails';
import { closeInvitationNotices, tellOf } from './invitation-notifications';
import { createInvitationRepository } from './invitation-repository';
import type { StoredInvitation } from './invitation-repository';
import { findSurroundings, guestsOf, stateOf } from './invitation-state';
import type { InvitationState } from './invitation-state';
import { answersOf, statusOf } from './invitation-status';
import { recordInvitation } from './invitation-topic';

/** Few enough that no request waits behind one write: each invitation tells up to ten people. */
const INVITATIONS_AT_ONCE = 20;

const RenewalPayload = z.object({
  uid: z.string(),
  /** Invitations that show them, or did. */
  keys: z.array(z.string()),
  /**
   * `moved`: they have left or come back, which changes answers; `blocked`: the owner keeps them out; `looks`: they are
   * called otherwise, or gone for good.
   */
  reason: z.enum(['moved', 'blocked', 'looks']),
});

/** As an earlier release has enqueued it. */
const FormerPayload = z.pipe(
  z.object({ uid: z.string(), keys: z.array(z.string()), hasMoved: z.boolean() }),
  z.transform(({ hasMoved, ...about }): RenewalPayload => ({ ...about, reason: hasMoved ? 'moved' : 'looks' })),
);
type RenewalPayload = z.infer<typeof RenewalPayload>;

/** Tells the rest of somebody's invitations what became of them. */
const renewalJob: JobKind<RenewalPayload> = {
  name: 'social/person-in-invitations',
  payload: z.union([RenewalPayload, FormerPayload]),
  clock: 'real',
  giveUpAfterMs: 24 * 60 * 60_000,
  personal: { personOf: ({ uid }) => uid, present: () => ({ what: 'name and picture in invitations' }) },
};

/** The same invitation as long as this person was away, or was there. */
const beforeMove = ({ invitation, surroundings }: InvitationState, uid: string): InvitationState => {
  const person = surroundings.people.get(uid);
  const people = new Map(surroundings.people);
  if (person !== undefined) people.set(uid, { ...person, isDeleted: !person.isDeleted });
  const former = { ...surroundings, people };
  return { invitation, surroundings: former, status: statusOf(invitation, former) };
};

const isOverfull = ({ invitation, surroundings }: InvitationState): boolean =>
  answersOf(invitation, surroundings).filter(({ uid, status }) => uid === invitation.owner || status !== 'declined')
    .length > MAX_ATTENDEES;

const hasDeclined = ({ invitation, surroundings }: InvitationState, uid: string): boolean =>
  answersOf(invitation, surroundings).some((attendee) => attendee.uid === uid && attendee.status === 'declined');

/** Dependencies of what people do to invitations by changing. */
export interface PersonUpdatesDeps {
  readonly database: Database;
  readonly clock: Pick<Clock, 'now'>;
  readonly jobs: JobQueue;
  readonly mails: InvitationMails;
  readonly changes: InvitationChanges;
}

interface MoveTold {
  readonly deed: 'canceled' | 'resumed' | 'invited' | 'accepted' | 'declined';
  readonly uids: readonly string[];
}

/** What others are told where somebody has left or come back; `changed` had something open that named them. */
const movesTold = (
  before: InvitationState,
  after: InvitationState,
  { uid, changed }: { readonly uid: string; readonly changed: readonly string[] },
): MoveTold[] => {
  const { invitation } = after;
  const guests = guestsOf(after);
  if (uid !== invitation.owner) {
    const isNews =
      changed.includes(invitation.owner) ||
      invitation.attendees.some((attendee) => attendee.uid === uid && attendee.status === 'accepted');
    return isNews && after.status !== 'canceled'
      ? [{ deed: hasDeclined(after, uid) ? 'declined' : 'accepted', uids: [invitation.owner] }]
      : [];
  }
  // It was off already: only the name is another one.
  if (after.status === 'canceled') return [{ deed: 'canceled', uids: before.status === 'canceled' ? changed : guests }];
  const comes = new Set(
    invitation.attendees.filter(({ status }) => status === 'accepted').map((attendee) => attendee.uid),
  );
  return [
    { deed: 'resumed', uids: guests.filter((guest) => comes.has(guest)) },
    { deed: 'invited', uids: guests.filter((guest) => !comes.has(guest)) },
  ];
};

/** What becomes of invitations when people change, leave, come back and are erased. */
export const createPersonUpdates = ({ database, clock, jobs, mails, changes }: PersonUpdatesDeps) => {
  /**
   * Somebody has left or come back: answers count otherwise from now on, and the meetup of an owner is off or on again.
   */
  const settleMove = async (tx: WriteTransaction, invitation: StoredInvitation, uid: string): Promise<void> => {
    const now = clock.now();
    const state = await stateOf(tx.knex, invitation);
    // What others were told before names them as they were then.
    const told = await closeNoticesAbout(tx, { aboutUid: uid, aboutKey: invitation.key, at: now });
    // Their seat is taken meanwhile.
    if (uid !== invitation.owner && isOverfull(state))
      await createAttendeeRepository(tx.knex).putAnswer(invitation, { uid, status: 'declined' });
    const before = beforeMove(state, uid);
    const after = await changes.settle(tx, before, { now });
    if (invitation.date < now) return;
    const changed = told.flatMap(({ kind, uid: reader }) => (kind === 'invitationChanged' ? [reader] : []));
    for (const telling of movesTold(before, after, { uid, changed }))
      await tellOf(tx, after.invitation, after.surroundings, { ...telling, by: uid, now });
  };

  /** The owner keeps somebody out: they don't come any more. */
  const settleBlock = async (tx: WriteTransaction, invitation: StoredInvitation, uid: string): Promise<void> => {
    const now = clock.now();
    const before = await stateOf(tx.knex, invitation);
    const given = invitation.attendees.find((attendee) => attendee.uid === uid);
    // Ordered or taken back meanwhile; what is paid for stays theirs.
    const isIn =
      given !== undefined && given.status !== 'declined' && given.orderKey === null && invitation.date >= now;
    const { isBlocked } = (await blocksBetween(tx.knex, invitation.owner, [uid]))(uid);
    if (!isIn || !isBlocked) return;
    await createAttendeeRepository(tx.knex).putAnswer(invitation, { uid, status: 'declined' });
    const after = await changes.settle(tx, before, { now });
    await closeInvitationNotices(tx, invitation, { uid, now });
    if (before.status === 'canceled') return;
    if (given.status === 'accepted')
      await tellOf(tx, after.invitation, after.surroundings, {
        deed: 'removed',
        by: invitation.owner,
        uids: [uid],
        now,
      });
    if (given.status === 'accepted' || given.isMailed) await mails.removed(tx, after.invitation, [uid]);
  };

  const renew = async (tx: WriteTransaction, { uid, keys, reason }: RenewalPayload): Promise<void> => {
    const found = await createInvitationRepository(tx.knex).findAll(keys);
    if (reason !== 'looks') {
      const settle = reason === 'moved' ? settleMove : settleBlock;
      for (const invitation of found) await settle(tx, invitation, uid);
      return;
    }
    const surroundings = await findSurroundings(tx.knex, found);
    for (const invitation of found) recordInvitation(tx, { invitation, surroundings });
  };

  /** The first ones as part of the write, the rest by jobs: somebody in a thousand invitations holds nobody up. */
  const renewAll = async (
    tx: WriteTransaction,
    { keys, ...about }: RenewalPayload,
    atOnce = INVITATIONS_AT_ONCE,
  ): Promise<void> => {
    if (atOnce > 0) await renew(tx, { ...about, keys: keys.slice(0, atOnce) });
    for (let start = atOnce; start < keys.length; start += INVITATIONS_AT_ONCE) {
      const rest = keys.slice(start, start + INVITATIONS_AT_ONCE);
      // Several things may happen to somebody at once, each to other invitations.
      await jobs.enqueue(tx, renewalJob, {
        key: `${about.uid}/${about.reason}/${rest[0] ?? start}`,
        payload: { ...about, keys: rest },
      });
    }
  };

  const onPersonChanged: OnPersonChanged = async (tx, { uid, before, after }) => {
    const hasMoved = before.isDeleted !== after.isDeleted;
    if (!hasMoved && before.displayName === after.displayName && before.photoURL === after.photoURL) return;
    await renewAll(tx, {
      uid,
      keys: await createAttendeeRepository(tx.knex).listKeysOf(uid),
      reason: hasMoved ? 'moved' : 'looks',
    });
  };

  /** Somebody has blocked others: these are out of whatever the blocker has invited them to and is still to come. */
  const keepOut = async (tx: WriteTransaction, uid: string, others: readonly string[]): Promise<void> => {
    // However many are blocked at a time, one write does no more than for one of them.
    let atOnce = INVITATIONS_AT_ONCE;
    for (const guest of others) {
      const keys = await createAttendeeRepository(tx.knex).listKeysBetween({ owner: uid, guest, from: clock.now() });
      await renewAll(tx, { uid: guest, keys, reason: 'blocked' }, atOnce);
      atOnce = Math.max(0, atOnce - keys.length);
    }
  };

  const job: BoundJob = bindJob(renewalJob, async (payload, { complete }) => {
    await database.write(async (tx) => {
      await renew(tx, payload);
      await complete(tx);
    });
    return ok(undefined);
  });

  /** Shows the attendees of these invitations that a user is erased. */
  const onErased = (tx: WriteTransaction, uid: string, keys: readonly string[]): Promise<void> =>
    renewAll(tx, { uid, keys: [...keys], reason: 'looks' });

  return { onPersonChanged, onErased, keepOut, job };
};

/** What becomes of invitations when people change. */
export type PersonUpdates = ReturnType<typeof createPersonUpdates>;
