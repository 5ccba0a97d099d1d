import { ok } from '@mahlzeit/contract';
import { MAX_ATTENDEES } from '@mahlzeit/contract/rules';
import * as z from 'zod/mini';
import { bindJob } from '../../platform';
import type { BoundJob, Clock, Database, JobKind, JobQueue, WriteTransaction } from '../../platform';
import { blocksBetween } from '../contacts';
import type { OnPersonChanged } from '../identity';
import { closeNotificationsAbout } from '../notifications';
import { createAttendeeRepository } from './attendee-repository';
import type { InvitationChanges } from './invitation-changes';
import type { InvitationMails } from './invitation-mails';
import { closeInvitationNotifications, notifyOfInvitationEvent } from './invitation-notifications';
import { createInvitationRepository } from './invitation-repository';
import type { StoredInvitation } from './invitation-repository';
import { findInvitationContext, guestUidsOf, loadInvitationState } from './invitation-state';
import type { InvitationState } from './invitation-state';
import { effectiveAnswersOf, invitationStatusOf } from './invitation-status';
import { recordInvitation } from './invitation-topic';

/**
 * Number of invitations that one transaction updates. It is small, so that no request waits long for the transaction:
 * each invitation records changes for up to ten attendees.
 */
const INVITATION_BATCH_SIZE = 20;

const RenewalPayload = z.object({
  uid: z.string(),
  /** Keys of the invitations to update, which the changed user attends or attended. */
  keys: z.array(z.string()),
  /**
   * Reason of the update. `moved`: the user has deleted or restored their account, which changes how their answers
   * count. `blocked`: the owner has blocked them. `looks`: their name or picture has changed, or they are erased.
   */
  reason: z.enum(['moved', 'blocked', 'looks']),
});

/** Schema of the payload of jobs that an earlier release has enqueued. */
const FormerRenewalPayload = z.pipe(
  z.object({ uid: z.string(), keys: z.array(z.string()), hasMoved: z.boolean() }),
  z.transform(({ hasMoved, ...payload }): RenewalPayload => ({ ...payload, reason: hasMoved ? 'moved' : 'looks' })),
);
type RenewalPayload = z.infer<typeof RenewalPayload>;

/**
 * Job that updates the invitations of a changed user beyond the first batch. The transaction of the user's own change
 * updates the first batch.
 */
const renewalJob: JobKind<RenewalPayload> = {
  name: 'social/person-in-invitations',
  payload: z.union([RenewalPayload, FormerRenewalPayload]),
  clock: 'real',
  giveUpAfterMs: 24 * 60 * 60_000,
  personal: { personOf: ({ uid }) => uid, present: () => ({ what: 'name and picture in invitations' }) },
};

/** Returns the state that the invitation had before this user deleted or restored their account. */
const stateBeforeMove = ({ invitation, context }: InvitationState, uid: string): InvitationState => {
  const person = context.people.get(uid);
  const formerPeople = new Map(context.people);
  if (person !== undefined) formerPeople.set(uid, { ...person, isDeleted: !person.isDeleted });
  const formerContext = { ...context, people: formerPeople };
  return { invitation, context: formerContext, status: invitationStatusOf(invitation, formerContext) };
};

const isOverfull = ({ invitation, context }: InvitationState): boolean =>
  effectiveAnswersOf(invitation, context).filter(({ uid, status }) => uid === invitation.owner || status !== 'declined')
    .length > MAX_ATTENDEES;

const hasDeclined = ({ invitation, context }: InvitationState, uid: string): boolean =>
  effectiveAnswersOf(invitation, context).some((attendee) => attendee.uid === uid && attendee.status === 'declined');

export interface PersonUpdatesDeps {
  readonly database: Database;
  readonly clock: Pick<Clock, 'now'>;
  readonly jobs: JobQueue;
  readonly mails: InvitationMails;
  readonly changes: InvitationChanges;
}

interface MoveNotification {
  readonly event: 'canceled' | 'resumed' | 'invited' | 'accepted' | 'declined';
  readonly uids: readonly string[];
}

/**
 * Returns the notifications to send about a user who has deleted or restored their account. `changed` are the users who
 * had an open notification about a change by this user.
 */
const moveNotificationsOf = (
  stateBefore: InvitationState,
  stateAfter: InvitationState,
  { uid, changed }: { readonly uid: string; readonly changed: readonly string[] },
): MoveNotification[] => {
  const { invitation } = stateAfter;
  const guests = guestUidsOf(stateAfter);
  if (uid !== invitation.owner) {
    const isOwnerConcerned =
      changed.includes(invitation.owner) ||
      invitation.attendees.some((attendee) => attendee.uid === uid && attendee.status === 'accepted');
    return isOwnerConcerned && stateAfter.status !== 'canceled'
      ? [{ event: hasDeclined(stateAfter, uid) ? 'declined' : 'accepted', uids: [invitation.owner] }]
      : [];
  }
  // Skips most notifications if the meetup was already cancelled, because its status isn't new: only users whose open
  // notification showed the name of the deleted user are notified again.
  if (stateAfter.status === 'canceled')
    return [{ event: 'canceled', uids: stateBefore.status === 'canceled' ? changed : guests }];
  const acceptedUids = new Set(
    invitation.attendees.filter(({ status }) => status === 'accepted').map((attendee) => attendee.uid),
  );
  return [
    { event: 'resumed', uids: guests.filter((guest) => acceptedUids.has(guest)) },
    { event: 'invited', uids: guests.filter((guest) => !acceptedUids.has(guest)) },
  ];
};

/**
 * Creates the functions that update invitations when an attendee changes their profile, deletes or restores their
 * account, or is erased.
 */
export const createPersonUpdates = ({ database, clock, jobs, mails, changes }: PersonUpdatesDeps) => {
  /**
   * Updates an invitation after an attendee has deleted or restored their account: the attendee's answer counts
   * differently now, and a meetup that the user owns is cancelled or resumed.
   */
  const applyAccountMove = async (tx: WriteTransaction, invitation: StoredInvitation, uid: string): Promise<void> => {
    const now = clock.now();
    const currentState = await loadInvitationState(tx.knex, invitation);
    // Closes open notifications that show the name which the user had before.
    const closedNotifications = await closeNotificationsAbout(tx, { aboutUid: uid, aboutKey: invitation.key, at: now });
    // Changes the user's answer to declined if the meetup became full while the user's account was deleted.
    if (uid !== invitation.owner && isOverfull(currentState))
      await createAttendeeRepository(tx.knex).putAnswer(invitation, { uid, status: 'declined' });
    const stateBefore = stateBeforeMove(currentState, uid);
    const stateAfter = await changes.completeChange(tx, stateBefore, { now });
    if (invitation.date < now) return;
    const changedUids = closedNotifications.flatMap(({ kind, uid: notifiedUid }) =>
      kind === 'invitationChanged' ? [notifiedUid] : [],
    );
    for (const notification of moveNotificationsOf(stateBefore, stateAfter, { uid, changed: changedUids }))
      await notifyOfInvitationEvent(tx, stateAfter.invitation, stateAfter.context, { ...notification, by: uid, now });
  };

  /** Changes the answer of a guest to `declined`, because the owner has blocked the guest. */
  const applyBlock = async (tx: WriteTransaction, invitation: StoredInvitation, uid: string): Promise<void> => {
    const now = clock.now();
    const stateBefore = await loadInvitationState(tx.knex, invitation);
    const attendee = invitation.attendees.find((listedAttendee) => listedAttendee.uid === uid);
    // Checks whether the blocked guest may still be removed. Since the block, the guest may have paid for an order, or
    // the owner may have removed the block. A guest with a paid order stays in the meetup.
    const canBeRemoved =
      attendee !== undefined && attendee.status !== 'declined' && attendee.orderKey === null && invitation.date >= now;
    const { isBlocked } = (await blocksBetween(tx.knex, invitation.owner, [uid]))(uid);
    if (!canBeRemoved || !isBlocked) return;
    await createAttendeeRepository(tx.knex).putAnswer(invitation, { uid, status: 'declined' });
    const stateAfter = await changes.completeChange(tx, stateBefore, { now });
    await closeInvitationNotifications(tx, invitation, { uid, now });
    if (stateBefore.status === 'canceled') return;
    if (attendee.status === 'accepted')
      await notifyOfInvitationEvent(tx, stateAfter.invitation, stateAfter.context, {
        event: 'removed',
        by: invitation.owner,
        uids: [uid],
        now,
      });
    if (attendee.status === 'accepted' || attendee.isMailed) await mails.mailRemoved(tx, stateAfter.invitation, [uid]);
  };

  const renewInvitations = async (tx: WriteTransaction, { uid, keys, reason }: RenewalPayload): Promise<void> => {
    const invitations = await createInvitationRepository(tx.knex).findAll(keys);
    if (reason !== 'looks') {
      const applyReason = reason === 'moved' ? applyAccountMove : applyBlock;
      for (const invitation of invitations) await applyReason(tx, invitation, uid);
      return;
    }
    const invitationContext = await findInvitationContext(tx.knex, invitations);
    for (const invitation of invitations) recordInvitation(tx, { invitation, context: invitationContext });
  };

  /**
   * Updates the first invitations in this transaction and the other ones in jobs, so that a user with a thousand
   * invitations doesn't block the database.
   */
  const renewInBatches = async (
    tx: WriteTransaction,
    { keys, ...payload }: RenewalPayload,
    immediateCount = INVITATION_BATCH_SIZE,
  ): Promise<void> => {
    if (immediateCount > 0) await renewInvitations(tx, { ...payload, keys: keys.slice(0, immediateCount) });
    for (let batchStart = immediateCount; batchStart < keys.length; batchStart += INVITATION_BATCH_SIZE) {
      const batchKeys = keys.slice(batchStart, batchStart + INVITATION_BATCH_SIZE);
      // Key of the job. It contains the batch, because several jobs of one user may be pending at once, each for other
      // invitations.
      await jobs.enqueue(tx, renewalJob, {
        key: `${payload.uid}/${payload.reason}/${batchKeys[0] ?? batchStart}`,
        payload: { ...payload, keys: batchKeys },
      });
    }
  };

  const onPersonChanged: OnPersonChanged = async (tx, { uid, before, after }) => {
    const hasDeletionChanged = before.isDeleted !== after.isDeleted;
    if (!hasDeletionChanged && before.displayName === after.displayName && before.photoURL === after.photoURL) return;
    await renewInBatches(tx, {
      uid,
      keys: await createAttendeeRepository(tx.knex).listKeysOf(uid),
      reason: hasDeletionChanged ? 'moved' : 'looks',
    });
  };

  /** Removes blocked users from all upcoming meetups of the user who has blocked them. */
  const removeBlocked = async (tx: WriteTransaction, uid: string, otherUids: readonly string[]): Promise<void> => {
    // Number of invitations that may still be updated in this transaction, for all blocked users together.
    let remainingCount = INVITATION_BATCH_SIZE;
    for (const guest of otherUids) {
      const keys = await createAttendeeRepository(tx.knex).listKeysBetween({ owner: uid, guest, from: clock.now() });
      await renewInBatches(tx, { uid: guest, keys, reason: 'blocked' }, remainingCount);
      remainingCount = Math.max(0, remainingCount - keys.length);
    }
  };

  const renewalBoundJob: BoundJob = bindJob(renewalJob, async (renewalPayload, { complete }) => {
    await database.write(async (tx) => {
      await renewInvitations(tx, renewalPayload);
      await complete(tx);
    });
    return ok(undefined);
  });

  /** Updates invitations for their attendees after a user was erased. */
  const onErased = (tx: WriteTransaction, uid: string, keys: readonly string[]): Promise<void> =>
    renewInBatches(tx, { uid, keys: [...keys], reason: 'looks' });

  return { onPersonChanged, onErased, removeBlocked, job: renewalBoundJob };
};

/** Functions that update invitations when their attendees change. */
export type PersonUpdates = ReturnType<typeof createPersonUpdates>;
