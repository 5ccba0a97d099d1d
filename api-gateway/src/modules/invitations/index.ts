import type { GatewayModule, ModuleDeps } from '../../platform';
import type { OnPersonChanged } from '../identity';
import { createInvitationChanges } from './invitation-changes';
import { createInvitationDownload } from './invitation-mailing';
import type { InvitationMails } from './invitation-mails';
import { createInvitationPeople } from './invitation-people';
import type { InvitationPeople } from './invitation-people';
import { createInvitationSource } from './invitation-records';
import { createInvitationRemoval } from './invitation-removal';
import { invitationRoutes } from './invitation-routes';
import { createInvitationService } from './invitation-service';
import type { InvitationService } from './invitation-service';
import { createInvitationSharing } from './invitation-sharing';
import type { InvitationSharing } from './invitation-sharing';

export { createInvitationMails } from './invitation-mailing';
export { findMeetupSizes, findOrderableMeetup, recordMeetupOrder, recordMeetupOrderGone } from './meetup-orders';
export { createSeededGuest, seedInvitations, type InvitationDraft } from './seed-invitations';

/**
 * Invitations, their part of the topic `me`, what they are told of people and of blocks, answers beside HTTP, and what
 * messengers show of a link.
 */
export interface InvitationModule extends GatewayModule {
  readonly onPersonChanged: OnPersonChanged;
  readonly keepOut: InvitationPeople['keepOut'];
  readonly answer: InvitationService['answer'];
  readonly previewLink: InvitationSharing['preview'];
}

/** Dependencies of invitations. */
export interface InvitationModuleDeps extends Pick<
  ModuleDeps,
  'config' | 'database' | 'clock' | 'jobs' | 'address' | 'createRateLimiter'
> {
  readonly mails: InvitationMails;
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** Invitations: who meets whom where, links to them, and their end a week later. */
export const createInvitationModule = (deps: InvitationModuleDeps): InvitationModule => {
  const { createRateLimiter } = deps;
  const changes = createInvitationChanges(deps.mails);
  const people = createInvitationPeople({ ...deps, changes });
  const invitations = createInvitationService({
    ...deps,
    changes,
    tries: createRateLimiter('invitation', { points: 20, durationMs: minuteMs }),
    sent: createRateLimiter('invitation-day', { points: 100, durationMs: 24 * hourMs }),
  });
  const sharing = createInvitationSharing({
    ...deps,
    changes,
    readers: createRateLimiter('shared-invitation', { points: 30, durationMs: minuteMs }),
    // A page that opens a link asks for both.
    previewers: createRateLimiter('shared-invitation-preview', { points: 30, durationMs: minuteMs }),
    joinersByAddress: createRateLimiter('invitation-join-address', { points: 30, durationMs: minuteMs }),
    // Coming and going by a link mails the others each time.
    joiners: createRateLimiter('invitation-join', { points: 30, durationMs: hourMs }),
  });
  return {
    routes: invitationRoutes({ invitations, sharing, download: createInvitationDownload(deps) }),
    topics: [createInvitationSource(deps.clock)],
    jobs: [people.job],
    periodicJobs: [createInvitationRemoval(deps)],
    personalData: people.personalData,
    onPersonChanged: people.onPersonChanged,
    keepOut: people.keepOut,
    answer: invitations.answer,
    previewLink: sharing.preview,
  };
};
