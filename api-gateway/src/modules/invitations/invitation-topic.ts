import { meTopic } from '@mahlzeit/contract';
import { everybody, userLogName } from '../../platform';
import type { Clock, TopicSource, WriteTransaction } from '../../platform';
import { presentInvitation } from './invitation-presenter';
import { createInvitationRepository } from './invitation-repository';
import { findContext } from './invitation-state';
import type { InvitationState } from './invitation-state';

type ChangeRecorder = Pick<WriteTransaction, 'record'>;

/** Records an invitation for each of its attendees, as they see it now. */
export const recordInvitation = (
  tx: ChangeRecorder,
  { invitation, context }: Pick<InvitationState, 'invitation' | 'context'>,
): void => {
  for (const { uid } of invitation.attendees) {
    if (!context.people.has(uid)) continue;
    const value = presentInvitation(invitation, uid, context);
    tx.record(userLogName(uid), { kind: 'put', collection: 'invitations', key: value.key, value });
  }
};

/** Records for these users' pages that an invitation was removed. */
export const recordGone = (tx: ChangeRecorder, key: string, uids: readonly string[]): void => {
  for (const uid of uids) tx.record(userLogName(uid), { kind: 'del', collection: 'invitations', key });
};

// Far more than the meetups of one person in two weeks; a page that opens gets no more.
const UPCOMING_WINDOW = 300;

/** The reader's upcoming invitations in the topic `me`. Changes of past invitations are sent as well. */
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
    const context = await findContext(knex, invitations);
    return invitations.map((invitation) => ({
      collection: 'invitations',
      key: invitation.key,
      value: presentInvitation(invitation, uid, context),
    }));
  },
});
