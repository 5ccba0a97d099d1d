import type { GatewayModule, ModuleDeps } from '../../platform';
import { createSenderLimiter } from '../identity';
import type { OnPersonChanged } from '../identity';
import type { Outbox } from '../mail';
import { createInvitationDownload } from './invitation-calendar';
import { createInvitationChanges } from './invitation-changes';
import { createInvitationLinks } from './invitation-links';
import type { InvitationLinks } from './invitation-links';
import { createInvitationMails } from './invitation-mails';
import { createInvitationRemoval } from './invitation-removal';
import { invitationRoutes } from './invitation-routes';
import { createInvitationService } from './invitation-service';
import type { InvitationService } from './invitation-service';
import { createInvitationSource } from './invitation-topic';
import { createPersonUpdates } from './person-updates';
import type { PersonUpdates } from './person-updates';
import { createInvitationPersonalData } from './personal-data';

export { findMeetupSizes, findMeetupForOrder, recordMeetupOrder, removeMeetupOrder } from './meetup-orders';
export { createSeededGuest, seedInvitations, type InvitationDraft } from './seed-invitations';
export { findCoAttendees, sharedInvitations } from './shared-invitations';

/**
 * Invitations module: routes and live collections of invitations, handlers for changed and blocked people, the function
 * that answers an invitation without a request, and previews of links.
 */
export interface InvitationModule extends GatewayModule {
  readonly onPersonChanged: OnPersonChanged;
  readonly removeBlocked: PersonUpdates['removeBlocked'];
  readonly answer: InvitationService['answer'];
  readonly previewLink: InvitationLinks['preview'];
}

/** Dependencies of the invitations module: services of the platform, and the outbox that sends e-mails. */
export interface InvitationModuleDeps extends Pick<
  ModuleDeps,
  'config' | 'database' | 'clock' | 'live' | 'jobs' | 'address' | 'secrets' | 'createRateLimiter'
> {
  readonly outbox: Outbox;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Maximum number of e-mails per day about the changed status of one meetup, for each recipient. */
export const MAX_STATUS_MAILS_PER_DAY = 6;

const INVITATIONS_PER_DAY = { points: 100, newAccountPoints: 30 };

/**
 * Creates the module of invitations: meetups at a restaurant with their guests, their links, and their removal a week
 * later.
 */
export const createInvitationModule = ({
  config,
  database,
  clock,
  live,
  jobs,
  address,
  secrets,
  createRateLimiter,
  outbox,
}: InvitationModuleDeps): InvitationModule => {
  const invitationMails = createInvitationMails({
    config,
    address,
    clock,
    outbox,
    secrets,
    statusMailLimiter: createRateLimiter('meetup-status-mail', {
      points: MAX_STATUS_MAILS_PER_DAY,
      durationMs: 24 * HOUR_MS,
    }),
  });
  const invitationChanges = createInvitationChanges({ mails: invitationMails, live });
  const personUpdates = createPersonUpdates({
    database,
    clock,
    jobs,
    mails: invitationMails,
    changes: invitationChanges,
  });
  const invitationService = createInvitationService({
    database,
    clock,
    mails: invitationMails,
    changes: invitationChanges,
    limits: {
      attempts: createRateLimiter('invitation', { points: 20, durationMs: MINUTE_MS }),
      sentLimiter: createSenderLimiter({ database, clock, createRateLimiter }, 'invitation-day', INVITATIONS_PER_DAY),
    },
  });
  const invitationLinks = createInvitationLinks({
    database,
    clock,
    address,
    mails: invitationMails,
    changes: invitationChanges,
    limits: {
      opens: createRateLimiter('shared-invitation', { points: 30, durationMs: MINUTE_MS }),
      // Limits the previews of links. A page that opens a link requests both the invitation and its preview, so both
      // have the same limit.
      previews: createRateLimiter('shared-invitation-preview', { points: 30, durationMs: MINUTE_MS }),
      joins: createRateLimiter('invitation-join-address', { points: 30, durationMs: MINUTE_MS }),
      // Limits how often a user joins by links: each time a user joins or leaves, the other attendees' pages and the
      // owner's notifications change.
      joinsOfUser: createRateLimiter('invitation-join', { points: 30, durationMs: HOUR_MS }),
    },
  });
  return {
    routes: invitationRoutes({
      invitations: invitationService,
      links: invitationLinks,
      download: createInvitationDownload({ config, database, address, clock }),
    }),
    topics: [createInvitationSource(clock)],
    jobs: [personUpdates.job],
    periodicJobs: [createInvitationRemoval({ database, clock })],
    personalData: createInvitationPersonalData({ clock, changes: invitationChanges, personUpdates }),
    onPersonChanged: personUpdates.onPersonChanged,
    removeBlocked: personUpdates.removeBlocked,
    answer: invitationService.answer,
    previewLink: invitationLinks.preview,
  };
};
