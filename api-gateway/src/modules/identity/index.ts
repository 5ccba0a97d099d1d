import { Router } from 'express';
import type { BoundRoute, GatewayModule, TokenVerifier } from '../../platform';
import { createProofCleanup, createSessionCleanup } from './cleanup-jobs';
import { credentialsRoutes, verificationRoutes } from './credentials/credentials-routes';
import { createEmailChangeService } from './credentials/email-change-service';
import { createPasswordResetService } from './credentials/password-reset-service';
import { createIdentityServices } from './identity-services';
import type { IdentityDeps, IdentityServices } from './identity-services';
import { cacheIdTokens, createTokenVerifier } from './session/id-token';
import { createLoginService } from './authentication/login-service';
import { sessionRoutes } from './authentication/authentication-routes';
import { createVisitorService } from './session/session-service';
import { createThirdPartySignIn } from './third-party';
import { avatarRoutes, createAvatarRouter, deletionRoutes, profileRoutes } from './user/account-routes';
import { createAvatarService } from './user/avatar-service';
import { createDeletionService, createErasureJob } from './user/deletion-service';
import { createMailsEndRouter } from './user/meetup-mails';
import { createExportService, identityPersonalData } from './user/personal-data';
import { createProfileService } from './user/profile-service';
import { createRegistrationService } from './authentication/registration-service';
import { userSource } from './user/user-document';

export { seedAccounts, type AccountDraft } from './seed-accounts';
export type { IdentityDeps } from './identity-services';
export { createMailReaders, type MailReader } from './store/mail-reader-repository';
export { mailsEndUrl } from './user/meetup-mails';
export { createAccountModeration, findEmail, type AccountModeration } from './user/moderation';
export {
  createPeople,
  shortNameOf,
  type OnPersonChanged,
  type PersonState,
  type PublicPerson,
} from './store/people-repository';

/** Identity's routes, topic, pictures and jobs, and the verifier of everybody's Bearer tokens. */
export type IdentityModule = GatewayModule & { readonly tokenVerifier: TokenVerifier };

const sessionRoutesOf = (services: IdentityServices): readonly BoundRoute[] => {
  const limiter = services.createRateLimiter('anonymous-session', { points: 60, durationMs: 60_000 });
  return sessionRoutes({
    visitors: createVisitorService({ ...services, limiter }),
    registrations: createRegistrationService({
      ...services,
      limiter: services.createRateLimiter('registration', { points: 60, durationMs: 60_000 }),
    }),
    logins: createLoginService(services),
    sessions: services.sessions,
    address: services.address,
  });
};

const accountRoutesOf = (services: IdentityServices): readonly BoundRoute[] => {
  const {
    prove,
    sessions,
    verification,
    address: { publicUrl },
  } = services;
  return [
    ...profileRoutes(createProfileService(services)),
    ...verificationRoutes(verification),
    ...credentialsRoutes({
      resets: createPasswordResetService({ ...services, publicUrl }),
      emailChanges: createEmailChangeService({ ...services, publicUrl }),
      prove,
      sessions,
    }),
    ...deletionRoutes({ deletions: createDeletionService(services), exports: createExportService(services) }),
  ];
};

/** Users and sessions: visitors, registration, login, everything about one's account, and its end. */
export const createIdentityModule = (deps: IdentityDeps): IdentityModule => {
  const services = createIdentityServices(deps);
  const avatars = createAvatarService(services.store, services.costlyWork.pictures, services.createRateLimiter);
  const thirdParty = createThirdPartySignIn(services, avatars);
  return {
    tokenVerifier: createTokenVerifier({ ...services, idTokens: cacheIdTokens(services) }),
    routes: [
      ...sessionRoutesOf(services),
      ...accountRoutesOf(services),
      ...avatarRoutes(avatars),
      ...thirdParty.routes,
    ],
    router: Router().use(
      createAvatarRouter(avatars),
      createMailsEndRouter(services.store, services.createRateLimiter),
      thirdParty.router,
    ),
    topics: [userSource],
    periodicJobs: [
      createSessionCleanup(services),
      createProofCleanup(services),
      createErasureJob(services),
      thirdParty.cleanup,
    ],
    personalData: identityPersonalData,
  };
};
