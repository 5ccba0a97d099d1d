import { Router } from 'express';
import type { BoundRoute, GatewayModule, TokenVerifier } from '../../platform';
import { createAvatarRouter } from './avatar/avatar-router';
import { avatarRoutes } from './avatar/avatar-routes';
import { createAvatarService } from './avatar/avatar-service';
import { credentialsRoutes } from './credentials/credentials-routes';
import { createEmailChangeService } from './credentials/email-change-service';
import { createPasswordResetService } from './credentials/password-reset-service';
import { deletionRoutes } from './deletion/deletion-routes';
import { createDeletionService } from './deletion/deletion-service';
import { createErasureWorker } from './deletion/erasure-worker';
import { createExportService } from './deletion/export-service';
import { createIdentityServices } from './identity-parts';
import type { IdentityDeps, IdentityServices } from './identity-parts';
import { sessionRoutes } from './identity-routes';
import { createLoginService } from './login-service';
import { userSource } from './me-topic';
import { profileRoutes } from './profile-routes';
import { createProfileService } from './profile-service';
import { createProofCleanup } from './proof-sweep';
import { createRegistrationService } from './registration-service';
import { cacheIdTokens } from './remembered-id-tokens';
import { createSessionCleanup } from './session-sweep';
import { createThirdPartySignIn } from './third-party';
import { createTokenVerifier } from './token-verifier';
import { verificationRoutes } from './verification/verification-routes';
import { createVisitorService } from './visitor-service';

export { seedAccounts, type AccountDraft } from './found-accounts';
export type { IdentityDeps } from './identity-parts';

/** Identity's routes, topic, pictures and jobs, and the verifier of everybody's Bearer tokens. */
export type IdentityModule = GatewayModule & { readonly tokenVerifier: TokenVerifier };

const sessionRoutesOf = (services: IdentityServices): readonly BoundRoute[] => {
  const limiter = services.createRateLimiter('anonymous-session', { points: 60, durationMs: 60_000 });
  return sessionRoutes({
    visitors: createVisitorService({ ...services, limiter }),
    registrations: createRegistrationService(services),
    logins: createLoginService(services),
    sessions: services.sessions,
    address: services.address,
    live: services.live,
  });
};

const accountRoutesOf = (services: IdentityServices): readonly BoundRoute[] => {
  const { prove, sessions, verification, live, address: { publicUrl } } = services;
  return [
    ...profileRoutes(createProfileService(services)),
    ...verificationRoutes(verification, live),
    ...credentialsRoutes({
      resets: createPasswordResetService({ ...services, publicUrl }),
      emailChanges: createEmailChangeService({ ...services, publicUrl }),
      prove,
      sessions,
      live,
    }),
    ...deletionRoutes({ deletions: createDeletionService(services), exports: createExportService(services), live }),
  ];
};

/** Users and sessions: visitors, registration, login, everything about one's account, and its end. */
export const createIdentityModule = (deps: IdentityDeps): IdentityModule => {
  const services = createIdentityServices(deps);
  const avatars = createAvatarService(services.store);
  const thirdParty = createThirdPartySignIn(services, avatars);
  return {
    tokenVerifier: createTokenVerifier({ ...services, idTokens: cacheIdTokens(services.idTokens, services.clock) }),
    routes: [...sessionRoutesOf(services), ...accountRoutesOf(services), ...avatarRoutes(avatars), ...thirdParty.routes],
    router: Router().use(createAvatarRouter(avatars), thirdParty.router),
    topics: [userSource],
    workers: [createSessionCleanup(services), createProofCleanup(services), createErasureWorker(services), thirdParty.worker],
  };
};
