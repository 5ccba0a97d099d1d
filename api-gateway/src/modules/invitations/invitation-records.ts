import { meTopic } from '@mahlzeit/contract';
import type { Invitation } from '@mahlzeit/contract';
import { everybody, userLogName } from '../../platform';
import type { Clock, Connection, TopicSource, WriteTransaction } from '../../platform';
import { findKnownSummaries } from '../discovery';
import { createPeople } from '../identity';
import { mayReadInvitation } from './invitation-policy';
import { createInvitationRepository } from './invitation-repository';
import type { StoredInvitation } from './invitation-repository';
import { presentInvitation } from './invitation-rules';
import type { Surroundings } from './invitation-rules';

type Recording = Pick<WriteTransaction, 'record'>;

/** What some invitations are shown with: who is in them, and where people meet. */
export const findSurroundings = async (
  knex: Connection,
  invitations: readonly Pick<StoredInvitation, 'attendees' | 'restaurantKey'>[],
): Promise<Surroundings> => ({
  people: await createPeople(knex).find(invitations.flatMap(({ attendees }) => attendees.map(({ uid }) => uid))),
  restaurants: await findKnownSummaries(
    knex,
    invitations.map(({ restaurantKey }) => restaurantKey),
  ),
});

/** Those of these invitations that somebody attends, as they see them, by key; and which of the others are there. */
export const findViews = async (
  knex: Connection,
  reader: string,
  keys: readonly string[],
): Promise<{ readonly views: ReadonlyMap<string, Invitation>; readonly known: ReadonlySet<string> }> => {
  const found = await createInvitationRepository(knex).findAll([...new Set(keys)]);
  const own = found.filter((invitation) => mayReadInvitation(reader, invitation));
  const surroundings = await findSurroundings(knex, own);
  return {
    views: new Map(own.map((one) => [one.key, presentInvitation(one, reader, surroundings)])),
    known: new Set(found.map(({ key }) => key)),
  };
};

/** Tells everybody who attends an invitation what it looks like to them now. */
export const recordInvitation = (tx: Recording, invitation: StoredInvitation, surroundings: Surroundings): void => {
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
