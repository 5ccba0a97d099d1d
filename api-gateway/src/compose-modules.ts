import { createContentModule } from './modules/content';
import { createPictureRouter } from './modules/content/pictures/picture-router';
import { createDiscoveryModule } from './modules/discovery';
import { createIdentityModule, type IdentityDeps } from './modules/identity';
import { createMailModule, type MailDeps } from './modules/mail';
import { createNotificationsModule } from './modules/notifications';
import { createReleasesModule } from './modules/releases';
import type { GatewayModule, ModuleDeps, TokenVerifier } from './platform';

/** All modules, and the one thing that the platform needs of them. */
export interface ComposedModules {
  readonly modules: readonly GatewayModule[];
  readonly tokenVerifier: TokenVerifier;
}

/** Wires the modules; each gets other modules only by their front doors. */
export const composeModules = (deps: ModuleDeps & Pick<IdentityDeps, 'passwordCost' | 'signIn'> & Pick<MailDeps, 'mailbox'>): ComposedModules => {
  const content = createContentModule(deps);
  const mail = createMailModule(deps);
  const identity = createIdentityModule({ ...deps, outbox: mail.outbox, policyVersion: content.policyVersion, personalData: () => modules.flatMap(({ personalData }) => personalData ?? []) });
  const notifications = createNotificationsModule(deps);
  const discovery = createDiscoveryModule(deps);
  const releases = createReleasesModule({ ...deps, loadList: discovery.firstList });
  // Mail last: what the others' workers write is sent in the same round.
  const modules: readonly GatewayModule[] = [identity, notifications, content, { router: createPictureRouter() }, discovery, releases, mail];
  return { modules, tokenVerifier: identity.tokenVerifier };
};
