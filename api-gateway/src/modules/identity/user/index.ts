import { Router } from 'express';
import type {
  BoundRoute,
  Clock,
  CreateRateLimiter,
  Database,
  LivePort,
  PersonalDataProvider,
  ProcessorSemaphores,
  TopicSource,
  PeriodicJob,
} from '../../../platform';
import type { IdentityStore } from '../store';
import { avatarRoutes, createAvatarRouter, deletionRoutes, profileRoutes } from './account-routes';
import { createAvatarService } from './avatar-service';
import type { AvatarService } from './avatar-service';
import type { SetBrowserChannel } from './browser-channel';
import { createDeclinePolicy, createDeletionService, createErasureJob } from './deletion-service';
import { createMailsEndRouter } from './meetup-mails';
import { createExportService, identityPersonalData } from './personal-data';
import { createProfileService } from './profile-service';
import { userTopicSource } from './user-document';

export type { AvatarService } from './avatar-service';
export {
  accountChannelOf,
  createSetBrowserChannel,
  type ChangeChannel,
  type SetBrowserChannel,
} from './browser-channel';
export { isEmailTaken } from './email-owner';
export { createMailReaders, type MailReader } from './mail-readers';
export { mailsUnsubscribeUrl } from './meetup-mails';
export {
  createAccountModeration,
  findEmail,
  findModeratedAccounts,
  type AccountModeration,
  type ModeratedAccount,
} from './moderation';
export { createPeople, shortNameOf } from './people';
export { identityPersonalData } from './personal-data';
export { createSenderLimiter } from './sender-limiter';
export { drawFreeConnectionCode, presentAccount, presentUser, saveUser } from './user-document';
export { mayRegister, maySessionContinue } from './user-policy';
export {
  anonymousUser,
  displayNameOf,
  EMAIL_CHANGE_LIFETIME_MS,
  EMAIL_UNDO_LIFETIME_MS,
  isErasureDue,
  isFreshProof,
  newEmailOf,
  registeredUser,
  displayableName,
  validateRegistration,
} from './user-rules';
export type { RegistrationInputError, ValidRegistration } from './user-rules';

interface UserDeps {
  readonly store: IdentityStore;
  readonly database: Database;
  readonly clock: Clock;
  readonly live: Pick<LivePort, 'rightsChanged'>;
  readonly createRateLimiter: CreateRateLimiter;
  /** Semaphore that limits CPU-heavy work on pictures. */
  readonly pictureWork: ProcessorSemaphores['pictures'];
  /** Returns the version of the privacy policy that a user accepts now. */
  readonly policyVersion: () => Promise<number>;
  /** Function that gives the browser of a changed user the user's release channel. */
  readonly setBrowserChannel: SetBrowserChannel;
  /** Returns the providers of the other modules' personal data. */
  readonly otherPersonalData: () => readonly PersonalDataProvider[];
}

/** Services and routes for a user's own account. */
export interface UserPart {
  readonly avatars: AvatarService;
  readonly routes: readonly BoundRoute[];
  readonly router: Router;
  readonly topic: TopicSource;
  readonly erasure: PeriodicJob;
}

/** Creates the services and routes for a user's own account: profile, picture, export and deletion. */
export const createUserPart = ({
  store,
  database,
  clock,
  live,
  createRateLimiter,
  pictureWork,
  policyVersion,
  setBrowserChannel,
  otherPersonalData,
}: UserDeps): UserPart => {
  const avatarService = createAvatarService(store, pictureWork, createRateLimiter);
  // Puts identity last, because rows of other modules reference identity's rows.
  const dataProviders = () => [...otherPersonalData(), identityPersonalData];
  return {
    avatars: avatarService,
    routes: [
      ...profileRoutes(createProfileService({ store, clock, policyVersion }), setBrowserChannel),
      ...deletionRoutes({
        deletions: createDeletionService({ store, clock, live }),
        eraseDecliner: createDeclinePolicy({ database, live, dataProviders }),
        exports: createExportService({ database, clock, dataProviders }),
      }),
      ...avatarRoutes(avatarService),
    ],
    router: Router().use(createAvatarRouter(avatarService), createMailsEndRouter(store, createRateLimiter)),
    topic: userTopicSource,
    erasure: createErasureJob({ database, clock, live, dataProviders }),
  };
};
