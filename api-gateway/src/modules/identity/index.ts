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
import { createIdentityParts } from './identity-parts';
import type { IdentityDeps, IdentityParts } from './identity-parts';
import { identityRoutes } from './identity-routes';
import { createLoginService } from './login-service';
import { userSource } from './me-topic';
import { profileRoutes } from './profile-routes';
import { createProfileService } from './profile-service';
import { createProofSweep } from './proof-sweep';
import { createRegistrationService } from './registration-service';
import { rememberIdTokens } from './remembered-id-tokens';
import { createSessionSweep } from './session-sweep';
import { createThirdPartyRoom } from './third-party';
import { createTokenVerifier } from './token-verifier';
import { verificationRoutes } from './verification/verification-routes';
import { createVisitorService } from './visitor-service';

export { foundAccounts, type AccountDraft } from './found-accounts';
export type { IdentityDeps } from './identity-parts';

/** Identity's routes, topic, pictures and jobs, and the verifier of everybody's Bearer tokens. */
export type IdentityModule = GatewayModule & { readonly tokenVerifier: TokenVerifier };

const sessionRoutesOf = (parts: IdentityParts): readonly BoundRoute[] => {
  const limiter = parts.createRateLimiter('anonymous-session', { points: 60, durationMs: 60_000 });
  return identityRoutes({
    visitors: createVisitorService({ ...parts, limiter }),
    registrations: createRegistrationService(parts),
    logins: createLoginService(parts),
    sessions: parts.sessions,
    address: parts.address,
    live: parts.live,
  });
};

const accountRoutesOf = (parts: IdentityParts): readonly BoundRoute[] => {
  const { prove, sessions, verification, live, address: { publicUrl } } = parts;
  return [
    ...profileRoutes(createProfileService(parts)),
    ...verificationRoutes(verification, live),
    ...credentialsRoutes({
      resets: createPasswordResetService({ ...parts, publicUrl }),
      emailChanges: createEmailChangeService({ ...parts, publicUrl }),
      prove,
      sessions,
      live,
    }),
    ...deletionRoutes({ deletions: createDeletionService(parts), exports: createExportService(parts), live }),
  ];
};

/** Users and sessions: visitors, registration, login, everything about one's account, and its end. */
export const createIdentityModule = (deps: IdentityDeps): IdentityModule => {
  const parts = createIdentityParts(deps);
  const avatars = createAvatarService(parts.store);
  const thirdParty = createThirdPartyRoom(parts, avatars);
  return {
    tokenVerifier: createTokenVerifier({ ...parts, idTokens: rememberIdTokens(parts.idTokens, parts.clock) }),
    routes: [...sessionRoutesOf(parts), ...accountRoutesOf(parts), ...avatarRoutes(avatars), ...thirdParty.routes],
    router: Router().use(createAvatarRouter(avatars), thirdParty.router),
    topics: [userSource],
    workers: [createSessionSweep(parts), createProofSweep(parts), createErasureWorker(parts), thirdParty.worker],
  };
};
