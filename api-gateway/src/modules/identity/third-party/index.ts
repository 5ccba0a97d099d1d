import type { Router } from 'express';
import type { BoundRoute, Worker } from '../../../platform';
import { createSignInCleanup } from '../cleanup-jobs';
import type { IdentityServices } from '../identity-services';
import type { AvatarService } from '../user/avatar-service';
import { createCompletionService, createFetchPortrait } from './completion-service';
import { createProviderClients } from './providers';
import { createSignInService } from './sign-in-service';
import { createThirdPartyStore } from '../store/third-party-repository';
import { createSignInRouter, thirdPartyRoutes } from './third-party-routes';

/** What sign-in at third parties adds to identity. */
export interface ThirdPartySignIn {
  readonly routes: readonly BoundRoute[];
  readonly router: Router;
  readonly cleanup: Worker;
}

/** Sign-in with Google, Facebook and Apple. */
export const createThirdPartySignIn = (services: IdentityServices, avatars: AvatarService): ThirdPartySignIn => {
  const { clock, log, signIn, address, createRateLimiter } = services;
  const store = createThirdPartyStore(services);
  const clients = createProviderClients(signIn, clock.realNow);
  const bases = [signIn.google?.issuer, signIn.facebook?.graphUrl].flatMap((url) =>
    url === undefined ? [] : [new URL(url).origin],
  );
  const completions = createCompletionService({
    ...services,
    store,
    avatars,
    fetchPortrait: createFetchPortrait(bases, log),
  });
  return {
    routes: thirdPartyRoutes({ ...services, clients, completions }),
    router: createSignInRouter({
      signIns: createSignInService({ store, clients, clock, log, publicUrl: address.publicUrl }),
      limiter: createRateLimiter('sign-in-start', { points: 60, durationMs: 60_000 }),
    }),
    cleanup: createSignInCleanup({ store, clock }),
  };
};
