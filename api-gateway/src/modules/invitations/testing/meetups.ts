import { Invitation, InvitationLink } from '@mahlzeit/contract';
import * as z from 'zod/mini';
import type { OwnRestaurant } from '../../discovery';
import { createRestaurantRepository } from '../../discovery/testing/repositories';
import { outcomeOf } from '../../identity/testing/people';
import type { TestGateway } from '../../../platform/testing/test-gateway';
import type { Companion } from '../../chat/testing/companions';

/** Where the people of tests meet. */
export const PLACE = 'elbkantine';

/** Adds a place where people meet. */
export const openPlace = (gateway: TestGateway, own: OwnRestaurant): Promise<void> =>
  gateway.database.write((tx) =>
    createRestaurantRepository(tx.knex).insert(own, { source: 'test', sourceId: own.key }),
  );

/** Takes a place off all lists, as an import does whose source has lost it. */
export const recordPlaceGone = async (gateway: TestGateway, key: string): Promise<void> => {
  await gateway.database.write(({ knex }) =>
    knex('restaurant').where({ key }).update({ deactivated_at: gateway.clock.now() }),
  );
};

const HOUR_MS = 60 * 60_000;

/** An instant so many hours ahead of the gateway's clock, as the wire has it. */
export const inHours = ({ clock }: TestGateway, hours: number): string =>
  new Date(clock.now() + hours * HOUR_MS).toISOString();

/** Invites people, by default in two hours; a form may be changed in any of its fields. */
export const tryToInvite = (
  gateway: TestGateway,
  owner: Companion,
  guests: readonly Companion[],
  fields: object = {},
) =>
  owner.call('PUT', '/api/invitations', {
    date: inHours(gateway, 2),
    restaurant: PLACE,
    attendees: guests.map(({ uid }) => uid),
    isTakeAway: false,
    ...fields,
  });

const invitationIn = ({ status, body }: { readonly status: number; readonly body: unknown }): Invitation => {
  if (status !== 200) throw new Error(`${status}: ${JSON.stringify(body)}`);
  return z.parse(Invitation, body);
};

/** Invites people, which must be allowed. */
export const invite = async (
  gateway: TestGateway,
  owner: Companion,
  guests: readonly Companion[],
  fields: object = {},
): Promise<Invitation> => invitationIn(await tryToInvite(gateway, owner, guests, fields));

/** How an answer to an invitation ends. */
export const answer = async (who: Companion, key: string, status: Invitation['status']): Promise<[number, string?]> =>
  outcomeOf(await who.call('PATCH', `/api/invitations/${key}`, { status }));

/** An invitation as somebody sees it, who must attend it. */
export const seenBy = async (who: Companion, key: string): Promise<Invitation> =>
  invitationIn(await who.call('GET', `/api/invitations/${key}`));

/** A page of somebody's invitations. */
export const invitationsOf = async (who: Companion, query = 'when=upcoming'): Promise<Invitation[]> =>
  z.parse(z.array(Invitation), (await who.call('GET', `/api/invitations?${query}`)).body);

/** The token of an invitation's link. */
export const tokenOf = async (who: Companion, key: string): Promise<string> =>
  z
    .parse(InvitationLink, (await who.call('POST', `/api/invitations/${key}/share`)).body)
    .url.split('/')
    .at(-1) ?? '';

/** How joining by a link ends. */
export const joinBy = async (who: Companion, token: string): Promise<[number, string?]> =>
  outcomeOf(await who.call('POST', `/api/invitations/shared/${token}/join`));

/** Everybody's answer, by uid. */
export const answersIn = ({ attendees }: Pick<Invitation, 'attendees'>): Record<string, string> =>
  Object.fromEntries(attendees.map(({ uid, status }) => [uid, status]));
