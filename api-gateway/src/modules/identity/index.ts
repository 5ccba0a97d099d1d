import { Router } from 'express';
import type {
  GatewayModule,
  ModuleDeps,
  PersonalDataProvider,
  ProcessorSemaphores,
  SignInConfig,
  TokenVerifier,
} from '../../platform';
import { createAuthenticationRoutes } from './authentication';
import { createCredentialsPart, PRODUCTION_PASSWORD_COST } from './credentials';
import type { PasswordCost } from './credentials';
import { createSessionPart } from './session';
import { createIdentityStore } from './store';
import type { IdentityPorts } from './store';
import { createThirdPartySignIn } from './third-party';
import { createSetBrowserChannel, createUserPart, identityPersonalData } from './user';
import type { ChangeChannel } from './user';

export { seedAccounts, type AccountDraft } from './seed-accounts';
export type { OnPersonChanged, PersonState, PublicPerson } from './store';
export {
  createAccountModeration,
  createMailReaders,
  createPeople,
  createSenderLimiter,
  findEmail,
  mailsUnsubscribeUrl,
  shortNameOf,
  type AccountModeration,
  type MailReader,
} from './user';

/**
 * Dependencies of the identity module: services of the platform, functions of other modules that run in identity's
 * writes, and options.
 */
export interface IdentityDeps
  extends
    IdentityPorts,
    Pick<
      ModuleDeps,
      'config' | 'database' | 'clock' | 'log' | 'address' | 'live' | 'createRateLimiter' | 'createCache'
    > {
  /** Configuration of the third parties with which users may sign in. */
  readonly signIn: SignInConfig;
  /** Returns the version of the privacy policy that a registration accepts. */
  readonly policyVersion: () => Promise<number>;
  /** Changes the cookie that holds a browser's channel of releases. */
  readonly changeChannel: ChangeChannel;
  /** Providers of the other modules' personal data. Call this function only after all modules exist. */
  readonly personalData: () => readonly PersonalDataProvider[];
  /** Semaphores that limit parallel CPU-heavy work: hashing new passwords and scaling pictures. */
  readonly processorSemaphores: Pick<ProcessorSemaphores, 'passwords' | 'pictures'>;
  /** Cost of a password hash; tests choose a lower cost. */
  readonly passwordCost?: PasswordCost;
}

/** Routes, topic, pictures and jobs of identity, and the verifier of all Bearer tokens. */
export interface IdentityModule extends GatewayModule {
  readonly tokenVerifier: TokenVerifier;
  /** Loads the key that signs a browser's overrides of releases. */
  overridesKey(): Promise<Uint8Array>;
}

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
  changeChannel,
  personalData,
  processorSemaphores,
  passwordCost = PRODUCTION_PASSWORD_COST,
}: IdentityDeps): IdentityModule => {
  const { publicUrl } = address;
  const setBrowserChannel = createSetBrowserChannel(changeChannel);
  const identityPorts = { outbox, onPersonChanged };
  const identityStore = createIdentityStore({ database, ...identityPorts });
  const userPart = createUserPart({
    store: identityStore,
    database,
    clock,
    live,
    createRateLimiter,
    pictureWork: processorSemaphores.pictures,
    policyVersion,
    setBrowserChannel,
    otherPersonalData: personalData,
  });
  const sessionPart = createSessionPart({
    ...{ store: identityStore, clock, log, publicUrl, live, createCache, policyVersion },
  });
  const { sessions, knownDevices } = sessionPart;
  const credentialsPart = createCredentialsPart({
    store: identityStore,
    secrets: sessionPart.secrets,
    sessions,
    clock,
    publicUrl,
    live,
    createRateLimiter,
    hasRateLimits: config.hasRateLimits,
    passwordCost,
    passwordWork: processorSemaphores.passwords,
  });
  const { hasher, hashNewPassword, attempts, verification } = credentialsPart;
  const authenticationRoutes = createAuthenticationRoutes({
    store: identityStore,
    sessions,
    knownDevices,
    clock,
    address,
    live,
    createRateLimiter,
    policyVersion,
    setBrowserChannel,
    hasher,
    hashNewPassword,
    attempts,
    verification,
  });
  const thirdPartySignIn = createThirdPartySignIn({
    database,
    ports: identityPorts,
    clock,
    log,
    address,
    live,
    createRateLimiter,
    signIn,
    sessions,
    verification,
    avatars: userPart.avatars,
    setBrowserChannel,
  });
  return {
    tokenVerifier: sessionPart.tokenVerifier,
    overridesKey: sessionPart.secrets.overridesKey,
    routes: [...authenticationRoutes, ...userPart.routes, ...credentialsPart.routes, ...thirdPartySignIn.routes],
    router: Router().use(userPart.router, thirdPartySignIn.router),
    topics: [userPart.topic],
    periodicJobs: [sessionPart.cleanup, credentialsPart.cleanup, userPart.erasure, thirdPartySignIn.cleanup],
    personalData: identityPersonalData,
  };
};
