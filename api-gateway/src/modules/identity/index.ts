import { Router } from 'express';
import type {
  CostlyWork,
  GatewayModule,
  ModuleDeps,
  PersonalDataProvider,
  SignInConfig,
  TokenVerifier,
} from '../../platform';
import { createAuthenticationRoutes } from './authentication';
import { createCredentialsPart, productionCost } from './credentials';
import type { PasswordCost } from './credentials';
import { createSessionPart } from './session';
import { createIdentityStore } from './store';
import type { IdentityPorts } from './store';
import { createThirdPartySignIn } from './third-party';
import { createUserPart, identityPersonalData } from './user';

export { seedAccounts, type AccountDraft } from './seed-accounts';
export type { OnPersonChanged, PersonState, PublicPerson } from './store';
export {
  createAccountModeration,
  createMailReaders,
  createPeople,
  findEmail,
  mailsEndUrl,
  shortNameOf,
  type AccountModeration,
  type MailReader,
} from './user';

/** Dependencies of the identity module. */
export interface IdentityDeps
  extends
    IdentityPorts,
    Pick<
      ModuleDeps,
      'config' | 'database' | 'clock' | 'log' | 'address' | 'live' | 'createRateLimiter' | 'createCache'
    > {
  /** Third parties with which users may sign in. */
  readonly signIn: SignInConfig;
  /** Version of the privacy policy that a registration accepts. */
  readonly policyVersion: () => Promise<number>;
  /** Providers of the other modules' personal data. Call this function only after all modules exist. */
  readonly personalData: () => readonly PersonalDataProvider[];
  /** Semaphores that limit parallel CPU-heavy work: hashing new passwords and scaling pictures. */
  readonly costlyWork: Pick<CostlyWork, 'passwords' | 'pictures'>;
  /** Cost of a password hash; tests choose a lower cost. */
  readonly passwordCost?: PasswordCost;
}

/** Routes, topic, pictures and jobs of identity, and the verifier of all Bearer tokens. */
export type IdentityModule = GatewayModule & { readonly tokenVerifier: TokenVerifier };

/** Creates the module of users and sessions: visitors, registration, login, account, deletion. */
export const createIdentityModule = ({
  config,
  database,
  clock,
  log,
  address,
  live,
  outbox,
  onPersonChanged,
  createRateLimiter,
  createCache,
  signIn,
  policyVersion,
  personalData,
  costlyWork,
  passwordCost = productionCost,
}: IdentityDeps): IdentityModule => {
  const { publicUrl } = address;
  const ports = { outbox, onPersonChanged };
  const store = createIdentityStore({ database, ...ports });
  const user = createUserPart({
    store,
    database,
    clock,
    live,
    createRateLimiter,
    pictureWork: costlyWork.pictures,
    policyVersion,
    otherPersonalData: personalData,
  });
  const session = createSessionPart({ store, clock, log, publicUrl, live, createCache });
  const { sessions } = session;
  const credentials = createCredentialsPart({
    store,
    secrets: session.secrets,
    sessions,
    clock,
    publicUrl,
    live,
    createRateLimiter,
    hasRateLimits: config.hasRateLimits,
    passwordCost,
    passwordWork: costlyWork.passwords,
  });
  const { hasher, hashNewPassword, attempts, verification } = credentials;
  const authenticationRoutes = createAuthenticationRoutes({
    store,
    sessions,
    clock,
    address,
    live,
    createRateLimiter,
    policyVersion,
    hasher,
    hashNewPassword,
    attempts,
    verification,
  });
  const thirdParty = createThirdPartySignIn({
    database,
    ports,
    clock,
    log,
    address,
    live,
    createRateLimiter,
    signIn,
    sessions,
    verification,
    avatars: user.avatars,
  });
  return {
    tokenVerifier: session.tokenVerifier,
    routes: [...authenticationRoutes, ...user.routes, ...credentials.routes, ...thirdParty.routes],
    router: Router().use(user.router, thirdParty.router),
    topics: [user.topic],
    periodicJobs: [session.cleanup, credentials.cleanup, user.erasure, thirdParty.cleanup],
    personalData: identityPersonalData,
  };
};
