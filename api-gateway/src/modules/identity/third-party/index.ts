import type { BoundRoute, Worker } from '../../../platform';
import type { Router } from 'express';
import type { AvatarService } from '../avatar/avatar-service';
import type { IdentityServices } from '../identity-parts';
import { createSignInCleanup } from './attempt-sweep';
import { createCompletionService } from './completion-service';
import { createFetchPortrait } from './fetch-portrait';
import { createProviderClients } from './provider-clients';
import { createSignInRouter } from './sign-in-router';
import { createSignInService } from './sign-in-service';
import { thirdPartyRoutes } from './third-party-routes';
import { createThirdPartyStore } from './third-party-store';

/** What sign-in at third parties adds to identity. */
export interface ThirdPartySignIn {
  readonly routes: readonly BoundRoute[];
  readonly router: Router;
  readonly worker: Worker;
}

/** Sign-in with Google, Facebook and Apple. */
export const createThirdPartySignIn = (services: IdentityServices, avatars: AvatarService): ThirdPartySignIn => {
  const { clock, log, signIn, address, createRateLimiter } = services;
  const store = createThirdPartyStore(services);
  const clients = createProviderClients(signIn, clock.realNow);
  const bases = [signIn.google?.issuer, signIn.facebook?.graphUrl].flatMap((url) => (url === undefined ? [] : [new URL(url).origin]));
  const completions = createCompletionService({ ...services, store, avatars, fetchPortrait: createFetchPortrait(bases, log) });
  return {
    routes: thirdPartyRoutes({ ...services, clients, completions }),
    router: createSignInRouter({
      signIns: createSignInService({ store, clients, clock, log, publicUrl: address.publicUrl }),
      limiter: createRateLimiter('sign-in-start', { points: 60, durationMs: 60_000 }),
    }),
    worker: createSignInCleanup({ store, clock }),
  };
};
