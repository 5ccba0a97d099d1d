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
import type { EstimateGuesses, PasswordCost } from './credentials';
import { createPasskeyPart } from './passkeys';
import { createSecondStepPart } from './second-step';
import { createSessionPart } from './session';
import { createIdentityStore } from './store';
import type { IdentityPorts } from './store';
import { createThirdPartySignIn } from './third-party';
import { createUpgradeJob } from './upgrade-job';
import { createSetBrowserChannel, createUserPart, identityPersonalData } from './user';
import type { ChangeChannel } from './user';

export { seedAccounts, type AccountDraft } from './seed-accounts';
export { createSessionEnding, type SessionEnding } from './session';
export { MAIL_TOKEN_COLUMN, SECOND_STEP_SECRET_COLUMN } from './store';
export type { OnPersonChanged, PersonState, PublicPerson } from './store';
export {
  createAccountModeration,
  createMailReaders,
  createPeople,
  createSenderLimiter,
  findEmail,
  findModeratedAccounts,
  mailsUnsubscribeUrl,
  shortNameOf,
  type AccountModeration,
  type ModeratedAccount,
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
      'config' | 'database' | 'clock' | 'log' | 'address' | 'live' | 'secrets' | 'createRateLimiter' | 'createCache'
    > {
  /** Configuration of the third parties with which users may sign in. */
  readonly signIn: SignInConfig;
  /** Returns the version of the privacy policy that users accept when they register. */
  readonly policyVersion: () => Promise<number>;
  /** Changes the cookie that holds a browser's release channel. */
  readonly changeChannel: ChangeChannel;
  /** Providers of the other modules' personal data. Call this function only after all modules exist. */
  readonly personalData: () => readonly PersonalDataProvider[];
  /** Semaphores that limit parallel CPU-heavy work: hashing new passwords and scaling pictures. */
  readonly processorSemaphores: Pick<ProcessorSemaphores, 'passwords' | 'pictures'>;
  /** Estimates the number of guesses that an attacker needs for a new password. */
  readonly estimateGuesses: EstimateGuesses;
  /** Cost of a password hash; tests choose a lower cost. */
  readonly passwordCost?: PasswordCost;
}

/**
 * Identity module: routes, live topic, pictures and jobs of users, and the function that verifies all Bearer tokens.
 */
export interface IdentityModule extends GatewayModule {
  readonly tokenVerifier: TokenVerifier;
}

/** Creates the module of users and sessions: visitors, registration, login, account, deletion. */
export const createIdentityModule = ({
  config,
  database,
  clock,
  log,
  address,
  live,
  secrets,
  outbox,
  onPersonChanged,
  createRateLimiter,
  createCache,
  signIn,
  policyVersion,
  changeChannel,
  personalData,
  processorSemaphores,
  estimateGuesses,
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
    store: identityStore,
    secrets,
    clock,
    log,
    publicUrl,
    live,
    createCache,
    createRateLimiter,
    geoIpFile: config.geoIpFile,
    setBrowserChannel,
    policyVersion,
  });
  const { sessions } = sessionPart;
  const passkeyPart = createPasskeyPart({
    store: identityStore,
    ...sessionPart,
    clock,
    log,
    address,
    createRateLimiter,
  });
  const credentialsPart = createCredentialsPart({
    store: identityStore,
    secrets,
    sessions,
    provePasskey: passkeyPart.provePasskey,
    clock,
    publicUrl,
    live,
    createRateLimiter,
    hasRateLimits: config.hasRateLimits,
    passwordCost,
    passwordWork: processorSemaphores.passwords,
    estimateGuesses,
  });
  const { hasher, hashNewPassword, attempts, enumeration, verification, provePassword } = credentialsPart;
  const secondStepPart = createSecondStepPart({
    store: identityStore,
    ...sessionPart,
    secrets,
    provePassword,
    clock,
    address,
    createRateLimiter,
  });
  const authenticationRoutes = createAuthenticationRoutes({
    store: identityStore,
    ...sessionPart,
    secondSteps: secondStepPart.logins,
    clock,
    address,
    live,
    createRateLimiter,
    policyVersion,
    setBrowserChannel,
    hasher,
    hashNewPassword,
    attempts,
    enumeration,
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
    ...sessionPart,
    verification,
    avatars: userPart.avatars,
  });
  return {
    tokenVerifier: sessionPart.tokenVerifier,
    routes: [
      ...authenticationRoutes,
      ...sessionPart.routes,
      ...userPart.routes,
      ...credentialsPart.routes,
      ...passkeyPart.routes,
      ...secondStepPart.routes,
      ...thirdPartySignIn.routes,
    ],
    router: Router().use(userPart.router, thirdPartySignIn.router),
    topics: [userPart.topic],
    periodicJobs: [
      sessionPart.cleanup,
      credentialsPart.cleanup,
      userPart.erasure,
      thirdPartySignIn.cleanup,
      createUpgradeJob({ store: identityStore, clock, secrets }),
    ],
    personalData: identityPersonalData,
  };
};
