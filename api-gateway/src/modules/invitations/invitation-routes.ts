import {
  answerInvitation,
  getInvitation,
  getInvitationCalendar,
  getInvitations,
  getSharedInvitation,
  joinSharedInvitation,
  putInvitation,
  revokeInvitationLink,
  sendInvitationReminder,
  shareInvitation,
} from '@mahlzeit/contract';
import { route } from '../../platform';
import type { BoundRoute } from '../../platform';
import type { InvitationDownload } from './invitation-calendar';
import type { InvitationService } from './invitation-service';
import type { InvitationLinks } from './invitation-links';

interface InvitationCapabilities {
  readonly invitations: InvitationService;
  readonly links: InvitationLinks;
  readonly download: InvitationDownload;
}

/** Creates the routes of invitations, of their links and of their calendar files. */
export const invitationRoutes = ({ invitations, links, download }: InvitationCapabilities): readonly BoundRoute[] => [
  route(getInvitations, ({ session, query }) => invitations.list(session.uid, query)),
  route(getInvitation, ({ session, params }) => invitations.get(session.uid, params.id)),
  route(putInvitation, ({ session, body }) => invitations.create(session.uid, body)),
  route(answerInvitation, ({ session, params, body }) => invitations.answer(session.uid, params.id, body)),
  route(sendInvitationReminder, ({ session, body }) => invitations.remind(session.uid, body)),
  route(getInvitationCalendar, ({ session, params }) => download(session.uid, params.id)),
  route(shareInvitation, ({ session, params }) => links.share(session.uid, params.id)),
  route(revokeInvitationLink, ({ session, params }) => links.revoke(session.uid, params.id)),
  route(getSharedInvitation, ({ session, params, address }) => links.open(session.uid, params.token, address)),
  route(joinSharedInvitation, ({ session, params, address }) =>
    links.joinInvitation(session.uid, params.token, address),
  ),
];
