import { meTopic } from '@mahlzeit/contract';
import { everybodyMayRead, userLogName } from '../../platform';
import type { Clock, TopicSource, WriteTransaction } from '../../platform';
import { presentInvitation } from './invitation-presenter';
import { createInvitationRepository } from './invitation-repository';
import { findInvitationContext } from './invitation-state';
import type { InvitationState } from './invitation-state';

type ChangeRecorder = Pick<WriteTransaction, 'record'>;

/** Records the present state of an invitation for the open pages of each attendee. */
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

/** Records the removal of an invitation for the open pages of these users. */
export const recordInvitationRemoval = (tx: ChangeRecorder, invitationKey: string, uids: readonly string[]): void => {
  for (const uid of uids) tx.record(userLogName(uid), { kind: 'del', collection: 'invitations', key: invitationKey });
};

// Maximum number of upcoming invitations that a page receives when it opens. It is far above the number of meetups that
// one person has in two weeks.
const MAX_UPCOMING_INVITATIONS = 300;

/**
 * Creates the source of a user's upcoming invitations in the live topic `me`. A page that is open also receives changes
 * of past invitations.
 */
export const createInvitationSource = (clock: Pick<Clock, 'now'>): TopicSource => ({
  pattern: meTopic,
  logName: ({ uid }) => userLogName(uid),
  mayRead: everybodyMayRead,
  async snapshot({ uid }, _param, knex) {
    const invitations = await createInvitationRepository(knex).listOf(uid, {
      when: 'upcoming',
      now: clock.now(),
      behind: null,
      limit: MAX_UPCOMING_INVITATIONS,
    });
    const invitationContext = await findInvitationContext(knex, invitations);
    return invitations.map((invitation) => ({
      collection: 'invitations',
      key: invitation.key,
      value: presentInvitation(invitation, uid, invitationContext),
    }));
  },
});
