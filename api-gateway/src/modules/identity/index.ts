import { createWorkSlots } from '../../platform';
import type { GatewayModule, ModuleDeps, TokenVerifier } from '../../platform';
import { createIdTokens } from './id-token';
import { identityRoutes } from './identity-routes';
import { createIdentitySecrets } from './identity-secrets';
import { createIdentityStore } from './identity-store';
import { createLoginAttempts } from './login-attempts';
import { createLoginService } from './login-service';
import { userSource } from './me-topic';
import { createPasswordHasher, productionCost } from './password-hasher';
import type { PasswordCost } from './password-hasher';
import { createProfileService } from './profile-service';
import { createRegistrationService } from './registration-service';
import { rememberIdTokens } from './remembered-id-tokens';
import { createSessionService } from './session-service';
import { createSessionSweep } from './session-sweep';
import { createTokenVerifier } from './token-verifier';
import { createVisitorService } from './visitor-service';

export { foundAccounts, type AccountDraft } from './found-accounts';

/** What identity takes. */
export interface IdentityDeps extends Pick<ModuleDeps, 'database' | 'clock' | 'log' | 'address' | 'live' | 'createRateLimiter'> {
  /** Version of the policy that a registration accepts. */
  readonly policyVersion: () => Promise<number>;
  /** Tests pay less for a password. */
  readonly passwordCost?: PasswordCost;
}

/** Identity's routes, topic and sweep, and the verifier of everybody's Bearer tokens. */
export type IdentityModule = GatewayModule & { readonly tokenVerifier: TokenVerifier };

// argon2 works in libuv's four threads: two stay free for files and names.
const PASSWORD_SLOTS = 2;

/** Users and sessions: anonymous visitors, registration, login, refresh, logout. */
export const createIdentityModule = (deps: IdentityDeps): IdentityModule => {
  const { database, clock, log, address, live, createRateLimiter, policyVersion, passwordCost = productionCost } = deps;
  const store = createIdentityStore(database);
  const secrets = createIdentitySecrets(store);
  const idTokens = createIdTokens({ secrets, clock });
  const slots = createWorkSlots(PASSWORD_SLOTS);
  const sessions = createSessionService({
    store,
    idTokens,
    secrets,
    clock,
    publicUrl: address.publicUrl,
    onReuse: (sessionId) => log.warn({ sessionId }, 'a traded refresh token was shown again, its session is ended'),
  });
  const hasher = createPasswordHasher(passwordCost);
  const limiter = createRateLimiter('anonymous-session', { points: 60, durationMs: 60_000 });
  return {
    tokenVerifier: createTokenVerifier({ idTokens: rememberIdTokens(idTokens, clock), store, clock }),
    routes: identityRoutes({
      visitors: createVisitorService({ store, sessions, limiter, clock }),
      registrations: createRegistrationService({ store, sessions, hasher, slots, clock, policyVersion }),
      logins: createLoginService({ store, sessions, hasher, attempts: createLoginAttempts(createRateLimiter, slots) }),
      sessions,
      profiles: createProfileService({ store, clock, policyVersion }),
      address,
      live,
    }),
    topics: [userSource],
    workers: [createSessionSweep({ store, clock })],
  };
};
