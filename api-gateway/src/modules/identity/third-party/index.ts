import type { Router } from 'express';
import type { Logger } from 'pino';
import type {
  BoundRoute,
  Clock,
  CreateRateLimiter,
  Database,
  GatewayAddress,
  LivePort,
  SignInConfig,
  Worker,
} from '../../../platform';
import type { VerificationService } from '../credentials';
import type { SessionService } from '../session';
import { createThirdPartyStore } from '../store';
import type { IdentityPorts } from '../store';
import type { AvatarService, SetBrowserChannel } from '../user';
import { createCompletionService, createFetchPortrait } from './completion-service';
import { createProviderClients } from './providers';
import { createSignInCleanup } from './sign-in-cleanup';
import { createSignInService } from './sign-in-service';
import { createSignInRouter, thirdPartyRoutes } from './third-party-routes';

interface ThirdPartyDeps {
  readonly database: Database;
  /** Functions of other modules that the identity module calls when it writes a user. */
  readonly ports: IdentityPorts;
  readonly clock: Clock;
  readonly log: Logger;
  readonly address: GatewayAddress;
  readonly live: LivePort;
  readonly createRateLimiter: CreateRateLimiter;
  readonly signIn: SignInConfig;
  readonly sessions: SessionService;
  readonly verification: Pick<VerificationService, 'sendCode'>;
  readonly avatars: Pick<AvatarService, 'storePicture'>;
  readonly setBrowserChannel: SetBrowserChannel;
}

/** Sign-in at third parties, as a part of the identity module. */
export interface ThirdPartySignIn {
  readonly routes: readonly BoundRoute[];
  readonly router: Router;
  readonly cleanup: Worker;
}

/** Creates the services and routes of sign-in with Google, Facebook and Apple. */
export const createThirdPartySignIn = ({
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
  avatars,
  setBrowserChannel,
}: ThirdPartyDeps): ThirdPartySignIn => {
  const thirdPartyStore = createThirdPartyStore(database, ports);
  const providerClients = createProviderClients(signIn, clock.realNow);
  const trustedOrigins = [signIn.google?.issuer, signIn.facebook?.graphUrl].flatMap((url) =>
    url === undefined ? [] : [new URL(url).origin],
  );
  const completionService = createCompletionService({
    store: thirdPartyStore,
    sessions,
    avatars,
    verification,
    fetchPortrait: createFetchPortrait(trustedOrigins, log),
    clock,
    live,
  });
  return {
    routes: thirdPartyRoutes({ clients: providerClients, completions: completionService, address, setBrowserChannel }),
    router: createSignInRouter({
      signIns: createSignInService({
        store: thirdPartyStore,
        clients: providerClients,
        clock,
        log,
        publicUrl: address.publicUrl,
      }),
      limiter: createRateLimiter('sign-in-start', { points: 60, durationMs: 60_000 }),
    }),
    cleanup: createSignInCleanup({ store: thirdPartyStore, clock }),
  };
};
