import { ok } from '@mahlzeit/contract';
import { MAX_ATTENDEES } from '@mahlzeit/contract/rules';
import * as z from 'zod/mini';
import { bindJob } from '../../../platform';
import type { BoundJob, Clock, Database, JobKind, JobQueue, PersonalDataProvider, WriteTransaction } from '../../../platform';
import type { OnPersonChanged } from '../../identity';
import { guestsOf, stateOf } from './invitation-changes';
import type { InvitationChanges, InvitationState } from './invitation-changes';
import { tellOf } from './invitation-notices';
import { ownsInvitation } from './invitation-policy';
import { findSurroundings, recordInvitation } from './invitation-records';
import { createInvitationRepository } from './invitation-repository';
import type { StoredInvitation } from './invitation-repository';
import { answersOf, isoDateOf, statusOf } from './invitation-rules';
import { removeInvitation } from './invitation-removal';

/** Few enough that no request waits behind one write: each invitation tells up to ten people. */
const INVITATIONS_AT_ONCE = 20;

const RenewalPayload = z.object({
  uid: z.string(),
  /** Invitations that show them, or did. */
  keys: z.array(z.string()),
  /** Whether they have left or come back, which changes answers; else what they are called, or that they are gone for good. */
  hasMoved: z.boolean(),
});
type RenewalPayload = z.infer<typeof RenewalPayload>;

/** Tells the rest of somebody's invitations what became of them. */
const renewalJob: JobKind<RenewalPayload> = {
  name: 'social/person-in-invitations',
  payload: RenewalPayload,
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
  answersOf(invitation, surroundings).filter(({ uid, status }) => uid === invitation.owner || status !== 'declined').length > MAX_ATTENDEES;

/** Dependencies of what people do to invitations by changing. */
export interface InvitationPeopleDeps {
  readonly database: Database;
  readonly clock: Pick<Clock, 'now'>;
  readonly jobs: JobQueue;
  readonly changes: InvitationChanges;
}

/** What becomes of invitations when people change, leave, come back and are erased. */
export const createInvitationPeople = ({ database, clock, jobs, changes }: InvitationPeopleDeps) => {
  /** Somebody has left or come back: answers count otherwise from now on, and the meetup of an owner is off or on again. */
  const settleMove = async (tx: WriteTransaction, invitation: StoredInvitation, uid: string): Promise<void> => {
    const now = clock.now();
    const state = await stateOf(tx.knex, invitation);
    // Their seat is taken meanwhile.
    if (uid !== invitation.owner && isOverfull(state)) await createInvitationRepository(tx.knex).putAnswer(invitation, { uid, status: 'declined' });
    const before = beforeMove(state, uid);
    const after = await changes.settle(tx, before, { now });
    const isCalledOff = after.status === 'canceled' && before.status !== 'canceled' && invitation.date >= now;
    if (isCalledOff) await tellOf(tx, after.invitation, after.surroundings, { deed: 'canceled', by: uid, uids: guestsOf(before), now });
  };

  const renew = async (tx: WriteTransaction, { uid, keys, hasMoved }: RenewalPayload): Promise<void> => {
    const found = await createInvitationRepository(tx.knex).findAll(keys);
    if (hasMoved) {
      for (const invitation of found) await settleMove(tx, invitation, uid);
      return;
    }
    const surroundings = await findSurroundings(tx.knex, found);
    for (const invitation of found) recordInvitation(tx, invitation, surroundings);
  };

  /** The first ones as part of the write, the rest by jobs: somebody in a thousand invitations holds nobody up. */
  const renewAll = async (tx: WriteTransaction, { keys, ...about }: RenewalPayload): Promise<void> => {
    await renew(tx, { ...about, keys: keys.slice(0, INVITATIONS_AT_ONCE) });
    for (let start = INVITATIONS_AT_ONCE; start < keys.length; start += INVITATIONS_AT_ONCE) {
      await jobs.enqueue(tx, renewalJob, { key: `${about.uid}/${start}`, payload: { ...about, keys: keys.slice(start, start + INVITATIONS_AT_ONCE) } });
    }
  };

  const onPersonChanged: OnPersonChanged = async (tx, { uid, before, after }) => {
    const hasMoved = before.isDeleted !== after.isDeleted;
    if (!hasMoved && before.displayName === after.displayName && before.photoURL === after.photoURL) return;
    await renewAll(tx, { uid, keys: await createInvitationRepository(tx.knex).listKeysOf(uid), hasMoved });
  };

  const job: BoundJob = bindJob(renewalJob, async (payload, { complete }) => {
    await database.write(async (tx) => {
      await renew(tx, payload);
      await complete(tx);
    });
    return ok(undefined);
  });

  /** What invitations store of a user: those that they sent go with them, in those of others nobody finds them any more. */
  const personalData: PersonalDataProvider = {
    name: 'invitations',
    personalTables: {
      invitation: ['owner_uid', 'chat_key', 'message_key', 'replaced_message_key', 'share_token'],
      invitation_attendee: ['invitation_key', 'uid', 'status'],
      invitation_tombstone: ['invitation_key', 'uid'],
    },
    impersonalTables: [],

    async export(knex, { uid }) {
      const invitations = createInvitationRepository(knex);
      return (await invitations.findAll(await invitations.listKeysOf(uid))).map((invitation) => ({
        key: invitation.key,
        date: isoDateOf(invitation),
        restaurant: invitation.restaurantKey,
        isTakeAway: invitation.isTakeAway,
        isOwn: ownsInvitation(uid, invitation),
        isCanceled: invitation.isCanceled,
        status: invitation.attendees.find((attendee) => attendee.uid === uid)?.status,
        chatKey: invitation.chatKey,
        shareToken: ownsInvitation(uid, invitation) ? invitation.shareToken : null,
      }));
    },

    async erase(tx, { uid }) {
      const [invitations, now] = [createInvitationRepository(tx.knex), clock.now()];
      for (const invitation of await invitations.findAll(await invitations.listKeysOwnedBy(uid))) {
        await changes.callOff(tx, await stateOf(tx.knex, invitation), now);
        await removeInvitation(tx, invitation, { now, except: uid });
      }
      const attended = await invitations.listKeysOf(uid);
      await invitations.removeAttendanceOf(uid);
      await invitations.removeTombstonesOf(uid);
      await renewAll(tx, { uid, keys: attended, hasMoved: false });
    },
  };

  return { onPersonChanged, job, personalData };
};
