import { meTopic } from '@mahlzeit/contract';
import { everybody, userLogName } from '../../platform';
import type { Clock, TopicSource, WriteTransaction } from '../../platform';
import { presentInvitation } from './invitation-presenter';
import { createInvitationRepository } from './invitation-repository';
import type { StoredInvitation } from './invitation-repository';
import { findSurroundings } from './invitation-state';
import type { InvitationState } from './invitation-state';

type Recording = Pick<WriteTransaction, 'record'>;

/** Tells everybody who attends an invitation what it looks like to them now. */
export const recordInvitation = (
  tx: Recording,
  { invitation, surroundings }: Pick<InvitationState, 'invitation' | 'surroundings'>,
): void => {
  for (const { uid } of invitation.attendees) {
    if (!surroundings.people.has(uid)) continue;
    const value = presentInvitation(invitation, uid, surroundings);
    tx.record(userLogName(uid), { kind: 'put', collection: 'invitations', key: value.key, value });
  }
};

/** Tells somebody's pages that an invitation is gone. */
export const recordGone = (tx: Recording, key: string, uids: readonly string[]): void => {
  for (const uid of uids) tx.record(userLogName(uid), { kind: 'del', collection: 'invitations', key });
};

// Far more than anybody meets people for in two weeks; a page that opens gets no more.
const UPCOMING_WINDOW = 300;

/** The reader's upcoming invitations in the topic `me`; what changes of past ones arrives as well. */
export const createInvitationSource = (clock: Pick<Clock, 'now'>): TopicSource => ({
  pattern: meTopic,
  logName: ({ uid }) => userLogName(uid),
  mayRead: everybody,
  async snapshot({ uid }, _param, knex) {
    const invitations = await createInvitationRepository(knex).listOf(uid, {
      when: 'upcoming',
      now: clock.now(),
      behind: null,
      limit: UPCOMING_WINDOW,
    });
    const surroundings = await findSurroundings(knex, invitations);
    return invitations.map((invitation) => ({
      collection: 'invitations',
      key: invitation.key,
      value: presentInvitation(invitation, uid, surroundings),
    }));
  },
});
