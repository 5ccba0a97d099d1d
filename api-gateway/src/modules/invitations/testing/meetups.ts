import { Invitation, InvitationLink } from '@mahlzeit/contract';
import * as z from 'zod/mini';
import type { OwnRestaurant } from '../../discovery';
import { createRestaurantRepository } from '../../discovery/testing/repositories';
import { outcomeOf } from '../../identity/testing/people';
import type { TestGateway } from '../../../platform/testing/test-gateway';
import { registerCompanion, type Companion } from '../../chat/testing/companions';
import { makeContacts } from '../../contacts/testing/relations';

/** Key of the restaurant at which the meetups of tests take place. */
export const RESTAURANT_KEY = 'elbkantine';

export const insertRestaurant = (gateway: TestGateway, restaurant: OwnRestaurant): Promise<void> =>
  gateway.database.write((tx) =>
    createRestaurantRepository(tx.knex).insert(restaurant, { source: 'test', sourceId: restaurant.key }),
  );

/** Deactivates a restaurant, as an import does whose source doesn't contain the restaurant any more. */
export const deactivateRestaurant = async (gateway: TestGateway, restaurantKey: string): Promise<void> => {
  await gateway.database.write(({ knex }) =>
    knex('restaurant').where({ key: restaurantKey }).update({ deactivated_at: gateway.clock.now() }),
  );
};

/** Erases a user with all personal data, as the gateway does when the time to restore a deleted account is over. */
export const eraseAccount = async (gateway: TestGateway, { uid, email }: Companion): Promise<void> => {
  await gateway.database.write(async (tx) => {
    for (const provider of gateway.personalData) if ('erase' in provider) await provider.erase(tx, { uid, email });
    await tx.knex('user').where({ uid }).delete();
  });
};

/** Registers Anna, Ben and Cem, who are contacts of each other. `testNumber` keeps their names apart between tests. */
export const registerContacts = async (
  gateway: TestGateway,
  testNumber: number,
): Promise<[Companion, Companion, Companion]> => {
  const companions: [Companion, Companion, Companion] = [
    await registerCompanion(gateway, `anna${testNumber}`),
    await registerCompanion(gateway, `ben${testNumber}`),
    await registerCompanion(gateway, `cem${testNumber}`),
  ];
  await makeContacts(gateway, companions);
  return companions;
};

const HOUR_MS = 60 * 60_000;

/** Returns the time that is `hoursAhead` after the gateway's current time, as an ISO string. */
export const inHours = ({ clock }: TestGateway, hoursAhead: number): string =>
  new Date(clock.now() + hoursAhead * HOUR_MS).toISOString();

/**
 * Sends an invitation for a meetup in two hours and returns the response. `formOverrides` override fields of the form.
 */
export const tryToInvite = (
  gateway: TestGateway,
  owner: Companion,
  guestCompanions: readonly Companion[],
  formOverrides: object = {},
) =>
  owner.call('PUT', '/api/invitations', {
    date: inHours(gateway, 2),
    restaurant: RESTAURANT_KEY,
    attendees: guestCompanions.map(({ uid }) => uid),
    isTakeAway: false,
    ...formOverrides,
  });

const invitationIn = ({ status, body }: { readonly status: number; readonly body: unknown }): Invitation => {
  if (status !== 200) throw new Error(`${status}: ${JSON.stringify(body)}`);
  return z.parse(Invitation, body);
};

/** Sends an invitation and returns it; throws if the invitation is refused. */
export const invite = async (
  gateway: TestGateway,
  owner: Companion,
  guestCompanions: readonly Companion[],
  formOverrides: object = {},
): Promise<Invitation> => invitationIn(await tryToInvite(gateway, owner, guestCompanions, formOverrides));

/** Answers an invitation and returns status and error code. */
export const sendAnswer = async (
  companion: Companion,
  invitationKey: string,
  status: Invitation['status'],
): Promise<[number, string?]> =>
  outcomeOf(await companion.call('PATCH', `/api/invitations/${invitationKey}`, { status }));

/** Returns an invitation in its form in the API for an attendee. */
export const invitationSeenBy = async (companion: Companion, invitationKey: string): Promise<Invitation> =>
  invitationIn(await companion.call('GET', `/api/invitations/${invitationKey}`));

/**
 * Returns one page of a user's invitations, by default the upcoming ones. `listQuery` is the query string of the
 * request.
 */
export const invitationsOf = async (companion: Companion, listQuery = 'when=upcoming'): Promise<Invitation[]> =>
  z.parse(z.array(Invitation), (await companion.call('GET', `/api/invitations?${listQuery}`)).body);

/** Returns the token of an invitation's link. */
export const tokenOf = async (companion: Companion, invitationKey: string): Promise<string> =>
  z
    .parse(InvitationLink, (await companion.call('POST', `/api/invitations/${invitationKey}/share`)).body)
    .url.split('/')
    .at(-1) ?? '';

/** Joins a meetup by its link. Returns the status and the error code. */
export const joinByLink = async (companion: Companion, shareToken: string): Promise<[number, string?]> =>
  outcomeOf(await companion.call('POST', `/api/invitations/shared/${shareToken}/join`));

/** Returns the answers of all attendees, by uid. */
export const answersByUid = ({ attendees }: Pick<Invitation, 'attendees'>): Record<string, string> =>
  Object.fromEntries(attendees.map(({ uid, status }) => [uid, status]));
